/** Whether a hash begins a comment at zsh's prompt is an option, and the real guard reads the line as the shell does. */

import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { open, type Stage, stage, sweepTraces, type Terminal, traces } from "./terminal.ts";

describe("zsh with comments at its prompt or without", () => {
  let at: Stage;
  let terminal: Terminal;
  beforeAll(async () => {
    at = stage("heed");
    const file = join(at.work, "../bin/rm");
    writeFileSync(file, "#!/bin/sh\nmark rm\n");
    chmodSync(file, 0o755);
    mkdirSync(join(at.work, ".git"));
    terminal = await open("zsh", at, { env: { HEED_TIMEOUT: "20", XDG_STATE_HOME: join(at.home, "state") } });
  });
  afterAll(async () => {
    await terminal.close();
    at.clean();
  });

  const cases: readonly {
    readonly option: "setopt" | "unsetopt";
    readonly line: string;
    readonly status: number;
    readonly leaves?: { readonly [name: string]: number };
    readonly says?: string;
  }[] = [
    { option: "unsetopt", line: "# x; rm -rf ~", status: 126, says: "heed: denied: " },
    { option: "unsetopt", line: ": # && rm -rf ~", status: 126, says: "heed: denied: " },
    { option: "unsetopt", line: "# x; echo >made", status: 0, leaves: { made: 1 } },
    { option: "unsetopt", line: "# a note", status: 127 },
    { option: "setopt", line: "# x; rm -rf ~", status: 0 },
    { option: "setopt", line: ": # && rm -rf ~", status: 0 },
  ];
  test.each(cases)("$option: $line", async ({ option, line, status, leaves, says }) => {
    expect(await terminal.run(`${option} interactive_comments`)).toBe(0);
    sweepTraces(at);
    terminal.type(`${line}\r`);
    if (says) await terminal.see(says);
    expect(await terminal.prompt()).toBe(status);
    expect(traces(at)).toEqual(leaves ?? {});
  });

  test("asks about what stands behind a hash that begins no comment", async () => {
    expect(await terminal.run("unsetopt interactive_comments")).toBe(0);
    terminal.type("# x; git push\r");
    await terminal.see("run it? [y/N] ");
    terminal.type("n\r");
    expect(await terminal.prompt()).toBe(126);
  });
});
