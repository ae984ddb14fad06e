import { existsSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { connect } from "./asking-client.ts";
import { makeRoot, type OuterTerminal, openTerminal, type Root } from "./outer-terminal.ts";

const QUESTION = "heed asks";
const CHOICES = "[n] no";

const roots: Root[] = [];
const opened: OuterTerminal[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((terminal) => terminal.close()));
  for (const root of roots.splice(0)) root.clean();
});

function open(command: readonly string[], prepare: (root: Root) => void = () => {}, size = {}) {
  const root = makeRoot();
  roots.push(root);
  prepare(root);
  const terminal = openTerminal(root, { args: ["--", ...command], ...size });
  opened.push(terminal);
  return { root, terminal };
}

const text = Array.from(
  { length: 200 },
  (_, i) => `${i + 1}: the quick brown \x1b[1;3${i % 8}mfox\x1b[0m jumps\t\u00e9\u754c`,
);

/** Draws like the terminal interfaces that are made with React: on the normal screen, over itself, with the cursor hidden. */
const ink = `
process.stdin.setRawMode(true);
process.stdout.write("\\x1b[?25l\\x1b[?2004h\\x1b[?1004h");
const frame = (n) => ["\\x1b[36m\u256d" + "\u2500".repeat(30) + "\u256e", "\u2502 frame " + n + " \\x1b[1mbold\\x1b[22m", "\u2570" + "\u2500".repeat(30) + "\u256f\\x1b[39m", "> typed: " + typed];
let n = 0, typed = "", height = 0;
function draw() {
  const rows = frame(++n);
  process.stdout.write((height ? "\\x1b[2K\\x1b[1A".repeat(height) + "\\x1b[2K\\x1b[G" : "") + rows.join("\\n") + "\\n");
  height = rows.length;
}
process.stdin.on("data", (d) => { typed += d; draw(); if (String(d) === "q") process.exit(0); });
draw();
`;

interface Program {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  /** What is on the screen when it has drawn itself. */
  readonly drawn: string | RegExp;
  /** Typed then, and what is there after it. */
  readonly keys?: readonly (readonly [keys: string, then: string | RegExp])[];
}

const programs: readonly Program[] = [
  {
    name: "vim, selecting in a split window",
    program: "/usr/bin/vim",
    args: ["-u", "NONE", "-N", "--cmd", "set ruler nocp hlsearch", "text"],
    drawn: "1: the quick",
    keys: [
      [":vsplit\r", /\|1: the quick/],
      ["5GVjj", "VISUAL LINE"],
    ],
  },
  {
    name: "vim, inserting",
    program: "/usr/bin/vim",
    args: ["-u", "NONE", "-N", "text"],
    drawn: "1: the quick",
    keys: [["Gonew text", "new text"]],
  },
  { name: "less", program: "/usr/bin/less", args: ["-f", "text"], drawn: "1: the quick", keys: [["/fox\r", /: ?$/m]] },
  {
    name: "less -R",
    program: "/usr/bin/less",
    args: ["-R", "text"],
    drawn: "1: the quick",
    keys: [["50G", "72: the"]],
  },
  { name: "htop", program: "/usr/bin/htop", args: ["-d", "6000"], drawn: "F10Quit" },
  {
    name: "nano, asking",
    program: "/usr/bin/nano",
    args: ["-I", "text"],
    drawn: "1: the quick",
    keys: [
      ["new", "new"],
      ["\x18", "Save modified buffer"],
    ],
  },
  {
    name: "a React-like interface",
    program: process.execPath,
    args: ["ink.cjs"],
    drawn: "frame 1",
    keys: [["abc", "typed: abc"]],
  },
];

describe("over a full-screen program the question goes without a trace:", () => {
  for (const { name, program, args, drawn, keys = [] } of programs) {
    const isThere = existsSync(program);
    test.skipIf(!isThere)(isThere ? name : `${name} (not installed)`, async () => {
      const { root, terminal } = open([program, ...args], (at) => {
        at.file("work/text", `${text.join("\n")}\n`);
        at.file("work/ink.cjs", ink);
      });
      await terminal.see(drawn);
      for (const [typed, then] of keys) {
        terminal.type(typed);
        await terminal.see(then);
      }
      await terminal.calm();
      const before = terminal.cells();
      const client = await connect(root);
      const answer = client.ask(`echo ${"over ".repeat(40)} ASKME`);
      await terminal.see(CHOICES);
      expect(terminal.cells()).not.toBe(before);
      terminal.type("n");
      expect(await answer).toBe("deny heed: not run.");
      await terminal.unsee(QUESTION);
      await terminal.calm();
      expect(terminal.cells()).toBe(before);
    });
  }
});

