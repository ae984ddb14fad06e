/**
 * A real mise, activated in a real shell: what it exports is judged before a command inherits it.
 * No file that a dangerous value names is there.
 */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ShellName, Terminal } from "./terminal.ts";
import { type Equipped, equip, PASSES, program, STOPPED } from "./tools.ts";

const shells: readonly ShellName[] = ["bash", "zsh"];

describe.skipIf(program("mise") === undefined).each(shells)("mise in %s", (shell) => {
  let tool: Equipped;
  let terminal: Terminal;
  beforeAll(async () => {
    tool = equip("mise", {
      "mise.toml": "[env]\nHERE = '1'\n",
      "harmless/mise.toml": "[env]\nLOG_LEVEL = 'debug'\n",
      "preloads/mise.toml": "[env]\nLD_PRELOAD = '/tmp/x.so'\n",
    });
    for (const directory of [".", "harmless", "preloads"]) tool.prepare(directory, "trust");
    terminal = await tool.open(shell, `eval "$(mise activate ${shell})"`);
  });
  afterAll(async () => {
    await terminal.close();
    tool.at.clean();
  });

  test("sets a harmless variable, which later lines have", async () => {
    expect(await terminal.run("mise set FOO=1")).toBe(PASSES);
    expect(await terminal.run('[ "$FOO" = 1 ]')).toBe(PASSES);
  });

  test("sets a variable with which later lines are judged", async () => {
    expect(await terminal.run("mise set FOO=/")).toBe(PASSES);
    terminal.type('rm -rf "$FOO"\r');
    await terminal.see("heed: denied: ");
    expect(await terminal.prompt()).toBe(STOPPED);
  });

  test("sets no variable that loads code", async () => {
    terminal.type("mise set NODE_OPTIONS=--require=/tmp/x.js\r");
    await terminal.see(/heed: .*NODE_OPTIONS/);
    expect(await terminal.prompt()).toBe(STOPPED);
    expect(await terminal.run('[ -z "$NODE_OPTIONS" ]')).toBe(PASSES);
  });

  test("sets on arrival what stops the next command, and takes it away on leaving", async () => {
    expect(await terminal.run("cd harmless")).toBe(PASSES);
    expect(await terminal.run('ls && [ "$LOG_LEVEL" = debug ]')).toBe(PASSES);
    expect(await terminal.run("cd ../preloads")).toBe(PASSES);
    terminal.type("ls\r");
    await terminal.see(/heed: .*LD_PRELOAD/);
    expect(await terminal.prompt()).toBe(STOPPED);
    expect(await terminal.run("cd ..")).toBe(PASSES);
    expect(await terminal.run('ls && [ -z "$LD_PRELOAD" ]')).toBe(PASSES);
  });
});
