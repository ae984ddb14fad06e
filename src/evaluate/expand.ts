/** Word expansion in the shell's own order: braces, tilde, parameters, commands, arithmetic, splitting, patterns. */

import { ANY, concat, HOLE, known, MANY, MAX_ALTERNATIVES, unknown, type Value } from "../session/value.ts";
import { readWord } from "../syntax/read.ts";
import type { Part, Word } from "../syntax/tree.ts";
import { braces } from "./braces.ts";
import { type Evaluation, giveUp, step } from "./context.ts";
import { plainHole, SPLIT } from "./fields.ts";
import { perhapsOn } from "./joining.ts";
import { expandParts, type Mode } from "./parts.ts";
import { compile, globHoles, hasGlob, quote, unquote, zshGlobHoles } from "./pattern.ts";
import { fork, type State } from "./state.ts";
import { runSubstitution } from "./substitute.ts";
import { zshFields } from "./zsh-fields.ts";
import { zshNames } from "./zsh-tilde.ts";

/** One possible outcome of expanding words: the fields and where their data came from. */
export interface Fields {
  readonly words: readonly string[];
  readonly taints: readonly number[];
  /** Numbers of the words that stand for one or several, as a pattern does. */
  readonly many: ReadonlySet<number>;
}

const fieldsOf = (words: readonly string[], taints: readonly number[]): Fields => {
  const marked = words.some((w) => w.includes(MANY));
  return {
    words: marked ? words.map((w) => w.replace(JOINED, SPLIT).replaceAll(MANY, "")) : words,
    taints,
    many: marked ? new Set(words.flatMap((w, i) => (w.includes(MANY) ? [i] : []))) : NONE,
  };
};

/** Text behind the last of several words. */
const JOINED = new RegExp(`[^]*${MANY}(?!${MANY}|$)`);

const NONE: ReadonlySet<number> = new Set();

const FIELDS: Mode = { single: false, pattern: false, assignment: false, head: false };

const SINGLE: Mode = { single: true, pattern: false, assignment: false, head: false };

const PATTERN: Mode = { ...SINGLE, pattern: true };

/** Where words stand: bash looks for tildes behind NAME= in all words but those of an array, zsh behind colons in those. */
export type Standing = "list" | "arguments" | "declaration" | "elements";

/** Where a single word stands: behind NAME=, as a word of its own, or inside an expansion. */
export type Alone = "value" | "word" | "inside";

/** Every argv that the words can become, at most `MAX_ALTERNATIVES`. */
export function expandWords(e: Evaluation, s: State, words: readonly Word[], place: Standing = "list"): Fields[] {
  return expandMarked(e, s, words, place).map((f) => fieldsOf(f.words, f.taints));
}

/** Fields whose words still carry the mark of those that stand for several. */
export type Marked = Pick<Fields, "words" | "taints">;

function expandMarked(e: Evaluation, s: State, words: readonly Word[], place: Standing): Marked[] {
  const declaration = place === "declaration";
  // zsh: what the builtin itself is given, not the reserved word
  const plain = s.dialect === "zsh" && declaration && words[0] !== undefined && firstLiteral(words[0]) === "builtin";
  let out: { words: string[]; taints: number[] }[] = [{ words: [], taints: [] }];
  const given = e.abandoned.length;
  for (const word of words) {
    const pieces = bracesOf(e, s, word);
    for (const piece of pieces) {
      const first = out.some((o) => o.words.length === 0);
      const alternatives =
        s.dialect === "zsh"
          ? zshWords(e, s, piece, first, plain ? "builtin" : place)
          : expandFields(
              e,
              s,
              piece,
              declaration,
              first,
              pieces.length === 1 && (place === "arguments" || place === "declaration"),
            );
      if (alternatives.length !== 1 && out.length * alternatives.length <= MAX_ALTERNATIVES) {
        out = out.flatMap((o) =>
          alternatives.map((a) => ({ words: [...o.words, ...a.words], taints: [...o.taints, ...a.taints] })),
        );
        continue;
      }
      const taint = alternatives.reduce((t, a) => a.taints.reduce((x, y) => x | y, t), 0);
      const one = alternatives.length === 1 ? (alternatives[0] as Marked) : { words: [ANY], taints: [taint] };
      for (const o of out) {
        for (const w of one.words) o.words.push(w);
        for (const t of one.taints) o.taints.push(t);
      }
    }
    if (!step(e, 1 + (out[0]?.words.length ?? 0) / 4_096)) break;
  }
  // zsh looks for files when all words are expanded
  if (s.dialect === "zsh" && words.length > 1 && e.abandoned.length > given) giveUp(e, s);
  return out;
}

