/** What one call leaves, the next one has: judged with it, and really there. */

import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { type Outcome, type Place, place, run } from "./place.ts";

const at: Place = place();
afterAll(() => at.clean());

const shells = ["bash", "zsh", "sh"] as const;
type Shell = (typeof shells)[number];

let count = 0;
let name = "";
beforeEach(() => {
  name = `s${++count}`;
});

function call(shell: Shell, ...args: readonly string[]): Outcome {
  return run(at, `heed-${shell}`, ["--session", name, ...args]);
}

/** What a call says that follows on others. */
function then(shell: Shell, line: string): string {
  const { out, err } = call(shell, "-c", line);
  return out + err;
}

const stateDirectory = join(at.home, ".local/state/heed/sessions");

describe.each(shells)("%s", (shell) => {
  test("hands on what was exported and where it went", () => {
    expect(call(shell, "-c", "mkdir -p sub; export A=1; B=2; cd sub")).toMatchObject({ status: 0, out: "", err: "" });
    expect(then(shell, "echo $A ${B-unset} ${PWD##*/}; cd - >/dev/null; echo ${PWD##*/}")).toBe("1 unset sub\nwork\n");
  });

  test("hands on values of any bytes", () => {
    call(shell, "-c", `export A="$(printf 'two\\nlines')" B="$(printf 'a\\377\\001')" C="it's" D='$(no)'`);
    expect(then(shell, 'printf "%s|" "$A" "$B" "$C" "$D"')).toBe("two\nlines|a\xff\x01|it's|$(no)|");
  });

  test("hands on that something is gone", () => {
    call(shell, "-c", "export A=1 B=2");
    call(shell, "-c", "unset A");
    expect(then(shell, "echo ${A-gone} $B; unset LC_ALL")).toBe("gone 2\n");
    expect(then(shell, "echo ${LC_ALL-gone}")).toBe("gone\n");
  });

  test("hands on functions and options", () => {
    call(shell, "-c", 'f() { echo "é $1"; }; set -o noglob');
    expect(then(shell, "f x; echo *")).toBe(`${Buffer.from("é").toString("latin1")} x\n*\n`);
  });

  test.each([
    ["it exits", "exit 4", 4, null],
    ["a command fails under errexit", "set -e; false; echo no", 1, null],
    ["it has trapped EXIT itself", "trap 'echo bye; exit 9' EXIT; exit 2", 9, null],
    ["it is terminated", "kill -TERM $$; sleep 1", null, "SIGTERM"],
    ["it is interrupted", "kill -INT $$; sleep 1", null, "SIGINT"],
    ["its text has an error at the end", "\nif", null, null],
  ])("notes its end when %s", (_when, end, status, signal) => {
    const left = call(shell, "-c", `export A=kept\n${end}`);
    // What is not finished is not run at all.
    if (end === "\nif") expect(left.status).toBe(126);
    else expect(left).toMatchObject({ status, signal });
    expect(then(shell, "echo ${A-lost}")).toBe(end === "\nif" ? "lost\n" : "kept\n");
  });

  test("is as it was when a call is killed, or refused", () => {
    call(shell, "-c", "export A=good");
    expect(call(shell, "-c", "export A=bad; kill -KILL $$").signal).toBe("SIGKILL");
    expect(call(shell, "-c", "export A=bad; nobody-knows-this").status).toBe(126);
    expect(then(shell, "echo $A")).toBe("good\n");
  });

  test("judges with what earlier calls left", () => {
    call(shell, "-c", "export A=nobody-knows-this; f() { echo fine; }; cd /etc");
    expect(call(shell, "-c", "$A").err).toMatch(/^heed: refused: .*runs nobody-knows-this/);
    expect(call(shell, "-c", "cat shadow").err).toMatch(/^heed: (refused|denied): cat shadow/);
    expect(then(shell, "f")).toBe("fine\n");
  });

  test("takes scripts and pipes as well", () => {
    at.put("set.sh", "export A=script\n");
    call(shell, "set.sh");
    run(at, `heed-${shell}`, ["--session", name], { input: "export B=$A-pipe\ntrap 'echo bye' EXIT\nexit 3\n" });
    expect(then(shell, "echo $A $B")).toBe("script script-pipe\n");
  });
});

