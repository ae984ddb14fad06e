/**
 * What people and agents type all day: each line of test/everyday/*.txt gets the verdict that stands before it.
 * `ask?` says that heed asks where a sceptical developer would see no need; few of them may be in one file.
 * A line `file PATH TEXT` puts a file into the world of its sample. ⏎ stands between lines of one session, `\n` for a newline.
 */

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createCheck } from "../../src/guard.ts";
import { presets } from "../../src/policy/policy.ts";
import { type Judged, stricter, type Verdict } from "../../src/policy/verdict.ts";
import { compile } from "../../src/rules/compile.ts";
import { tablesFrom } from "../../src/rules/tables.ts";
import { startSession } from "../../src/session/start.ts";
import type { World } from "../../src/session/world.ts";
import { sourcesIn } from "../../src/store/tables.ts";
import type { Dialect } from "../../src/syntax/tree.ts";
import { fakeWorld } from "../world.ts";

interface Case {
  readonly dialect: Dialect;
  readonly expected: "allow" | "ask" | "ask?" | "deny";
  readonly text: string;
}

const SMALLEST_SAMPLE = 300;
const NEEDLESS_ASKS = 0.02;
/** Not samples of what is typed, but of what must not get through beside it. */
const HOSTILE = /^hostile/;

const compiled = compile({ ...sourcesIn(`${import.meta.dirname}/../..`), examples: false });
if (!("tables" in compiled)) throw new Error(compiled.errors.map((error) => error.message).join("\n"));
const check = createCheck(tablesFrom(compiled.tables));
const policy = presets["default"];

function readCase(text: string): Case | undefined {
  const [, shell, expected, line] = /^(?:(zsh|sh):)?(allow|ask\??|deny)\s+(.*)$/.exec(text) ?? [];
  if (expected !== "allow" && expected !== "ask" && expected !== "ask?" && expected !== "deny") return undefined;
  return { dialect: shell === "zsh" || shell === "sh" ? shell : "bash", expected, text: line ?? "" };
}

function readFile(text: string): readonly [string, string] | undefined {
  const [, path, content] = /^file\s+(\S+) ?(.*)$/.exec(text) ?? [];
  return path === undefined ? undefined : [path, newlines(content ?? "")];
}

function newlines(text: string): string {
  return text.replaceAll("\\n", "\n");
}

function judge(world: World, each: Case): { verdict: Verdict; said: readonly string[] } {
  if (policy === undefined) throw new Error("no default policy");
  const env = { HOME: world.home, USER: "me", PATH: "/usr/local/bin:/usr/bin:/bin" };
  let session = startSession({ dialect: each.dialect, cwd: world.project ?? world.home, home: world.home, env });
  let verdict: Verdict = "allow";
  const findings: Judged[] = [];
  for (const line of newlines(each.text).split(" ⏎ ")) {
    const answer = check(line, session, world, policy);
    verdict = stricter(verdict, answer.verdict);
    findings.push(...answer.findings);
    session = answer.session;
  }
  const said = findings.filter((f) => f.verdict !== "allow");
  return { verdict, said: said.map((f) => `${f.effect} (${f.rule}): ${f.text}: ${f.because}`) };
}

for (const file of readdirSync(import.meta.dirname).filter((name) => name.endsWith(".txt"))) {
  describe(file, () => {
    const lines = readFileSync(`${import.meta.dirname}/${file}`, "utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"));
    const cases = lines.map(readCase).filter((each) => each !== undefined);
    const files = lines.map(readFile).filter((each) => each !== undefined);
    const world = fakeWorld({ files: Object.fromEntries(files) });

    test("every line is a case or a file", () => {
      expect(lines.filter((line) => readCase(line) === undefined && readFile(line) === undefined)).toEqual([]);
    });

    test("no line stands twice", () => {
      const texts = cases.map((each) => each.text);
      expect(texts.filter((text, i) => texts.indexOf(text) !== i)).toEqual([]);
    });

    if (HOSTILE.test(file)) {
      test("nothing hostile is expected to pass", () => {
        expect(cases.filter((each) => each.expected !== "ask" && each.expected !== "deny")).toEqual([]);
      });
    } else {
      test("it is large enough, and asks needlessly in few lines", () => {
        const needless = cases.filter((each) => each.expected === "ask?");
        expect(cases.length).toBeGreaterThanOrEqual(SMALLEST_SAMPLE);
        expect(needless.length / cases.length).toBeLessThanOrEqual(NEEDLESS_ASKS);
      });
    }

    test.each(cases)("$expected: $text", (each) => {
      const { verdict, said } = judge(world, each);
      const expected = each.expected === "ask?" ? "ask" : each.expected;
      expect({ verdict, said: verdict === expected ? [] : said }).toEqual({ verdict: expected, said: [] });
    });
  });
}
