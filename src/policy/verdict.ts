/** The words every part of heed answers in: effect, finding, verdict. */

export type Verdict = "allow" | "ask" | "deny";

/** What a part of a line does; the policy is a table from effect to verdict. */
export const effects = [
  "observe",
  "fetch",
  "edit",
  "remove",
  "run",
  "disclose",
  "discard",
  "foreign-code",
  "reach",
  "remote",
  "rewire",
  "opaque",
  "destroy",
  "hijack",
  "exfiltrate",
  "disarm",
] as const;

export type Effect = (typeof effects)[number];

/** Something the judge has to say about one part of a line, before policy. Offsets are into the judged text. */
export interface Finding {
  /** Stable kebab-case id of the rule. */
  readonly rule: string;
  readonly effect: Effect;
  /** Index of the line in the session's batch; 0 for a single line. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** The exact segment, resolved where that says more. */
  readonly text: string;
  readonly because: string;
  readonly instead?: string;
  /** What the effect falls on, resolved: a path, an address, `NAME=value`. Approvals are bound to it. */
  readonly target?: string;
}

export interface Judged extends Finding {
  readonly verdict: Verdict;
}

const order: readonly Verdict[] = ["allow", "ask", "deny"];

/** The stricter of two verdicts. */
export function stricter(a: Verdict, b: Verdict): Verdict {
  return order.indexOf(a) >= order.indexOf(b) ? a : b;
}
