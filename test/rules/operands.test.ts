import { expect, test } from "vitest";
import { distribute, parseOperands } from "../../src/rules/operands.ts";

/** Roles given to as many operands; `-` where the row has no place. */
function given(texts: readonly string[], count: number): string {
  const operands = parseOperands(texts);
  if (typeof operands === "string") return operands;
  return distribute(operands, count)
    .map((operand) => operand?.role ?? "-")
    .join(" ");
}

test.each([
  [["read..."], 3, "read read read"],
  [["read..."], 0, ""],
  [["read...", "write"], 3, "read read write"],
  [["read...", "write"], 2, "read write"],
  [["read...", "write"], 1, "write"],
  [["text", "read..."], 3, "text read read"],
  [["text", "write?"], 1, "text"],
  [["text", "write?"], 2, "text write"],
  [["read?", "write?"], 1, "read"],
  [["read?", "write?"], 3, "read write -"],
  [["text?", "read"], 1, "read"],
  [["text?", "read..."], 3, "text read read"],
  [["text"], 2, "text -"],
  [[], 1, "-"],
])("operands %j give %i words the roles %j", (texts, count, roles) => {
  expect(given(texts, count)).toBe(roles);
});

test.each([
  [["read...", "text..."], "only one may repeat"],
  [["read...", "text?"], "ambiguous"],
  [["argv", "text"], "behind argv"],
  [["text...", "argv"], "leaves open"],
  [["argv..."], "already takes all"],
  [["file"], "no role"],
  [["code:"], "only code and script"],
])("operands %j are refused", (texts, message) => {
  expect(parseOperands(texts)).toContain(message);
});

test.each([[["env...", "argv"]], [["text", "env...", "argv"]], [["env...", "text..."]], [["script?", "text..."]]])(
  "operands %j are fine",
  (texts) => {
    expect(parseOperands(texts)).toHaveLength(texts.length);
  },
);
