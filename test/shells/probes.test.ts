/** Shells that nobody sits at: editors that look for the environment, agents, scripts. */

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import {
  environment,
  open,
  probe,
  programs,
  type ShellName,
  stage,
  sweepTraces,
  traces,
  writeStartup,
} from "./terminal.ts";

const shells: readonly ShellName[] = ["bash", "zsh"];

describe.each(shells)("%s without a terminal", (shell) => {
  const at = stage();
  const program = programs[shell];
  beforeEach(() => {
    sweepTraces(at);
    writeStartup(shell, at);
    writeFileSync(join(at.home, ".bash_profile"), ". ~/.bashrc\n");
  });
  afterAll(() => at.clean());

  /** What bash itself says when it has no terminal is not ours. */
  const ours = (text: string) => text.split("\n").filter((line) => line.includes("heed"));

  test.each([
    { name: "-lic", args: ["-lic", "../bin/mark a; echo $HOME"] },
    { name: "-ic", args: ["-ic", "../bin/mark a; echo $HOME"] },
    { name: "-i -c", args: ["-i", "-c", "../bin/mark a; echo $HOME"] },
  ])("is silent with $name and an allowed text", async ({ args }) => {
    const { status, out, err } = await probe(program, args, at);
    expect({ status, out, ours: ours(err) }).toEqual({ status: 0, out: `${at.home}\n`, ours: [] });
    expect(traces(at)).toEqual({ a: 1 });
  });

  test.each(["-lic", "-ic"])("stops a denied text with %s", async (flags) => {
    const { status, out, err } = await probe(program, [flags, "mark a; { mark b; } >c; : DENY"], at);
    expect({ status, out, ours: ours(err) }).toMatchObject({ status: 126, out: "" });
    expect(ours(err)).toEqual([expect.stringContaining("heed: denied: mark a; { mark b; } >c; : DENY (stub)")]);
    expect(traces(at)).toEqual({});
  });

  test("refuses what would be asked, and says how to go on", async () => {
    const { status, err } = await probe(program, ["-ic", "mark a; : ASKME"], at);
    expect(status).toBe(126);
    expect(ours(err)).toEqual([
      expect.stringMatching(/^heed: refused: .*A person can run it in a terminal of their own\.$/),
    ]);
    expect(traces(at)).toEqual({});
  });

  test("refuses a text when there is no guard", async () => {
    const other = stage();
    try {
      writeStartup(shell, other);
      writeFileSync(other.heed, "#!/bin/sh\nexit 1\n");
      const { status, err } = await probe(program, ["-ic", "mark a"], other);
      expect(status).toBe(126);
      expect(ours(err)).toEqual([expect.stringContaining("heed: not run: the guard cannot be started")]);
      expect(traces(other)).toEqual({});
    } finally {
      other.clean();
    }
  });

  test("leaves shells that are not interactive alone, whatever follows in the startup file", async () => {
    writeStartup(shell, at, { after: "AFTER=reached" });
    const rc = join(at.home, shell === "bash" ? ".bashrc" : ".zshrc");
    const { status, out, err } = await probe(program, ["-c", `. ${rc}; echo $AFTER DENY`], at);
    expect({ status, out, err }).toEqual({ status: 0, out: "reached DENY\n", err: "" });
  });

  test("judges line by line what an interactive shell reads from a pipe", async () => {
    const child = spawn(program, ["-i"], { cwd: at.work, env: environment(at), stdio: ["pipe", "ignore", "ignore"] });
    child.stdin.end("mark a\n{ mark b; } >c # DENY\nmark d; : ASKME\nmark e\n");
    await new Promise((resolve) => child.on("close", resolve));
    expect(traces(at)).toEqual({ a: 1, e: 1 });
  });
});

test("a shell inside a shell has a session of its own, and bash leaves no files behind", async () => {
  const at = stage();
  const terminal = await open("bash", at);
  try {
    await terminal.run("export OUTER=1");
    terminal.type("bash -i\r");
    await terminal.see("<1:0> ");
    terminal.type("mark a; : DENY\r");
    await terminal.see("<2:126> ");
    terminal.type("exit\r");
    await terminal.prompt();
    expect(await terminal.run("mark b")).toBe(0);
    expect(traces(at)).toEqual({ b: 1 });
  } finally {
    await terminal.close();
    at.clean();
  }
});