function bracesOf(e: Evaluation, s: State, word: Word): readonly Word[] {
  // zsh looks for braces in what is expanded already
  const off = s.options.has("nobraceexpand") && !s.options.has(perhapsOn("nobraceexpand"));
  if (s.dialect !== "bash" || off) return [word];
  if (s.options.has(perhapsOn("nobraceexpand")) && braces(word).length > 1)
    e.host.opaque(e.place, "braces that may have been turned off");
  // bash sees quotes end inside `"${x-"{a,b}"}"`, and braces between them
  if (word.parts.some((p) => p.kind === "double" && p.parts.some((q) => bracesInQuotes(e, q))))
    e.host.opaque(e.place, "braces between quotes inside an expansion");
  if (word.parts.some((p) => quotesInQuotes(e, p)) && braces(word).length > 1)
    e.host.opaque(e.place, "braces beside quotes inside an expansion");
  if (word.parts.some((p) => unevenBraces(e, p)) && braces(word).length > 1)
    e.host.opaque(e.place, "braces that do not match inside an expansion");
  return braces(word);
}

/** `${x-{}{a,b}`: bash counts the braces in the text, where they do not match. */
function unevenBraces(e: Evaluation, part: Part): boolean {
  if (part.kind !== "parameter" || part.operation === undefined) return false;
  const text = e.text.slice(part.span.start, part.span.end);
  return text.split("{").length !== text.split("}").length;
}

