/** What the shell is like before and after a line: as it would be without heed. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import {
  isOldBash,
  type Options,
  open,
  type ShellName,
  stage,
  sweepTraces,
  type Terminal,
  traces,
} from "./terminal.ts";

const shells: readonly ShellName[] = ["bash", "zsh"];

describe.each(shells)("%s", (shell) => {
  const at = stage();
  let terminal: Terminal;
  afterEach(() => terminal.close());
  afterAll(() => at.clean());

  async function start(options: Options = {}) {
    sweepTraces(at);
    terminal = await open(shell, at, options);
  }

  /** What a line writes to the file `out`. */
  async function written(line: string) {
    await terminal.run(line);
    const text = readFileSync(join(at.work, "out"), "utf8").trimEnd();
    sweepTraces(at);
    return text;
  }

  const kept: readonly {
    readonly name: string;
    readonly lines: readonly [...string[], string];
    readonly gives: string;
    readonly only?: ShellName;
  }[] = [
    { name: "$? of a failure", lines: ["false", "echo $? >out"], gives: "1" },
    { name: "$? of a line that was stopped", lines: [": DENY", "echo $? >out"], gives: "126" },
    { name: "$_", lines: ["echo one two >/dev/null", "echo $_ >out"], gives: "two" },
    { name: "$!", lines: ["sleep 0 & p=$!; wait", ": DENY", "[ $p = $! ] && echo same >out"], gives: "same" },
    { name: "PIPESTATUS", lines: ["true | false | true", `echo \${PIPESTATUS[@]} >out`], gives: "0 1 0", only: "bash" },
    { name: "pipestatus", lines: ["true | false | true", "echo $pipestatus >out"], gives: "0 1 0", only: "zsh" },
    { name: "IFS", lines: ["IFS=:; x=a:b", "printf '%s ' $x >out; IFS=$' \\t\\n'"], gives: "a b", only: "bash" },
    { name: "positional parameters", lines: ["set -- a b", "echo $2 >out"], gives: "b" },
    {
      name: "a trap on EXIT",
      lines: ["trap 'echo bye' EXIT", "trap >out; trap - EXIT"],
      gives: shell === "bash" ? "trap -- 'echo bye' EXIT" : "trap -- 'echo bye' EXIT",
    },
    {
      name: "a trap on INT",
      lines: ["trap 'echo int' INT", "trap >out"],
      gives: shell === "bash" ? "trap -- 'echo int' SIGINT" : "trap -- 'echo int' INT",
    },
    {
      name: "a trap that ignores INT",
      lines: ["trap '' INT", "trap >out"],
      gives: shell === "bash" ? "trap -- '' SIGINT" : "trap -- '' INT",
    },
    { name: "no job of ours", lines: ["jobs >out"], gives: "" },
    {
      name: "no export of ours",
      lines: ["set -a; :", ":", "env >all; grep -c __heed all >out; rm all; set +a"],
      gives: "0",
    },
    { name: "options", lines: ["set -u", "echo $- >out"], gives: "u" },
    { name: "an unset name under set -u", lines: ["set -u", "echo ok >out"], gives: "ok" },
    { name: "words not split by a user's IFS", lines: ["IFS=0123456789", "mark a DENY", "echo ok >out"], gives: "ok" },
    {
      name: "functions that shadow what we use",
      lines: [
        "printf() { echo mine; }; read() { echo mine; }; kill() { :; }; print() { :; }",
        "mark a DENY",
        "echo ok >out",
      ],
      gives: "ok",
    },
    { name: "noclobber", lines: ["set -C", "mark a DENY", "echo ok >out"], gives: "ok" },
    { name: "posix mode", lines: ["set -o posix", "mark a DENY", "echo ok >out"], gives: "ok", only: "bash" },
    { name: "sh emulation", lines: ["emulate sh", "mark a DENY", "echo ok >out"], gives: "ok", only: "zsh" },
    {
      name: "ksh arrays",
      lines: ["setopt ksh_arrays sh_word_split", "mark a DENY", "echo ok >out"],
      gives: "ok",
      only: "zsh",
    },
    {
      name: "modules unloaded and builtins disabled",
      lines: ["zmodload -u zsh/net/socket zsh/sched; disable read print", "mark a DENY", "echo ok >out"],
      gives: "ok",
      only: "zsh",
    },
    {
      name: "hooks taken away",
      lines: ["preexec_functions=() precmd_functions=()", "mark a DENY", "echo ok >out"],
      gives: "ok",
      only: "zsh",
    },
    { name: "PS0 taken away", lines: ["PS0= ", "mark a DENY", "echo ok >out"], gives: "ok", only: "bash" },
    {
      name: "PROMPT_COMMAND taken away",
      lines: ["unset PROMPT_COMMAND; PROMPT_COMMAND='t_s=$? t_n=$((t_n+1))'", "mark a DENY", "echo ok >out"],
      gives: "ok",
      only: "bash",
    },
    {
      name: "a key binding taken away",
      lines: [`bind '"\\C-m": accept-line'`, "mark a DENY", "echo ok >out"],
      gives: "ok",
      only: "bash",
    },
  ];
  test.each(kept.filter(({ only }) => only === undefined || only === shell))(
    "keeps $name",
    async ({ lines, gives }) => {
      await start();
      for (const line of lines.slice(0, -1)) await terminal.run(line);
      expect(traces(at)).not.toHaveProperty("a");
      const text = await written(lines.at(-1) as string);
      if (gives === "u") expect(text).toContain("u");
      else expect(text).toBe(gives);
    },
  );

  test("is not ended by a stopped line under errexit", async () => {
    await start();
    await terminal.run("set -e");
    await terminal.run("mark a DENY");
    expect(await terminal.run("mark b")).toBe(0);
    expect(traces(at)).toEqual({ b: 1 });
  });

  test.each(["trap 'echo caught' INT", "trap '' INT"])("stops lines with `%s`", async (trap) => {
    await start({ before: shell === "bash" ? `bind '"\\ej": accept-line'` : "" });
    await terminal.run(trap);
    expect(await terminal.run("mark a; : DENY")).toBe(126);
    if (shell === "bash") {
      terminal.type("mark b; : DENY\x1bj");
      if (isOldBash) {
        // Rather no shell than that line.
        await terminal.see("this shell ends instead");
        await terminal.ended;
        return expect(traces(at)).toEqual({});
      }
      expect(await terminal.prompt()).toBe(130);
    }
    expect(await terminal.run("mark c")).toBe(0);
    expect(traces(at)).toEqual({ c: 1 });
  });

  test("runs the user's own DEBUG trap", async () => {
    await start();
    await terminal.run(`trap '[ -n "$w" ] && mark debug' DEBUG`);
    expect(await terminal.run("w=1; :; w=")).toBe(0);
    expect(traces(at)["debug"]).toBeGreaterThan(0);
    sweepTraces(at);
    expect(await terminal.run("mark a; : DENY")).toBe(126);
    expect(traces(at)).not.toHaveProperty("a");
  });

  test("prints nothing for a line that may run", async () => {
    await start();
    terminal.type("echo one\r");
    await terminal.see(/\none\n<\d+:0> /);
    terminal.type("echo two\r");
    expect(await terminal.see(/\ntwo\n<\d+:0> $/)).not.toContain("heed");
  });

  test("says in one line why a line may not, with nothing in it that a terminal obeys", async () => {
    await start();
    terminal.type("printf '\\u202e' # \u202edeny DENY\r");
    const shown = await terminal.see("DENY.");
    expect(shown).toContain("\\u{202e}");
    expect(await terminal.prompt()).toBe(126);
  });
});
