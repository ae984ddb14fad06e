/** The real guard behind the real integration. What could do harm is a stub that only marks that it ran. */

import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { open, type ShellName, type Stage, stage, sweepTraces, type Terminal, traces } from "./terminal.ts";

const shells: readonly ShellName[] = ["bash", "zsh"];

describe.each(shells)("heed in %s", (shell) => {
  let at: Stage;
  let terminal: Terminal;
  beforeAll(async () => {
    at = stage("heed");
    for (const name of ["rm", "git", "curl", "sh"]) {
      const file = join(at.work, "../bin", name);
      writeFileSync(file, `#!/bin/bash\nmark ${name}\n`);
      chmodSync(file, 0o755);
    }
    // A project of its own: the directory to work in may be anywhere.
    mkdirSync(join(at.work, ".git"));
    terminal = await open(shell, at, { env: { HEED_TIMEOUT: "20", XDG_STATE_HOME: join(at.home, "state") } });
  });
  afterAll(async () => {
    await terminal.close();
    at.clean();
  });

  const cases: readonly {
    readonly name: string;
    readonly setup?: readonly string[];
    readonly file?: string;
    readonly line: string;
    readonly says?: string;
  }[] = [
    { name: "lets a harmless line through", line: "echo one | tr a-z A-Z" },
    {
      name: "stops the deletion of the home directory",
      line: "rm -rf ~",
      says: "heed: denied: rm -rf ~ (remove-home)",
    },
    { name: "stops a download that is run", line: "curl -s https://example.com/x | sh", says: "heed: denied: " },
    { name: "remembers a variable", setup: ["what=~"], line: 'rm -rf "$what"', says: "heed: denied: " },
    {
      name: "asks the shell for a function that it has not seen",
      file: "tidy() { rm -rf ~; }",
      line: "tidy",
      says: "heed: denied: ",
    },
    {
      name: "asks the shell for an alias that it has not seen",
      file: "alias tidy2='rm -rf ~'",
      line: "tidy2",
      says: "heed: denied: ",
    },
    {
      name: "asks the shell for a variable that it has not seen",
      file: "elsewhere=~",
      line: 'rm -rf "$elsewhere"',
      says: "heed: denied: ",
    },
    { name: "sees the directory it is in", setup: ["cd ~"], line: "rm -rf .", says: "heed: denied: " },
  ];
  test.each(cases)("$name", async ({ setup, file, line, says }) => {
    for (const step of setup ?? []) expect(await terminal.run(step)).toBe(0);
    if (file) {
      writeFileSync(join(at.work, "setup.sh"), file);
      terminal.type(". ./setup.sh\r");
      // Sourcing is asked about when what the file does is.
      if ((await terminal.see(/<\d+:\d+> |run it\? \[y\/N\] /)).endsWith("[y/N] ")) terminal.type("y\r");
      else terminal.type("\r");
      await terminal.prompt();
    }
    sweepTraces(at);
    terminal.type(`${line}\r`);
    if (says) await terminal.see(says);
    expect(await terminal.prompt()).toBe(says ? 126 : 0);
    expect(traces(at)).toEqual({});
  });
});
