import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { constructs, preparations } from "../shells/constructs.ts";
import { makeRoot, type OuterTerminal, openTerminal, type Root } from "./outer-terminal.ts";

const CHOICES = "[n] no";

/** Counts prompts and shows the status of the last line in each: `<3:126> `. */
const prompts = {
  bash: `PROMPT_COMMAND='t_s=$? t_n=$((t_n+1))'; PS1='<$t_n:$t_s> '; t_n=0 t_s=0\n`,
  zsh: `precmd() { t_n=$((t_n+1)) }; setopt prompt_subst no_prompt_sp; PS1='<$t_n:%?> '; t_n=0\nbindkey -e\n`,
};
const files = { bash: "home/.bashrc", zsh: "home/.zshrc" };

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what terminals are sent
const CONTROL = /\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07]*\x07|\x1b[()][A-Z0-9]|\x1b[=>]|\r/g;

interface Typing {
  readonly root: Root;
  readonly terminal: OuterTerminal;
  /** Types keys and gives the status in the next prompt. */
  run(keys: string): Promise<number>;
  /** The status in the next prompt. */
  prompt(): Promise<number>;
  /** What was printed since the last prompt but one. */
  said(): string;
}

async function start(root: Root, shell: "bash" | "zsh", startup = "", instead?: readonly [string, ...string[]]) {
  root.file(files[shell], `${prompts[shell]}${startup}\n`);
  const terminal = openTerminal(root, {
    env: { SHELL: `/bin/${shell}` },
    columns: 120,
    rows: 40,
    ...(instead && { instead }),
  });
  let from = 0;
  let before = 0;
  let last = 0;
  const plain = () => terminal.raw().slice(from).replace(CONTROL, "");
  const next = () => [...plain().matchAll(/<(\d+):(\d+)> /g)].find(([, number]) => Number(number) > last);
  async function prompt(): Promise<number> {
    await terminal.until(`prompt ${last + 1}`, () => next() !== undefined);
    const [, number, status] = next() ?? [];
    last = Number(number);
    before = from;
    from = terminal.raw().length;
    return Number(status);
  }
  const typing: Typing = {
    root,
    terminal,
    prompt,
    run(keys) {
      terminal.type(keys);
      return prompt();
    },
    said: () => terminal.raw().slice(before, from).replace(CONTROL, ""),
  };
  await prompt();
  return typing;
}

const once = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 1]));

/** Marks and files in the work directory → 1, and gone with that. */
function traces(root: Root): { readonly [name: string]: number } {
  const found: { [name: string]: number } = { ...root.marks() };
  for (const name of readdirSync(root.work)) {
    found[name] = 1;
    rmSync(join(root.work, name));
  }
  root.forget();
  return found;
}

