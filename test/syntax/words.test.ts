/** Every kind of word is taken apart faithfully: escapes resolved, quoting kept, nothing lost. New cases are new lines. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the shell has its own

import { describe, expect, test } from "vitest";
import { read } from "../../src/syntax/read.ts";
import { outlineList } from "./outline.ts";

const words: readonly (readonly [line: string, outline: string])[] = [
  ["a", "a"],
  ["a\\*b", "a'*'b"],
  ["a\\\nb", "ab"],
  ["'a*'b*", "'a*'b*"],
  ["''", "''"],
  ['""', '""'],
  ['"a\\$b\\n\\"c"', '"a$b\\n"c"'],
  ['a"b$c"d', 'a"b$c"d'],
  ["$'a\\x41\\n\\''", "'aA\n''"],
  ["$'\\xc3\\xa9\\u00e9\\103'", "'ééC'"],
  ["$'a\\cAb'", "'a\u0001b'"],
  ['$"a$b"', '"a$b"'],
  ["~/x", "~/x"],
  ["\\~/x", "'~'/x"],
  ["{a,'b c'}", "{a,'b c'}"],
  ["[a$b'-']*?", "[a$b'-']*?"],
  ["$a$1$@$#$?", "$a$1$@$#$?"],
  ["${a}b", "$ab"],
  ["${10}", "$10"],
  ["${#a}", "${#a}"],
  ["${#}", "$#"],
  ["${!a}", "${!a}"],
  ["${!a*}", "${a names *}"],
  ["${!a[@]}", "${a['@'] names @}"],
  ["${a[1]}", "${a['1']}"],
  ["${a[$i]}", "${a[$i]}"],
  ["${a[@]:1:2}", "${a['@']:'1':'2'}"],
  ["${a:-b c}", "${a:-b c}"],
  ["${a:=$b}", "${a:=$b}"],
  ["${a-'b'}", "${a-'b'}"],
  ["\"${a:-'b'}\"", "\"${a:-''b''}\""],
  ['"${a:-"b"}"', '"${a:-"b"}"'],
  ['"${a:-b\\}c}"', "\"${a:-'b}c'}\""],
  ["${a#*/}", "${a#*/}"],
  ["${a%%'*'}", "${a%%'*'}"],
  ["\"${a%'*'}\"", "\"${a%'*'}\""],
  ["${a//b/$c}", "${a// b $c}"],
  ["${a/#b/c}", "${a/# b c}"],
  ["${a:1:$b}", "${a:'1':$b}"],
  ["${a^^}${a,b}", "${a^^}${a,b}"],
  ["${a@Q}${a@P}", "${a@Q}${a@P}"],
  ["$(a b)", "$(a b)"],
  ['"$(a "b")"', '"$(a "b")"'],
  ["`a \\`b\\``", "$(a $(b))"],
  ["`a \\$b`", "$(a $b)"],
  ["$(<a)", "$(<a)"],
  ["$((a + $b))", "$(('a + '$b))"],
  ["$((a['x']))", "$(('a['x']'))"],
  ["$[a]", "$(('a'))"],
  ["<(a)", "<(a)"],
  ["a<(b)c", "a<(b)c"],
  ["--x=>(b)", "--x=>(b)"],
  ["😀\\😀", "😀'😀'"],
];

const bashOnly: typeof words = [
  ["${ a; }", "${ a }"],
  ["${| a; }", "${ a }"],
];

