/** What a person said yes to: bound to an effect, what it falls on, the directory and the variables that mattered; never to the text of a line. */

import { type Effect, type Judged, stricter, type Verdict } from "./verdict.ts";

export type Scope = "once" | "session" | "always";

export interface Approval {
  readonly id: string;
  readonly scope: Scope;
  readonly effect: Effect;
  readonly rule: string;
  /** Empty: the rule says all there is to say. */
  readonly target: string;
  readonly directory: string;
  /** `NAME=value` of the listed variables that had changed, sorted. */
  readonly variables: readonly string[];
  /** For scope `session`. */
  readonly session: string;
  /** ISO 8601, UTC. */
  readonly given: string;
}

/** Where a finding stands: what an approval must match besides the finding. */
export interface Circumstances {
  readonly directory: string;
  readonly variables: readonly string[];
  readonly session: string;
}

export type Wish = Omit<Approval, "id" | "given">;

/** What would have to be approved for these findings to run; undefined when one of them cannot be. */
export function wishes(findings: readonly Judged[], scope: Scope, at: Circumstances): readonly Wish[] | undefined {
  if (findings.some((f) => f.verdict === "deny")) return undefined;
  const asked = findings.filter((f) => f.verdict === "ask");
  return asked.map((f) => ({
    scope,
    effect: f.effect,
    rule: f.rule,
    target: f.target ?? "",
    directory: at.directory,
    variables: at.variables,
    session: scope === "session" ? at.session : "",
  }));
}

export function covers(approval: Approval, finding: Judged, at: Circumstances): boolean {
  return (
    finding.verdict === "ask" &&
    approval.effect === finding.effect &&
    approval.rule === finding.rule &&
    approval.target === (finding.target ?? "") &&
    approval.directory === at.directory &&
    approval.variables.length === at.variables.length &&
    approval.variables.every((v, i) => v === at.variables[i]) &&
    (approval.scope !== "session" || approval.session === at.session)
  );
}

export interface Approved {
  readonly verdict: Verdict;
  readonly findings: readonly Judged[];
  /** The approvals that were needed; single-use ones among them are to be consumed before the line runs. */
  readonly used: readonly Approval[];
}

/** Findings with what was approved allowed. A deny stays, whatever was approved. */
export function approve(findings: readonly Judged[], approvals: readonly Approval[], at: Circumstances): Approved {
  const used = new Set<Approval>();
  const left = findings.map((finding): Judged => {
    const approval = approvals.find((a) => covers(a, finding, at));
    if (approval === undefined) return finding;
    used.add(approval);
    return { ...finding, verdict: "allow" };
  });
  const verdict = left.reduce<Verdict>((v, f) => stricter(v, f.verdict), "allow");
  return { verdict, findings: left, used: [...used] };
}
