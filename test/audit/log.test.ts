import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { append, currentFile, filesOf } from "../../src/audit/log.ts";
import { verify } from "../../src/audit/verify.ts";

let directory = "";
beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), "heed-audit-")), "state", "heed");
});
afterEach(() => {
  rmSync(join(directory, "../.."), { recursive: true });
});

function fill(count: number, options = { bytes: 1 << 20, files: 8, wait: 1000 }): void {
  for (let i = 0; i < count; i++)
    expect(append(directory, { number: i, text: "é\ud83d\ude00\n" }, options)).toBeUndefined();
}

const problems = () => verify(directory).problems;

/** Changes the current file's lines. */
function edit(change: (lines: string[]) => string[]): void {
  const lines = readFileSync(currentFile(directory), "utf8").split("\n").filter(Boolean);
  writeFileSync(
    currentFile(directory),
    change(lines)
      .map((line) => `${line}\n`)
      .join(""),
  );
}

test("a log that nobody has written is whole and empty", () => {
  expect(verify(directory)).toMatchObject({ entries: 0, problems: [] });
  expect(existsSync(directory)).toBe(false);
});

test("only its owner may read the log", () => {
  fill(1);
  expect(statSync(currentFile(directory)).mode & 0o777).toBe(0o600);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
});

describe("after an honest life the log verifies:", () => {
  test("many entries", () => {
    fill(20);
    expect(verify(directory)).toMatchObject({ entries: 20, problems: [], head: { seq: 20 } });
  });

  test("files put aside, the oldest thrown away", () => {
    fill(60, { bytes: 1500, files: 2, wait: 1000 });
    expect(filesOf(directory)).toHaveLength(3);
    expect(problems()).toEqual([]);
    expect(verify(directory).head.seq).toBe(60);
    expect(verify(directory).entries).toBeLessThan(60);
  });

  test("a writer killed in the middle of a line", () => {
    fill(3);
    appendFileSync(currentFile(directory), '{"seq":4,"half');
    expect(problems()).toEqual([]);
    fill(1);
    expect(verify(directory)).toMatchObject({ entries: 4, problems: [] });
  });

  test("a writer killed between entry and receipt", () => {
    fill(3);
    const receipt = readFileSync(join(directory, "audit.head"));
    fill(1);
    writeFileSync(join(directory, "audit.head"), receipt);
    expect(problems()).toEqual([]);
    fill(1);
    expect(verify(directory)).toMatchObject({ entries: 5, problems: [] });
  });

  test("a lock whose holder is dead", () => {
    fill(1);
    const namespace = process.platform === "linux" ? readlinkSync("/proc/self/ns/pid") : "";
    const dead = { nonce: "x", pid: 2 ** 22 + 1, started: "1", namespace };
    writeFileSync(join(directory, "audit.lock"), JSON.stringify(dead));
    fill(1);
    expect(problems()).toEqual([]);
    expect(existsSync(join(directory, "audit.lock"))).toBe(false);
  });
});

