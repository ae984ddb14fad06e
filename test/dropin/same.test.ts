/** What is allowed runs as if the real shell had been called: the same output, errors, status, signals, process and descriptors. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { type Place, place, run, type Told } from "./place.ts";

const at: Place = place();
afterAll(() => at.clean());

at.put("say.sh", 'echo "$0 $# $1"; exit 4\n');
at.put("sub/data", "one\ntwo\n");

const cases: readonly (readonly [shell: "bash" | "zsh" | "sh", args: readonly string[], told: Told])[] = [
  ["bash", ["-c", 'echo "$0 $# $1"', "zero", "a  b"], {}],
  ["bash", ["-c", 'echo "$0"; exit 3'], {}],
  ["bash", ["-ec", "false; echo no"], {}],
  ["bash", ["-e", "-o", "pipefail", "-c", "false | true; echo no"], {}],
  ["bash", ["-c", "kill -TERM $$; echo no"], {}],
  ["bash", ["-uc", "echo $nope; echo no"], {}],
  ["bash", ["-O", "extglob", "-c", "echo !(s*)"], {}],
  ["bash", ["--norc", "--noprofile", "-c", "echo $-"], {}],
  ["bash", ["-lc", "shopt -q login_shell && echo login"], {}],
  ["bash", ["--posix", "-c", "echo $POSIXLY_CORRECT $-"], {}],
  ["bash", ["-p", "-c", "echo $-"], {}],
  ["bash", ["-c", "cat; echo end"], { input: "some data\n" }],
  ["bash", ["-c", "echo out; echo err >&2"], {}],
  ["bash", ["-c", "yes | head -1"], {}],
  ["bash", ["-c", 'trap "echo bye" EXIT; exit 7'], {}],
  ["bash", ["-c", 'echo "$A"'], { env: { A: "two\nlines" } }],
  ["bash", ["-c", "echo 'é' \"🙂\""], {}],
  ["bash", ["-xc", "echo traced"], {}],
  ["bash", ["say.sh", "a b"], {}],
  ["bash", ["./say.sh"], {}],
  ["bash", ["--", "say.sh", "x"], {}],
  ["bash", ["missing.sh"], {}],
  ["bash", ["-c"], {}],
  ["bash", ["--version"], {}],
  ["zsh", ["-c", 'print -r -- "$0 $# $1"', "zero", "a  b"], {}],
  ["zsh", ["-fc", "echo $options[rcs]"], {}],
  ["zsh", ["-o", "extendedglob", "-c", "print -l sub/^x*"], {}],
  ["zsh", ["-ec", "false; echo no"], {}],
  ["zsh", ["say.sh", "a b"], {}],
  ["sh", ["-c", 'echo "$0 $# $1"', "zero", "a  b"], {}],
  ["sh", ["-ec", "false; echo no"], {}],
  ["sh", ["say.sh", "a b"], {}],
  ["sh", ["-c", "kill -KILL $$"], {}],
];

describe.each(cases)("heed-%s %j", (shell, args, told) => {
  test("is the real shell", () => {
    expect(run(at, `heed-${shell}`, args, told)).toEqual(run(at, shell, args, told));
  });
});

test("bytes that are no text come through", () => {
  const line = `A=$(printf 'a\\377'); export A; exec "$0" -c "printf '%s|%s|\\377' \\"\\$A\\" \\"\\$1\\"" zero "$A"`;
  const through = (shell: string) => run(at, "/bin/sh", ["-c", line, shell]).out;
  expect(through("bash")).toBe("a\xff|a\xff|\xff");
  expect(through("heed-bash")).toBe("a\xff|a\xff|\xff");
});

test("the process that was started becomes the shell", async () => {
  const child = spawn("heed-bash", ["-c", "echo $$; sleep 100 & wait"], { cwd: at.work, env: at.env });
  const [said] = await once(child.stdout, "data");
  expect(Number(said)).toBe(child.pid);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([null, "SIGTERM"]);
});

test.each([3, 4])("descriptor %i is handed on", (number) => {
  const data = openSync(`${at.work}/sub/data`, "r");
  const more = Array.from({ length: number - 2 }, () => data);
  const { out, err } = run(at, "heed-bash", ["-c", `cat <&${number}`], { more });
  closeSync(data);
  expect({ out, err }).toEqual({ out: "one\ntwo\n", err: "" });
});

test("a link that is called bash finds the real one behind it", () => {
  const { out } = run(at, "heed-bash", ["-c", "echo $BASH_VERSION"]);
  expect(out).toBe(run(at, "bash", ["-c", "echo $BASH_VERSION"]).out);
});
