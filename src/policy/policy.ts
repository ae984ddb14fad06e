/** Findings → verdict: one table from effect to verdict, and nothing else. */

import { type Effect, effects, type Finding, type Judged, stricter, type Verdict } from "./verdict.ts";

export type Policy = { readonly [effect in Effect]: Verdict } & {
  /** Directories outside the project that count as part of it in some roles. */
  readonly grants?: readonly Grant[];
};

export type GrantRole = "read" | "write" | "run";

export interface Grant {
  /** Absolute, links followed. */
  readonly path: string;
  readonly roles: readonly GrantRole[];
}

const standard: Policy = {
  observe: "allow",
  fetch: "allow",
  edit: "allow",
  remove: "allow",
  run: "allow",
  disclose: "ask",
  discard: "ask",
  "foreign-code": "ask",
  reach: "ask",
  remote: "ask",
  rewire: "ask",
  opaque: "ask",
  destroy: "deny",
  hijack: "deny",
  exfiltrate: "deny",
  disarm: "deny",
};

/** Presets by name; `strict` turns every ask of another preset into deny. */
export const presets: { readonly [name: string]: Policy } = {
  default: standard,
  "read-only": { ...standard, fetch: "ask", edit: "ask", remove: "ask", run: "ask" },
  sandbox: {
    ...standard,
    disclose: "allow",
    discard: "allow",
    "foreign-code": "allow",
    reach: "allow",
    remote: "allow",
    opaque: "allow",
  },
};

export function strict(policy: Policy): Policy {
  return withRows(policy, (e) => (policy[e] === "ask" ? "deny" : policy[e]));
}

function withRows(policy: Policy, row: (effect: Effect) => Verdict): Policy {
  const rows = Object.fromEntries(effects.map((e) => [e, row(e)])) as { [effect in Effect]: Verdict };
  return policy.grants === undefined ? rows : { ...rows, grants: policy.grants };
}

/** Moves rows; a row that is `deny` in the base never goes below `ask`. */
export function adjust(policy: Policy, rows: { readonly [effect in Effect]?: Verdict }): Policy {
  return withRows(policy, (e) => (policy[e] === "deny" ? stricter("ask", rows[e] ?? "deny") : (rows[e] ?? policy[e])));
}

/** Moves rows only towards the stricter. */
export function tighten(policy: Policy, rows: { readonly [effect in Effect]?: Verdict }): Policy {
  return withRows(policy, (e) => stricter(policy[e], rows[e] ?? "allow"));
}

/** The role that a rule about a path speaks of, by its first word. */
const roleOf: { readonly [word: string]: GrantRole } = {
  read: "read",
  write: "write",
  redirect: "write",
  attributes: "write",
  remove: "write",
  run: "run",
};

/** Whether a grant takes the sting out of a finding: never out of secrets, and never out of what is denied. */
function isGranted(finding: Finding, policy: Policy): boolean {
  const { target } = finding;
  if (policy.grants === undefined || target === undefined || policy[finding.effect] === "deny") return false;
  if (finding.rule.endsWith("-secret")) return false;
  const role = roleOf[finding.rule.split("-")[0] ?? ""];
  return policy.grants.some(
    (g) => role !== undefined && g.roles.includes(role) && (target === g.path || target.startsWith(`${g.path}/`)),
  );
}

const rank = { deny: 0, ask: 1, allow: 2 } as const;

/** Gives each finding its verdict, strictest first, and the strictest of all. */
export function decide(
  findings: readonly Finding[],
  policy: Policy,
): { verdict: Verdict; findings: readonly Judged[] } {
  const judged = findings.map((f): Judged => ({ ...f, verdict: isGranted(f, policy) ? "allow" : policy[f.effect] }));
  judged.sort((a, b) => rank[a.verdict] - rank[b.verdict]);
  return { verdict: judged.reduce<Verdict>((v, f) => stricter(v, f.verdict), "allow"), findings: judged };
}
