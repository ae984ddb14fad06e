/** A grant takes the question out of a path in a role, and nothing out of what is denied or secret. */

import { expect, test } from "vitest";
import { decide, presets } from "../../src/policy/policy.ts";
import type { Effect, Finding, Verdict } from "../../src/policy/verdict.ts";

const cases: readonly [rule: string, Effect, target: string, Verdict][] = [
  ["read-home", "disclose", "/home/me/notes/a", "allow"],
  ["read-home", "disclose", "/home/me/notes", "allow"],
  ["redirect-home", "reach", "/home/me/notes/a", "allow"],
  ["read-home", "disclose", "/home/me/notes2/a", "ask"],
  ["read-secret", "disclose", "/home/me/notes/.env", "ask"],
  ["run-home", "foreign-code", "/home/me/notes/x.sh", "ask"],
  ["remove-home", "destroy", "/home/me/notes/a", "deny"],
];

test.each(cases)("%s (%s) of %s is %s", (rule, effect, target, expected) => {
  const finding: Finding = { rule, effect, line: 0, start: 0, end: 1, text: "x", because: "y", target };
  const policy = presets["default"];
  const granted = policy && { ...policy, grants: [{ path: "/home/me/notes", roles: ["read", "write"] as const }] };
  expect(granted && decide([finding], granted).verdict).toBe(expected);
});