describe("a log that was tampered with says where:", () => {
  const cases: { readonly [name: string]: readonly [change: () => void, problem: RegExp] } = {
    "a changed entry": [
      () => edit((lines) => lines.map((line, i) => (i === 2 ? line.replace('"number":2', '"number":7') : line))),
      /^audit\.jsonl:3: not as it was written/,
    ],
    "a removed entry": [() => edit((lines) => lines.toSpliced(2, 1)), /^audit\.jsonl:3: entry 4 where 3 was due/],
    "entries in another order": [
      () => edit((lines) => [lines[1], lines[0], ...lines.slice(2)].filter((line) => line !== undefined)),
      /^audit\.jsonl:1: entry 2 where 1 was due/,
    ],
    "an entry from another log": [
      () => edit((lines) => lines.map((line, i) => (i === 2 ? foreign() : line))),
      /does not follow/,
    ],
    "a removed end": [() => edit((lines) => lines.slice(0, -2)), /entry 6 is not what its receipt says, or is missing/],
    "a removed end, and a new entry": [
      () => {
        edit((lines) => lines.slice(0, -2));
        fill(1);
      },
      /entry 7 where 5 was due/,
    ],
    "an emptied file": [() => truncateSync(currentFile(directory)), /entry 6 is not what/],
    "a removed file": [() => rmSync(currentFile(directory)), /entry 6 is not what/],
    "a removed receipt": [() => rmSync(join(directory, "audit.head")), /audit\.head: missing/],
    "a broken receipt": [() => writeFileSync(join(directory, "audit.head"), "no"), /audit\.head: not a receipt/],
  };
  test.each(Object.entries(cases))("%s", (_name, [change, problem]) => {
    fill(6);
    change();
    expect(problems().join("\n")).toMatch(problem);
  });

  describe("in the files put aside:", () => {
    const aside = (number: number) => join(directory, `audit.00000${number}.jsonl`);
    const linesOf = (file: string) => readFileSync(file, "utf8").split("\n");
    const swap = () => {
      renameSync(aside(2), join(directory, "x"));
      renameSync(aside(3), aside(2));
      renameSync(join(directory, "x"), aside(3));
    };
    const cases: { readonly [name: string]: readonly [change: () => void, problem: RegExp] } = {
      "a removed one": [() => rmSync(aside(2)), /^audit\.000003\.jsonl:1: entry \d+ where \d+ was due/],
      "the oldest removed": [() => rmSync(aside(1)), /^audit\.000002\.jsonl:1: entry \d+ where 1 was due/],
      "the newest removed": [
        () => rmSync(filesOf(directory).at(-2) ?? ""),
        /^audit\.jsonl:1: entry \d+ where \d+ was due/,
      ],
      "two swapped": [swap, /^audit\.000002\.jsonl:1: entry \d+ where \d+ was due/],
      "one cut": [
        () => writeFileSync(aside(2), linesOf(aside(2)).slice(0, -2).join("\n").concat("\n")),
        /^audit\.000003\.jsonl:1: entry \d+ where \d+ was due/,
      ],
      "one whose last line is cut": [
        () => writeFileSync(aside(2), readFileSync(aside(2)).subarray(0, -20)),
        /^audit\.000003\.jsonl:1: entry \d+ where \d+ was due/,
      ],
      "an edited entry": [
        () =>
          writeFileSync(
            aside(2),
            linesOf(aside(2))
              .map((line) => line.replace('"number"', '"member"'))
              .join("\n"),
          ),
        /^audit\.000002\.jsonl:1: not as it was written/,
      ],
      "a copy of one": [
        () => copyFileSync(aside(3), join(directory, "audit.000004.jsonl")),
        /entry \d+ where \d+ was due/,
      ],
    };
    test.each(Object.entries(cases))("%s", (_name, [change, problem]) => {
      fill(30, { bytes: 1000, files: 8, wait: 1000 });
      expect(filesOf(directory).length).toBeGreaterThan(4);
      expect(problems()).toEqual([]);
      change();
      expect(problems().join("\n")).toMatch(problem);
    });
  });

  describe("and goes on being written:", () => {
    const cases: { readonly [name: string]: () => void } = {
      "what is no text": () => writeFileSync(currentFile(directory), Buffer.from([0xff, 0, 0x0a, 0xfe, 0x0a])),
      "half a line": () => truncateSync(currentFile(directory), 100),
      "an empty receipt": () => writeFileSync(join(directory, "audit.head"), ""),
      "a lock that is none": () => writeFileSync(join(directory, "audit.lock.x.1"), "no"),
    };
    test.each(Object.entries(cases))("%s", (_name, change) => {
      fill(3);
      change();
      fill(2);
      const kept = readFileSync(currentFile(directory), "latin1").split("\n").slice(-3, -1);
      expect(kept.map((line) => JSON.parse(Buffer.from(line, "latin1").toString()).number)).toEqual([0, 1]);
    });
  });

  test("a chain written anew does not have a receipt kept elsewhere", () => {
    fill(3);
    const kept = verify(directory).head;
    expect(verify(directory, kept).problems).toEqual([]);
    rmSync(directory, { recursive: true });
    for (let i = 0; i < 5; i++) append(directory, { number: i, text: "something else" });
    expect(problems()).toEqual([]);
    expect(verify(directory, kept).problems.join()).toMatch(/entry 3 is not what its receipt says/);
  });
});

// Whoever is root may write everywhere.
test.skipIf(process.getuid?.() === 0)("a log that nobody can write is verified all the same", () => {
  fill(3);
  chmodSync(directory, 0o500);
  expect(append(directory, {})).toMatch(/permission denied$/);
  expect(verify(directory)).toMatchObject({ entries: 3, problems: [] });
  chmodSync(directory, 0o700);
});

test("a log that cannot be written is said to be lost, and nothing is thrown", () => {
  fill(1);
  const file = join(directory, "not-a-directory");
  writeFileSync(file, "");
  expect(append(join(file, "below"), {})).toBe(`${file}/below: not a directory`);
});

function foreign(): string {
  const other = mkdtempSync(join(tmpdir(), "heed-audit-"));
  for (let i = 0; i < 3; i++) append(other, { number: i });
  const line = readFileSync(currentFile(other), "utf8").split("\n")[2] ?? "";
  rmSync(other, { recursive: true });
  return line;
}
