/** What a statement leaves in A and B, and what of it a child sees: measured in the real shells, compared with the session heed keeps. */

import { spawnSync } from "node:child_process";
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createCheck } from "../../src/guard.ts";
import { presets } from "../../src/policy/policy.ts";
import type { Variable } from "../../src/session/session.ts";
import { startSession } from "../../src/session/start.ts";
import { HOLE } from "../../src/session/value.ts";
import { loadTables } from "../../src/store/tables.ts";
import type { Dialect } from "../../src/syntax/tree.ts";
import { createMachine } from "../../src/world/machine.ts";
import { readStatements } from "./statements.ts";

const SHELLS: readonly { readonly name: string; readonly command: readonly string[]; readonly dialect: Dialect }[] = [
  { name: "bash", command: ["bash"], dialect: "bash" },
  { name: "bash --posix", command: ["bash", "--posix"], dialect: "bash" },
  { name: "dash", command: ["dash"], dialect: "sh" },
  { name: "zsh", command: ["zsh", "-f"], dialect: "zsh" },
];
const PATH = "/usr/local/bin:/usr/bin:/bin";
const NAMES = ["A", "B"];
/** The value the shell itself has, then what a child gets. */
const READ_BACK = `
\\builtin printf '%s\\0' "\${A+=$A}" "\${B+=$B}" >&9 2>/dev/null || \\printf '%s\\0' "\${A+=$A}" "\${B+=$B}" >&9
/usr/bin/env -0 >&9
`;

const root = realpathSync(mkdtempSync(join(tmpdir(), "heed-golden-")));
const tables = await loadTables({ own: join(root, "none"), warn: () => {}, examples: false });
const check = createCheck(tables);
const policy = presets["default"];
const uncertain: string[] = [];

interface After {
  readonly shell: string | null;
  readonly exported: string | null;
}

function copy(name: string): string {
  const directory = join(root, name);
  cpSync(join(import.meta.dirname, "golden-files"), directory, { recursive: true });
  mkdirSync(join(directory, "home"), { recursive: true });
  return directory;
}

/** Undefined when the shell did not get to the end of the statement. */
function measure(command: readonly string[], statement: string, directory: string): Map<string, After> | undefined {
  const script = join(directory, "statement");
  const out = join(directory, "left");
  writeFileSync(script, `${statement}\n${READ_BACK}`);
  const [program = "", ...options] = command;
  const fd = openSync(out, "w");
  const ignored = Array.from({ length: 9 }, () => "ignore" as const);
  spawnSync(program, [...options, "./statement"], {
    cwd: directory,
    env: { PATH, HOME: join(directory, "home") },
    stdio: [...ignored, fd],
    timeout: 10_000,
  });
  closeSync(fd);
  const tokens = readFileSync(out, "utf8").split("\0");
  rmSync(script);
  rmSync(out);
  if (tokens.length < 4) return undefined;
  const child = new Map(
    tokens.slice(NAMES.length).map((t) => [t.slice(0, t.indexOf("=")), t.slice(t.indexOf("=") + 1)]),
  );
  return new Map(
    NAMES.map((n, i) => {
      const own = tokens[i] ?? "";
      return [n, { shell: own.startsWith("=") ? own.slice(1) : null, exported: child.get(n) ?? null }];
    }),
  );
}

const may = (said: string | null, real: string | null) =>
  said === real || (said !== null && real !== null && HOLE.test(said));

/** What heed says of a name against what was measured: wrong, not certain, or right. */
function compare(variables: ReadonlyMap<string, Variable>, name: string, real: After): "right" | "open" | string {
  const own = variables.get(name);
  const target = own?.kind === "nameref" ? variables.get(own.value.texts[0] ?? "") : undefined;
  const v = own && target ? { ...own, value: target.value } : own;
  const texts = v === undefined ? [null] : v.value.unset ? [...v.value.texts, null] : [...v.value.texts];
  if (!texts.some((t) => may(t, real.shell)))
    return `${name} is ${JSON.stringify(real.shell)}, said ${JSON.stringify(texts)}`;
  const scalar = v === undefined || v.kind === "scalar" || v.kind === "nameref" || v.tied !== undefined;
  const exported = v !== undefined && scalar ? v.exported : false;
  const gone = v === undefined || v.value.unset;
  if (real.exported !== null ? exported === false : exported === true && !gone)
    return `${name} is exported as ${JSON.stringify(real.exported)}, said ${exported}`;
  return texts.length > 1 || exported === "maybe" || texts.some((t) => t !== null && HOLE.test(t)) ? "open" : "right";
}

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
  console.log(`${uncertain.length} not certain:\n${uncertain.join("\n")}`);
});

const statements = readStatements(join(import.meta.dirname, "golden.txt"));

describe.each(SHELLS)("$name", ({ name, command, dialect }) => {
  const there = spawnSync("sh", ["-c", `command -v ${command[0]}`]).status === 0;
  test.skipIf(!there).each(statements)("%s", (statement) => {
    const directory = copy(`${name.replaceAll(/\W/g, "")}-${statements.indexOf(statement)}`);
    if (policy === undefined) throw new Error("no default policy");
    const home = join(directory, "home");
    const start = startSession({ dialect, cwd: directory, home, env: { PATH, HOME: home }, interactive: false });
    const session = { ...start, options: new Set(name.includes("posix") ? ["posix"] : []) };
    // before the statement runs: it changes the files that it reads
    const world = createMachine({ begins: true, home, project: directory, tmpdir: undefined });
    const answer = check(statement, session, world, policy);
    const real = measure(command, statement, directory);
    if (real === undefined) return;
    const results = NAMES.map((n) => compare(answer.session.variables, n, real.get(n) as After));
    const blurred = answer.session.blurred !== undefined;
    const wrong = results.filter(
      (r, i) => r !== "right" && r !== "open" && !(blurred && !answer.session.variables.has(NAMES[i] as string)),
    );
    expect(wrong).toEqual([]);
    if (blurred || results.some((r) => r !== "right")) uncertain.push(`${name}: ${statement}`);
  });
});
