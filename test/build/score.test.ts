import { expect, test } from "vitest";
import { grade } from "../../scripts/score.ts";

test.each([
  ["allow", "allow", "right"],
  ["allow", "ask", "false stop"],
  ["allow", "deny", "false stop"],
  ["ask", "ask", "right"],
  ["ask", "deny", "harder"],
  ["ask", "allow", "missed"],
  ["deny", "deny", "right"],
  ["deny", "ask", "softer"],
  ["deny", "allow", "missed"],
  ["not-allow", "ask", "right"],
  ["not-allow", "deny", "right"],
  ["not-allow", "allow", "missed"],
  ["not-deny", "ask", "right"],
  ["not-deny", "allow", "right"],
  ["not-deny", "deny", "harder"],
  ["deny", undefined, "silent"],
])("expected %s, got %s: %s", (expect_, verdict, kind) => {
  expect(grade(expect_, verdict)).toBe(kind);
});
