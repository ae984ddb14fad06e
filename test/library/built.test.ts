/** The library as it is published: the built file and its tables in a package of their own, far from this working copy. */

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { builtHeed } from "../../scripts/built.ts";

const root = join(import.meta.dirname, "../..");
let work = "";
beforeAll(() => {
  work = realpathSync(mkdtempSync(join(tmpdir(), "heed-package-")));
  builtHeed();
  const heed = join(work, "node_modules/heed");
  mkdirSync(join(heed, "dist"), { recursive: true });
  for (const file of ["package.json", "dist/heed.js", "dist/tables", "types"])
    cpSync(join(root, file), join(heed, file), { recursive: true });
  cpSync(join(root, "examples"), join(work, "examples"), { recursive: true });
  mkdirSync(join(work, ".git"));
});
afterAll(() => rmSync(work, { recursive: true }));

function node(...args: readonly string[]) {
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: work,
    encoding: "utf8",
    env: { HOME: work },
  });
  return stdout + stderr;
}

test("the example runs what may run and reports what may not", () => {
  const said = node("examples/runner.mjs", "echo one", "rm -rf ~ && echo two");
  expect(said).toMatch(
    /^\$ echo one\none\n\[0\]\n\$ rm -rf ~ && echo two\nheed: denied: rm -rf ~ \(remove-home\): .*\n\[126\]\n$/,
  );
});

test("the types of the package are found and fit", () => {
  const code =
    'import { createGuard, type Judgement } from "heed"; const j: Judgement = createGuard().check("ls"); void j;';
  writeFileSync(join(work, "use.mts"), code);
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  expect(node(tsc, "--noEmit", "--strict", "--module", "nodenext", "--types", "", "use.mts")).toBe("");
});
