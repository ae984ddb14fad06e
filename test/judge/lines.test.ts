/** The lines of test/judge/lines/*.txt get the verdicts that stand before them. A new case is a new line there;
 * `@env NAME=VALUE …` is what the sessions of the lines below it begin with. */

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { judge } from "./session-of-lines.ts";

/** `NAME=VALUE …` */
const pairs = (text: string): { [name: string]: string } =>
  Object.fromEntries(text.split(" ").flatMap((pair) => (pair === "" ? [] : [pair.split(/=(.*)/s).slice(0, 2)])));

const folder = `${import.meta.dirname}/lines`;
for (const file of readdirSync(folder)) {
  let env = "";
  const cases = readFileSync(`${folder}/${file}`, "utf8")
    .split("\n")
    .flatMap((line) => {
      if (line.startsWith("@env")) env = line.slice(5);
      return /^(?:$|#|@env)/.test(line) ? [] : [[line, env]];
    });
  test.each(cases)(`${file}: %s %s`, (text = "", env = "") => {
    const [, shell = "bash", expected, line = ""] = /^(?:(\w+):)?(allow|ask|deny)\s+(.*)$/.exec(text) ?? [];
    const lines = line.replaceAll("\\n", "\n").split(" ⏎ ");
    const { verdict, findings } = judge(lines, shell === "zsh" ? "zsh" : "bash", pairs(env));
    const said = findings.filter((f) => f.verdict !== "allow").map((f) => `${f.effect} (${f.rule}): ${f.because}`);
    expect({ verdict, said: verdict === expected ? [] : said }).toEqual({ verdict: expected, said: [] });
  });
}
