/** What a question says: what would run, what each part of it would do, where its values come from, and what can be answered. Pure. */

import type { Scope } from "../policy/approvals.ts";
import { visible } from "../policy/message.ts";
import type { Effect, Judged } from "../policy/verdict.ts";
import type { Session } from "../session/session.ts";
import { textOf } from "../session/value.ts";

/** What is asked about: a line that some shell inside wants to run. */
export interface Subject {
  readonly line: string;
  readonly findings: readonly Judged[];
  /** As it was before the line. */
  readonly session: Session;
  readonly cwd: string;
  readonly shell: string;
  readonly pid: number;
}

export type Reply =
  | { readonly kind: "yes"; readonly scope: Scope }
  | { readonly kind: "no" }
  | { readonly kind: "edit" };

export interface Sheet {
  readonly title: string;
  /** Who asks: short, for the title's other end. */
  readonly asker: string;
  readonly line: string;
  readonly findings: readonly Part[];
  /** Where values come from. */
  readonly origins: readonly string[];
  /** Something wrong that the person should know before answering. */
  readonly warnings: readonly string[];
  readonly choices: readonly Choice[];
}

export interface Part {
  /** `would reach outside the project`. */
  readonly effect: string;
  readonly rule: string;
  readonly text: string;
  readonly because: string;
  readonly target: string;
  readonly instead: string;
}

export interface Choice {
  readonly key: string;
  readonly label: string;
  readonly does: Reply | "explain";
}

const effects: { readonly [effect in Effect]: string } = {
  observe: "looks at something",
  fetch: "reads from the network",
  edit: "changes files of the project",
  remove: "deletes what can be had again",
  run: "runs the project's own code",
  disclose: "reads what is not the project's",
  discard: "loses work that cannot be had again",
  "foreign-code": "runs code from outside the project",
  reach: "changes the machine outside the project",
  remote: "changes something elsewhere, or sends data there",
  rewire: "changes what later commands do",
  opaque: "cannot be told what it does",
  destroy: "destroys",
  hijack: "takes over",
  exfiltrate: "sends a secret away",
  disarm: "turns the guard off",
};

export interface Offers {
  /** Findings that approvals can be given for. */
  readonly lasting: boolean;
  readonly edit: boolean;
  readonly waiting: number;
  readonly warnings: readonly string[];
}

export function sheetOf(subject: Subject, offers: Offers): Sheet {
  const { line, findings, shell, pid, cwd } = subject;
  const more = offers.waiting > 0 ? ` (${offers.waiting} more after this)` : "";
  return {
    title: `heed asks${more}`,
    asker: `${shell} ${pid} in ${visible(cwd)}`,
    line: visible(line),
    findings: findings.filter((finding) => finding.verdict !== "allow").map(partOf),
    origins: originsOf(subject),
    warnings: offers.warnings,
    choices: choicesOf(offers),
  };
}

function partOf(finding: Judged): Part {
  const { effect, rule, text, because, target = "", instead = "" } = finding;
  return {
    effect: effects[effect],
    rule,
    text: visible(text),
    because: visible(because),
    target: visible(target),
    instead: visible(instead),
  };
}

function choicesOf({ lasting, edit }: Offers): Choice[] {
  return [
    { key: "y", label: "yes, once", does: { kind: "yes", scope: "once" } },
    ...(lasting
      ? ([
          { key: "s", label: "yes, for this session", does: { kind: "yes", scope: "session" } },
          { key: "a", label: "always", does: { kind: "yes", scope: "always" } },
        ] as const)
      : []),
    { key: "n", label: "no", does: { kind: "no" } },
    ...(edit ? ([{ key: "e", label: "edit", does: { kind: "edit" } }] as const) : []),
    { key: "?", label: "explain", does: "explain" },
  ];
}

const MAX_VALUE = 60;

/** The variables of the line that an earlier line or something unseen has changed. */
function originsOf({ line, findings, session }: Subject): string[] {
  const texts = [line, ...findings.flatMap(({ text, target, because }) => [text, target ?? "", because])];
  const isUsed = (name: string) => texts.some((text) => new RegExp(`(?<!\\w)${name}(?!\\w)`).test(text));
  return [...session.changed].filter(isUsed).flatMap((name): string[] => {
    const variable = session.variables.get(name);
    if (!variable) return [];
    const value = textOf(variable.value);
    const shown = value === undefined ? "" : ` (${cut(visible(value), MAX_VALUE)})`;
    if (variable.origin.kind === "start") return [];
    if (variable.origin.kind === "seen") return [`$${name} was changed by something that no line said${shown}`];
    const verb = variable.exported === false ? "set" : "exported";
    const text = cut(visible(variable.origin.text), MAX_VALUE);
    const when = ago(session.lines - variable.origin.line);
    return [`$${name} was ${verb} ${when}: ${text}${text.includes(value ?? "\0") ? "" : shown}`];
  });
}

const numbers = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

function ago(lines: number): string {
  if (lines <= 0) return "in this line";
  return `${numbers[lines] ?? lines} line${lines === 1 ? "" : "s"} ago`;
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
