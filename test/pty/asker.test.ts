import { describe, expect, test } from "vitest";
import { pose, type Question, type Times } from "../../src/pty/asker.ts";
import type { Reply, Sheet } from "../../src/pty/sheet.ts";
import { type HandClock, handClock } from "./clock.ts";

const times: Times = { quiet: 250, grace: 1000, alone: 50, timeout: 600_000, look: 500 };
const READY = "\x1b[0n";

const sheet: Sheet = {
  title: "heed asks",
  asker: "bash 1 in /p",
  line: "git push",
  findings: [],
  origins: [],
  warnings: [],
  choices: [
    { key: "y", label: "yes, once", does: { kind: "yes", scope: "once" } },
    { key: "s", label: "yes, for this session", does: { kind: "yes", scope: "session" } },
    { key: "a", label: "always", does: { kind: "yes", scope: "always" } },
    { key: "n", label: "no", does: { kind: "no" } },
    { key: "e", label: "edit", does: { kind: "edit" } },
    { key: "?", label: "explain", does: "explain" },
  ],
};

interface Posed {
  readonly clock: HandClock;
  readonly question: Question;
  readonly written: string[];
  readonly passed: string[];
  isWanted: boolean;
  type(text: string): void;
  /** Undefined while there is none. */
  answer(): Promise<Reply | undefined>;
}

function posed(): Posed {
  const clock = handClock();
  const written: string[] = [];
  const passed: string[] = [];
  const wanting = { isWanted: true };
  const question = pose(
    { sheet, wanted: () => wanting.isWanted },
    {
      clock,
      times,
      style: { colour: true, plain: false },
      size: () => ({ columns: 80, rows: 24 }),
      write: (text) => void written.push(text),
      pass: (bytes) => void passed.push(Buffer.from(bytes).toString("latin1")),
    },
  );
  return Object.assign(wanting, {
    clock,
    question,
    written,
    passed,
    type: (text: string) => question.input(Buffer.from(text, "latin1")),
    answer: () => Promise.race([question.reply, Promise.resolve().then(() => undefined)]),
  });
}

/** On the screen, and quiet: keys count. */
function armed(): Posed {
  const asking = posed();
  asking.type(READY);
  asking.clock.pass(times.quiet);
  return asking;
}

describe("a key answers", () => {
  const answers: readonly { readonly name: string; readonly keys: string; readonly reply: Reply | undefined }[] = [
    { name: "y", keys: "y", reply: { kind: "yes", scope: "once" } },
    { name: "Y", keys: "Y", reply: { kind: "yes", scope: "once" } },
    { name: "s", keys: "s", reply: { kind: "yes", scope: "session" } },
    { name: "a", keys: "a", reply: { kind: "yes", scope: "always" } },
    { name: "e", keys: "e", reply: { kind: "edit" } },
    { name: "n", keys: "n", reply: { kind: "no" } },
    { name: "Enter", keys: "\r", reply: { kind: "no" } },
    { name: "Ctrl-C", keys: "\x03", reply: { kind: "no" } },
    { name: "Ctrl-D", keys: "\x04", reply: { kind: "no" } },
    { name: "Ctrl-C among other keys", keys: "y\x03y", reply: { kind: "no" } },
    { name: "Escape", keys: "\x1b", reply: { kind: "no" } },
    { name: "Escape pressed twice", keys: "\x1b\x1b", reply: undefined },
    { name: "another letter", keys: "q", reply: undefined },
    { name: "explain", keys: "?", reply: undefined },
    { name: "a letter that is not ASCII", keys: "\xc3\xbf", reply: undefined },
  ];
  test.each(answers)("$name", async ({ keys, reply }) => {
    const asking = armed();
    asking.type(keys);
    asking.clock.pass(times.alone);
    expect(await asking.answer()).toEqual(reply);
  });
});

