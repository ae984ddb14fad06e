/** BASH_ENV and ZDOTDIR lead shells to the guard that anything else starts. */

import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Outcome, type Place, place, run, stopGuard, type Told } from "./place.ts";

const at: Place = place();
afterAll(() => at.clean());

const line = "touch ran; nobody-knows-this";
at.put("stop.sh", `${line}\n`);
at.put("allowed.sh", 'echo "$0 $1"; exit 4\n');
// A program of the project, which nobody reads.
copyFileSync("/usr/bin/xargs", join(at.work, "start"));

const exported = /^export (\w+)='?(.*?)'?$/gm;
const told = run(at, "heed", ["guards"]).out;
const env = Object.fromEntries([...told.matchAll(exported)].map(([, name = "", value = ""]) => [name, value]));

function guarded(program: string, args: readonly string[], more: Told = {}): Outcome {
  return run(at, program, args, { ...more, env: { ...env, ...more.env } });
}

test("heed guards says what to set", () => {
  expect(Object.keys(env)).toEqual(["BASH_ENV", "ZDOTDIR", "SHLVL"]);
});

/** The resident process answers when it is there; without it a process of its own does. */
describe.each(["no guard process is there", "a guard process is there"])("when %s", (state) => {
  beforeAll(() => {
    const directory = join(at.home, ".cache/heed/run");
    stopGuard(directory);
    if (state.startsWith("a ")) expect(run(at, "heed", ["serve", "--at", directory]).status).toBe(0);
  });

  test.each([
    ["bash", ["-c", line]],
    ["bash", ["-lc", line]],
    ["bash", ["-e", "-o", "pipefail", "-c", line]],
    ["bash", ["-c", "$1", "zero", "nobody-knows-this"]],
    ["bash", ["stop.sh"]],
    ["zsh", ["-c", line]],
    ["zsh", ["-lc", line]],
    ["zsh", ["stop.sh"]],
    ["env", ["bash", "-c", line]],
  ])("%s %j is refused", (program, args) => {
    const { status, out, err } = guarded(program, args);
    expect({ status, out }).toEqual({ status: 126, out: "" });
    expect(err).toMatch(/^heed: refused: [^\n]+\n$/);
    expect(existsSync(join(at.work, "ran"))).toBe(false);
  });

  test.each([
    ["bash", ["-c", 'echo "$0 $1 $-"; exit 3', "zero", "a b"]],
    ["bash", ["-x", "-c", "echo traced"]],
    ["bash", ["allowed.sh", "arg"]],
    ["bash", ["missing.sh"]],
    ["zsh", ["-c", 'print -r -- "$0 $1"; exit 3', "zero", "a b"]],
    ["zsh", ["allowed.sh", "arg"]],
    ["zsh", ["-c", "print ${(k)functions}"]],
    ["bash", ["-c", "declare -F"]],
  ])("%s %j runs as without a guard", (program, args) => {
    expect(guarded(program, args)).toEqual(run(at, program, args, { env: { SHLVL: "1" } }));
  });

  test.each(["bash", "zsh"])("%s judges piped commands one by one", (shell) => {
    const { status, out } = guarded(shell, [], { input: "A=1\nnobody-knows-this\necho $? $A\nexit 3\n" });
    expect({ status, out }).toEqual({ status: 3, out: "126 1\n" });
  });
});

test("a line asks once, whatever guards are in its way", () => {
  const log = join(at.home, ".local/state/heed/audit.jsonl");
  const entries = () => readFileSync(log, "utf8").split("\n").length;
  guarded("heed-bash", ["-c", line]);
  const before = entries();
  guarded("heed-bash", ["-c", line]);
  expect(entries() - before).toBe(1);
});

test("what an allowed line starts is stopped only by a denial", () => {
  at.put("unknown.sh", "nobody-knows-this\n");
  at.put("denied.sh", "export HEED_X=1\n");
  at.put("made.sh", "echo made\n");
  at.put("steps", "unknown.sh denied.sh made.sh\n");
  const { out, err } = guarded("bash", ["-c", "./start -n 1 bash <steps"]);
  expect(out).toBe("made\n");
  expect(err).toContain("nobody-knows-this: command not found");
  expect(err).toContain("heed: denied: export HEED_X=1");
});

test("one's own BASH_ENV and .zshenv are still read", () => {
  at.put("own.bash", "own=bash\n");
  at.put("own/.zshenv", "own=zsh\n");
  const own = { BASH_ENV: join(at.work, "own.bash"), ZDOTDIR: join(at.work, "own") };
  const lines = run(at, "heed", ["guards"], { env: own }).out;
  const say = `${lines}bash -c 'echo $own'; zsh -c 'echo $own'`;
  const { stdout } = spawnSync("/bin/sh", ["-c", say], { cwd: at.work, env: { ...at.env, ...own }, encoding: "utf8" });
  expect(stdout).toBe("bash\nzsh\n");
});
