/** The lines of test/judge/lines/*.txt get the verdicts that stand before them. A new case is a new line there. */

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { judge } from "./session-of-lines.ts";

const folder = `${import.meta.dirname}/lines`;
for (const file of readdirSync(folder)) {
  const cases = readFileSync(`${folder}/${file}`, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  test.each(cases)(`${file}: %s`, (text) => {
    const [, shell = "bash", expected, line = ""] = /^(?:(\w+):)?(allow|ask|deny)\s+(.*)$/.exec(text) ?? [];
    const lines = line.replaceAll("\\n", "\n").split(" ⏎ ");
    const { verdict, findings } = judge(lines, shell === "zsh" ? "zsh" : "bash");
    const said = findings.filter((f) => f.verdict !== "allow").map((f) => `${f.effect} (${f.rule}): ${f.because}`);
    expect({ verdict, said: verdict === expected ? [] : said }).toEqual({ verdict: expected, said: [] });
  });
}
