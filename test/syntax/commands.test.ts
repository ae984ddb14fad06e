/** Every construct of the grammar, and what the tree says of it. New cases are new lines. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the shell has its own

import { describe, expect, test } from "vitest";
import { read } from "../../src/syntax/read.ts";
import type { Command } from "../../src/syntax/tree.ts";
import { outlineList } from "./outline.ts";

type Cases = readonly (readonly [text: string, outline: string])[];

const everywhere: Cases = [
  ["", ""],
  ["# a", ""],
  ["a # b; c", "a"],
  ["a#b", "a#b"],
  ["a; b & c", "a; b &; c"],
  ["a &\nb", "a &; b"],
  ["a\n\nb\n", "a; b"],
  ["a && b || c", "a && b || c"],
  ["a &&\n\nb", "a && b"],
  ["a | b |& c", "a | b |& c"],
  ["! a | b", "! a | b"],
  ["time a", "time a"],
  ["a \\\n b", "a b"],
  ["a=1 b=$c d e=f", "a=1 b=$c d e=f"],
  ["a=", "a="],
  ["a+=b", "a+=b"],
  ["a[1]=b", "a['1']=b"],
  ["a=(b 'c d' $e)", "a=(b 'c d' $e)"],
  ["a=(\nb # c\nd\n)", "a=(b d)"],
  ["a=([b]=c [$d]=e)", "a=(['b']=c [$d]=e)"],
  ["a+=(b)", "a+=(b)"],
  ["export a=b c=~/d e", "export @a=b @c=~/d e"],
  ["declare -a a=(b c)", "declare -a @a=(b c)"],
  ["a >b 2>&1 <c >>d", "a >b 2>&1 <c >>d"],
  [">a b", "b >a"],
  ["a &>b &>>c >|d <>e", "a &>b &>>c >|d <>e"],
  ["exec {a}>b", "exec {a}>b"],
  ["a 3>b >&- 2>&3", "a 3>b >&- 2>&3"],
  ['a <<<"$b"', 'a <<<"$b"'],
  ["a > b", "a >b"],
  ["{ a; b; }", "{group a; b}"],
  ["{ a; } >b | c", "{group a} >b | c"],
  ["(a; b) 2>c", "{subshell a; b} 2>c"],
  ["if a; then b; fi", "{if {a} {b}}"],
  ["if a; then b; elif c; then d; else e; fi >f", "{if {a} {b} {c} {d} else {e}} >f"],
  ["while a; do b; done <c", "{while {a} {b}} <c"],
  ["until a\ndo b\ndone", "{until {a} {b}}"],
  ["for a in b $c 'd'; do e; done", "{for a (b $c 'd') {e}}"],
  ["for a; do b; done", "{for a {b}}"],
  ["for a do b; done", "{for a {b}}"],
  ["for a in; do b; done", "{for a () {b}}"],
  ["for a\nin b\ndo c\ndone", "{for a (b) {c}}"],
  ["for ((a=0;a<$b;a++)); do c; done", "{for (('a=0';'a<'$b;'a++')) {c}}"],
  ["for ((;;)); do a; done", "{for ((;;)) {a}}"],
  ["select a in b; do c; done", "{select a (b) {c}}"],
  ["case $a in b) c ;; (d|e*) f ;& *) ;; esac", "{case $a b) {c};; d|e*) {f};& *) {};;}"],
  ["case a in b) c; esac >d", "{case a b) {c};;} >d"],
  ["a() { b; }", "{function a() {group b}}"],
  ["a () ( b )", "{function a() {subshell b}}"],
  ["a() { b; } >c", "{function a() {group b} >c}"],
  ["function a { b; }", "{function a() {group b}}"],
  ["function a() { b; }", "{function a() {group b}}"],
  ["a()\n{ b; }", "{function a() {group b}}"],
  ["[[ a ]]", "[[ a ]]"],
  ["[[ -f $a && ! b == c* ]]", "[[ (-f $a && ! b == c*) ]]"],
  ["[[ a -lt b || ( c != d && -n e ) ]]", "[[ (a -lt b || (c != d && -n e)) ]]"],
  ["[[ a =~ ^b[0-9]+$ ]]", "[[ a =~ ^b[0-9]+$ ]]"],
  ["[[ a =~ (b|c) ]]", "[[ a =~ (b|c) ]]"],
  ["[[ 'a[$(b)]' -eq 0 ]]", "[[ 'a[$(b)]' -eq 0 ]]"],
  ["[[ a < b ]]", "[[ a < b ]]"],
  ["[[ a\n&& b ]]", "[[ (a && b) ]]"],
  ["((a += $b))", "(('a += '$b))"],
  ["(( a )) && b", "((' a ')) && b"],
  ["echo if then", "echo if then"],
  ["echo {a,b} {}", "echo {a,b} {}"],
  ["a;b|c&&d", "a; b | c && d"],
  ["$(a) b", "$(a) b"],
  ['"a" b', '"a" b'],
  ["\\a b", "'a' b"],
  ["a\tb", "a b"],
  ["find . -exec a {} \\;", "find . -exec a {} ';'"],
];

const bash: Cases = [
  ["time -p ! a", "time ! a"],
  ["! ! a", "a"],
  ["!", "! "],
  ["coproc a b", "{coproc COPROC a b}"],
  ["coproc a { b; }", "{coproc a {group b}}"],
  ["case a in b) c ;;& *) d ;; esac", "{case a b) {c};;& *) {d};;}"],
  ["[[ a == @(b|$c) ]]", "[[ a == @(b|$c) ]]"],
  ["case a in @(b|c)) d ;; esac", "{case a @(b|c)) {d};;}"],
  ["! (a)", "! {subshell a}"],
  ["local a=b", "local @a=b"],
  ["a >&b", "a >&b"],
  ["a 10>b", "a 10>b"],
  ["a[b]", "a[b]"],
];

const zsh: Cases = [
  ["repeat 3 a", "{repeat (3) {a}}"],
  ["repeat $a { b }", "{repeat ($a) {b}}"],
  ["repeat 2; do a; done", "{repeat (2) {a}}"],
  ["for a (b c) d", "{for a (b c) {d}}"],
  ["for a (b c) { d; e }", "{for a (b c) {d; e}}"],
  ["for a (b\nc) d && e; f", "{for a (b c) {d && e}}; f"],
  ["for a in b c; { d }", "{for a (b c) {d}}"],
  ["for a b (c d) e", "{for a b (c d) {e}}"],
  ["for a b in c d; do e; done", "{for a b (c d) {e}}"],
  ["foreach a (b c) d; e; end", "{for a (b c) {d; e}}"],
  ["for ((a=0;a<1;a++)) b", "{for (('a=0';'a<1';'a++')) {b}}"],
  ["select a (b) c", "{select a (b) {c}}"],
  ["if [[ a ]] { b } else { c }", "{if {[[ a ]]} {b} else {c}}"],
  ["if [[ a ]] { b } elif (( c )) { d } else { e }", "{if {[[ a ]]} {b} {((' c '))} {d} else {e}}"],
  ["if [[ a ]] b; c", "{if {[[ a ]]} {b}}; c"],
  ["if (( a )) b", "{if {((' a '))} {b}}"],
  ["while [[ a ]] { b }", "{while {[[ a ]]} {b}}"],
  ["while (( a-- )) b", "{while {((' a-- '))} {b}}"],
  ["until (a) { b }", "{until {{subshell a}} {b}}"],
  ["{ a } always { b }", "{group a always {b}}"],
  ["{ a } always { b } >c", "{group a always {b}} >c"],
  ["{ a }", "{group a}"],
  ["{a}", "{group a}"],
  ["{a b}; c", "{group a b}; c"],
  ["{a}>b", "{group a} >b"],
  [">a {b}>c", "{group b} >a >c"],
  [">a { b }", "{group b} >a"],
  ["() { a } b 'c'", "{function () {group a}} b 'c'"],
  ["function { a } b", "{function () {group a}} b"],
  ["() a", "{function () a}"],
  ["() { a } b >c d", "{function () {group a} >c} b d"],
  ["a b () { c }", "{function a b() {group c}}"],
  ["function a b { c }", "{function a b() {group c}}"],
  ["a() b; c", "{function a() b}; c"],
  ["a &! b", "a &; b"],
  ["a &| b", "a &; b"],
  ["a &!", "a &"],
  ["a >!b >>!c", "a >|b >>c"],
  ["a >&!b &>!c", "a &>b &>c"],
  ["a >>&b &>>|c", "a &>>b &>>c"],
  ["a 2>&1", "a 2>&1"],
  ["a 12>b", "a 12 >b"],
  ["case a { b) c ;; }", "{case a b) {c};;}"],
  ["case a in b) c ;| *) d ;; esac", "{case a b) {c};;& *) {d};;}"],
  ["case a in (b|c)*) d ;; esac", "{case a (b|c)*) {d};;}"],
  ["case a in (b|c)) d ;; esac", "{case a (b|c)) {d};;}"],
  ["[[ a == (b|c)* ]]", "[[ a == (b|c)* ]]"],
  ["coproc a b", "{coproc COPROC a b}"],
  ["noglob a *", "noglob a *"],
  ["nocorrect a=1 b", "a=1 nocorrect b"],
  ["- a", "- a"],
  ["builtin a", "builtin a"],
  ["a =b", "a =b"],
  ["diff =(a) <(b)", "diff =(a) <(b)"],
  ["ls *(.)", "ls *(.)"],
  ["ls (a|b).c", "ls (a|b).c"],
  ["print -z a", "print -z a"],
  ["path=(a $path)", "path=(a $path)"],
  ["typeset -a a=(b c) d=e", "typeset -a @a=(b c) @d=e"],
  ["a={b,c}", "a={b,c}"],
  ["a=b}", "a=b}"],
  ["a=~b:~c", "a=~b:~c"],
  ["a b >c <<<d", "a b >c <<<d"],
  ["if a; then b; fi", "{if {a} {b}}"],
];

const dialects = {
  bash: [...everywhere, ...bash],
  // What a POSIX shell would run as commands is refused there: guards.test.ts.
  sh: everywhere.filter(([text]) => !/^function|^\(\(|^\[\[|^\(\( /.test(text)),
  zsh: [...everywhere, ...zsh],
};

describe.each(Object.entries(dialects))("commands in %s", (dialect, cases) => {
  test.each(cases)("%s", (text, outline) => {
    const parsed = read(text, dialect as "bash" | "sh" | "zsh");
    expect(parsed.kind).toBe("complete");
    expect(outlineList(parsed.body)).toBe(outline);
  });
});

function firstCommand(text: string, dialect: "bash" | "zsh"): Command | undefined {
  return read(text, dialect).body.items[0]?.command;
}

const sources: Cases = [
  ["a() { b; } # c", "a() { b; }"],
  ["a() { b; } >c; d", "a() { b; } >c"],
  ['function a\n{\n  b "c"\n}\nd', 'function a\n{\n  b "c"\n}'],
  ["a() (b) | c", "a() (b)"],
  ["a() { b <<E\nc\nE\n}", "a() { b <<E\nc\nE\n}"],
];

describe.each(["bash", "zsh"] as const)("the source of a function in %s", (dialect) => {
  test.each(sources)("%s", (text, source) => {
    let command = firstCommand(text, dialect);
    if (command?.kind === "pipeline") [command] = command.parts;
    expect(command?.kind === "function" && command.source).toBe(source);
  });
});

test("a function keeps the here-document of its own redirection", () => {
  const command = firstCommand("a() { b; } <<E\nc\nE", "bash");
  expect(command?.kind === "function" && command.source).toBe("a() { b; } <<E\nc\nE");
});

test("an extended glob is a pattern where the option is set", () => {
  const parsed = read("ls !(a|*.b) @(c)d", "bash", { extglob: true });
  expect(parsed.kind).toBe("complete");
  expect(outlineList(parsed.body)).toBe("ls !(a|*.b) @(c)d");
});

test("interactive zsh may take a number sign as text", () => {
  const parsed = read("a # b; c", "zsh", { comments: false });
  expect(outlineList(parsed.body)).toBe("a # b; c");
});
