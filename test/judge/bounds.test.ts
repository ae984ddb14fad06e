/**
 * Lines made to be endless work. Each is answered, and one that hides a deletion behind the work is not allowed.
 * What bounds them is counted work; a line that is not bounded runs into the test's own limit.
 */

import { expect, test } from "vitest";
import type { Dialect } from "../../src/syntax/tree.ts";
import { judge } from "./session-of-lines.ts";

const many = (count: number, piece: (i: number) => string, between = ""): string =>
  Array.from({ length: count }, (_, i) => piece(i)).join(between);
const again = (text: string, count: number) => text.repeat(count);
const letters = [..."abcdefghijklmnopqrstuvw"];

const endless: { readonly [what: string]: string } = {
  "a default in a default": `${again("${a:-", 3_000)}x${again("}", 3_000)}`,
  "a value that doubles": `a=xxxx;${again('a="$a$a";', 60)}eval "$a"`,
  "code that doubles": `a='x;';${again('a="$a$a";', 20)}eval "$a"`,
  "braces in every place": `x ${again("{a,b}", 40)}`,
  "a range without end": "for i in {1..1000000000}; do x $i; done",
  "loops in loops": `${again("for i in 1 2 3 4 5 6 7 8 9; do ", 9)}x$i;${again("done;", 9)}`,
  "open loops in open loops": `${again("while x; do ", 100)}y;${again("done;", 100)}`,
  "branches that never join": many(300, () => "if x; then a=$a$RANDOM; else cd b; fi", ";"),
  "functions that call twice": many(24, (i) => `f${i}() { f${i + 1}; f${i + 1}; }`, ";").concat("; f0"),
  "a function that calls itself": "f() { f $1 a; f $1 b; }; f",
  "aliases of aliases": `${many(30, (i) => `alias a${i}='a${i + 1}; a${i + 1}'`, ";")}\na0`,
  "numbers that are sums of numbers": `${letters.map((a, i) => `${a}=${letters[i + 1] ?? 1}+${letters[i + 1] ?? 1}`).join(";")};echo $((a))`,
  "a power": "x $((2**9999999999)) $((9**9**9))",
  "a loop that counts": "for ((i = 0; i < 1000000000; i++)); do a=$a$i; done",
  "an index": "a[999999999]=1; x ${a[@]}",
  "a width": "printf -v x '%1000000000s' a; x $x",
  "a search that goes back": `x=${again("a", 5_000)}; [[ $x =~ ^(a+)+$ ]]; case $x in ${again("*a", 300)}b) y;; esac; x \${x##${again("*a", 60)}b}`,
  "a text replaced by longer ones": `x=${again("a", 50_000)}; ${again("x=${x//a/aa};", 20)}`,
  "subshells in subshells": `${again("(", 5_000)}x${again(")", 5_000)}`,
  "substitutions in substitutions": `${again("$(", 3_000)}x${again(")", 3_000)}`,
  "arithmetic in parentheses": `x $((${again("(", 5_000)}1${again(")", 5_000)}))`,
  "a wrapper around a wrapper": `${again("env ", 20_000)}x`,
  "a shell in a shell": Array.from({ length: 12 }).reduce<string>((a) => `sh -c ${JSON.stringify(a)}`, "x"),
  "redirections into redirections": `x ${again("> a 2> b 3> c ", 20_000)}`,
  "pipes into pipes": `${again("x | ", 5_000)}x`,
  "jumps between directories": again("cd a || cd b;", 3_000),
  "lines of a file": `while read -r a; do b=$b$a; done <<< "${again("x\n", 10_000)}"`,
  "names without end": many(20_000, (i) => `export V${i}=x`, ";"),
  "a name in every branch": many(20_000, (i) => `if x; then V${i}=a; fi`, ";"),
  "names that every make is given": `${many(5_000, (i) => `export V${i}=x`, ";")};${again("make;", 5_000)}`,
  "names that every shell is given": `${many(5_000, (i) => `export V${i}=x`, ";")};${again("bash -c x;", 5_000)}`,
  "names by their beginning": `${many(5_000, (i) => `V${i}=x`, ";")};${again(": ${!V*};", 5_000)}`,
  "an array by its elements": many(20_000, (i) => `a[${i}]=x`, ";"),
  "keys without end": `declare -A a;${many(20_000, (i) => `a[k${i}]=x`, ";")}`,
  "an array that grows": `${again("a+=(x);", 30_000)}x "\${a[@]}"`,
  "an array of many words": `a=(${again("x ", 200_000)}); x "\${a[@]}"`,
  "aliases, each used": `${many(10_000, (i) => `alias a${i}=x`, "\n")}\n${many(10_000, (i) => `a${i}`, "\n")}`,
  "directories on the stack": again("pushd a;", 30_000),
  "open descriptors": many(20_000, (i) => `exec ${i + 3}>f${i}`, ";"),
  "substitutions as files": again("cat <(x);", 20_000),
  "here-documents on a line": `cat ${many(30_000, (i) => `<<E${i}`, " ")}\n${many(30_000, (i) => `x\nE${i}\n`)}`,
  "files to delete": `rm ${many(20_000, (i) => `f${i}`, " ")}`,
  "files to edit": `sed -i s/a/b/ ${many(20_000, (i) => `f${i}`, " ")}`,
  "flags nobody knows": `git log ${many(20_000, (i) => `--f${i}`, " ")}`,
  "code of another language": `python3 -c '${again("f(", 20_000)}'; awk '${again("(", 20_000)}'; node -e '${again("{", 20_000)}'; perl -e '${again("(", 20_000)}'`,
};

const dialects: readonly Dialect[] = ["bash", "zsh"];

test.each(Object.entries(endless).flatMap(([what, line]) => dialects.map((d) => [what, d, line] as const)))(
  "%s (%s)",
  (_, dialect, line) => {
    const { verdict } = judge([`${line}\nrm -rf ~`], dialect);
    expect(verdict).not.toBe("allow");
  },
);

test("what is asked about is found behind any number of harmless things", () => {
  const writes = many(300, (i) => `echo x >f${i}`, ";");
  expect(judge([writes], "bash").verdict).toBe("allow");
  expect(judge([`${writes};npm publish`], "bash").verdict).toBe("ask");
  const pushes = many(300, (i) => `git push a${i}`, ";");
  expect(judge([`${pushes};npm publish`], "bash").findings.some((f) => f.rule === "npm-publish")).toBe(true);
});