test("shells share environment and directory, and nothing else", () => {
  call("bash", "-c", "mkdir -p sub; export A=bash; f() { :; }; set -u; cd sub");
  expect(then("zsh", "echo $A ${PWD##*/} ${+functions[f]} $nope; export B=zsh")).toBe("bash sub 0\n");
  expect(then("sh", "echo $A $B $nope")).toBe("bash zsh\n");
  expect(call("bash", "-c", "f; echo $nope").err).toContain("nope: unbound variable");
});

test.each([
  ["bash", ["-lc"]],
  ["bash", ["-ic"]],
  ["bash", ["--posix", "-c"]],
  ["bash", ["-p", "-c"]],
  ["zsh", ["-lc"]],
  ["zsh", ["-f", "-c"]],
  ["sh", ["-ec"]],
] as const)("%s %j goes on with it", (shell, options) => {
  call(shell, ...options, "export A=1; f() { echo f; }");
  expect(call(shell, ...options, "echo $A; f").out).toBe("1\nf\n");
});

test("bash hands on what it exports to others: functions", () => {
  call("bash", "-c", "f() { echo f; }; export -f f");
  expect(then("bash", "bash -c f")).toBe("f\n");
});

test("bash shows traps as if nobody else had set any", () => {
  expect(then("bash", "trap 'echo bye' EXIT; trap -p; trap - EXIT; trap -p")).toBe("trap -- 'echo bye' EXIT\n");
});

test("what an allowed line starts is no call of its own", () => {
  run(at, "heed-bash", ["-c", "export A=1; heed-bash -c 'export B=2'; export C=3"], { env: { HEED_SESSION: name } });
  const { out } = run(at, "heed-bash", ["-c", "echo $A ${B-none} $C"], { env: { HEED_SESSION: name } });
  expect(out).toBe("1 none 3\n");
});

test("BASH_ENV and ZDOTDIR lead to it as well", () => {
  const told = run(at, "heed", ["guards"]).out;
  const say = `${told}export HEED_SESSION=${name}; bash -c 'export A="$1"; cd sub' z 'a  b'; zsh -c 'echo "$A" \${PWD##*/}'`;
  at.put("sub/file", "");
  expect(run(at, "/bin/sh", ["-c", say]).out).toBe("a  b sub\n");
});

test("sessions do not mix", () => {
  call("bash", "-c", "export A=1");
  expect(run(at, "heed-bash", ["-c", "echo ${A-none}"]).out).toBe("none\n");
  expect(run(at, "heed-bash", ["--session", "another", "-c", "echo ${A-none}"]).out).toBe("none\n");
});

test("a directory that is gone is said, and left", () => {
  call("bash", "-c", "mkdir -p gone; cd gone");
  rmSync(join(at.work, "gone"), { recursive: true });
  const { out, err } = call("bash", "-c", "echo ${PWD##*/}");
  expect({ out, err }).toEqual({
    out: "work\n",
    err: `heed: the directory of this session is gone; this line is for ${at.work}\n`,
  });
});

test("what is kept is for its owner only, and no secret of it is in the log", () => {
  call("bash", "-c", "export API_TOKEN=geheim-4711");
  call("bash", "-c", "echo $API_TOKEN");
  call("bash", "-c", "echo geheim-4711; nobody-knows-this");
  const files = readdirSync(stateDirectory, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const modes = files.map((file) => statSync(join(file.parentPath, file.name)).mode & 0o777);
  expect(new Set(modes)).toEqual(new Set([0o600]));
  expect(readFileSync(join(at.home, ".local/state/heed/audit.jsonl"), "utf8")).not.toContain("geheim-4711");
});

test("a damaged file is not taken for an empty session", () => {
  call("bash", "-c", "export A=1");
  expect(then("bash", "echo $A")).toBe("1\n");
  writeFileSync(join(stateDirectory, `${name}.shell`), "{");
  const { status, err } = call("bash", "-c", "git status");
  expect(status).toBe(126);
  expect(err).toContain("is not a session of this version");
});

test("heed session lists, shows and forgets it", () => {
  call("bash", "-c", "export A=1; f() { :; }");
  expect(run(at, "heed", ["session", "list"]).out.split("\n")).toContain(name);
  const { out } = run(at, "heed", ["session", "show", name]);
  expect(out).toContain("export A=1  (line 1: export A=1)");
  expect(out).toContain("f: f ()");
  expect(run(at, "heed", ["session", "forget", name]).status).toBe(0);
  expect(then("bash", "echo ${A-forgotten}")).toBe("forgotten\n");
  expect(existsSync(join(stateDirectory, `${name}.shell`))).toBe(false);
});
