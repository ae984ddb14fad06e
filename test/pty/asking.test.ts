import { afterAll, describe, expect, test } from "vitest";
import { loadApprovals } from "../../src/store/approvals.ts";
import { makeRoot, type Options, type OuterTerminal, openTerminal, type Root } from "./outer-terminal.ts";

const QUESTION = "heed asks";
const CHOICES = "[n] no";

const startups: { readonly [shell: string]: readonly [file: string, text: string] } = {
  bash: ["home/.bashrc", "PS1='<$?> '\nalias theirs='mark theirs'\nHISTFILE=~/history\n"],
  zsh: [
    "home/.zshrc",
    "setopt no_prompt_sp; PS1='<%?> '\nalias theirs='mark theirs'\nHISTFILE=~/history SAVEHIST=9 HISTSIZE=9\n",
  ],
};

describe.each(["bash", "zsh"])("in %s", (shell) => {
  const roots: Root[] = [];
  const opened: OuterTerminal[] = [];
  afterAll(async () => {
    await Promise.all(opened.map((terminal) => terminal.close()));
    for (const root of roots) root.clean();
  });

  async function open(options: Options = {}) {
    const root = makeRoot();
    roots.push(root);
    const [file = "", text = ""] = startups[shell] ?? [];
    root.file(file, text);
    const terminal = openTerminal(root, { ...options, env: { SHELL: `/bin/${shell}`, ...options.env } });
    opened.push(terminal);
    await terminal.see("<0> ");
    return { root, terminal };
  }

  let kept: Promise<{ readonly root: Root; readonly terminal: OuterTerminal }> | undefined;

  /** The terminal that the tests share, with an empty screen and nothing marked or logged. */
  async function shared() {
    kept ??= open();
    const { root, terminal } = await kept;
    terminal.type("true\r");
    await terminal.see(/<0> $/m);
    terminal.type("\f");
    await terminal.until("an empty screen", () => terminal.screen().trim() === "<0>");
    root.forget();
    return { root, terminal };
  }

  async function asked(terminal: OuterTerminal, line: string) {
    terminal.type(`${line}\r`);
    await terminal.see(CHOICES);
  }

  /** Answers no, and waits for the prompt. */
  async function refuse(terminal: OuterTerminal, key = "n") {
    terminal.type(key);
    await terminal.unsee(QUESTION);
    await terminal.see(/<126> $/m);
  }

  const answers: readonly { readonly name: string; readonly key: string; readonly runs: boolean }[] = [
    { name: "y", key: "y", runs: true },
    { name: "n", key: "n", runs: false },
    { name: "Enter", key: "\r", runs: false },
    { name: "Ctrl-C", key: "\x03", runs: false },
    { name: "Escape", key: "\x1b", runs: false },
  ];
  test.each(answers)("$name answers", async ({ key, runs }) => {
    const { root, terminal } = await shared();
    const line = "mark a >out; : ASKME";
    await asked(terminal, line);
    expect(terminal.screen()).toContain(line);
    expect(terminal.screen()).toContain("the line holds ASKME.");
    expect(root.marks()).toEqual({});
    if (runs) {
      terminal.type(key);
      await terminal.until("a", () => root.marks()["a"] === 1);
      await terminal.see(/ASKME\n<0> $/m);
    } else await refuse(terminal, key);
    expect(root.marks()).toEqual(runs ? { a: 1 } : {});
    expect(root.log().map(({ outcome }) => outcome)).toEqual(["asked", runs ? "overridden" : "declined"]);
    terminal.type("mark next\r");
    await terminal.until("the next line", () => root.marks()["next"] === 1);
  });

  test("a denied line is not asked about", async () => {
    const { root, terminal } = await shared();
    terminal.type("mark a; : DENY\r");
    await terminal.see("heed: denied: mark a; : DENY (stub)");
    await terminal.see(/<126> $/m);
    expect(root.log().map(({ outcome }) => outcome)).toEqual(["denied"]);
    expect(root.marks()).toEqual({});
  });

  test.each([
    { name: "typed ahead", keys: "mark a; : ASKME\ry" },
    { name: "typed ahead, with Enter", keys: "mark a; : ASKME\ry\ry\r" },
    { name: "pasted with the line", keys: "\x1b[200~mark a; : ASKME\x1b[201~\ry" },
  ])("a y $name answers nothing", async ({ keys }) => {
    const { root, terminal } = await shared();
    terminal.type(keys);
    await terminal.see(CHOICES);
    expect(root.marks()).toEqual({});
    await refuse(terminal);
    expect(root.marks()).toEqual({});
  });

  test.each([
    { name: "pasted", keys: "\x1b[200~y\x1b[201~" },
    { name: "pasted without brackets", keys: "y\r" },
    { name: "in a function key", keys: "\x1by" },
  ])("a y $name answers nothing while the question is up", async ({ keys }) => {
    const { root, terminal } = await shared();
    await asked(terminal, "mark a; : ASKME");
    terminal.type(keys);
    await refuse(terminal, "\x03");
    expect(root.marks()).toEqual({});
  });

  test("the screen is as it was, with the line that was typed", async () => {
    const { terminal } = await shared();
    terminal.type("printf 'one\\ntwo\\n'; printf '\\033[1;32mgreen\\033[0m\\n'\r");
    await terminal.see(/green\n<0> $/m);
    await asked(terminal, "echo ran; : ASKME");
    terminal.type("y");
    await terminal.see(/ran\n<0> $/m);
    const rows = terminal.screen().split("\n").filter(Boolean);
    expect(rows.slice(1)).toEqual(["one", "two", "green", "<0> echo ran; : ASKME", "ran", "<0> "]);
  });

  test("explain shows more, and asks on", async () => {
    const { root, terminal } = await shared();
    await asked(terminal, `mark a; : ${"long ".repeat(120)}END ASKME AT:/srv/x`);
    expect(terminal.screen()).not.toContain("END ASKME");
    terminal.type("?");
    await terminal.see("END ASKME");
    await terminal.see("stub on /srv/x");
    terminal.type("y");
    await terminal.until("a", () => root.marks()["a"] === 1);
  });

  test("edit gives the line back, unrun", async () => {
    const { root, terminal } = await shared();
    await asked(terminal, "mark a; : ASKME");
    terminal.type("e");
    await terminal.see(/<126> mark a; : ASKME$/m);
    expect(root.marks()).toEqual({});
    terminal.type("\x7f\x7f\x7f\x7f\x7f\r");
    await terminal.until("a", () => root.marks()["a"] === 1);
  });

  test("the value's origin is told", async () => {
    const { terminal } = await shared();
    terminal.type("export PAGER=evil\r");
    await terminal.see(/PAGER=evil\n<0> $/m);
    terminal.type("true\r");
    await terminal.see(/true\n<0> $/m);
    await asked(terminal, ": $PAGER ASKME");
    await terminal.see("$PAGER was exported two lines ago: export PAGER=evil");
    await refuse(terminal);
  });

  test("resizing redraws the question", async () => {
    const { root, terminal } = await shared();
    await asked(terminal, "mark a; : ASKME");
    terminal.resize(40, 10);
    await terminal.until("the question in its new size", () => {
      const rows = terminal.screen().split("\n");
      return rows.length === 10 && terminal.screen().includes(CHOICES) && rows.every((row) => row.length <= 40);
    });
    terminal.type("y");
    await terminal.until("a", () => root.marks()["a"] === 1);
    terminal.type("stty size\r");
    await terminal.see("10 40");
    terminal.resize(80, 24);
  });

  test("the person's own files are read, and stay in force", async () => {
    const { root, terminal } = await shared();
    terminal.type(`theirs; d=\${ZDOTDIR-unset} h=$HISTFILE; echo "dir=\${d##*/} hist=\${h##*/}."\r`);
    await terminal.until("theirs", () => root.marks()["theirs"] === 1);
    await terminal.see(shell === "zsh" ? "dir=unset hist=history." : "dir=zsh hist=history.");
  });

  test("nobody answering is a no", async () => {
    const { root, terminal } = await open({ env: { TEST_TIMES: '{"timeout":300}' } });
    terminal.type("mark a; : ASKME\r");
    await terminal.see(QUESTION);
    await terminal.see(/<126> $/m);
    expect(root.marks()).toEqual({});
  });

  test("for this session holds until the terminal is closed, and always holds on, for the same thing in the same place", async () => {
    const { root, terminal } = await open();
    await asked(terminal, "mark a; : ASKME AT:/srv/x");
    terminal.type("s");
    await terminal.until("a", () => root.marks()["a"] === 1);
    terminal.type("mark b; : otherwise ASKME AT:/srv/x\r");
    await terminal.until("b", () => root.marks()["b"] === 1);
    expect(loadApprovals(root.state)).toMatchObject([{ scope: "session", effect: "reach", target: "/srv/x" }]);
    await asked(terminal, "mark c; : ASKME AT:/srv/y");
    await refuse(terminal);
    await asked(terminal, "mark d; : ASKME AT:/srv/z");
    terminal.type("a");
    await terminal.until("d", () => root.marks()["d"] === 1);
    await terminal.see(/<0> $/m);
    terminal.type("exit\r");
    await terminal.ended;
    expect(root.marks()).toEqual({ a: 1, b: 1, d: 1 });
    expect(loadApprovals(root.state)).toMatchObject([
      { scope: "always", effect: "reach", rule: "stub", target: "/srv/z", directory: root.work },
    ]);
  });

  test("a shell that is killed while it is asked for takes its question back", async () => {
    const { root, terminal } = await open();
    terminal.type("echo pid $$.\r");
    await terminal.see(/pid \d+\./);
    const pid = Number(/pid (\d+)\./.exec(terminal.screen())?.[1]);
    await asked(terminal, "mark a; : ASKME");
    process.kill(pid, "SIGKILL");
    expect(await terminal.ended).toBe(128 + 9);
    expect(root.marks()).toEqual({});
  });

  test("for a screen reader the question comes on lines of its own", async () => {
    const { root, terminal } = await open({ args: ["--plain"] });
    terminal.type("mark a; : ASKME\r");
    await terminal.see("y: yes, once, s: yes, for this session, a: always, n: no, e: edit, ?: explain?");
    expect(terminal.screen()).toMatch(/heed asks: may this run\?\nmark a; : ASKME\n/);
    expect(terminal.raw()).not.toContain("\x1b[?1049h");
    terminal.type("y");
    await terminal.until("a", () => root.marks()["a"] === 1);
  });
});
