// biome-ignore-all lint/suspicious/noControlCharactersInRegex: this is what terminals are sent

import headless from "@xterm/headless";
import { describe, expect, test } from "vitest";
import { presets } from "../../src/policy/policy.ts";
import type { Judged } from "../../src/policy/verdict.ts";
import { paint, type Style, wrap } from "../../src/pty/paint.ts";
import { sheetOf } from "../../src/pty/sheet.ts";
import type { Session, Variable } from "../../src/session/session.ts";
import { startSession } from "../../src/session/start.ts";
import { known } from "../../src/session/value.ts";

const box: Style = { colour: true, plain: false };

function finding(over: Partial<Judged> = {}): Judged {
  return {
    rule: "git-push-force",
    effect: "remote",
    verdict: "ask",
    line: 0,
    start: 0,
    end: 0,
    text: "git push --force origin main",
    because: "rewrites history that others have",
    instead: "Use --force-with-lease.",
    target: "origin",
    ...over,
  };
}

function session(variables: readonly (readonly [string, Variable])[] = [], lines = 9): Session {
  const begun = startSession({ dialect: "bash", cwd: "/p", env: {}, home: "/h" });
  return { ...begun, variables: new Map(variables), changed: new Set(variables.map(([name]) => name)), lines };
}

const offers = { lasting: true, edit: true, waiting: 0, warnings: [] };
const line = "git push --force origin main";

function sheet(over: { line?: string; findings?: readonly Judged[]; session?: Session } = {}) {
  const subject = { line, findings: [finding()], session: session(), cwd: "/p", shell: "bash", pid: 77, ...over };
  return sheetOf(subject, offers);
}

async function screenOf(text: string, columns: number, rows: number): Promise<string[]> {
  const terminal = new headless.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 100 });
  await new Promise<void>((resolve) => terminal.write(`\x1b[?7l${text}`, resolve));
  const { active } = terminal.buffer;
  return Array.from({ length: active.length }, (_, y) => active.getLine(y)?.translateToString(true) ?? "");
}

const view = { explained: false, page: 0, armed: true };

describe.each([
  { columns: 80, rows: 24 },
  { columns: 40, rows: 10 },
  { columns: 132, rows: 43 },
])("at $columns×$rows a question", (size) => {
  test("shows what would run, why it is asked, and every choice", async () => {
    const screen = (await screenOf(paint(sheet(), size, view, box), size.columns, size.rows)).join(" ");
    const text = screen.replace(/\s+/g, " ");
    for (const part of [
      "heed asks",
      "git push --force origin main",
      "changes something elsewhere",
      "(git-push-force)",
      "rewrites history that others have",
      "[y] yes, once",
      "[s] yes, for this session",
      "[a] always",
      "[n] no",
      "[e] edit",
      "[?] explain",
    ])
      expect(text).toContain(part);
  });

  test("never scrolls the screen", async () => {
    const long = sheet({ line: `echo ${"\u754c".repeat(500)} ${"word ".repeat(300)}` });
    for (const explained of [false, true]) {
      const screen = await screenOf(paint(long, size, { ...view, explained }, box), size.columns, size.rows);
      expect(screen.length).toBe(size.rows);
    }
  });

  test("can be paged through to the end", async () => {
    const many = sheet({ findings: Array.from({ length: 30 }, (_, i) => finding({ text: `part number ${i};` })) });
    let seen = "";
    for (let page = 0; page < 40; page++)
      seen += (await screenOf(paint(many, size, { ...view, page }, box), size.columns, size.rows)).join(" ");
    for (let i = 0; i < 30; i++) expect(seen.replace(/\s+/g, " ")).toContain(`part number ${i};`);
  });
});

test("Control and bidirectional characters are shown, not obeyed", () => {
  const text = paint(
    sheet({
      line: "echo \x1b[2J\u202etxt.exe\u0007",
      findings: [finding({ text: "\x1b]0;x\x07", because: "\x9b5n" })],
    }),
    { columns: 80, rows: 24 },
    { ...view, explained: true },
    box,
  );
  expect(text).toContain("echo \\e[2J\\u{202e}txt.exe\\u{0007}");
  expect(text).not.toContain("\u202e");
  expect(text).not.toContain("\x07");
  expect(text).not.toContain("\x9b");
  expect(text).not.toContain("\x1b[2J");
});

test("Colours are the first sixteen, and none where none are wanted", () => {
  const colours = (style: Style) =>
    [...paint(sheet(), { columns: 80, rows: 24 }, view, style).matchAll(/\x1b\[([\d;]*)m/g)]
      .flatMap(([, numbers = ""]) => numbers.split(";"))
      .filter((number) => !["", "0", "1", "7"].includes(number));
  expect([...new Set(colours(box))]).toEqual(["31"]);
  expect(colours({ ...box, colour: false })).toEqual([]);
});

test("For a screen reader it is lines, without a place on the screen", () => {
  const text = paint(sheet(), { columns: 80, rows: 24 }, view, { colour: false, plain: true });
  expect(text).not.toMatch(/\x1b\[\d*;?\d*H/);
  expect(text.split("\r\n")[1]).toContain("heed asks: may this run?");
  expect(text).toContain("rewrites history that others have.");
});

describe("a value's origin is told", () => {
  const exported = (origin: Variable["origin"], exportedToo = true): Variable => ({
    value: known("/tmp/evil.so"),
    kind: "scalar",
    exported: exportedToo,
    origin,
  });
  const told = (variable: Variable, text = "LD_PRELOAD=/tmp/evil.so") =>
    sheet({ line: "ls", findings: [finding({ text })], session: session([["LD_PRELOAD", variable]]) }).origins;

  test("when an earlier line exported it", () => {
    const from = { kind: "line", line: 5, text: "export LD_PRELOAD=/tmp/evil.so" } as const;
    expect(told(exported(from))).toEqual(["$LD_PRELOAD was exported four lines ago: export LD_PRELOAD=/tmp/evil.so"]);
  });

  test("when an earlier line set it", () => {
    const from = { kind: "line", line: 8, text: "LD_PRELOAD=$x" } as const;
    expect(told(exported(from, false))).toEqual(["$LD_PRELOAD was set one line ago: LD_PRELOAD=$x (/tmp/evil.so)"]);
  });

  test("when no line said it", () => {
    expect(told(exported({ kind: "seen" }))).toEqual([
      "$LD_PRELOAD was changed by something that no line said (/tmp/evil.so)",
    ]);
  });

  test("but not when nothing speaks of it", () => {
    expect(told(exported({ kind: "seen" }), "LD_PRELOADED")).toEqual([]);
  });
});

test("Findings that the policy allows are not asked about", () => {
  expect(sheet({ findings: [finding(), finding({ rule: "quiet", verdict: "allow" })] }).findings).toHaveLength(1);
  expect(presets["default"]?.observe).toBe("allow");
});

describe("wrapping", () => {
  test.each([
    ["one two three", 7, "", ["one two", "three"]],
    ["one two three", 8, "  ", ["  one", "  two", "  three"]],
    ["abcdefghij", 4, "", ["abcd", "efgh", "ij"]],
    ["\u754c\u754c\u754c", 4, "", ["\u754c\u754c", "\u754c"]],
    ["", 4, "", [""]],
  ] as const)("%j to %i", (text, width, indent, rows) => {
    expect(wrap(text, width, indent)).toEqual(rows);
  });
});
