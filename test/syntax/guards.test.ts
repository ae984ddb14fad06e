/** Where the parser and the shell read differently, nothing is allowed; the nearest ordinary line is read as usual. New cases are new lines. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the shell has its own

import { describe, expect, test } from "vitest";
import { read, readArithmetic, readText, readWord } from "../../src/syntax/read.ts";
import type { Dialect } from "../../src/syntax/tree.ts";
import { outlineList, outlineWord } from "./outline.ts";

interface Guard {
  readonly refuse: readonly string[];
  readonly read: readonly string[];
}

const bash: Readonly<Record<string, Guard>> = {
  "an error inside a substitution counts": {
    refuse: ["a $(fi)", "a `)`", "a ${b:-$(done)}", "a <<E\n$(fi)\nE", "a <(then)"],
    read: ["a $(b)", "a $(if b; then c; fi)"],
  },
  "an unclosed expansion in a here-document counts": {
    refuse: ["a <<E\n$(b\nE", "a <<E\n${b\nE"],
    read: ["a <<E\n$b\nE"],
  },
  "no comment begins right after a process substitution": { refuse: ["a <(b)#; c"], read: ["a <(b) #; c", "a <(b)c"] },
  "a digit before a process substitution may be a descriptor": { refuse: ["a 2<(b)"], read: ["a 2 <(b)"] },
  "an array does not go on with a process substitution": { refuse: ["a=(x)<(b) c"], read: ["a=<(b) c", "a=b <(c)"] },
  "an assignment behind one with a process substitution is not certain": {
    refuse: ["a=<(b) c=d e"],
    read: ["a=b c=<(d) e", "a=<(b) c d=e"],
  },
  "text right behind an array is not certain": { refuse: ["a=()'b c'"], read: ["a=()b", "a=('b c')"] },
  "a backslash does not protect in arithmetic": {
    refuse: ["a $((b[\\$(c)]))", "((b[\\`c\\`]))", "a[\\$(b)]=1", "a ${b:\\$(c)}"],
    read: ["a $((b[$c]))", "((b\\\n+1))"],
  },
  "braces in a subscript are not certain": { refuse: ["a[{b,$(c)}]=1"], read: ["a[${b}]=1"] },
  "quotes in an array key may not protect": { refuse: ["a=(['$(b)']=1)"], read: ["a=(['b']=1)", "a=('$(b)')"] },
  "single quotes in a here-document's default word do not protect": {
    refuse: ["a <<E\n${b:-'$(c)'}\nE"],
    read: ["a <<E\n${b:-'c'}\nE", "a ${b:-'$(c)'}"],
  },
  "text decoded inside an expansion may run": {
    refuse: ["a \"${b:-$'\\x24(c)'}\""],
    read: ["a \"${b:-$'\\x25(c)'}\"", "a $'\\x24(c)'"],
  },
  "text decoded in arithmetic may run": {
    refuse: [
      "a $(($'\\x24(b)'))",
      "a ${b:0:$'\\x24(c)'}",
      "a[$'\\x24(b)']=1",
      "((a[$'\\x24(b)']))",
      "a=([$'\\x24(b)']=1)",
    ],
    read: ["a $((b))", "a ${b:0:$c}", "a['b']=1"],
  },
  "a slash inside a substitution does not end a pattern": {
    refuse: ["a ${b/$(c d/e)/f}", "a ${b/$(c \\)/d; e )}", "a ${b/`c/d`/e}"],
    read: ["a ${b/$(c d)/f}", "a ${b/c/$(d e/f)}"],
  },
  "an unknown expansion is not passed over": { refuse: ["a ${$(b)}", "a ${(f)b}"], read: ["a ${b}"] },
  "a dash in a descriptor may be an argument": { refuse: ["a >&-b", "a <& -b"], read: ["a >&-", "a 2>&1-", "a >&b"] },
  "a descriptor may be too large": { refuse: ["a 999999>b"], read: ["a 9>b"] },
  "a newline may split an operator": {
    refuse: ["a $\\\n(b)", "a $\\\n{b}", "a <\\\n(b)", "a &\\\n& b"],
    read: ["a |\\\nb", "a \\\n| b", "a &&\\\nb", "a b\\\nc", "a '$\\\n(b)'", "a <<'E'\n$\\\n(b)\nE"],
  },
  "a parenthesis after a command is not dropped": { refuse: ["a (b)", "a( b"], read: ["a '(b)'", "(b)"] },
  "double parentheses are not guessed at": { refuse: ["((a); b)", "a $((b); c)"], read: ["( (a); b)", "a $( (b); c)"] },
  "a here-document in arithmetic is not read": { refuse: ["a $(($(b <<E\n1\nE\n)))"], read: ["a $(b <<E\n1\nE\n)"] },
  "a here-document delimiter with an expansion is not certain": {
    refuse: ["a <<$b\nc\n$b", "a <<`b`\nc\n`b`"],
    read: ["a <<\\b\nc\nb", "a <<'b'\nc\nb"],
  },
  "the head of an arithmetic loop is whole": {
    refuse: ["for ((a;b)); do c; done"],
    read: ["for ((a;b;c)); do d; done"],
  },
  "an extended glob depends on an option": {
    refuse: ["a !(b)", "!(a)", "a @(b|c)"],
    read: ["! (a)", "[[ a == @(b) ]]"],
  },
  "a control character may be dropped": { refuse: ["a\0b", "a \u0001", "'\u007f'"], read: ["a\tb"] },
  "a misplaced word is an error": {
    refuse: ["fi", "a; done", "a)", "}", "a &; b", "a ;; b", "a | | b", "a >"],
    read: ["a fi", "a }"],
  },
};

const zsh: typeof bash = {
  "an error inside a substitution counts": {
    refuse: ["a $(fi)", "a `)`", "a ${b:-$(done)}", "a =(then)"],
    read: ["a $(b)"],
  },
  "an unclosed expansion in a here-document counts": {
    refuse: ["a <<E\n$(b\nE", "a <<E\n${b\nE"],
    read: ["a <<E\n$b\nE"],
  },
  "a backslash does not protect in arithmetic": {
    refuse: ["a $((b[\\$(c)]))", "a $b[\\$(c)]"],
    read: ["a $((b[$c]))", "a $b[$c]"],
  },
  "a separator inside a glob is an error": { refuse: ["a (b;c)", "a *(b>c)"], read: ["a (b|c)", "a *(b)"] },
  "a process substitution in a default word is not certain": {
    refuse: ["a ${b:-=(c)}", "a ${b:-<(c)}"],
    read: ["a ${b:-=c}"],
  },
  "flags with an expansion are not certain": {
    refuse: ["a ${(l.$((b)).)c}", "a ${(s:`b`:)c}"],
    read: ["a ${(l.3.)c}", "a ${(s:,:)c}"],
  },
  "modifiers with an expansion are not certain": {
    refuse: ["a ${b:s/$c/d/}", "a $b:s/$c/d/"],
    read: ["a ${b:s/c/d/}", "a $b:s/c/d/"],
  },
  "double parentheses are not guessed at": { refuse: ["((a); b)", "a $((b); c)"], read: ["( (a); b)", "a $( (b); c)"] },
  "a newline may split an operator": { refuse: ["a $\\\n(b)", "a &\\\n& b"], read: ["a |\\\nb", "a '$\\\n(b)'"] },
  "a here-document delimiter with an expansion is not certain": { refuse: ["a <<$b\nc\n$b"], read: ["a <<\\b\nc\nb"] },
  "a function's here-document stays with it": { refuse: ["a() { b } <<E\nc\nE"], read: ["a() { b <<E\nc\nE\n}"] },
  "a closing brace counts anywhere": { refuse: ["a }", "a {b} }", "{ a } b"], read: ["a {}", "a b}c", "{ a }; b"] },
  "a control character may be dropped": { refuse: ["a\0b"], read: ["a\tb"] },
  "a misplaced word is an error": {
    refuse: ["fi", "a; done", "a)", "}", "a ;; b", "a | | b", "a >"],
    read: ["a fi", "a &; b"],
  },
};

const sh: typeof bash = {
  "double parentheses may be subshells": { refuse: ["((a))", "((a b)) && c"], read: ["a $((1 + 1))", "(a)"] },
  "a condition may be commands": {
    refuse: ["[[ a || b ]]", "[[ a && b ]]", "[[ a < b ]]", "[[ a =~ b|c ]]", "[[ ( a ) ]]", "[[ ! ( a ) ]]"],
    read: ["[[ a == b ]]", "[[ -n a ]]", "[[ ! a -eq 1 ]]", "[ a = b ]"],
  },
  "function may be a command": { refuse: ["function a {\nb\n}"], read: ["a() { b; }"] },
  "an escaped quote may close": { refuse: ["a $'b\\'; c; '"], read: ["a $'b'", "a 'b\\'"] },
  "a word after a redirection of both streams may be a command": {
    refuse: ["a &>b c"],
    read: ["a &>b", "a >b 2>&1 c"],
  },
};

describe.each([
  ["bash", bash],
  ["sh", sh],
  ["zsh", zsh],
] as const)("in %s", (dialect, guards) => {
  describe.each(Object.entries(guards))("%s", (_name, guard) => {
    test.each(guard.refuse)("refuses %j", (text) => {
      const parsed = read(text, dialect);
      expect(parsed.kind).toBe("unreadable");
      expect(parsed.kind === "unreadable" && parsed.reason).toMatch(/^[a-z][^\n]{3,}$/);
    });
    test.each(guard.read)("reads %j", (text) => {
      expect(read(text, dialect).kind).toBe("complete");
    });
  });
});

const stillSeen: readonly (readonly [dialect: Dialect, text: string, outline: string])[] = [
  ["bash", "a; fi; b", "a"],
  ["bash", "a ((b)); c", "a"],
  ["bash", "a @(b|$(c))", "a @(b|$(c))"],
  ["bash", "a $(($(b) \\$(c)))", "a $(($(b)' $(c)'))"],
  ["zsh", "a && b; fi", "a && b"],
  ["zsh", "a; b )", "a; b"],
];

test.each(stillSeen)("in %s, what could be read of %j is kept", (dialect, text, outline) => {
  const parsed = read(text, dialect);
  expect(parsed.kind).toBe("unreadable");
  expect(outlineList(parsed.body).startsWith(outline)).toBe(true);
});

const deep: readonly (readonly [what: string, text: string])[] = [
  ["parentheses", "(".repeat(10_000)],
  ["closed parentheses", `${"( ".repeat(5000)}a${" )".repeat(5000)}`],
  ["substitutions", "$(".repeat(10_000)],
  ["quoted substitutions", '"$(a '.repeat(10_000)],
  ["parameters", "${a:-".repeat(10_000)],
  ["arithmetic", "$((".repeat(10_000)],
  ["braces", "{ ".repeat(10_000)],
  ["conditions", `[[ ${"( ".repeat(10_000)}`],
  ["branches", "if a; then ".repeat(10_000)],
];

describe.each(["bash", "zsh"] as const)("in %s", (dialect) => {
  test.each(deep)("endless %s are not read", (_what, text) => {
    expect(read(text, dialect).kind).not.toBe("complete");
  });

  test("a megabyte is read, more is not", () => {
    expect(read(`a ${"b ".repeat(500_000)}`, dialect).kind).toBe("complete");
    expect(read(`a ${"b ".repeat(600_000)}`, dialect).kind).toBe("unreadable");
  });

  test("more commands than anyone writes are not read", () => {
    expect(read("a;".repeat(60_000), dialect).kind).toBe("unreadable");
  });
});

const pieces: readonly (readonly [
  text: string,
  word: string | undefined,
  arithmetic: string | undefined,
  double: string | undefined,
])[] = [
  ["a", "a", "'a'", "'a'"],
  ["a$b*", "a$b*", "'a'$b'*'", "'a'$b'*'"],
  ["a b", undefined, "'a b'", "'a b'"],
  ["", undefined, "", ""],
  ["a['$(b)']", "a['$(b)']", "'a[''$(b)'']'", "'a[''$(b)'']'"],
  ['"a"', '"a"', "'a'", "'\"a\"'"],
  ["`a`", "$(a)", "$(a)", "$(a)"],
  ["a >b", undefined, "'a >b'", "'a >b'"],
  ["$(a", undefined, undefined, undefined],
  ["\\$(a)", undefined, undefined, "'$(a)'"],
];

test.each(pieces)(
  "the piece %j is read as a word, as arithmetic and as quoted text",
  (text, word, arithmetic, double) => {
    const outline = (piece: ReturnType<typeof readWord>) => piece && outlineWord(piece);
    expect(outline(readWord(text, "bash"))).toBe(word);
    expect(outline(readArithmetic(text, "bash")?.word)).toBe(arithmetic);
    expect(outline(readText(text, "bash"))).toBe(double);
  },
);
