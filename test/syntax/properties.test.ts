/** What holds of any text: reading never throws, says where it is, and keeps every span inside. Lines come from corpus.txt, whole and damaged. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createRandom } from "../../scripts/differential/random.ts";
import { read, readArithmetic, readText, readWord } from "../../src/syntax/read.ts";
import type { Dialect } from "../../src/syntax/tree.ts";
import { outlineList } from "./outline.ts";

const text = readFileSync(new URL("corpus.txt", import.meta.url), "utf8");
const lines = text.trimEnd().split("\n");
const dialects: readonly Dialect[] = ["bash", "zsh", "sh"];
const tokens = [
  "'",
  '"',
  "`",
  "$(",
  "${",
  ")",
  "}",
  "(",
  "{",
  "\\",
  "\n",
  ";",
  "&",
  "|",
  "<",
  ">",
  "<<E",
  "#",
  "!",
  "$",
  "=",
  "[[",
  "]]",
  "fi",
  "do",
  " ",
];

function damaged(count: number): string[] {
  const { below } = createRandom(7);
  return Array.from({ length: count }, () => {
    const line = lines[below(lines.length)] ?? "";
    const at = below(line.length + 1);
    const token = tokens[below(tokens.length)] ?? "";
    switch (below(4)) {
      case 0:
        return line.slice(0, at) + token + line.slice(at);
      case 1:
        return line.slice(0, at) + line.slice(at + 1 + below(3));
      case 2:
        return line.slice(0, at) + (lines[below(lines.length)] ?? "").slice(below(20));
      default:
        return line.slice(0, at);
    }
  });
}

/** Every span of a tree. */
function spans(node: unknown): { start: number; end: number }[] {
  if (typeof node !== "object" || node === null) return [];
  const own = "start" in node && "end" in node ? [{ start: Number(node.start), end: Number(node.end) }] : [];
  return [...own, ...Object.values(node).flatMap(spans)];
}

describe.each(dialects)("in %s", (dialect) => {
  const texts = [...lines, text, ...damaged(800)];

  test("every text gives a tree whose spans lie inside it", () => {
    for (const line of texts) {
      const parsed = read(line, dialect);
      for (const { start, end } of spans(parsed)) {
        expect([line, 0 <= start && start <= end && end <= line.length]).toEqual([line, true]);
      }
    }
  });

  test("no internal failure is reported", () => {
    for (const line of texts) {
      const parsed = read(line, dialect);
      expect([line, parsed.kind === "unreadable" && parsed.reason.includes("fails on")]).toEqual([line, false]);
    }
  });

  test("what follows a readable line does not change how it is read", () => {
    for (const line of lines) {
      const alone = read(line, dialect);
      if (alone.kind !== "complete" || line.endsWith("\\")) continue;
      const followed = read(`${line}\necho end`, dialect);
      const before = outlineList(alone.body);
      expect(outlineList(followed.body)).toBe(before === "" ? "echo end" : `${before}; echo end`);
    }
  });

  test("a line in a substitution is read as it is alone", () => {
    for (const line of lines) {
      const alone = read(line, dialect);
      if (alone.kind !== "complete") continue;
      const inside = read(`echo $( ${line}\n)`, dialect);
      expect(outlineList(inside.body)).toBe(`echo $(${outlineList(alone.body)})`);
    }
  });

  test("pieces never throw", () => {
    for (const line of texts) {
      readWord(line, dialect);
      readArithmetic(line, dialect);
      readText(line, dialect);
    }
  });
});

test("the corpus is read by the shell that it was written for", () => {
  const [shared = "", zsh = ""] = text.split(/^# what only zsh reads$/m);
  expect(read(shared, "bash").kind).toBe("complete");
  expect(read(zsh, "zsh").kind).toBe("complete");
  expect(
    zsh
      .trim()
      .split("\n")
      .filter((line) => read(line, "zsh").kind !== "complete"),
  ).toEqual([]);
});