const zsh: typeof words = [
  ["a\\*b'c'\"d$e\"", "a'*'b'c'\"d$e\""],
  ["$'\\C-a\\M-a'", "'\u0001\ufffd'"],
  ['"a\\b\\`"', '"a\\b`"'],
  ["$a[1]", "${a['1']}"],
  ['"$a[$b,-1]"', "\"${a[$b',-1']}\""],
  ["$a[(r)$b]", "${a['(r)'$b]}"],
  ["$a:h:t", "${a:h:t}"],
  ["$a:b", "$a:b"],
  ["$PATH:/x", "$PATH:/x"],
  ["$a:s/b/c/", "${a:s/b/c/}"],
  ["${a:h:t}", "${a:h:t}"],
  ["${a::=b}", "${a::=b}"],
  ["${a:#b*}", "${a:#b*}"],
  ["${a:|b}", "${a:|b}"],
  ["${a:1:2}", "${a:'1':'2'}"],
  ["${a:-b}", "${a:-b}"],
  ["\"${a:-'b'}\"", "\"${a:-''b''}\""],
  ['"${a%.*}"', '"${a%.*}"'],
  ["${a//b\\/c/d}", "${a// b'/'c d}"],
  ["${a/%b/c}", "${a/% b c}"],
  ["$=a$~a$^a$+a$#a", "${(=)a}${(~)a}${(^)a}${(+)a}${#a}"],
  ["${=a}${~~a}${^a}${+a}${#a}", "${(=)a}${(~~)a}${(^)a}${(+)a}${#a}"],
  ["$#", "$#"],
  ["${#}", "$#"],
  ["${#:-abc}", "${#:-abc}"],
  ["${(f)a}", "${(f)a}"],
  ["${(s.:.)a}", "${(s.:.)a}"],
  ["${(j:,:)${(s.:.)a}}", "${(j:,:)${(s.:.)a}}"],
  ["${(l:3::0:)a}", "${(l:3::0:)a}"],
  ["${(s:):)a}", "${(s:):)a}"],
  ['${(f)"$(a)"}', '${(f)"$(a)"}'],
  ["${$(a)#b/}", "${$(a)#b/}"],
  ["${${a:h}:t}", "${${a:h}:t}"],
  ["${a[1][2]}", "${${a['1']}['2']}"],
  ["${(pj:\\n:)a}", "${(pj:\\n:)a}"],
  ["${:-a}", "${:-a}"],
  ["${(e):-a}", "${(e):-a}"],
  ["${(%):-%n}", "${(%):-%n}"],
  ["${a:-{b,c}}", "${a:-{b,c}}"],
  ["=(a)", "=(a)"],
  ["=a", "=a"],
  ["*.c(a|b)", "*.c(a|b)"],
  ["*(.om[1])", "*(.om[1])"],
  ["*(e:'a b':)", "*(e:'a b':)"],
  ["*(+a)", "*(+a)"],
  ["**/*~*.c(#i)", "**/*~*.c(#i)"],
  ["<1-3>a<->", "<1-3>a<->"],
  ["a{b}c", "a{b}c"],
  ["a}b", "a}b"],
  ["{}", "{}"],
  ["a#b", "a#b"],
  ["$((a + $b[1]))", "$(('a + '${b['1']}))"],
  ["`a \\$b`", "$(a $b)"],
  ["$'a'$", "'a'$"],
];

const tables = { bash: [...words, ...bashOnly], sh: words.filter(([line]) => !line.includes("\\'")), zsh };

describe.each(Object.entries(tables))("a word in %s", (dialect, cases) => {
  test.each(cases)("%s", (line, outline) => {
    const parsed = read(`: ${line}`, dialect as "bash" | "sh" | "zsh");
    expect(parsed.kind).toBe("complete");
    expect(outlineList(parsed.body)).toBe(`: ${outline}`);
  });
});

const heres: readonly (readonly [name: string, text: string, outline: string])[] = [
  ["expands", "a <<E\n$b \\$c \"d\" 'e'\nE", 'a <<"$b $c "d" \'e\'\n"'],
  ["with a quoted delimiter does not", "a <<'E'\n$b\\$c\nE", "a <<'$b\\$c\n'"],
  ["with an escaped delimiter does not", "a <<\\E\n$b\nE", "a <<'$b\n'"],
  ["drops tabs after <<-", "a <<-E\n\t\tb\n\t$c\td\n\tE", 'a <<"b\n$c\td\n"'],
  ["drops tabs in quoted text too", "a <<-'E'\n\tb\n\tE", "a <<'b\n'"],
  ["runs its substitutions", "a <<E\n$(b) `c` ${d:-$(e)}\nE", 'a <<"$(b) $(c) ${d:-$(e)}\n"'],
  ["leaves the rest of its line", "a <<E >b | c && d\nx\nE\ne", 'a <<"x\n" >b | c && d; e'],
  ["may be one of two", "a <<E <<F\nx\nE\ny\nF", 'a <<"x\n" <<"y\n"'],
  ["stands in a group", "{ a <<E\nx\nE\n}", '{group a <<"x\n"}'],
  ["is empty", "a <<E\nE", 'a <<""'],
];

describe.each(["bash", "zsh"] as const)("a here-document in %s", (dialect) => {
  test.each(heres)("%s", (_name, text, outline) => {
    const parsed = read(text, dialect);
    expect(parsed.kind).toBe("complete");
    expect(outlineList(parsed.body)).toBe(outline);
  });
});
