/** Every line that a table says must pass passes, and every line it says must stop stops. A new row is tested by being there. */

import { describe, expect, test } from "vitest";
import { type Answer, type Check, createCheck } from "../../src/guard.ts";
import { presets } from "../../src/policy/policy.ts";
import { compile } from "../../src/rules/compile.ts";
import type { Row } from "../../src/rules/row.ts";
import { tablesFrom } from "../../src/rules/tables.ts";
import { startSession } from "../../src/session/start.ts";
import { sourcesIn } from "../../src/store/tables.ts";
import { fakeWorld } from "../world.ts";

const compiled = compile({ ...sourcesIn(`${import.meta.dirname}/../..`), examples: true });

test("every table is written as docs/commands.md says", () => {
  expect("errors" in compiled ? compiled.errors.map(({ frame }) => frame).join("\n") : "").toBe("");
});

const tables = tablesFrom("tables" in compiled ? compiled.tables : { programs: {}, variables: [] });

interface Examples {
  readonly name: string;
  readonly pass: readonly string[];
  readonly stop: readonly string[];
}

function examplesOf(name: string, row: Row): readonly Examples[] {
  const below = Object.entries(row.sub ?? {}).flatMap(([sub, each]) => examplesOf(`${name} ${sub}`, each));
  const { pass = [], stop = [] } = row;
  return pass.length + stop.length === 0 ? below : [{ name, pass, stop }, ...below];
}

const programs = tables.programs().filter((name) => !tables.program(name)?.also?.includes(name));
const examples = programs.flatMap((name) => examplesOf(name, tables.program(name) ?? {}));
const check = engine();

function engine(): Check | undefined {
  try {
    return createCheck(tables);
  } catch {
    return undefined;
  }
}

function judge(line: string): Answer | undefined {
  const world = fakeWorld();
  const start = { dialect: "bash", cwd: world.project ?? world.home, env: {}, home: world.home } as const;
  return check?.(line, startSession(start), world, presets["default"] ?? fail());
}

function fail(): never {
  throw new Error("no default policy");
}

/** The lines whose verdict is wrong, each with what was said of it. */
function wrong(lines: readonly string[], isRight: (answer: Answer) => boolean): readonly string[] {
  return lines.flatMap((line) => {
    const answer = judge(line);
    if (answer === undefined || isRight(answer)) return [];
    const said = answer.findings.map(({ rule, effect, because }) => `${effect} (${rule}): ${because}`);
    return [`${line}  →  ${answer.verdict}: ${said.join("; ")}`];
  });
}

describe.skipIf(check === undefined)("examples", () => {
  test.each(examples.map(({ name, pass }) => [name, pass] as const))("%s: what must pass passes", (_, lines) => {
    expect(wrong(lines, ({ verdict }) => verdict === "allow")).toEqual([]);
  });
  test.each(examples.map(({ name, stop }) => [name, stop] as const))("%s: what must stop stops", (_, lines) => {
    expect(wrong(lines, ({ verdict }) => verdict !== "allow")).toEqual([]);
  });
});
