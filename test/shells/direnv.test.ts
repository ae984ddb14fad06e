/**
 * A real direnv and a sourced file, in a real shell: what they export is judged before a command inherits it.
 * No file that a dangerous value names is there.
 */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ShellName, Terminal } from "./terminal.ts";
import { type Equipped, equip, PASSES, program, STOPPED } from "./tools.ts";

const shells: readonly ShellName[] = ["bash", "zsh"];

describe.skipIf(program("direnv") === undefined).each(shells)("direnv in %s", (shell) => {
  let tool: Equipped;
  let terminal: Terminal;
  beforeAll(async () => {
    tool = equip("direnv", {
      "harmless/.envrc": "export LOG_LEVEL=debug\n",
      "startup/.envrc": "export BASH_ENV=/tmp/x\n",
      values: "BASH_ENV=/tmp/x\nA=1\n",
      "unfollowed.sh": 'export "$(sort -r values | head -n 1)"\n',
    });
    for (const directory of ["harmless", "startup"]) tool.prepare(directory, "allow");
    terminal = await tool.open(shell, `eval "$(direnv hook ${shell})"`, "ask");
  });
  afterAll(async () => {
    await terminal.close();
    tool.at.clean();
  });

  /** The line is asked about because of this, and gets a no. */
  async function stopped(line: string, because: RegExp) {
    terminal.type(`${line}\r`);
    await terminal.see(because);
    await terminal.see("[y/N] ");
    terminal.type("n\r");
    expect(await terminal.prompt()).toBe(STOPPED);
  }

  test("sets in a harmless directory what commands have until they leave it", async () => {
    expect(await terminal.run("cd harmless")).toBe(PASSES);
    expect(await terminal.run('ls && [ "$LOG_LEVEL" = debug ]')).toBe(PASSES);
    expect(await terminal.run("cd ..")).toBe(PASSES);
    expect(await terminal.run('ls && [ -z "$LOG_LEVEL" ]')).toBe(PASSES);
  });

  test("sets on arrival what stops the next command, and takes it away on leaving", async () => {
    expect(await terminal.run("cd startup")).toBe(PASSES);
    await stopped("ls", /heed: .*BASH_ENV/);
    expect(await terminal.run("cd ..")).toBe(PASSES);
    expect(await terminal.run('ls && [ -z "$BASH_ENV" ]')).toBe(PASSES);
  });

  test("is not needed: what a sourced file was not seen to export stops the next command", async () => {
    expect(await terminal.run(". ./unfollowed.sh")).toBe(PASSES);
    await stopped("ls", /heed: .*BASH_ENV/);
    expect(await terminal.run("unset BASH_ENV")).toBe(PASSES);
    expect(await terminal.run("ls")).toBe(PASSES);
  });
});
