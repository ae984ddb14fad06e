/** Random words: quoting, every expansion, patterns. */

import type { Shell } from "./cage.ts";
import type { Random } from "./random.ts";

export interface Grammar {
  readonly shell: Shell;
  readonly random: Random;
  /** Levels of nesting still allowed. */
  depth: number;
  /** A list of commands on one line. */
  list(): string;
}

const NAMES = ["A", "B", "C", "D", "v", "w"];
const ATOMS = ["a", "b", "cd", "1", "2", "0", "x", "a.txt", "-n", "k=v", "a,b", "a:b", "d/c.txt", "A=5", "x1", "é"];
const PATTERNS = ["a", "*", "?", "a*", "*b", "[ab]", "*.txt", "[!a]", "?*", "x[1-3]", "*/", ".*", ",", "[[:alpha:]]"];
const GLOBS = ["*.txt", "[ab].txt", "?.txt", "d/*", "*", "d*", "nomatch*", "[ab]*", "s.s?"];

/** One level deeper; a plain atom when there are none left. */
export function deeper(g: Grammar, make: () => string, plain: () => string): string {
  if (g.depth <= 0) return plain();
  g.depth--;
  const text = make();
  g.depth++;
  return text;
}

export const name = (g: Grammar): string => g.random.pick(NAMES);
export const atom = (g: Grammar): string => g.random.pick(ATOMS);
export const pattern = (g: Grammar): string => g.random.pick(PATTERNS);

const substitution = (g: Grammar): string =>
  deeper(
    g,
    () =>
      g.random.weighted([
        [4, () => `$(${g.list()})`],
        [1, () => `\`${g.list().replaceAll(/[`\\]/g, "")}\``],
        [2, () => `$(x7 ${atom(g)})`],
        [1, () => "$(x6)"],
        [1, () => `$(echo ${word(g)})`],
      ]),
    () => "$(x7 a)",
  );

export function arithmetic(g: Grammar): string {
  const operand = (): string =>
    g.random.weighted([
      [4, () => g.random.pick(["0", "1", "2", "3", "10", "0x1f", "2#11"])],
      [3, () => g.random.pick(["A", "B", "v", "w"])],
      [1, () => `$${name(g)}`],
      [1, () => `\${#${name(g)}}`],
      [1, () => "arr[1]"],
      [
        1,
        () =>
          deeper(
            g,
            () => `(${arithmetic(g)})`,
            () => "4",
          ),
      ],
    ]);
  return g.random.weighted([
    [3, operand],
    [
      4,
      () =>
        `${operand()}${g.random.pick(["+", "-", "*", "/", "%", "**", "<<", "==", "<", ">", "&&", "||", "&", "|", "^", ","])}${operand()}`,
    ],
    [1, () => `${operand()} ? ${operand()} : ${operand()}`],
    [1, () => `${name(g)}=${operand()}`],
    [1, () => `${name(g)}${g.random.pick(["+=", "-=", "*="])}${operand()}`],
    [
      1,
      () =>
        g.random.pick([`${name(g)}++`, `++${name(g)}`, `--${name(g)}`, `-${name(g)}`, `!${name(g)}`, `~${name(g)}`]),
    ],
  ]);
}

/** `${…}` of a scalar, in either shell. */
export function parameter(g: Grammar): string {
  const n = g.random.chance(0.1) ? g.random.pick(["1", "2", "@", "*"]) : name(g);
  const inner = () =>
    deeper(
      g,
      () => g.random.pick([word, double, atom])(g),
      () => atom(g),
    );
  return g.random.weighted([
    [4, () => `$${n}`],
    [3, () => `\${${n}}`],
    [3, () => `\${${n}${g.random.pick([":-", "-", ":+", "+"])}${inner()}}`],
    [1, () => `\${${name(g)}${g.random.pick([":=", "="])}${inner()}}`],
    [2, () => `\${${n}${g.random.pick(["#", "##", "%", "%%"])}${pattern(g)}}`],
    [
      2,
      () =>
        `\${${n}${g.random.pick(["/", "//"])}${g.random.pick(["a", "b", "?", "[ab]", "x", ","])}/${atom(g).replaceAll("/", "")}}`,
    ],
    [1, () => `\${#${name(g)}}`],
    [1, () => `\${${n}:${g.random.pick(["0", "1", "2", " -1", "A"])}${g.random.pick(["", ":1", ":2", ": -1"])}}`],
    [2, () => array(g)],
    [1, () => g.random.pick(["$#", "$?", "$-", "$1", "$2", "$0", "$_"])],
    [3, () => (g.shell === "zsh" ? zshParameter(g) : bashParameter(g))],
  ]);
}

function array(g: Grammar): string {
  return g.random.pick([
    "${arr[@]}",
    "${arr[*]}",
    "${arr[0]}",
    "${arr[1]}",
    "${arr[-1]}",
    "${#arr[@]}",
    "${arr[@]:1}",
    "${arr[@]:0:2}",
    "${arr[@]#a}",
    "${arr[@]/a/b}",
    "${arr}",
    "$arr",
    "${arr[v]}",
    "${h[k]}",
    "${h[@]}",
    "${#h[@]}",
  ]);
}

function bashParameter(g: Grammar): string {
  const n = name(g);
  return g.random.pick([
    `\${${n}^}`,
    `\${${n}^^}`,
    `\${${n},}`,
    `\${${n},,}`,
    `\${${n}@Q}`,
    `\${${n}@U}`,
    `\${${n}@L}`,
    `\${${n}@E}`,
    `\${${n}@a}`,
    `\${!${n}}`,
    "${!arr[@]}",
    "${!h[@]}",
    `\${${n}/#a/z}`,
    `\${${n}/%b/z}`,
    "${@:1}",
    "${@:2:1}",
    "${*:1}",
    "${!#}",
    "${arr[@]^^}",
    "${arr[@]@Q}",
    `\${${n}@P}`,
    "${!v@}",
    "${#@}",
    `\${${n}^^[ab]}`,
    `\${${n}/a}`,
  ]);
}

