/** What is finished, what waits for another line and what is wrong, compared with the shells themselves where they are installed. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the shell has its own

import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { read } from "../../src/syntax/read.ts";
import type { Dialect } from "../../src/syntax/tree.ts";

const unfinished: readonly string[] = [
  "a 'b",
  'a "b',
  "a `b",
  "a $(b",
  "a ${b",
  "a $((1 + ",
  "a <(b",
  'a "$(b "c',
  "if a",
  "if a; then",
  "if a; then b",
  "if a; then b; else",
  "if a; then b; elif c",
  "while a; do b",
  "until a; do",
  "for a in b",
  "for a in b; do c",
  "case a",
  "case a in",
  "case a in b) c",
  "case a in b) c ;;",
  "{ a",
  "{ a; ",
  "(a",
  "(a; b",
  "a() {",
  "a() { b",
  "a()",
  "function a {",
  "((1 + ",
  "a=(b",
  "a=(b\nc",
  "[[ a",
  "[[ a &&",
  "a |",
  "a | b |\n\n",
  "if a; then b; fi |",
  "a 'b\nc",
];

/** The shells accept the end of the text here when it is all there is, but ask for more at a prompt. */
const cutOff: readonly string[] = [
  "a <<E",
  "a <<E\nb",
  "a <<'E'\nb\n",
  "a <<-E\n\tb",
  "a <<E && b\nc",
  "a \\",
  "a b\\\n",
  "a &&\\\n",
];

/** bash does not accept these, zsh takes the end of the text for an empty command. */
const cutOffInZsh: readonly string[] = ["while a", "for a", "a &&", "a ||", "a && b ||", "{ a; } &&"];

const wrong: readonly string[] = [
  ")",
  "a )",
  "fi",
  "then",
  "done",
  "esac",
  "if a; fi",
  "for; do a; done",
  "while a; done",
  "case a b) c;; esac",
  "a | | b",
  "a && || b",
  "&& a",
  "| a",
  "a;; b",
  "a > > b",
  "a >",
  "a 2>&",
  "(a))",
  "a $(b))",
  "if a; then b; fi c",
  "[[ a b ]]",
  "[[ && a ]]",
  "{ a; } b",
];

const finished: readonly string[] = [
  "a",
  "a; b",
  "a;",
  "a &",
  "a # 'b",
  "a # b \\",
  "a 'b\\'",
  "a \\\\",
  "a \\\n b",
  "a\n",
  "\n",
  "if a; then b; fi",
  "if a\nthen b\nfi",
  "for a in b; do c; done",
  "case a in b) c;; esac",
  "case a in esac",
  "a() { b; }",
  "a <<E\nb\nE",
  "a <<E; c\nb\nE\n",
  "a() { b; }; c",
  "[[ a && b ]]",
  "((1 + 1))",
  "a=(b c)",
  "a ${b:-c} $((1)) `d`",
  "{ a; } 2>b",
  "echo if then else",
  "echo }a",
  "a && b | c || d",
  "while a; do b; done < c",
  "until a; do b; done",
];

const zshFinished: readonly string[] = [
  "repeat 2 a",
  "for a (b c) d",
  "for a in b; { c }",
  "foreach a (b) c; end",
  "if [[ a ]] { b } else { c }",
  "if [[ a ]] b",
  "while (( 1 )) { a }",
  "{ a } always { b }",
  "() { a } b",
  "function { a }",
  "a b () { c }",
  "a &! b",
  "a &| b",
  "a >! b",
  "a *(e:'b c':)",
  'a ${(f)"$(b)"}',
  "a ${${b:h}:t} ${b::=c} $=b $~b $b[1] ${(j:,:)b}",
  "a =(b) =ls",
  "a (b|c)*(.)",
  "case a { b) c ;; }",
  "case a in (b|c)d) e ;; esac",
  "typeset -a a=(b) c=d",
  "a <1-3> <->",
  ">a { b }",
  "{a}",
  "a &; b",
];

const zshUnfinished: readonly string[] = [
  "repeat 2; do a",
  "for a (b",
  "foreach a (b) c",
  "if [[ a ]] { b",
  "{ a } always {",
  "() { a",
  "function {",
  "a =(b",
  "a ${(f)",
  'a ${(f)"$(b',
  "case a { b) c",
];

const zshWrong: readonly string[] = [
  "a }",
  "{ a } b",
  "a {b}}",
  "{ a } always b",
  "if [[ a ]] { b } c",
  "for a in b { c }",
  "[[ a =~ b|c ]]",
  "case a in (b)c d;; esac",
];

function accepts(shell: "bash" | "zsh", text: string): boolean {
  const args = shell === "zsh" ? ["-fnc", text] : ["--norc", "-nc", text];
  const { status, stderr } = spawnSync(shell, args, { encoding: "utf8" });
  return status === 0 && !/syntax error|unexpected|expected|parse error|unmatched/.test(stderr);
}

function isInstalled(shell: string): boolean {
  return spawnSync(shell, ["-c", ":"]).status === 0;
}

const tables: readonly (readonly [Dialect & ("bash" | "zsh"), Readonly<Record<string, readonly string[]>>])[] = [
  [
    "bash",
    {
      complete: finished,
      incomplete: [...unfinished, ...cutOffInZsh],
      unreadable: [...wrong, "if; then a; fi", "{ }", "( )"],
    },
  ],
  [
    "zsh",
    {
      complete: [...finished, ...zshFinished],
      incomplete: [...unfinished, ...zshUnfinished],
      unreadable: [...wrong, ...zshWrong],
    },
  ],
];

describe.each(tables)("in %s", (dialect, kinds) => {
  const cases = Object.entries(kinds).flatMap(([kind, texts]) => texts.map((text) => [text, kind] as const));

  test.each(cases)("%j is %s", (text, kind) => {
    expect(read(text, dialect).kind).toBe(kind);
  });

  test.each([...cutOff, ...cutOffInZsh])("%j goes on", (text) => {
    expect(read(text, dialect).kind).toBe("incomplete");
  });

  test.runIf(isInstalled(dialect)).each(cases)("the shell agrees that %j is %s", (text, kind) => {
    expect(accepts(dialect, text)).toBe(kind === "complete");
  });
});
