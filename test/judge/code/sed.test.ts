/** What sed scripts do. */

import { describe, expect, test } from "vitest";
import { sed } from "../../../src/judge/code/sed.ts";

describe("a script that only edits its input", () => {
  test.each([
    "s/foo/bar/",
    "s/foo/bar/gp;s|a|b|2",
    "s/a\\/b/c/",
    "s/x/r /",
    "s,[/],_,g",
    "s/[/]/_/g",
    "s/e/w/g",
    "s/a/b/I",
    "s/[]/e]/x/",
    "/pattern/d",
    "/a/,/b/{s/x/y/;p;}",
    "/a/I,+3d",
    "\\,a/b,d",
    "1,10p",
    "0~4d",
    "$d",
    "1!G;h;$!d",
    ":a;N;$!ba;s/\\n/ /g",
    ":a\nN\nba",
    "y/abc/xyz/",
    "y/abcde/wxyzr/",
    "2q",
    "$=",
    "1i hello; e id",
    "a\\\nw out",
    "a one\\\ntwo\n1d",
    "$a\\",
    "# e id\np",
    "#n",
    "",
    "/e/!s/w/e/",
    "{p}",
    "$!{N;D}",
    "1~2 { n ; d }",
    "s/a/b/ ; s/c/d/ # w x",
    "s/x/\\\n/",
    "l 5",
    "s/git reset --hard/safe/",
  ])("%j", (script) => {
    expect(sed(script)).toEqual({
      certain: true,
      reads: [],
      writes: [],
      deletes: [],
      loads: [],
      runs: [],
      sets: [],
      network: false,
      changes: false,
      adds: false,
    });
  });
});

describe("a script that writes or reads files", () => {
  test.each([
    ["s/a/b/w out.txt", [], ["out.txt"]],
    ["s/a/b/gpw out.txt; p", [], ["out.txt; p"]],
    ["s/a/b/w /etc/x", [], ["/etc/x"]],
    ["s/a/b/w /dev/stdout", [], []],
    ["w out\n1d", [], ["out"]],
    ["/x/w a}", [], ["a}"]],
    ["1W out", [], ["out"]],
    ["r in.txt", ["in.txt"], []],
    ["$r /etc/shadow", ["/etc/shadow"], []],
    ["R /dev/stdin", [], []],
    ["1{r a\nw b\n}", ["a"], ["b"]],
    ["s/[/]/w out", [], ["out"]],
    ["s/[/]/w]/w b", [], ["]/w b", "b"]],
  ])("%j", (script, reads, writes) => {
    const report = sed(script);
    expect(report).toMatchObject({ certain: true, reads, writes, runs: [] });
  });
});

describe("a script that runs commands", () => {
  test.each([
    ["1e id", ["id"]],
    ["e rm -rf ~; p", ["rm -rf ~; p"]],
    ["p;1!e id\np", ["id"]],
    ["/x/{e id\n}", ["id"]],
  ])("%j", (script, lines) => {
    expect(sed(script)).toMatchObject({ certain: true, runs: lines.map((text) => ({ kind: "line", text })) });
  });
});

describe("a script that is not certain", () => {
  test.each([
    "e",
    "1e ",
    "s/a/id/e",
    "s/a/b/gew x",
    "s/.*/date/ge",
    "k",
    "s/a/b",
    "s/a",
    "y/a/b",
    "{p",
    "p}",
    "w",
    "pp",
    "s/a/b/k",
    "1,p",
    ":",
  ])("%j", (script) => {
    const { certain, because } = sed(script);
    expect(certain).toBe(false);
    expect(because).toMatch(/./);
  });
});
