/** What is logged of a line that was stopped or asked about. */

import type { Judged, Verdict } from "../policy/verdict.ts";
import type { Tables } from "../rules/row.ts";
import type { Session } from "../session/session.ts";
import { isKnown } from "../session/value.ts";
import { isElsewhere, isSecretName, type Redacted, redact, redacted } from "./redact.ts";

/** What became of the line, as far as heed knows. `reported`: whoever asked was told the verdict. */
export type Outcome = "denied" | "refused" | "asked" | "overridden" | "declined" | "allowed" | "reported";

export interface Event {
  readonly line: string;
  readonly verdict: Verdict;
  readonly findings: readonly Judged[];
  readonly outcome: Outcome;
  /** As it was before the line. */
  readonly session: Session;
  readonly cwd: string;
  /** The session's name, or what else tells it from others. */
  readonly name: string | undefined;
  /** Who asked: `check`, `bash 5.2`, a client's name. */
  readonly client: string;
}

export interface Entry {
  readonly time: string;
  readonly session: string | null;
  readonly shell: string;
  readonly cwd: string;
  readonly client: string;
  readonly line: string;
  readonly verdict: Verdict;
  readonly outcome: Outcome;
  readonly findings: readonly Pick<Judged, "rule" | "effect" | "verdict" | "text" | "because">[];
  /** Listed names that the session set, with their values. */
  readonly carried: { readonly [name: string]: string };
}

/** A longer line is cut: its beginning and its end say what it was. */
const MAX_LINE = 16_384;
/** So much of each end is searched for secrets: one that began before what is kept is still known by its beginning. */
const SEARCHED = 32_768;
const MAX_FINDINGS = 20;

export function entryOf(event: Event, tables: Tables, time: Date): Entry {
  const { session, line } = event;
  const findings = event.findings.slice(0, MAX_FINDINGS);
  const values: { [name: string]: string } = {};
  for (const name of session.changed) {
    const variable = session.variables.get(name);
    if (variable && tables.variable(name)) values[name] = variable.value.texts.join(" or ").toWellFormed();
  }
  const texts = [line, ...findings.map(({ text }) => text), ...Object.values(values)];
  const clean = cleaner(session, texts);
  const carried = Object.entries(values).map(([name, value]) => [
    name,
    isSecretName(name) ? "[redacted]" : clean(value),
  ]);
  return {
    time: time.toISOString(),
    session: event.name === undefined ? null : clean(event.name),
    shell: session.dialect,
    cwd: clean(event.cwd),
    client: event.client,
    line: clean(line),
    verdict: event.verdict,
    outcome: event.outcome,
    findings: findings.map(({ rule, effect, verdict, text, because }) => ({
      rule,
      effect,
      verdict,
      text: clean(text),
      because: clean(because),
    })),
    carried: Object.fromEntries(carried),
  };
}

/** Takes secrets out of texts that belong together: what one of `texts` shows to be a secret is one in all of them. */
export function cleaner(session: Session, texts: readonly string[]): (text: string) => string {
  const held = secretsOf(session);
  const seen = new Map<string, Redacted>();
  for (const text of texts) if (!seen.has(text)) seen.set(text, redacted(searched(text), held));
  const behind = [...seen.values()].flatMap(({ names }) => names).map((name) => session.variables.get(name)?.value);
  const named = behind.flatMap((value) => (value && isKnown(value) ? value.texts : []));
  const found = [...named, ...[...seen.values()].flatMap(({ secrets }) => secrets)];
  // A plain word that is a password is looked for in what is said of the line, but the line may hold it as a word besides.
  const inLine = found.filter((secret) => !/^[a-z]+$/.test(secret));
  const [line] = texts;
  return (text) => {
    const once = seen.get(text);
    if (once && found.length === 0) return cut(once.text);
    return cut(redact(searched(text), [...held, ...(text === line ? inLine : found)]));
  };
}

/** Without the middle, when the text is longer than what is kept of its ends. */
function cut(text: string, head = MAX_LINE - 1024, tail = 1024): string {
  if (text.length <= head + tail) return text;
  const dropped = text.length - head - tail;
  return `${text.slice(0, head)}[${dropped} characters left out]${text.slice(-tail)}`.toWellFormed();
}

const searched = (text: string) => cut(text.toWellFormed(), SEARCHED, SEARCHED);

function secretsOf(session: Session): string[] {
  const secrets: string[] = [];
  for (const [name, { value }] of session.variables) {
    if (!isKnown(value)) continue;
    if (isSecretName(name)) secrets.push(...value.texts.filter((text) => !isElsewhere(text)));
    else for (const text of value.texts) if (/:\/\/[^\s/]*@/.test(text)) secrets.push(...redacted(text).secrets);
  }
  return secrets;
}
