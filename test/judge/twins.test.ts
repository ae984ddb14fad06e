/** A flag and the variable that means the same get the same verdict: the pairs of test/judge/twins.txt. A new pair is a new line there. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createCheck } from "../../src/guard.ts";
import { presets } from "../../src/policy/policy.ts";
import { compile } from "../../src/rules/compile.ts";
import { tablesFrom } from "../../src/rules/tables.ts";
import { startSession } from "../../src/session/start.ts";
import { sourcesIn } from "../../src/store/tables.ts";
import { fakeWorld } from "../world.ts";

const compiled = compile({ ...sourcesIn(`${import.meta.dirname}/../..`), examples: false });
const check = createCheck(tablesFrom("tables" in compiled ? compiled.tables : { programs: {}, variables: [] }));
const policy = presets["default"];

const pairs = readFileSync(`${import.meta.dirname}/twins.txt`, "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const [, verdict = "", flag = "", variable = ""] = /^(\w+) +(.+) ⇔ (.+)$/.exec(line) ?? [];
    return { verdict, flag, variable };
  });

test.each(pairs)("$verdict: $flag ⇔ $variable", ({ verdict, flag, variable }) => {
  const said = [flag, variable].map((line) => {
    if (policy === undefined) throw new Error("no default policy");
    const world = fakeWorld();
    const env = { HOME: world.home, PATH: "/usr/local/bin:/usr/bin:/bin" };
    const session = startSession({ dialect: "bash", cwd: world.project ?? world.home, home: world.home, env });
    return { line, verdict: check(line, session, world, policy).verdict };
  });
  expect(said).toEqual([
    { line: flag, verdict },
    { line: variable, verdict },
  ]);
});