describe.each(["bash", "zsh"] as const)("heed shell with %s", (shell) => {
  const roots: Root[] = [];
  const typings: Typing[] = [];
  afterAll(async () => {
    await Promise.all(typings.map(({ terminal }) => terminal.close()));
    for (const root of roots) root.clean();
  });

  async function open(startup = "", instead?: readonly [string, ...string[]]) {
    const root = makeRoot();
    roots.push(root);
    const typing = await start(root, shell, startup, instead);
    typings.push(typing);
    return typing;
  }

  let kept: Promise<Typing> | undefined;
  const shared = () => (kept ??= open(preparations[shell]));

  test.each(constructs(shell, "emacs"))(
    "a, b, d, h, i, j: runs $name once and keeps it from running",
    async (construct) => {
      const { root, run, terminal } = await shared();
      for (const verdict of ["OK", "DENY"]) {
        // What history expansion refers to.
        await run("mark next\r");
        traces(root);
        const keys = construct.keys.replaceAll("{V}", verdict);
        const status = await run(construct.accepts ? keys : `${keys}\r`);
        const left = traces(root);
        if (construct.clear) terminal.type(construct.clear);
        expect({ verdict, status, left }).toEqual(
          verdict === "OK"
            ? { verdict, status: 0, left: once(construct.makes) }
            : { verdict, status: construct.stopped ?? 126, left: {} },
        );
      }
    },
  );

  test("c: the history has each line once: run, denied, asked about", async () => {
    const { terminal, run, prompt, said } = await open("HISTSIZE=100 HISTFILE=");
    await run("echo one\r");
    await run("echo two DENY\r");
    terminal.type("echo three ASKME\r");
    await terminal.see(CHOICES);
    terminal.type("n");
    await prompt();
    terminal.type("echo four ASKME\r");
    await terminal.see(CHOICES);
    terminal.type("y");
    await prompt();
    await run(shell === "bash" ? "history\r" : "fc -l 1\r");
    const lines = [...said().matchAll(/^\s*\d+\*?\s+(echo .*)$/gm)].map(([, line]) => line);
    expect(lines).toEqual(["echo one", "echo two DENY", "echo three ASKME", "echo four ASKME"]);
  });

  const own: { readonly [name: string]: readonly { readonly name: string; readonly startup: string }[] } = {
    bash: [
      { name: "a trap on INT", startup: "trap 'echo INT' INT" },
      { name: "INT ignored", startup: "trap '' INT" },
      { name: "a trap on DEBUG", startup: "trap ': debug' DEBUG" },
      { name: "a PS0", startup: "PS0='[ps0]'" },
      { name: "an array of prompt commands", startup: "PROMPT_COMMAND=(\"$PROMPT_COMMAND\" 'mine=1')" },
      { name: "set -u and -o pipefail", startup: "set -u -o pipefail" },
    ],
    zsh: [
      { name: "a trap on INT", startup: "trap 'echo INT' INT" },
      { name: "INT ignored", startup: "trap '' INT" },
      { name: "a trap on DEBUG", startup: "trap ': debug' DEBUG" },
      { name: "a preexec of their own", startup: "preexec() { mine=1 }" },
      { name: "strict options", startup: "setopt no_unset pipe_fail ksh_arrays sh_word_split" },
    ],
  };
  test.each(own[shell] ?? [])("k: with $name lines run once and are stopped", async ({ startup }) => {
    const { root, run, terminal, prompt } = await open(startup);
    expect(await run("mark a\r")).toBe(0);
    expect(await run("mark b; : DENY\r")).toBe(126);
    terminal.type("mark c; : ASKME\r");
    await terminal.see(CHOICES);
    terminal.type("y");
    expect(await prompt()).toBe(0);
    expect(root.marks()).toEqual({ a: 1, c: 1 });
  });

  test("m: a shell within the shell, and leaving it", async () => {
    const { root, run } = await shared();
    expect(await run(`bash -c 'mark a; : DENY'; echo "<99:$?> "; t_n=99\r`)).toBe(126);
    expect(traces(root)).toEqual({});
    expect(await run("bash -c 'mark a'; true\r")).toBe(0);
    expect(traces(root)).toEqual({ a: 1 });
  });

  const odd: readonly { readonly name: string; readonly text: string }[] = [
    { name: "a right-to-left override", text: "mark \u202ea {V}" },
    { name: "an escape character", text: "mark \x16\x1ba {V}" },
    { name: "bytes that are no UTF-8", text: "mark $'\\xff\\xfe' {V}" },
    { name: "a line of 100,000 characters", text: `mark ${"x".repeat(100_000)} {V}` },
  ];
  test.each(odd)("o: $name is judged", async ({ text }) => {
    const { root, run } = await shared();
    expect(await run(`\x1b[200~${text.replace("{V}", "DENY")}\x1b[201~\r`)).toBe(126);
    expect(traces(root)).toEqual({});
    expect(await run(`\x1b[200~${text.replace("{V}", "OK")}\x1b[201~\r`)).toBe(0);
    expect(Object.values(traces(root))).toEqual([1]);
  });

  test("p: the shell's own state is as it is without heed", async () => {
    const lines = [
      "false; echo status=$?",
      "true one two; echo last=$_",
      shell === "bash"
        ? 'true | false | true; echo pipe="${PIPESTATUS[*]}"'
        : "true | false | true; echo pipe=$pipestatus",
      "echo flags=$-",
      shell === "bash"
        ? "echo theirs=$(compgen -A function | grep -vc __heed)"
        : "echo theirs=${#${(k)functions:#__heed*}}",
      "echo ifs=${#IFS} umask=$(umask) jobs=$(jobs | wc -l)",
      "trap",
      shell === "bash" ? "shopt -p | md5sum; set -o | md5sum" : "setopt | md5sum",
    ];
    const guarded = await open();
    const program = shell === "bash" ? (["/bin/bash", "-i"] as const) : (["/bin/zsh", "-i"] as const);
    const plain = await open("", program);
    for (const line of lines) {
      await guarded.run(`${line}\r`);
      await plain.run(`${line}\r`);
      // The first line is the one that was typed, which bash draws once more.
      const output = ({ said }: Typing) => said().slice(said().indexOf("\n"));
      expect(output(guarded)).toBe(output(plain));
    }
  });

  test("r: the person's files are as they were, and heed's own are gone", async () => {
    const { root, run, terminal } = await open("HISTFILE=");
    const before = inventory(root.home);
    await run("mark a\r");
    terminal.type("exit\r");
    await terminal.ended;
    expect(inventory(root.home)).toEqual(before);
    expect(readdirSync(join(root.path, "run"))).toEqual([]);
  });
});

function inventory(directory: string): { readonly [name: string]: string } {
  return Object.fromEntries(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), "utf8")]));
}

test("g: without a terminal heed shell is only the shell, and says nothing", async () => {
  const { spawnSync } = await import("node:child_process");
  const root = makeRoot();
  try {
    writeFileSync(join(root.work, "input"), "echo out; exit 4\n");
    const heed = join(import.meta.dirname, "../../bin/heed.ts");
    const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: root.home, SHELL: "/bin/sh" };
    const run = (args: readonly string[], input = "") =>
      spawnSync(process.execPath, [heed, "shell", ...args], { env, input, encoding: "utf8", cwd: root.work });
    expect(run([], "echo out; exit 4\n")).toMatchObject({ status: 4, stdout: "out\n", stderr: "" });
    expect(run(["--", "sh", "-c", "echo $0 out; exit 5", "zero"])).toMatchObject({
      status: 5,
      stdout: "zero out\n",
      stderr: "",
    });
    const denied = run(["--", "bash", "-c", "echo in; rm -rf ~ # never run"]);
    expect(denied).toMatchObject({ status: 126, stdout: "" });
    expect(denied.stderr).toContain("(remove-home)");
    expect(run(["--", "no-such-program"])).toMatchObject({ status: 127, stdout: "" });
    expect(run(["--", "/etc/passwd"])).toMatchObject({ status: 126, stdout: "" });
    expect(run(["--nonsense"])).toMatchObject({ status: 64, stdout: "" });
  } finally {
    root.clean();
  }
});
