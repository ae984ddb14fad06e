import { afterAll, describe, expect, test } from "vitest";
import { type Options, open, type ShellName, stage, sweepTraces, type Terminal, traces } from "./terminal.ts";

const shells: readonly ShellName[] = ["bash", "zsh"];
const QUESTION = "run it? [y/N] ";

describe.each(shells)("%s asks", (shell) => {
  const at = stage();
  const opened: Terminal[] = [];
  afterAll(async () => {
    await Promise.all(opened.map((terminal) => terminal.close()));
    at.clean();
  });

  async function shellWith(options: Options = {}) {
    sweepTraces(at);
    const terminal = await open(shell, at, options);
    opened.push(terminal);
    return terminal;
  }

  async function outcomes(line: string) {
    return at
      .log()
      .filter((entry) => entry.line === line)
      .map((entry) => entry.outcome);
  }

  const answers: readonly { readonly name: string; readonly keys: string; readonly runs: boolean }[] = [
    { name: "y", keys: "y\r", runs: true },
    { name: "yes", keys: "yes\r", runs: true },
    { name: "n", keys: "n\r", runs: false },
    { name: "nothing", keys: "\r", runs: false },
    { name: "something else", keys: "yep\r", runs: false },
    { name: "a corrected answer", keys: "y\x7fn\r", runs: false },
    { name: "end of file", keys: "\x04", runs: false },
  ];
  test.each(answers)("and takes $name for an answer", async ({ name, keys, runs }) => {
    const terminal = await shellWith();
    const line = `mark a >out; : ASKME ${name}`;
    terminal.type(`${line}\r`);
    const shown = await terminal.see(QUESTION);
    expect(shown).toContain(`heed: ask: ${line} (stub): the line holds ASKME.`);
    expect(traces(at)).toEqual({});
    terminal.type(keys);
    expect(await terminal.prompt()).toBe(runs ? 0 : 126);
    expect(traces(at)).toEqual(runs ? { a: 1, out: 1 } : {});
    expect(await outcomes(line)).toEqual(["asked", runs ? "overridden" : "declined"]);
    expect(await terminal.run("mark next")).toBe(0);
    expect(traces(at)).toMatchObject({ next: 1 });
  });

  test("and shows the prompt with the status that it had", async () => {
    const terminal = await shellWith({ before: `PS1='<$((t_n)):$?> '` });
    await terminal.run("(exit 3)");
    terminal.type(": ASKME\r");
    if (shell === "bash") await terminal.see(/<\d+:3> : ASKME\nheed: ask/);
    await terminal.see(QUESTION);
    terminal.type("n\r");
    if (shell === "bash") await terminal.see(/<\d+:3> : ASKME\nheed: not run/);
    expect(await terminal.prompt()).toBe(126);
    terminal.type(": DENY\r");
    if (shell === "bash") await terminal.see(/<\d+:126> : DENY\nheed: denied/);
    expect(await terminal.prompt()).toBe(126);
  });

  test("and Ctrl-C means no", async () => {
    const terminal = await shellWith();
    terminal.type("mark a; : ASKME\r");
    await terminal.see(QUESTION);
    terminal.type("\x03");
    await terminal.prompt();
    expect(await terminal.run("mark next")).toBe(0);
    expect(traces(at)).toEqual({ next: 1 });
  });

  test.each([
    { name: "typed ahead", keys: "mark a; : ASKME\ry\ry\r" },
    { name: "pasted with the line", keys: "\x1b[200~mark a; : ASKME\x1b[201~\ry\r" },
  ])("and a y $name does not answer", async ({ keys }) => {
    const terminal = await shellWith();
    terminal.type(keys);
    await terminal.see(QUESTION);
    terminal.type("\r");
    expect(await terminal.prompt()).toBe(126);
    expect(traces(at)).toEqual({});
  });

  test("and a paste with a y in it runs nothing", async () => {
    const terminal = await shellWith();
    terminal.type("\x1b[200~mark a; : ASKME\ny\nmark b\x1b[201~\r");
    await terminal.see(QUESTION);
    terminal.type("\r");
    await terminal.prompt();
    expect(await terminal.run("mark next")).toBe(0);
    expect(traces(at)).toEqual({ next: 1 });
  });

  test("and a line that was approved is asked about again", async () => {
    const terminal = await shellWith();
    for (const _ of ["first", "second"]) {
      terminal.type("mark a; : ASKME\r");
      await terminal.see(QUESTION);
      terminal.type("y\r");
      expect(await terminal.prompt()).toBe(0);
    }
    expect(traces(at)).toEqual({ a: 2 });
  });

  const refusing: readonly { readonly name: string; readonly options: Options }[] = [
    { name: "installed to refuse", options: { ask: "refuse" } },
    { name: "started with HEED_ASK=refuse", options: { env: { HEED_ASK: "refuse" } } },
  ];
  test.each(refusing)("nobody when $name, whatever the session says later", async ({ options }) => {
    const terminal = await shellWith(options);
    expect(await terminal.run("export HEED_ASK=ask")).toBe(0);
    terminal.type("mark a; : ASKME\r");
    expect(await terminal.see("terminal of their own.")).toContain("heed: refused: mark a; : ASKME (stub)");
    expect(await terminal.prompt()).toBe(126);
    expect(traces(at)).toEqual({});
  });

  test("about the whole of a line over several", async () => {
    const terminal = await shellWith();
    terminal.type("for i in 1; do\rmark a; : ASKME\rdone\r");
    await terminal.see(QUESTION);
    terminal.type("y\r");
    expect(await terminal.prompt()).toBe(0);
    expect(traces(at)).toEqual({ a: 1 });
  });
});

test("bash asks from behind a key that it does not know", async () => {
  const at = stage();
  const terminal = await open("bash", at, { before: `bind '"\\ej": accept-line'` });
  try {
    terminal.type("mark a; : ASKME\x1bj");
    await terminal.see(QUESTION);
    terminal.type("y\r");
    expect(await terminal.prompt()).toBe(0);
    terminal.type("mark b; : ASKME\x1bj");
    await terminal.see(QUESTION);
    terminal.type("n\r");
    expect(await terminal.prompt()).toBe(130);
    expect(traces(at)).toEqual({ a: 1 });
  } finally {
    await terminal.close();
    at.clean();
  }
});
