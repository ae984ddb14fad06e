/** What is logged of a line that was stopped or asked about. */

import type { Judged, Verdict } from "../policy/verdict.ts";
import type { Tables } from "../rules/row.ts";
import type { Session } from "../session/session.ts";
import { isKnown } from "../session/value.ts";
import { isSecretName, redact } from "./redact.ts";

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
const MAX_FINDINGS = 20;

export function entryOf(event: Event, tables: Tables, time: Date): Entry {
  const { session } = event;
  const secrets = secretsOf(session);
  const clean = (text: string) => redact(cut(text), secrets);
  const carried: { [name: string]: string } = {};
  for (const name of session.changed) {
    const variable = session.variables.get(name);
    if (!variable || !tables.variable(name)) continue;
    carried[name] = isSecretName(name) ? "[redacted]" : clean(variable.value.texts.join(" or ").toWellFormed());
  }
  return {
    time: time.toISOString(),
    session: event.name ?? null,
    shell: session.dialect,
    cwd: event.cwd.toWellFormed(),
    client: event.client,
    line: clean(event.line),
    verdict: event.verdict,
    outcome: event.outcome,
    findings: event.findings.slice(0, MAX_FINDINGS).map(({ rule, effect, verdict, text, because }) => ({
      rule,
      effect,
      verdict,
      text: clean(text.toWellFormed()),
      because: clean(because.toWellFormed()),
    })),
    carried,
  };
}

function cut(text: string): string {
  if (text.length <= MAX_LINE) return text;
  const dropped = text.length - MAX_LINE;
  return `${text.slice(0, MAX_LINE - 1024)}[${dropped} characters left out]${text.slice(-1024)}`;
}

function secretsOf(session: Session): string[] {
  const secrets: string[] = [];
  for (const [name, { value }] of session.variables) {
    if (isSecretName(name) && isKnown(value)) secrets.push(...value.texts);
  }
  return secrets;
}
