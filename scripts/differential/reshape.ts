/** New lines from old ones that a shell can mostly read: words, commands and separators changed, moved and put into each other. */

import { assignment, builtin, quoted, redirection, stub } from "./commands.ts";
import { atom, type Grammar, name, parameter, word } from "./words.ts";

interface Token {
  readonly kind: "blank" | "word" | "separator" | "operator";
  readonly text: string;
}

const RESERVED: ReadonlySet<string> = new Set(
  "if then else elif fi for in do done case esac while until select function time repeat coproc always foreach end { } ! [[ ]]".split(
    " ",
  ),
);

const SEPARATOR = /^(?:&&|\|\||;;&|;;|;&|;\||\|&|&!|&\||[;|\n]|&(?!>))/;
const REDIRECTION = /^(?:\d*|\{\w+\})(?:&>>|&>|<<<|<<-?|<>|>>|>\||[<>]&|[<>](?!\())/;

/** Where the quotes, the expansion or the brackets that begin at `i` end. */
function skip(line: string, i: number): number {
  const c = line[i];
  const two = line.slice(i, i + 2);
  if (c === "\\") return i + 2;
  if (c === "'" || two === "$'") {
    const from = c === "'" ? i + 1 : i + 2;
    const end = line.indexOf("'", from);
    return end < 0 ? line.length : end + 1;
  }
  if (c === '"') return until(line, i + 1, '"');
  if (c === "`") return until(line, i + 1, "`");
  if (/^[$<>=]\($/.test(two)) return until(line, i + 2, ")");
  if (two === "${") return until(line, i + 2, "}");
  if (c === "(") return until(line, i + 1, ")");
  return i + 1;
}

function until(line: string, from: number, close: string): number {
  let i = from;
  while (i < line.length && line[i] !== close) i = close === '"' && line[i] === "'" ? i + 1 : skip(line, i);
  return Math.min(line.length, i + 1);
}

export function tokens(line: string): Token[] {
  const out: Token[] = [];
  for (let i = 0; i < line.length; ) {
    const rest = line.slice(i);
    const blank = /^[ \t]+/.exec(rest)?.[0];
    const separator = SEPARATOR.exec(rest)?.[0];
    const operator = REDIRECTION.exec(rest)?.[0] ?? /^[()]/.exec(rest)?.[0];
    if (blank !== undefined) out.push({ kind: "blank", text: blank });
    else if (separator !== undefined) out.push({ kind: "separator", text: separator });
    else if (operator !== undefined) out.push({ kind: "operator", text: operator });
    else {
      let end = i;
      while (end < line.length) {
        const c = line[end] as string;
        // `name=(…)` and `name()` are one word
        const opens = c === "(" && end > i && (line[end - 1] === "=" || line[end + 1] === ")");
        if (/[\s;|]/.test(c) || (c === "&" && !/[<>]/.test(line[end - 1] ?? "")) || (/[()]/.test(c) && !opens)) break;
        if (/[<>]/.test(c) && line[end + 1] !== "(") break;
        end = skip(line, end);
      }
      out.push({ kind: "word", text: line.slice(i, Math.max(end, i + 1)) });
    }
    i += out.at(-1)?.text.length ?? 1;
  }
  return out;
}

const textOf = (all: readonly Token[]): string => all.map((t) => t.text).join("");
const isPlain = (t: Token | undefined): boolean => t?.kind === "word" && !RESERVED.has(t.text);
const made = (text: string): Token => ({ kind: "word", text });
const BLANK: Token = { kind: "blank", text: " " };

/** Numbers of the tokens that hold. */
const where = (all: readonly Token[], holds: (t: Token, i: number) => boolean): number[] =>
  all.flatMap((t, i) => (holds(t, i) ? [i] : []));

/** Simple commands: from a word that can be a command to the next separator. */
function commands(all: readonly Token[]): [start: number, end: number][] {
  const out: [number, number][] = [];
  let start: number | undefined;
  const end = (i: number) => {
    if (start !== undefined) out.push([start, i]);
    start = undefined;
  };
  for (const [i, t] of all.entries()) {
    const ends = t.kind === "separator" || (t.kind === "operator" && /[()]/.test(t.text));
    if (ends || (t.kind === "word" && RESERVED.has(t.text) && start === undefined)) end(i);
    else if (start === undefined && t.kind !== "blank") {
      // the head of a loop or of `case` is none
      const before = all.slice(0, i).findLast((u) => u.kind !== "blank");
      if (before === undefined || !/^(?:for|case|select|in|function|foreach|repeat|\[\[)$/.test(before.text)) start = i;
    }
  }
  end(all.length);
  return out;
}

/** A command put into something else. */
function wrapped(g: Grammar, c: string): string {
  const w = () => word(g);
  const n = name(g);
  const { pick } = g.random;
  const forms: readonly string[] = [
    `{ ${c}; }`,
    `( ${c} )`,
    `if ${c}; then x1 ${w()}; else x2 ${w()}; fi`,
    `if ${pick(["x4", "x5", "x1", `[[ $${n} ]]`])}; then ${c}; fi`,
    `while ${c}; do break; done`,
    `until ${c}; do x1 ${w()}; break; done`,
    `for ${n} in ${w()} ${w()}; do ${c}; done`,
    `for ((i = 0; i < 2; i++)); do ${c}; done`,
    `f() { ${c}; }; f ${w()}`,
    `f() { local ${n}=${w()}; ${c}; }; f ${w()}; x1 "$${n}"`,
    `f() { ${c}; }; A=${w()} f | x8`,
    `eval ${quoted(c)}`,
    `eval "${c.replaceAll(/["\\$`]/g, "\\$&")}"`,
    `${c} | x8`,
    `x7 ${w()} | ${c}`,
    `x1 "$(${c})"`,
    `x1 $(${c})`,
    `${n}=$(${c})`,
    `x8 < <(${c})`,
    `x1 <(${c})`,
    `! ${c}`,
    `${c} & wait`,
    `case ${w()} in ${pick(["a", "*", "?", "[ab]*"])}) ${c};; *) x2;; esac`,
    `trap ${quoted(c)} ${pick(["EXIT", "ERR", "DEBUG", "RETURN"])}`,
    `${assignment(g)} ${c}`,
    `${n}=${w()}; ${c}`,
    `${pick(["command", "builtin", "x9", "time", "eval", "exec", "noglob", "nocorrect", "-"])} ${c}`,
    `${c} ${redirection(g)}`,
    `${redirection(g)} ${c}`,
    `${c} || x2 $?`,
    `${c} && x1 $?`,
    `${c}; x1 $? "$${n}"`,
    `${builtin(g)}; ${c}`,
    `${c}; ${builtin(g)}`,
    `set -e; ${c}; x1`,
    `set -- ${w()} ${w()}; ${c}`,
    `while read -r ${n}; do ${c}; done <a.txt`,
    `alias a1=${quoted(c)}\na1 ${w()}`,
    `x8 <<EOF\n$(${c})\nEOF\n:`,
    `[[ $(${c}) == ${w()} ]] && x1`,
    `{ ${c}; } >f1; x8 <f1`,
    `( ${c} ); ${c}`,
    ...(g.shell === "zsh"
      ? [`() { ${c} } ${w()}`, `{ ${c} } always { x2 }`, `repeat 2 { ${c} }`, `x8 <<<$(${c})`, `x8 =(${c})`]
      : [`coproc { ${c}; }`, `mapfile -t arr < <(${c}); x1 "\${arr[@]}"`, `function f { ${c}; }; f ${w()}`]),
  ];
  return pick(forms);
}

/** A word that differs in its quotes or in one of its parts. */
function altered(g: Grammar, text: string): string {
  const { random } = g;
  const bare = text.replaceAll(/["']/g, "");
  return random.weighted([
    [1, () => `"${bare}"`],
    [1, () => `'${bare}'`],
    [1, () => bare],
    [1, () => text + word(g)],
    [1, () => word(g) + text],
    [
      2,
      () =>
        text.replace(
          /\$(\w+)/,
          (_, n: string) => `\${${n}${random.pick([":-a", "#a", "%a", "/a/b", ":1", "-", "+b", ":=q"])}}`,
        ),
    ],
    [2, () => text.replace(/\$\w+|\$\{[^{}]*\}/, () => parameter(g))],
    [2, () => text.replace(/\b(?:A|B|C|D|v|w|arr|h)\b/, () => random.pick(["A", "B", "v", "w", "arr", "h", "D"]))],
    [2, () => text.replace(/\b\d\b/, () => random.pick(["0", "1", "2", "-1", "3", "10", "v", "$v", ""]))],
    [
      2,
      () =>
        text.replace(/(?<=[a-z])(?=[a-z])|(?<==)/, () =>
          random.pick([parameter(g), "*", "?", "{a,b}", "~", " ", ",", ":", "=", "[a]", "\\", '""', "''", "$"]),
        ),
    ],
    [
      1,
      () =>
        text.replace(/[-+/%#:,^@=~]/, (c) =>
          random.pick(["-", "+", "/", "%", "#", ":", ",", "^", "@", "=", "~", c + c, ""]),
        ),
    ],
    [
      1,
      () =>
        text.replace(
          /[-+](?=\w)/,
          (c) => c + random.pick(["a", "A", "i", "x", "r", "n", "g", "u", "l", "p", "f", "t", "s", "o", "z"]),
        ),
    ],
  ]);
}

/** A line with one to three changes; `other` lends its words and commands. */
export function reshape(line: string, other: string, g: Grammar): string {
  const { random } = g;
  let all = tokens(line);
  const theirs = tokens(other);
  const their = () => {
    const found = where(theirs, (t) => isPlain(t));
    return found.length === 0 ? atom(g) : (theirs[random.pick(found)] as Token).text;
  };
  const ownWord = (change: (i: number) => Token[], width = 1): void => {
    const found = where(all, (t) => isPlain(t));
    if (found.length === 0) return;
    const i = random.pick(found);
    all = all.toSpliced(i, width, ...change(i));
  };
  const ownCommand = (change: (text: string) => string): void => {
    const found = commands(all);
    if (found.length === 0) return;
    const [start, end] = random.pick(found);
    const text = textOf(all.slice(start, end)).trimEnd();
    all = tokens(textOf(all.slice(0, start)) + change(text) + textOf(all.slice(end)));
  };
  const theirCommand = () => {
    const found = commands(theirs);
    if (found.length === 0) return "x1";
    const [start, end] = random.pick(found);
    return textOf(theirs.slice(start, end)).trim();
  };
  for (let n = 1 + random.below(3); n > 0; n--)
    random.weighted<void>([
      [3, () => ownWord(() => [made(word(g))])],
      [2, () => ownWord(() => [made(their())])],
      [2, () => ownWord((i) => [all[i] as Token, BLANK, made(random.chance(0.5) ? word(g) : their())])],
      [2, () => ownWord(() => [], 2)],
      [5, () => ownWord((i) => [made(altered(g, (all[i] as Token).text))])],
      [1, () => ownWord((i) => [all[i] as Token, BLANK, all[i] as Token])],
      [
        1,
        () => {
          const found = where(all, (t) => isPlain(t));
          if (found.length < 2) return;
          const [i, j] = [random.pick(found), random.pick(found)];
          all = all.map((t, k) => (k === i ? (all[j] as Token) : k === j ? (all[i] as Token) : t));
        },
      ],
      [
        2,
        () => {
          const closes = (t: Token | undefined) => t === undefined || (t.kind === "word" && RESERVED.has(t.text));
          const next = (i: number) => all.slice(i + 1).find((t) => t.kind !== "blank");
          const found = where(all, (t, i) => /^(?:;|&&|\|\||\||&|\n)$/.test(t.text) && !closes(next(i)));
          if (found.length === 0) return;
          const by = random.pick(["; ", " && ", " || ", " | ", "\n", " & "]);
          all = all.toSpliced(random.pick(found), 1, { kind: "separator", text: by });
        },
      ],
      [5, () => ownCommand((c) => wrapped(g, c))],
      [1, () => ownCommand(() => theirCommand())],
      [2, () => ownCommand((c) => `${c}${random.pick(["; ", " && ", " || ", " | ", "\n"])}${theirCommand()}`)],
      [1, () => ownCommand((c) => `${theirCommand()}; ${c}`)],
      [1, () => ownCommand((c) => c.replace(/^\S+/, () => stub(g)))],
      [0.5, () => ownCommand((c) => wrapped(g, wrapped(g, c)))],
      [
        1,
        () => {
          const between = random.pick(["; ", "\n", " && ", " || ", " | "]);
          all = tokens(line.endsWith("\n") ? line + other : textOf(all) + between + other);
        },
      ],
      [
        1,
        () => {
          all = tokens(g.list() + random.pick(["; ", "\n", " && ", " || "]) + textOf(all));
        },
      ],
    ]);
  return textOf(all);
}
