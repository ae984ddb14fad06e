/** A small machine and a small judge of lines for the tests of variables. */

import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { type EnvContext, type EnvFinding, judgeVariable } from "../../src/judge/environment.ts";
import { presets } from "../../src/policy/policy.ts";
import type { Effect } from "../../src/policy/verdict.ts";
import { stricter, type Verdict } from "../../src/policy/verdict.ts";
import { compile } from "../../src/rules/compile.ts";
import type { Tables } from "../../src/rules/row.ts";
import { tablesFrom } from "../../src/rules/tables.ts";
import { HOLE, known, type Value } from "../../src/session/value.ts";

export const home = "/home/me";
export const project = "/home/me/project";

export function builtIn(): Tables {
  const text = readFileSync(new URL("../../envvars.toml", import.meta.url), "utf8");
  const result = compile({ programs: [], variables: [{ file: "envvars.toml", text }], examples: false });
  if ("errors" in result) throw new Error(result.errors.map((error) => error.frame).join("\n"));
  return tablesFrom(result.tables);
}

function place(path: string, role: "read" | "write" | "exec"): Effect {
  if (HOLE.test(path)) return "opaque";
  const full = posix.resolve(project, path);
  const below = (root: string) => full === root || full.startsWith(`${root}/`);
  if (below(project)) return { read: "observe", write: "edit", exec: "run" }[role] as Effect;
  if (below("/tmp")) return { read: "observe", write: "edit", exec: "foreign-code" }[role] as Effect;
  if (below("/usr")) return { read: "observe", write: "reach", exec: "foreign-code" }[role] as Effect;
  return { read: "disclose", write: "reach", exec: "foreign-code" }[role] as Effect;
}

const lines: readonly (readonly [RegExp, Effect, string])[] = [
  [/rm -rf [/~]/, "destroy", "deletes everything"],
  [/curl .*\| *sh/, "hijack", "runs what it just downloaded"],
  [/^(?:cat|less|ssh|make|echo|: <<END\n[^`]*\$\(git branch\)|: <<END\n[^`(]*\n)/, "observe", "is harmless"],
  [/^\.\//, "run", "runs code of the project"],
  [/./, "opaque", "is a command that heed does not know"],
];

function judgeLine(text: string): readonly EnvFinding[] {
  const [, effect, because] = lines.find(([pattern]) => pattern.test(text)) ?? [/./, "opaque", ""];
  return [{ effect: effect as Effect, because: because as string, text }];
}

const tables = builtIn();

export function findings(name: string, value: Value, change: Partial<EnvContext> = {}): readonly EnvFinding[] {
  const row = tables.variable(name);
  if (row === undefined) return [];
  const context = { name, judgeLine, place, startValue: undefined, home, dialect: "bash" as const, ...change };
  return judgeVariable(row, value, context);
}

/** The verdict of the default policy on `NAME=text`. */
export function verdict(name: string, text: string, start?: string): Verdict {
  const found = findings(name, known(text), { startValue: start });
  return found.map((each) => presets["default"]?.[each.effect] ?? "ask").reduce<Verdict>(stricter, "allow");
}
