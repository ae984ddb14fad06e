/** Patterns beside the shells' own `[[ text == pattern ]]`: made of random pieces, the same in every run. */

import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { createRandom } from "../../scripts/differential/random.ts";
import { type Flavor, matcherOf } from "../../src/evaluate/match.ts";
import { QUOTE } from "../../src/session/value.ts";

const literals = ["a", "b", "A", "é", "-", ".", "\\*", "\\[", "\\\\", "/"];
const sets = ["[ab]", "[!a]", "[a-c]", "[^-b]", "[]a]", "[a", "[[:upper:]]", "[[:alnum:]-]", "[[:digit:]b]"];
const texts = ["", "a", "b", "ab", "ba", "aab", "abab", "A", "é", "*", "[", "[a", "]", "\\", "a.b", "a-b", "a/b", "7"];

function patterns(count: number, groups: readonly string[]): string[] {
  const { below, pick } = createRandom(16);
  const make = (depth: number): string =>
    Array.from({ length: below(4) }, () => {
      const kind = below(depth > 1 ? 6 : 8);
      if (kind < 3) return pick(literals);
      if (kind < 4) return pick(sets);
      if (kind < 6) return pick(["*", "?"]);
      return `${pick(groups)}(${make(depth + 1)}|${make(depth + 1)})`;
    }).join("");
  return [...new Set(Array.from({ length: count }, () => make(0)))];
}

function really(argv: readonly string[], test: string, pairs: readonly (readonly [string, string])[]): boolean[] {
  const loop = `while IFS= read -r -d '' t && IFS= read -r -d '' p; do ${test}; done`;
  const [shell = "", ...flags] = argv;
  const input = pairs.map(([text, pattern]) => `${text}\0${pattern}\0`).join("");
  const ran = spawnSync(shell, [...flags, "-c", loop], {
    input,
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  });
  return ran.stdout
    .trimEnd()
    .split("\n")
    .map((answer) => answer === "1");
}

test.each<[string, Flavor, readonly string[], string, readonly string[]]>([
  ["bash", "plain", ["bash"], "if [[ $t == $p ]]; then echo 1; else echo 0; fi", ["?", "*", "+", "@"]],
  ["zsh", "zsh", ["zsh", "-f"], "{ r=0; [[ $t == ${~p} ]] && r=1 } always { TRY_BLOCK_ERROR=0; echo $r }", [""]],
])("%s matches what heed says it matches", (_, flavor, argv, operand, groups) => {
  const pairs = patterns(600, groups).flatMap((p) => texts.map((t) => [t, p] as const));
  const real = really(argv, operand, pairs);
  expect(real).toHaveLength(pairs.length);
  let certain = 0;
  const wrong = pairs.flatMap(([text, pattern], i) => {
    const matcher = matcherOf(pattern.replaceAll(/\\([\s\S])/g, `${QUOTE}$1`), flavor, false);
    if (matcher !== undefined) certain++;
    return matcher === undefined || matcher.test(text) === real[i] ? [] : [`${text} == ${pattern}: ${real[i]}`];
  });
  expect(wrong).toEqual([]);
  expect(certain).toBeGreaterThan(pairs.length / 2);
});

test("a pattern made to be searched for long is matched in one walk", () => {
  const matcher = matcherOf("*a".repeat(60), "plain", false);
  expect(matcher?.test("a".repeat(5_000))).toBe(true);
  expect(matcher?.test("b".repeat(5_000))).toBe(false);
});

test("a path's pattern does not cross a slash", () => {
  const matcher = matcherOf("a*", "plain", true);
  expect(["abc", "a/b"].map((text) => matcher?.test(text))).toEqual([true, false]);
});