describe("meanwhile", () => {
  const counting = "i=0; while [ $i -lt 3000 ]; do i=$((i+1)); echo line $i; done; echo END; : >all; read x; exit 6";

  test("output that streams on is all there afterwards, in order", async () => {
    const { root, terminal } = open(["sh", "-c", `echo READY; while [ ! -e go ]; do sleep 0.02; done; ${counting}`]);
    await terminal.see("READY");
    const client = await connect(root);
    const answer = client.ask("ASKME");
    await terminal.see(CHOICES);
    root.file("work/go", "");
    await expect.poll(() => existsSync(`${root.work}/all`), { timeout: 10_000 }).toBe(true);
    expect(terminal.raw()).not.toContain("line 1\r\n");
    terminal.type("y");
    expect(await answer).toBe("allow");
    await terminal.see("END");
    const lines = [...terminal.raw().matchAll(/line (\d+)\r\n/g)].map((match) => Number(match[1]));
    expect(lines).toEqual(Array.from({ length: 3000 }, (_, i) => i + 1));
    terminal.type("\r");
    expect(await terminal.ended).toBe(6);
  });

  test.each([
    { name: "on the normal screen", before: "", after: "" },
    { name: "on the alternate screen", before: "printf '\\033[?1049h'; ", after: "printf '\\033[?1049l'; " },
  ])("a program that ends takes the question with it $name", async ({ before, after }) => {
    const script = `${before}echo READY; while [ ! -e go ]; do sleep 0.02; done; ${after}echo LAST; exit 7`;
    const { root, terminal } = open(["sh", "-c", script]);
    await terminal.see("READY");
    const client = await connect(root);
    const answer = client.ask("ASKME");
    await terminal.see(CHOICES);
    root.file("work/go", "");
    expect(await terminal.ended).toBe(7);
    await terminal.see("LAST");
    expect(terminal.screen()).not.toContain(QUESTION);
    expect(await Promise.race([answer, Promise.resolve("none")])).not.toBe("allow");
  });

  test("a resized program gets the new size, and the screen is drawn anew after the answer", async () => {
    const { root, terminal } = open(["/usr/bin/less", "-R", "text"], (at) =>
      at.file("work/text", `${text.join("\n")}\n`),
    );
    await terminal.see("1: the quick");
    await terminal.calm();
    const client = await connect(root);
    const answer = client.ask("ASKME");
    await terminal.see(CHOICES);
    terminal.resize(60, 15);
    await terminal.until("the question in its new size", () => terminal.screen().includes(CHOICES));
    terminal.type("n");
    await answer;
    await terminal.unsee(QUESTION);
    // less keeps its first line or its last one: either way one page of them, and its prompt.
    await terminal.until("one page of less", () => {
      const rows = terminal.screen().split("\n");
      const numbers = rows.slice(0, 14).map((row) => Number(/^(\d+): the quick/.exec(row)?.[1]));
      return numbers.every((number, i) => number === (numbers[0] ?? 0) + i) && !rows.at(-1)?.includes("the quick");
    });
  });

  test("a sequence that was cut in two is whole afterwards", async () => {
    const script = "printf 'READY\\033[1;3'; while [ ! -e go ]; do sleep 0.02; done; printf '2mgreen\\033[0m.'; read x";
    const { root, terminal } = open(["sh", "-c", script]);
    await terminal.see("READY");
    const client = await connect(root);
    const answer = client.ask("ASKME");
    await terminal.see(CHOICES);
    root.file("work/go", "");
    terminal.type("n");
    await answer;
    await terminal.see("READYgreen.");
    expect(terminal.screen()).not.toContain("2m");
  });

  test("questions come one after the other, and say how many wait", async () => {
    const { root, terminal } = open(["sh", "-c", "echo READY; read x"]);
    await terminal.see("READY");
    const clients = [await connect(root), await connect(root), await connect(root)] as const;
    const answers = [clients[0].ask("echo one; ASKME"), clients[1].ask("echo two; ASKME")];
    await terminal.see("echo one");
    const last = clients[2].ask("echo three; ASKME");
    await terminal.see(CHOICES);
    terminal.type("y");
    expect(await answers[0]).toBe("allow");
    await terminal.see("heed asks (1 more after this)");
    await terminal.see("echo two");
    await terminal.see(CHOICES);
    terminal.type("n");
    expect(await answers[1]).toBe("deny heed: not run.");
    await terminal.see("echo three");
    await terminal.see(CHOICES);
    terminal.type("y");
    expect(await last).toBe("allow");
    await terminal.see("READY");
  });

  test("answers to what a program asks the terminal reach it", async () => {
    const script = "stty raw -echo; printf 'READY'; while [ ! -e go ]; do sleep 0.02; done; head -c 4 >reply";
    const { root, terminal } = open(["sh", "-c", script]);
    await terminal.see("READY");
    const client = await connect(root);
    const answer = client.ask("ASKME");
    await terminal.see(CHOICES);
    // The terminal's answer to a question that the program had asked just before.
    terminal.type("\x1b[0c");
    root.file("work/go", "");
    await expect.poll(() => existsSync(`${root.work}/reply`), { timeout: 10_000 }).toBe(true);
    terminal.type("\x03");
    await answer;
  });
});
