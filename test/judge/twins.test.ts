/** A flag and the variable that means the same get the same verdict: the pairs of test/judge/twins.txt. A new pair is a new line there. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { judge } from "./session-of-lines.ts";

const pairs = readFileSync(`${import.meta.dirname}/twins.txt`, "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const [, verdict = "", flag = "", variable = ""] = /^(\w+) +(.+) ⇔ (.+)$/.exec(line) ?? [];
    return { verdict, flag, variable };
  });

test.each(pairs)("$verdict: $flag ⇔ $variable", ({ verdict, flag, variable }) => {
  const said = [flag, variable].map((line) => ({ line, verdict: judge([line], "bash").verdict }));
  expect(said).toEqual([
    { line: flag, verdict },
    { line: variable, verdict },
  ]);
});
