/** The lines of test/judge/lines/*.txt get the verdicts that stand before them. A new case is a new line there. */

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createCheck } from "../../src/guard.ts";
import { presets } from "../../src/policy/policy.ts";
import { type Judged, stricter, type Verdict } from "../../src/policy/verdict.ts";
import { compile } from "../../src/rules/compile.ts";
import { tablesFrom } from "../../src/rules/tables.ts";
import { startSession } from "../../src/session/start.ts";
import { sourcesIn } from "../../src/store/tables.ts";
import type { Dialect } from "../../src/syntax/tree.ts";
import { fakeWorld } from "../world.ts";

const compiled = compile({ ...sourcesIn(`${import.meta.dirname}/../..`), examples: false });
const check = createCheck(tablesFrom("tables" in compiled ? compiled.tables : { programs: {}, variables: [] }));
const policy = presets["default"];

function judge(lines: readonly string[], dialect: Dialect): { verdict: Verdict; findings: readonly Judged[] } {
  const world = fakeWorld();
  const env = { HOME: world.home, PATH: "/usr/local/bin:/usr/bin:/bin" };
  let session = startSession({ dialect, cwd: world.project ?? world.home, home: world.home, env });
  let verdict: Verdict = "allow";
  const findings: Judged[] = [];
  for (const line of lines) {
    if (policy === undefined) throw new Error("no default policy");
    const answer = check(line, session, world, policy);
    verdict = stricter(verdict, answer.verdict);
    findings.push(...answer.findings);
    session = answer.session;
  }
  return { verdict, findings };
}

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
