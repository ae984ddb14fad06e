/** A shell's command line is read as that shell reads it. */

import { describe, expect, test } from "vitest";
import { readInvocation, type Source } from "../../src/cli/dropin-arguments.ts";
import type { Dialect } from "../../src/syntax/tree.ts";

interface Case {
  readonly shell: Dialect;
  readonly args: readonly string[];
  readonly kind: Source["kind"];
  /** The command, or the script's name. */
  readonly text?: string;
  readonly positional?: readonly string[];
  readonly options?: readonly string[];
  readonly login?: boolean;
  readonly interactive?: boolean;
}

const cases: readonly Case[] = [
  { shell: "bash", args: ["-c", "ls"], kind: "command", text: "ls" },
  { shell: "bash", args: ["-lc", "ls"], kind: "command", text: "ls", login: true },
  { shell: "bash", args: ["-ic", "ls"], kind: "command", text: "ls", interactive: true },
  { shell: "bash", args: ["-c", "-l", "ls"], kind: "command", text: "ls", login: true },
  { shell: "bash", args: ["+c", "ls"], kind: "command", text: "ls" },
  { shell: "bash", args: ["-c", "--", "ls"], kind: "command", text: "ls" },
  { shell: "bash", args: ["-c", "ls", "zero", "one", "two"], kind: "command", text: "ls", positional: ["one", "two"] },
  {
    shell: "bash",
    args: ["-e", "-o", "pipefail", "-c", "ls"],
    kind: "command",
    text: "ls",
    options: ["errexit", "pipefail"],
  },
  { shell: "bash", args: ["-co", "pipefail", "ls"], kind: "command", text: "ls", options: ["pipefail"] },
  { shell: "bash", args: ["-eu", "+e", "-c", "ls"], kind: "command", text: "ls", options: ["nounset"] },
  { shell: "bash", args: ["-O", "extglob", "-c", "ls"], kind: "command", text: "ls", options: ["extglob"] },
  { shell: "bash", args: ["+O", "extglob", "-c", "ls"], kind: "command", text: "ls", options: [] },
  { shell: "bash", args: ["--norc", "--rcfile", "-c", "-c", "ls"], kind: "command", text: "ls" },
  { shell: "bash", args: ["-norc", "--posix", "-c", "ls"], kind: "command", text: "ls", options: ["posix"] },
  { shell: "bash", args: ["build.sh", "-c", "x"], kind: "script", text: "build.sh", positional: ["-c", "x"] },
  { shell: "bash", args: ["-x", "--", "build.sh"], kind: "script", text: "build.sh", options: ["xtrace"] },
  { shell: "bash", args: ["-s", "one"], kind: "input", positional: ["one"] },
  { shell: "bash", args: [], kind: "input" },
  { shell: "bash", args: ["-i"], kind: "terminal", interactive: true },
  { shell: "bash", args: ["--version"], kind: "nothing" },
  { shell: "bash", args: ["-c"], kind: "nothing" },
  { shell: "bash", args: ["+s", "build.sh"], kind: "ambiguous" },
  { shell: "sh", args: ["-ec", "ls"], kind: "command", text: "ls", options: ["errexit"] },
  { shell: "sh", args: ["-", "build.sh"], kind: "script", text: "build.sh" },
  { shell: "zsh", args: ["-fc", "ls"], kind: "command", text: "ls", options: ["norcs"] },
  { shell: "zsh", args: ["-onoglob", "-c", "ls"], kind: "command", text: "ls", options: ["noglob"] },
  { shell: "zsh", args: ["-o", "NO_RCS", "-c", "ls"], kind: "command", text: "ls", options: ["norcs"] },
  { shell: "zsh", args: ["--no-rcs", "-c", "ls"], kind: "command", text: "ls", options: ["norcs"] },
  { shell: "zsh", args: ["+o", "rcs", "-c", "ls"], kind: "command", text: "ls", options: ["norcs"] },
  { shell: "zsh", args: ["--emulate", "sh", "-c", "ls"], kind: "command", text: "ls", options: ["emulate"] },
  { shell: "zsh", args: ["-o", "login", "-c", "ls"], kind: "command", text: "ls", login: true },
];

describe.each(cases)("$shell $args", (row) => {
  const read = readInvocation(row.shell, row.shell, row.args, { stdin: false, stderr: true });
  const { source } = read;

  test(`is ${row.kind}${row.text === undefined ? "" : `: ${row.text}`}`, () => {
    const text = source.kind === "command" ? source.text : source.kind === "script" ? source.path : undefined;
    expect({ kind: source.kind, text }).toEqual({ kind: row.kind, text: row.text });
  });

  test("keeps what else was said", () => {
    expect(read).toMatchObject({
      positional: row.positional ?? [],
      options: new Set(row.options ?? []),
      login: row.login ?? false,
      interactive: row.interactive ?? false,
    });
  });
});

test("a minus before the name makes a login shell", () => {
  expect(readInvocation("bash", "-bash", ["-c", "ls"], { stdin: false, stderr: false }).login).toBe(true);
});

test("a shell at a terminal is interactive", () => {
  const read = readInvocation("zsh", "zsh", [], { stdin: true, stderr: true });
  expect(read).toMatchObject({ source: { kind: "terminal" }, interactive: true });
});
