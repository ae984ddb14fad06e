/** The verdict of lines typed one after another, with the repository's own tables and a world that is not real. */

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

export function judge(
  lines: readonly string[],
  dialect: Dialect,
  own: { readonly [name: string]: string } = {},
): { verdict: Verdict; findings: readonly Judged[] } {
  const world = fakeWorld();
  const env = { HOME: world.home, PATH: "/usr/local/bin:/usr/bin:/bin", ...own };
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