function zshParameter(g: Grammar): string {
  const n = name(g);
  return g.random.pick([
    `\${(U)${n}}`,
    `\${(L)${n}}`,
    `\${(C)${n}}`,
    `\${(f)${n}}`,
    `\${(s:,:)${n}}`,
    `\${(s.:.)${n}}`,
    "${(j:,:)arr}",
    "${(@)arr}",
    `\${(P)${n}}`,
    `\${(q)${n}}`,
    `\${(qq)${n}}`,
    `\${(Q)${n}}`,
    `\${(z)${n}}`,
    "${(k)h}",
    "${(v)h}",
    "${(kv)h}",
    `\${=${n}}`,
    `$=${n}`,
    `\${~${n}}`,
    `$~${n}`,
    "${^arr}x",
    "$^arr",
    "$arr[1]",
    "$arr[2,-1]",
    "${arr[2,3]}",
    `\${${n}:h}`,
    `\${${n}:t}`,
    `\${${n}:r}`,
    `\${${n}:e}`,
    `\${${n}:u}`,
    `\${${n}[1]}`,
    `$${n}[1,2]`,
    `\${:-${n}}`,
    "${:-a b}",
    `\${\${${n}}#a}`,
    `\${\${${n}:-x}%b}`,
    `\${(e)${n}}`,
    `\${(o)arr}`,
    "${(O)arr}",
    "${(u)arr}",
    "${arr:#a}",
    `\${${n}:#a}`,
    "${(M)arr:#a*}",
    `\${${n}::=${atom(g)}}`,
    '${(f)"$(x7 a)"}',
    `\${+${n}}`,
    `$+${n}`,
    "${#arr}",
    "${(w)#v}",
    "$#v",
    "$#arr",
    "${(%)v}",
    "${(t)v}",
    "${(i)arr}",
    "${(r:4:)v}",
    "${(l:4::0:)v}",
    "$argv",
    "$argv[1]",
    "${arr[(r)a*]}",
    "${arr[(i)b]}",
    "${(F)arr}",
    "${(s: :)v}",
    "${(ps:\\n:)v}",
    `\${(V)${n}}`,
    `\${${n}//(#m)a/b}`,
    `\${(S)${n}#a*}`,
    "${arr:|brr}",
    "${(pj:,:)arr}",
    "${arr[@]:1}",
    "${(Oa)arr}",
    "${(@s:,:)v}",
  ]);
}

export function double(g: Grammar): string {
  const n = 1 + g.random.below(2);
  let out = "";
  for (let i = 0; i < n; i++)
    out += g.random.weighted([
      [3, () => g.random.pick(["a", " ", "a b", "'", "x,y", "*", "~", "{a,b}", "\\$", '\\"', "\\\\", "\\n"])],
      [5, () => parameter(g)],
      [1, () => substitution(g)],
      [1, () => `$((${arithmetic(g)}))`],
      [1, () => g.random.pick(["$@", "$*", "${arr[@]}", "${arr[*]}"])],
    ]);
  return `"${out}"`;
}

function piece(g: Grammar): string {
  return g.random.weighted([
    [8, () => atom(g)],
    [3, () => double(g)],
    [
      2,
      () =>
        g.random.pick([
          "'a b'",
          "''",
          "'*'",
          "'$v'",
          "$'a\\tb'",
          "$'\\x61'",
          "\\a",
          "a\\ b",
          "\\*",
          "\\$v",
          "$'it\\'s'",
          '""',
        ]),
    ],
    [5, () => parameter(g)],
    [2, () => substitution(g)],
    [1, () => `$((${arithmetic(g)}))`],
    [2, () => brace(g)],
    [1, () => g.random.pick(["~", "~/a", "a~", "~+", "k=~", "a:~", "~/", "~nobody/x"])],
    [2, () => g.random.pick(GLOBS)],
    [
      0.3,
      () =>
        g.shell === "zsh"
          ? g.random.pick(["=x1", "=nosuch", "*(N)", "*.txt(.)", "(a|b).txt", "<1-3>", "*(/)", "**/*.txt", "a.txt(:t)"])
          : g.random.pick(["@(a|b)", "$[1+1]", "**"]),
    ],
  ]);
}

function brace(g: Grammar): string {
  const item = () =>
    g.random.weighted([
      [4, () => atom(g)],
      [1, () => parameter(g)],
      [1, () => ""],
      [
        1,
        () =>
          deeper(
            g,
            () => brace(g),
            () => "b",
          ),
      ],
    ]);
  return g.random.weighted([
    [3, () => `{${item()},${item()}}`],
    [1, () => `${atom(g)}{${item()},${item()},${item()}}`],
    [
      1,
      () =>
        g.random.pick(["{1..3}", "{a..c}", "{3..1}", "{1..5..2}", "{01..03}", "{a}", "{}", "{a,b", "{,}", "{c..a}"]),
    ],
  ]);
}

export function word(g: Grammar): string {
  if (g.random.chance(0.06))
    return deeper(
      g,
      () => process(g),
      () => atom(g),
    );
  let out = piece(g);
  while (g.random.chance(0.2)) out += piece(g);
  return out;
}

const process = (g: Grammar): string => {
  const kind = g.random.pick(g.shell === "zsh" ? ["<", "<", ">", "="] : ["<", "<", ">"]);
  return `${kind}(${g.list()})`;
};
