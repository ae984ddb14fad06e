import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { makeRoot, type Options, openTerminal } from "./outer-terminal.ts";

const root = makeRoot();
afterAll(() => root.clean());

const inside = (script: string, options: Options = {}) =>
  openTerminal(root, { ...options, args: ["--", "sh", "-c", script] });

describe("a program ends as it would without heed", () => {
  test.each([
    { name: "well", script: "exit 0", status: 0 },
    { name: "with a status", script: "exit 3", status: 3 },
    { name: "with the highest status", script: "exit 255", status: 255 },
    { name: "killed", script: "kill -KILL $$", status: 128 + 9 },
    { name: "terminated", script: "kill -TERM $$", status: 128 + 15 },
    { name: "hung up", script: "kill -HUP $$", status: 128 + 1 },
    { name: "leaving somebody behind", script: "(trap '' HUP; sleep 30) & exit 4", status: 4 },
  ])("$name", async ({ script, status }) => {
    expect(await inside(script).ended).toBe(status);
  });
});

describe("bytes come out as they went in", () => {
  const outputs: readonly { readonly name: string; readonly bytes: string }[] = [
    { name: "the alternate screen", bytes: "\x1b[?1049h\x1b[2Jfull\x1b[?1049l" },
    { name: "mouse and paste modes", bytes: "\x1b[?1000;1006h\x1b[?2004h\x1b[?1000;1006l\x1b[?2004l" },
    { name: "the clipboard", bytes: "\x1b]52;c;aGVsbG8=\x07" },
    { name: "an image", bytes: `\x1bPq"1;1;6;6#0;2;0;0;0${"#0~~~~~~-".repeat(2000)}\x1b\\` },
    { name: "kitty's keys", bytes: "\x1b[>1u\x1b[?u\x1b[<u" },
    { name: "bare line feeds and carriage returns", bytes: "a\nb\rc\r\nd" },
    { name: "bytes that are no text", bytes: "\x00\x01\x80\xa0\xc3\xfe\xff" },
  ];
  test.each(outputs)("$name", async ({ bytes }) => {
    const file = join(root.work, "bytes");
    writeFileSync(file, Buffer.from(bytes, "latin1"));
    // The outer pty is one that a test made: its own translation is off, as it is while heed holds it.
    const terminal = inside(`stty raw; cat '${file}' >&1; printf END`);
    await terminal.ended;
    expect(terminal.raw()).toBe(`${Buffer.from(bytes, "latin1").toString("utf8")}END`);
  });

  test("every key, control keys among them", async () => {
    const keys = `${Array.from({ length: 127 }, (_, i) => String.fromCharCode(i + 1)).join("")}\u00e9\u20ac\u{1f600}`;
    const file = join(root.work, "keys");
    const terminal = inside(`stty raw -echo; printf READY; head -c ${Buffer.byteLength(keys)} >'${file}'`);
    await terminal.see("READY");
    terminal.type(keys);
    expect(await terminal.ended).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(keys);
  });

  test("a paste longer than a terminal takes at once", async () => {
    const file = join(root.work, "paste");
    const terminal = inside(`stty raw -echo; printf READY; head -c 300000 >'${file}'`);
    await terminal.see("READY");
    terminal.type("0123456789".repeat(30_000));
    expect(await terminal.ended).toBe(0);
    expect(readFileSync(file, "utf8")).toBe("0123456789".repeat(30_000));
  });

  test("all output of a program that ends at once", async () => {
    const terminal = inside("seq 1 60000");
    await terminal.ended;
    const lines = terminal.raw().split("\r\n");
    expect(lines.length).toBe(60_001);
    expect(lines[59_999]).toBe("60000");
  });
});

describe("the terminal is the person's", () => {
  test("its size is told, and told again when it changes", async () => {
    const terminal = inside("trap 'stty size; exit' WINCH; stty size; while :; do sleep 0.05; done", {
      columns: 91,
      rows: 17,
    });
    await terminal.see("17 91");
    terminal.resize(50, 12);
    await terminal.see("12 50");
    expect(await terminal.ended).toBe(0);
  });

  test("its settings are the same inside, and afterwards", async () => {
    const script = join(root.path, "terminal-guard.mjs");
    const run = `stty -echoctl erase ^H; stty -g; '${process.execPath}' '${script}' '${root.path}' -- stty -g; stty -g`;
    const terminal = openTerminal(root, { instead: ["sh", "-c", run] });
    expect(await terminal.ended).toBe(0);
    const [before, within, after] = terminal.raw().split("\r\n");
    expect(within).toBe(before);
    expect(after).toBe(before);
  });

  test("TERM and everything else in the environment is the same, but for what guards the shells", async () => {
    const names = (text: string) =>
      new Map(
        text
          .split("\r\n")
          .filter((line) => line.includes("="))
          .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)] as const),
      );
    const env = {
      TERM: "screen-256color",
      COLORTERM: "truecolor",
      TMUX: "/tmp/x,1,2",
      TERM_PROGRAM: "some",
      SHLVL: "1",
    };
    const plain = openTerminal(root, { instead: ["env"], env });
    await plain.ended;
    const guarded = openTerminal(root, { args: ["--", "env"], env });
    await guarded.ended;
    const [without, within] = [names(plain.raw()), names(guarded.raw())];
    const changed = [...within].filter(([name, value]) => without.get(name) !== value).map(([name]) => name);
    expect(changed.sort()).toEqual([
      "BASH_ENV",
      "HEED_ASK",
      "HEED_DIR",
      "HEED_PORT",
      "HEED_SHELL",
      "TEST_SHELL",
      "ZDOTDIR",
    ]);
    expect([...without.keys()].filter((name) => !within.has(name))).toEqual([]);
    for (const value of within.values()) expect(value).not.toMatch(/[0-9a-f]{32}/i);
  });

  test("signals sent to heed are the program's", async () => {
    const terminal = inside("trap 'echo got TERM; exit 5' TERM; echo READY; while :; do sleep 0.05; done");
    await terminal.see("READY");
    process.kill(terminal.pid, "SIGTERM");
    await terminal.see("got TERM");
    expect(await terminal.ended).toBe(5);
  });

  test("when it goes away, so does what runs in it", async () => {
    const file = join(root.work, "hung-up");
    const terminal = inside(`trap 'echo yes >"${file}"; exit' HUP; echo READY; while :; do sleep 0.05; done`);
    await terminal.see("READY");
    process.kill(terminal.pid, "SIGHUP");
    await terminal.ended;
    expect(readFileSync(file, "utf8")).toBe("yes\n");
  });

  test("when heed is killed, nothing is left running in it", async () => {
    const terminal = inside("echo pid $$.; exec sleep 300");
    await terminal.see(/pid \d+\./);
    const pid = Number(/pid (\d+)\./.exec(terminal.screen())?.[1]);
    await terminal.close();
    await expect.poll(() => alive(pid), { timeout: 10_000 }).toBe(false);
  });
});

function alive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

describe("jobs", () => {
  test("stop, go on and are interrupted", async () => {
    root.file("home/.bashrc", "PS1='<$?> '\n");
    const terminal = openTerminal(root);
    await terminal.see("<0> ");
    terminal.type("sh -c 'echo started; exec sleep 300'\r");
    await terminal.see(/^started$/m);
    terminal.type("\x1a");
    await terminal.see(`<${128 + 20}> `);
    terminal.type("fg\r");
    await terminal.see(/fg\nsh -c/);
    terminal.type("\x03");
    await terminal.see(`<${128 + 2}> `);
    terminal.type("exit 9\r");
    expect(await terminal.ended).toBe(9);
  });
});
