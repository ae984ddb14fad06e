/** Findings → verdict: one table from effect to verdict, and nothing else. */

import { type Effect, effects, type Finding, type Judged, stricter, type Verdict } from "./verdict.ts";

export type Policy = { readonly [effect in Effect]: Verdict };

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
  return Object.fromEntries(effects.map((e) => [e, policy[e] === "ask" ? "deny" : policy[e]])) as Policy;
}

/** Moves rows; a row that is `deny` in the base never goes below `ask`. */
export function adjust(policy: Policy, rows: Partial<Policy>): Policy {
  return Object.fromEntries(
    effects.map((e) => [e, policy[e] === "deny" ? stricter("ask", rows[e] ?? "deny") : (rows[e] ?? policy[e])]),
  ) as Policy;
}

const rank = { deny: 0, ask: 1, allow: 2 } as const;

/** Gives each finding its verdict, strictest first, and the strictest of all. */
export function decide(
  findings: readonly Finding[],
  policy: Policy,
): { verdict: Verdict; findings: readonly Judged[] } {
  const judged = findings.map((f) => ({ ...f, verdict: policy[f.effect] }));
  judged.sort((a, b) => rank[a.verdict] - rank[b.verdict]);
  return { verdict: judged.reduce<Verdict>((v, f) => stricter(v, f.verdict), "allow"), findings: judged };
}
