// biome-ignore-all lint/suspicious/noControlCharactersInRegex: this is what terminals are sent

import { describe, expect, test } from "vitest";
import { createScanner } from "../../src/pty/modes.ts";
import { enter, leave } from "../../src/pty/overlay.ts";

function scan(...chunks: readonly string[]) {
  const heard: string[] = [];
  let drawn = "";
  const scanner = createScanner({
    entered: () => void heard.push("entered"),
    drawn: (bytes) => {
      drawn += Buffer.from(bytes).toString("utf8");
    },
    left: () => {
      heard.push("left");
      drawn = "";
    },
    pasteable: () => void heard.push("pasteable"),
  });
  for (const chunk of chunks) scanner.feed(Buffer.from(chunk));
  return { ...scanner, modes: scanner.modes, heard, drawn };
}

/** Output → what is known after it, however the output is cut. */
const cases: readonly { readonly name: string; readonly output: string; readonly known: object }[] = [
  { name: "nothing", output: "hello\r\n", known: { alternate: false, region: "", keypad: false } },
  { name: "the alternate screen", output: "\x1b[?1049hx", known: { alternate: true } },
  { name: "an older alternate screen", output: "\x1b[?47hx", known: { alternate: true } },
  { name: "and left again", output: "\x1b[?1049hx\x1b[?1049l", known: { alternate: false } },
  { name: "a scroll region", output: "\x1b[2;20r", known: { region: "2;20" } },
  { name: "no restored modes", output: "\x1b[?2r", known: { region: "" } },
  { name: "insert mode", output: "\x1b[4h", known: { insert: true } },
  { name: "the keypad", output: "\x1b=", known: { keypad: true } },
  { name: "line drawing", output: "\x1b(0\x0e", known: { charset: { g0: "0", g1: "B", shifted: true } } },
  { name: "kitty's keyboard", output: "\x1b[>1u\x1b[>5u\x1b[<u", known: { kitty: 1 } },
  { name: "kitty's keyboard, of this screen", output: "\x1b[>1u\x1b[?1049h", known: { kitty: 0 } },
  { name: "other keys", output: "\x1b[>4;2m", known: { otherKeys: "2" } },
  { name: "a reset", output: "\x1b[?1049h\x1b[2;3r\x1b=\x1bc", known: { alternate: false, region: "", keypad: false } },
  { name: "a soft reset", output: "\x1b[?1049h\x1b[2;3r\x1b[!p", known: { alternate: true, region: "" } },
  { name: "no mode in a title", output: "\x1b]0;\x9b?1049h\x07", known: { alternate: false } },
  { name: "no mode in a device control string", output: "\x1bPq[?1049h\x1b\\", known: { alternate: false } },
];

describe("the output tells of", () => {
  test.each(cases)("$name", ({ output, known }) => {
    expect(scan(output).modes).toMatchObject(known);
    for (let cut = 1; cut < output.length; cut++)
      expect(scan(output.slice(0, cut), output.slice(cut)).modes).toMatchObject(known);
    expect(scan(...output).modes).toMatchObject(known);
  });
});

test("The picture is what was drawn since the alternate screen was entered, however it is cut", () => {
  const output = "before\x1b[?1049h\x1b[1;31mred\x1b]0;title\x1b\\\x1b[0m\u00e9nd";
  const picture = "\x1b[?1049h\x1b[1;31mred\x1b]0;title\x1b\\\x1b[0m\u00e9nd";
  expect(scan(output).drawn).toBe(picture);
  for (let cut = 1; cut < output.length; cut++)
    expect(scan(output.slice(0, cut), output.slice(cut)).drawn).toBe(picture);
});

test.each([
  ["\x1b", "\x1b"],
  ["text\x1b[31", "\x1b[31"],
  ["\x1b[31mred", ""],
  ["\x1b]52;c;aGk=", "\x1b]52;c;aGk="],
  ["\x1b]52;c;aGk=\x1b", "\x1b]52;c;aGk=\x1b"],
  ["\x1bPq#0", "\x1bPq#0"],
])("%j leaves %j unfinished", (output, unfinished) => {
  expect(Buffer.from(scan(output).unfinished()).toString()).toBe(unfinished);
});

test("A character whose bytes have not all come is unfinished", () => {
  const scanner = createScanner({ entered() {}, drawn() {}, left() {}, pasteable() {} });
  const euro = Buffer.from("x\u20ac");
  for (const [length, left] of [
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 0],
  ] as const) {
    scanner.feed(euro.subarray(0, length));
    expect(scanner.unfinished().length).toBe(left);
  }
});

describe("around a question", () => {
  const around = (output: string) => {
    const { modes } = scan(output);
    const snapshot = { text: "PICTURE", cursor: { column: 3, row: 4 } };
    return { before: enter(modes), after: leave(modes, modes.alternate ? snapshot : undefined) };
  };

  test("the normal screen is the terminal's to keep", () => {
    const { before, after } = around("");
    expect(before.startsWith("\x1b[?1049h")).toBe(true);
    expect(after).toMatch(/\x1b\[\?1049l\x1b\[\?25h$/);
    expect(after).not.toContain("PICTURE");
  });

  test.each(["1000", "1002", "1003", "1004", "1006", "9001"])("mode %s is off, and on again", (mode) => {
    const { before, after } = around(`\x1b[?${mode}h`);
    expect(before).toContain(`\x1b[?${mode}l`);
    expect(after).toContain(`\x1b[?${mode}h`);
  });

  test("a hidden cursor stays hidden", () => {
    expect(around("\x1b[?25l").after).toMatch(/\x1b\[\?25l$/);
  });

  test("bracketed paste is on, and as it was afterwards", () => {
    expect(around("").before).toContain("\x1b[?2004h");
    expect(around("").after).toContain("\x1b[?2004l");
    expect(around("\x1b[?2004h").after).not.toContain("\x1b[?2004l");
  });

  test("the cursor is placed after region and origin, relative to them", () => {
    const { after } = around("\x1b[?1049h\x1b[3;10r\x1b[?6h");
    expect(after.indexOf("PICTURE")).toBeLessThan(after.indexOf("\x1b[3;10r"));
    expect(after.indexOf("\x1b[3;10r")).toBeLessThan(after.indexOf("\x1b[?6h"));
    expect(after.indexOf("\x1b[?6h")).toBeLessThan(after.indexOf("\x1b[2;3H"));
  });

  test("kitty's flags are pushed and popped on the program's own screen", () => {
    const { before, after } = around("\x1b[?1049h\x1b[>1u");
    expect(before).toContain("\x1b[>0u");
    expect(after).toContain("\x1b[<u");
  });
});