/** `"${x-'}"{a,b}`: bash takes the quote for one that opens. */
function quotesInQuotes(e: Evaluation, part: Part): boolean {
  if (part.kind !== "double") return false;
  return part.parts.some(
    (p) => p.kind === "parameter" && p.operation !== undefined && /['"]/.test(e.text.slice(p.span.start, p.span.end)),
  );
}

function bracesInQuotes(e: Evaluation, part: Part): boolean {
  if (part.kind === "command" && e.text[part.span.start] === "`") {
    const text = e.text.slice(part.span.start, part.span.end);
    return text.includes('"') && /\{[^}]*(?:,|\.\.)/.test(text);
  }
  if (part.kind !== "parameter" || part.operation === undefined) return false;
  const text = e.text.slice(part.span.start + 2, part.span.end);
  return text.includes('"') && /\{[^}]*(?:,|\.\.)/.test(text);
}

/** The fields of one word after brace expansion in bash and sh. */
function expandFields(
  e: Evaluation,
  s: State,
  word: Word,
  declaration: boolean,
  first: boolean,
  whole: boolean,
): Marked[] {
  const only = word.parts.length === 1 ? word.parts[0] : undefined;
  if (only?.kind === "literal" && (only.quoted || !/[~*?[=]/.test(only.text)))
    return [{ words: [only.text], taints: [0] }];
  const assigns = /^[A-Za-z_]\w*\+?=/.test(firstLiteral(word));
  const element = declaration && whole && s.dialect === "bash" ? word.assignment : undefined;
  if (element?.index !== undefined && element.value.kind === "word") {
    const head = concat(known(`${element.name}[`), expandValue(e, s, element.index));
    const value = expandValue(e, s, element.value, false, "value");
    const all = concat(concat(head, known(element.append ? "]+=" : "]=")), value);
    return all.texts.map((t) => ({ words: [t], taints: [all.taint] }));
  }
  const single = declaration && assigns && s.dialect === "bash" && whole;
  // what braces made is no assignment to bash
  const head = assigns && whole && (declaration || (s.dialect === "bash" && !s.options.has("posix")));
  const partials = expandParts(e, s, word.parts, { ...FIELDS, assignment: head, head, single });
  // bash then splits some of it and some not (measured: bash 5.2)
  const dollar = (p: Part) => p.kind === "literal" && !p.quoted && p.text.includes("$");
  if (s.dialect === "bash" && partials.some((p) => p.words.length > 0) && word.parts.some(dollar))
    e.host.opaque(e.place, "a dollar sign alone in a word that splits");
  const named = first && partials.length === 1 ? programs(e, partials[0]?.current ?? "") : undefined;
  if (named !== undefined && named.length > 0) return named.map((n) => ({ words: [n], taints: [0] }));
  return partials.map((p) => {
    const words = p.current === undefined ? p.words : [...p.words, p.current];
    const taints = p.current === undefined ? p.taints : [...p.taints, p.taint];
    return { words: words.map((w) => plainHole(finish(e, s, w, single))), taints };
  });
}

/** The fields of one word of zsh. */
function zshWords(e: Evaluation, s: State, word: Word, first: boolean, place: Standing | "builtin"): Marked[] {
  const only = word.parts.length === 1 ? word.parts[0] : undefined;
  if (only?.kind === "literal" && (only.quoted || !/[~*?[=({^#<]/.test(only.text)))
    return [{ words: [only.text], taints: [0] }];
  const single = place === "declaration" && word.assignment !== undefined;
  const assigns = single || place === "builtin" || s.options.has("magicequalsubst");
  const kind = assigns ? "declaration" : place === "elements" ? "value" : "word";
  const partials = expandParts(e, s, word.parts, { ...FIELDS, assignment: kind !== "word", single });
  const fields = single ? zshFields(e, s, partials, kind, false) : zshFields(e, s, partials, kind);
  const named = first && fields.length === 1 ? programs(e, fields[0]?.words.at(-1) ?? "") : undefined;
  if (named !== undefined && named.length > 0) return named.map((n) => ({ words: [n], taints: [0] }));
  return fields.map(({ words, taints }) => ({ words: words.map((w) => plainHole(finish(e, s, w, single))), taints }));
}

/** The programs a pattern in command position stands for: `/bin/r[m]`. */
function programs(e: Evaluation, field: string): string[] | undefined {
  const cut = field.lastIndexOf("/");
  const directory = unquote(field.slice(0, cut + 1));
  if (cut < 0 || !hasGlob(field) || !directory.startsWith("/") || hasGlob(field.slice(0, cut))) return undefined;
  const pattern = compile(field.slice(cut + 1), "plain", true);
  const names = e.host
    .list(directory)
    ?.filter((n) => pattern?.test(n))
    .slice(0, 8);
  return names?.map((n) => directory + n);
}

function finish(e: Evaluation, s: State, field: string, single: boolean): string {
  if (s.options.has(perhapsOn("noglob")) && !single && hasGlob(field))
    e.host.opaque(e.place, "a pattern that may have been turned off");
  if (single || s.options.has("noglob")) return unquote(field);
  if (s.dialect === "zsh") return zshFinish(e, s, field);
  if (!hasGlob(field)) return unquote(field);
  // a backslash that came out of an expansion counts only if something matches
  if (s.dialect === "bash" && /(?:^|[^\ud805])\\/.test(field)) return ANY + MANY;
  if (s.options.has("failglob")) giveUp(e, s);
  // `name=*` and `name[1]` match nothing as a rule, and then stay as they are
  const option = /^-{0,2}[\w.-]+=/.exec(field)?.[0];
  const element = /^[A-Za-z_]\w*\[-?\w+\]$/.test(field) ? compile(field, "plain", true) : undefined;
  if ((option !== undefined || element !== undefined) && !s.options.has("nullglob")) {
    const here = s.cwd.texts.length === 1 ? e.host.list(s.cwd.texts[0] ?? "") : undefined;
    const fits = (n: string) => (option === undefined ? element?.test(n) : n.startsWith(option));
    const made = () => [...s.files.keys()].some((path) => fits(path.slice(path.lastIndexOf("/") + 1)));
    if (here !== undefined && !here.some(fits) && !made()) return unquote(field);
  }
  return globHoles(field.replaceAll(MANY, "")) + MANY;
}

function zshFinish(e: Evaluation, s: State, field: string): string {
  const extended = s.options.has("extendedglob");
  // `[` alone is no pattern
  if (field === "[" || !(extended ? ZSH_EXTENDED : ZSH_GLOB).test(field)) return unquote(field);
  // nothing that matches, or no pattern at all: the line ends there
  giveUp(e, s);
  qualifiers(e, s, field);
  const holes = zshGlobHoles(field, extended, s.options.has("nonomatch"));
  return holes === undefined || !HOLE.test(holes) ? ANY : holes + MANY;
}

const ZSH_GLOB = /(?:^|[^\ud805])[*?[(<|]/;
const ZSH_EXTENDED = /(?:^|[^\ud805])[*?[(<|^#]|[^\ud805]~/;

/** zsh glob qualifiers `*(e:'code':)`, `*(oe[code])` and `*(+cmd)` run code, each file found being $REPLY. */
function qualifiers(e: Evaluation, s: State, field: string): void {
  for (const code of qualifierCode(unquote(field))) {
    e.host.code(e.place, known(code), "a glob qualifier");
    const inner = fork(s);
    inner.globals.set("REPLY", { value: unknown(0), kind: "scalar", exported: false, origin: { kind: "seen" } });
    runSubstitution.text(e, inner, code, "glob qualifier");
  }
}

const CLOSING: { readonly [open: string]: string } = { "[": "]", "{": "}", "(": ")", "<": ">" };

/** Code in the parentheses at the end of a pattern. */
function qualifierCode(field: string): string[] {
  if (!field.endsWith(")")) return [];
  const out: string[] = [];
  for (const m of field.matchAll(/e([^A-Za-z0-9\s)])/g)) {
    if (!field.slice(0, m.index).includes("(")) continue;
    const from = m.index + 2;
    const to = field.lastIndexOf(CLOSING[m[1] as string] ?? (m[1] as string), field.length - 2);
    if (to > from) out.push(field.slice(from, to));
  }
  const named = /\((?:[^()]*[^()\w]|[^()]*[oO])?\+([\w-]+)[^()]*\)$/.exec(field)?.[1];
  return named === undefined ? out : [...out, named];
}

const firstLiteral = (word: Word): string => {
  const p = word.parts[0];
  return p?.kind === "literal" && !p.quoted ? p.text : "";
};

/** One value: no splitting, no patterns. With `pattern`, quoted characters stay marked. */
export function expandValue(e: Evaluation, s: State, word: Word, pattern = false, alone: Alone = "inside"): Value {
  const only = word.parts.length === 1 ? word.parts[0] : undefined;
  if (only?.kind === "literal" && (only.quoted || !/[~=]/.test(only.text)))
    return known(pattern && only.quoted ? quote(only.text) : only.text);
  const head = alone === "word" && s.dialect === "bash" && /^[A-Za-z_]\w*\+?=/.test(firstLiteral(word));
  const assignment = head || (s.dialect === "sh" ? !pattern : alone === "value");
  const mode: Mode = { ...(pattern ? PATTERN : SINGLE), assignment, head };
  const partials = expandParts(e, s, word.parts, mode);
  const texts = new Set<string>();
  let taint = 0;
  for (const p of partials) {
    const text = [...p.words, ...(p.current === undefined ? [] : [p.current])].join(" ");
    const named =
      s.dialect === "zsh" ? zshNames(e, s, text, mode.assignment ? "value" : "word") : { texts: [text], taint: 0 };
    for (const t of named.texts) texts.add((mode.pattern ? t : unquote(t)).replaceAll(MANY, ""));
    taint |= p.taints.reduce((a, b) => a | b, p.taint | named.taint);
  }
  return { texts: texts.size > MAX_ALTERNATIVES ? [ANY] : [...texts], unset: false, taint };
}

/** Text read again as in double quotes: subscripts, prompts, arithmetic. */
export function expandText(e: Evaluation, s: State, text: string): Value {
  if (!/[$`\\]/.test(text)) return known(text);
  if (!step(e, 1 + text.length / 256)) return unknown();
  if (HOLE.test(text)) {
    // what is known of it still runs
    const read = readWord(text.replace(new RegExp(HOLE, "gu"), "0"), s.dialect);
    if (read) expandNested(e, s, read, text);
    return unknown();
  }
  const word = readWord(text, s.dialect);
  if (word === undefined) {
    e.host.opaque(e.place, "text that is expanded as a command and cannot be read");
    return unknown();
  }
  return expandNested(e, s, word, text);
}

function expandNested(e: Evaluation, s: State, word: Word, text: string): Value {
  const saved = { text: e.text, nested: e.nested };
  e.text = text;
  e.nested = true;
  try {
    return expandValue(e, s, word);
  } finally {
    e.text = saved.text;
    e.nested = saved.nested;
  }
}
