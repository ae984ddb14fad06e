import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { type Options, open, type ShellName, stage, sweepTraces, type Terminal, traces } from "./terminal.ts";

const shells: readonly ShellName[] = ["bash", "zsh"];
const UP = "\x1b[A";

describe.each(shells)("the history of %s", (shell) => {
  const at = stage();
  let terminal: Terminal;
  afterEach(() => terminal.close());
  afterAll(() => at.clean());

  async function start(before = "", options: Options = {}) {
    sweepTraces(at);
    const setup = shell === "bash" ? "HISTFILE=" : "HISTSIZE=100 SAVEHIST=0";
    terminal = await open(shell, at, { ...options, before: `${setup}\n${before}` });
  }

  async function history() {
    await terminal.run(shell === "bash" ? "history >out" : "fc -ln 1 >out");
    const lines = readFileSync(join(at.work, "out"), "utf8").trimEnd().split("\n");
    return lines.map((line) => (shell === "bash" ? line.replace(/^ *\d+\*? {2}/, "") : line));
  }

  test("has every line once, run or stopped", async () => {
    await start();
    for (const line of ["echo one", ": two DENY", "echo three"]) await terminal.run(line);
    expect((await history()).slice(0, 3)).toEqual(["echo one", ": two DENY", "echo three"]);
  });

  test("has a stopped line of several lines once", async () => {
    await start();
    terminal.type("for i in 1; do\r: DENY\rdone\r");
    await terminal.prompt();
    const text = (await history()).join("\n");
    expect(text.match(/DENY/g)).toHaveLength(1);
    expect(text).not.toContain("__heed");
  });

  test("gives a stopped line back for editing", async () => {
    await start();
    await terminal.run("mark a; : DENY");
    terminal.type(`${UP}\x7f\x7f\x7f\x7fOK\r`);
    expect(await terminal.prompt()).toBe(0);
    expect(traces(at)).toEqual({ a: 1 });
  });

  const settings: readonly string[] =
    shell === "bash"
      ? [
          "HISTCONTROL=ignoreboth",
          "HISTCONTROL=ignorespace",
          "HISTCONTROL=ignoredups:erasedups",
          "HISTIGNORE='mark*'",
          "set +o history",
          "HISTSIZE=0",
          "HISTTIMEFORMAT='%F %T '",
          "shopt -u cmdhist",
          "shopt -s lithist",
          "shopt -s histverify",
          "set +o histexpand",
        ]
      : [
          "setopt hist_ignore_space",
          "setopt hist_ignore_all_dups",
          "setopt hist_no_store",
          "HISTSIZE=0",
          "setopt share_history",
          "setopt hist_verify",
          "unsetopt bang_hist",
          "setopt hist_no_functions hist_reduce_blanks",
        ];
  test.each(settings)("does not matter to the verdict: %s", async (setting) => {
    await start(setting);
    expect(await terminal.run("mark a")).toBe(0);
    for (const line of ["mark b; : DENY", " mark c; : DENY", "mark b; : DENY", "{ mark d; } >e # DENY"]) {
      expect(await terminal.run(line)).toBe(126);
    }
    expect(await terminal.run(" mark f")).toBe(0);
    expect(await terminal.run("mark a")).toBe(0);
    expect(traces(at)).toEqual({ a: 2, f: 1 });
  });

  test("keeps what starts with a space to itself where that is wanted", async () => {
    await start(shell === "bash" ? "HISTCONTROL=ignoreboth" : "setopt hist_ignore_space");
    for (const line of [" echo secret", " : secret DENY", "echo known", ": known DENY"]) await terminal.run(line);
    const lines = await history();
    expect(lines.slice(0, 2)).toEqual(["echo known", ": known DENY"]);
  });

  const recalls: readonly { readonly keys: string; readonly status: number }[] =
    shell === "bash"
      ? [
          { keys: "!!", status: 130 },
          { keys: "!mark", status: 130 },
          { keys: "^b^c", status: 130 },
          { keys: "!-1", status: 130 },
          { keys: "echo hello; !!", status: 130 },
          { keys: UP, status: 126 },
          { keys: "\x12mark b", status: 126 },
        ]
      : [
          { keys: "!!", status: 126 },
          { keys: "!mark", status: 126 },
          { keys: "^b^c", status: 126 },
          { keys: "!-1", status: 126 },
          { keys: "echo hello; !!", status: 126 },
          { keys: "r", status: 126 },
          { keys: "fc -e : -1", status: 126 },
          { keys: UP, status: 126 },
          { keys: "\x12mark b", status: 126 },
        ];
  test.each(recalls)("is judged as what it expands to: $keys", async ({ keys, status }) => {
    await start();
    await terminal.run("mark b; : DENY");
    expect(await terminal.run(keys)).toBe(status);
    expect(traces(at)).toEqual({});
    await terminal.run("mark b");
    sweepTraces(at);
    await terminal.run(keys);
    expect(Object.values(traces(at))).toEqual([1]);
  });

  if (shell === "bash") {
    test("may be on while the startup file is read", async () => {
      await start("set -o history; set -o histexpand");
      expect(await terminal.run("mark a; : DENY")).toBe(126);
      expect(await terminal.run("!!")).toBe(130);
      expect(traces(at)).toEqual({});
    });
  }

  test("counts only what is typed as a command", async () => {
    await start();
    terminal.type(shell === "bash" ? "read -e -p 'name: ' x\r" : "vared -p 'name: ' -c x\r");
    await terminal.see("name: ");
    terminal.type("DENY\r");
    expect(await terminal.prompt()).toBe(0);
  });
});