describe("no answer is", () => {
  const sequences: readonly { readonly name: string; readonly keys: string }[] = [
    { name: "an arrow", keys: "\x1b[A" },
    { name: "a function key", keys: "\x1bOP" },
    { name: "Alt-y", keys: "\x1by" },
    { name: "a mouse event", keys: "\x1b[<0;10;10M" },
    { name: "an old mouse event with a y in it", keys: "\x1b[M yy" },
    { name: "the terminal getting the focus", keys: "\x1b[I" },
    { name: "a pasted y", keys: "\x1b[200~y\x1b[201~" },
    { name: "a pasted y and Enter", keys: "\x1b[200~y\r\x1b[201~" },
    { name: "a y and Enter at once", keys: "y\r" },
    { name: "yy", keys: "yy" },
    { name: "a title that the terminal reports", keys: "\x1b]ly\x1b\\" },
    { name: "a kitty key event", keys: "\x1b[121;1u" },
    { name: "what a terminal says it is", keys: "\x1b[?62;22c" },
  ];
  test.each(sequences)("$name", async ({ keys }) => {
    const asking = armed();
    asking.type(keys);
    asking.clock.pass(5000);
    expect(await asking.answer()).toBeUndefined();
  });

  test.each(sequences)("$name, byte by byte", async ({ keys }) => {
    const asking = armed();
    for (const byte of keys) {
      asking.type(byte);
      asking.clock.pass(1);
    }
    asking.clock.pass(5000);
    expect(await asking.answer()).toBeUndefined();
  });

  test("a y before the terminal has drawn the question", async () => {
    const asking = posed();
    asking.clock.pass(times.quiet);
    asking.type("y");
    asking.type(READY);
    asking.clock.pass(5000);
    expect(await asking.answer()).toBeUndefined();
  });

  test("a y within the quiet that must come first", async () => {
    const asking = posed();
    asking.type(READY);
    asking.clock.pass(times.quiet - 1);
    asking.type("y");
    asking.clock.pass(5000);
    expect(await asking.answer()).toBeUndefined();
  });

  test("a y that never stops coming", async () => {
    const asking = posed();
    asking.type(READY);
    for (let i = 0; i < 100; i++) {
      asking.type("y");
      asking.clock.pass(times.quiet - 1);
    }
    expect(await asking.answer()).toBeUndefined();
  });
});

test("A terminal that does not say when it has drawn is waited for only so long", async () => {
  const asking = posed();
  asking.clock.pass(times.grace + times.quiet);
  asking.type("y");
  asking.clock.pass(times.alone);
  expect(await asking.answer()).toEqual({ kind: "yes", scope: "once" });
});

test("What can be answered is shown once it can", () => {
  const asking = posed();
  expect(asking.written.join("")).not.toContain("yes, once");
  asking.type(READY);
  asking.clock.pass(times.quiet);
  expect(asking.written.join("")).toContain("yes, once");
});

test.each([
  { name: "Nobody answering", act: ({ clock }: Posed) => clock.pass(times.timeout) },
  { name: "The terminal closing", act: ({ question }: Posed) => question.close() },
  {
    name: "Whoever asked being gone",
    act: (asking: Posed) => {
      asking.isWanted = false;
      asking.clock.pass(times.look);
    },
  },
])("$name is a no", async ({ act }) => {
  const asking = posed();
  act(asking);
  expect(await asking.answer()).toEqual({ kind: "no" });
});

test("What the terminal answers to the program goes to the program", () => {
  const asking = posed();
  asking.type("\x1b[?62;22c\x1b[24;80R\x1b]11;rgb:0000/0000/0000\x07\x1bP1$r0m\x1b\\\x1b[?2026;2$y\x1b[?1u");
  asking.type("y\x1b[A\x1b[<0;1;1M\x1b[I");
  expect(asking.passed.join("")).toBe(
    "\x1b[?62;22c\x1b[24;80R\x1b]11;rgb:0000/0000/0000\x07\x1bP1$r0m\x1b\\\x1b[?2026;2$y\x1b[?1u",
  );
});
