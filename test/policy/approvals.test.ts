/** An approval covers the same effect on the same thing in the same place, and nothing else. */

import { expect, test } from "vitest";
import { type Approval, approve, type Circumstances, wishes } from "../../src/policy/approvals.ts";
import type { Judged } from "../../src/policy/verdict.ts";

const at: Circumstances = { directory: "/p", variables: ["GIT_PAGER=cat"], session: "s" };
const asked: Judged = {
  rule: "write-home",
  effect: "reach",
  verdict: "ask",
  line: 0,
  start: 0,
  end: 1,
  text: "echo > ~/x",
  because: "writes in home",
  target: "/home/me/x",
};
const approval: Approval = {
  id: "abc",
  scope: "once",
  effect: "reach",
  rule: "write-home",
  target: "/home/me/x",
  directory: "/p",
  variables: ["GIT_PAGER=cat"],
  session: "",
  given: "2026-01-01T00:00:00.000Z",
};

test("what was approved is allowed, whatever the line's text", () => {
  const result = approve([{ ...asked, text: "printf x > /home/me/x" }], [approval], at);
  expect([result.verdict, result.used]).toEqual(["allow", [approval]]);
});

const others: readonly [string, Partial<Judged>, Partial<Circumstances>, Partial<Approval>][] = [
  ["another path", { target: "/home/me/y" }, {}, {}],
  ["another effect", { effect: "disclose" }, {}, {}],
  ["another rule", { rule: "write-system" }, {}, {}],
  ["another directory", {}, { directory: "/q" }, {}],
  ["another value of a variable", {}, { variables: ["GIT_PAGER=less"] }, {}],
  ["a variable more", {}, { variables: ["EDITOR=vi", "GIT_PAGER=cat"] }, {}],
  ["another session", {}, { session: "t" }, { scope: "session", session: "s" }],
];

test.each(others)("%s is not covered", (_what, finding, circumstances, given) => {
  const result = approve([{ ...asked, ...finding }], [{ ...approval, ...given }], { ...at, ...circumstances });
  expect([result.verdict, result.used]).toEqual(["ask", []]);
});

test("a denial stays one", () => {
  const denied: Judged = { ...asked, verdict: "deny" };
  expect(approve([denied], [approval], at).verdict).toBe("deny");
  expect(wishes([denied], "once", at)).toBeUndefined();
});

test("every ask of a line must be covered", () => {
  const second: Judged = { ...asked, rule: "read-home", effect: "disclose", target: "/home/me/z" };
  expect(approve([asked, second], [approval], at).verdict).toBe("ask");
});

test("what is wished for is what covers", () => {
  const [wish] = wishes([asked], "session", at) ?? [];
  expect(wish && approve([asked], [{ ...wish, id: "x", given: "" }], at).verdict).toBe("allow");
});
