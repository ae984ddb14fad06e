/** Programs in a general-purpose language: certain only when every name in them is known to be harmless or has a known act. */

import { ANY } from "../../session/value.ts";
import { type Act, perform } from "./acts.ts";
import { type Draft, doubt } from "./report.ts";
import { byComma, closing, isName, isOperator, opening, type Word } from "./words.ts";

/** What is known of a language. Dotted names are written with the module's own name: `os.path.join`. */
export interface Language {
  readonly keywords: ReadonlySet<string>;
  /** Names that only compute or print. */
  readonly globals: ReadonlySet<string>;
  /** Names that make it possible to reach anything; never harmless, whoever declares them. */
  readonly banned: RegExp;
  /** Names that must not even label an argument or a member: patterns take things apart by them. */
  readonly bannedKey: RegExp;
  /** Calls that have a known act. */
  readonly acts: ReadonlyMap<string, Act>;
  /** Dotted names that only compute, print or tell something. */
  readonly values: ReadonlySet<string>;
  /** Modules of which everything else only computes. */
  readonly pure: ReadonlySet<string>;
  /** Roots of dotted names that are there without an import. */
  readonly roots: ReadonlySet<string>;
  /** Whether a member of a value that is no module may be read, or called. */
  member(name: string, called: boolean): boolean;
  /** Members that act on the path they are called on. */
  readonly pathMembers: ReadonlyMap<string, Act>;
  /** What a dotted call or name says of a path: the home directory, the current one, its arguments joined or as they are. */
  readonly places: ReadonlyMap<string, "home" | "here" | "join" | "same">;
  /** Dotted names of state that other code obeys: it may be looked at, not changed. */
  readonly fixed: ReadonlySet<string>;
  /** Whether an index may hold any expression. */
  readonly freeIndex: boolean;
}

export interface Scan {
  readonly words: readonly Word[];
  readonly report: Draft;
  readonly language: Language;
  /** Names that mean a module or a part of one. */
  readonly aliases: Map<string, string>;
  /** Names that the program declares. */
  readonly locals: Set<string>;
  /** Names with one literal value. */
  readonly constants: Map<string, string>;
  /** Modules that heed does not know: code of the project or of an installed package. */
  readonly foreign: Set<string>;
  /** Words that the import statements took. */
  readonly taken: Set<number>;
}

export function scan(s: Scan): void {
  const { words, language } = s;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as Word;
    if (s.taken.has(i)) continue;
    if (word.kind === "template") for (const inner of word.inner ?? []) scan({ ...s, words: inner, taken: new Set() });
    if (word.kind === "operator" && word.text === "[" && !language.freeIndex) index(s, i);
    if (isOperator(word, "]") && isOperator(words[i + 1], ":") && !language.freeIndex)
      doubt(s.report, "computes a key");
    if (word.kind !== "operator" && language.bannedKey.test(word.text)) doubt(s.report, `uses ${word.text}`);
    if (word.kind !== "name") continue;
    const before = words[i - 1];
    if (isOperator(before, ".") || isOperator(before, "?.")) member(s, i);
    else if (!language.keywords.has(word.text) && !isKey(s, i)) i = chain(s, i);
  }
}

/** A word that only labels an argument or a member: `f(key=1)`, `{ key: 1 }`. */
function isKey(s: Scan, i: number): boolean {
  const next = s.words[i + 1];
  let at = i - 1;
  while (s.words[at]?.kind === "newline") at--;
  const before = s.words[at];
  if (!isOperator(before, "(") && !isOperator(before, ",") && !isOperator(before, "{")) return false;
  return s.language.freeIndex ? isOperator(next, "=") && depthOf(s.words, i) > 0 : isOperator(next, ":");
}

function depthOf(words: readonly Word[], i: number): number {
  let depth = 0;
  for (const word of words.slice(0, i)) {
    if (word.kind !== "operator") continue;
    if (word.text === "(") depth++;
    if (word.text === ")") depth--;
  }
  return depth;
}

function member(s: Scan, i: number): void {
  const name = s.words[i]?.text ?? "";
  const called = isOperator(s.words[i + 1], "(");
  const act = s.language.pathMembers.get(name);
  if (act !== undefined && called) {
    const end = closing(s.words, i + 1);
    const args = end === undefined ? [] : byComma(s.words.slice(i + 2, end));
    perform(act, s, [receiver(s, i - 1), ...args]);
  } else if (!s.language.member(name, called) && !compared(s, i)) doubt(s.report, `uses .${name}`);
}

/** What is only compared or counted with is data, whatever it is: a column of a table. */
function compared(s: Scan, i: number): boolean {
  const next = s.words[i + 1];
  return s.language.freeIndex && next?.kind === "operator" && /^(?:[<>]=?|[=!]=|\*\*?|\/\/?|[-+%])$/.test(next.text);
}

/** The words before a dot that make its left side. */
function receiver(s: Scan, dot: number): readonly Word[] {
  let start = dot - 1;
  if (isOperator(s.words[start], ")")) start = (opening(s.words, start) ?? 0) - 1;
  while (start > 1 && isOperator(s.words[start - 1], ".")) start -= 2;
  return s.words.slice(Math.max(start, 0), dot);
}

/** A name and the members behind it, up to what is known of it; returns the last index that it took. */
function chain(s: Scan, i: number): number {
  const { words, language } = s;
  const name = words[i]?.text ?? "";
  if (language.banned.test(name)) doubt(s.report, `uses ${name}`);
  const root = s.aliases.get(name) ?? (language.roots.has(name) ? name : undefined);
  if (root === undefined) {
    const act = language.acts.get(name);
    if (act !== undefined && s.locals.has(name)) doubt(s.report, `changes ${name}`);
    if (act !== undefined) return called(s, i, act, name);
    if (!s.locals.has(name) && !language.globals.has(name)) doubt(s.report, `uses ${name}`);
    return i;
  }
  if (isOperator(words[i + 1], "=")) doubt(s.report, `changes ${name}`);
  const dotted = [root];
  let last = i;
  while ((isOperator(words[last + 1], ".") || isOperator(words[last + 1], "?.")) && isName(words[last + 2])) {
    dotted.push(words[last + 2]?.text ?? "");
    last += 2;
  }
  for (let length = dotted.length; length > 0; length--) {
    const full = dotted.slice(0, length).join(".");
    const at = i + (length - 1) * 2;
    const act = language.acts.get(full);
    if (act !== undefined) return called(s, at, act, full);
    if (language.values.has(full) || pure(s, full)) {
      if (changed(s, at, full)) doubt(s.report, `changes ${full}`);
      return at;
    }
  }
  // Of an unknown module only what it says of itself is harmless.
  const end = words[last + 1];
  if (dotted.length > 1 && s.foreign.has(root) && !isOperator(end, "(") && !isOperator(end, "=")) {
    if (/^(?:__version__|__file__|__name__|__doc__|version|VERSION)$/.test(dotted.at(-1) ?? "")) return last;
  }
  doubt(s.report, `uses ${dotted.join(".")}`);
  return last;
}

const looks = /^(?:get|items|keys|values|copy|index|count|join|length|map|filter|includes|slice|HOME|PATH|USER)$/;

function changed(s: Scan, at: number, full: string): boolean {
  const { words, language } = s;
  const next = words[at + 1];
  if (next?.kind === "operator" && /^[^=!<>]?=$|^\*\*=$|^\/\/=$/.test(next.text)) return true;
  const end = isOperator(next, "[") ? closing(words, at + 1) : undefined;
  if (end !== undefined && isOperator(words[end + 1], "=")) return true;
  if (!language.fixed.has(full) || !isOperator(next, ".")) return false;
  return isOperator(words[at + 3], "=") || (isOperator(words[at + 3], "(") && !looks.test(words[at + 2]?.text ?? ""));
}

function pure(s: Scan, full: string): boolean {
  const dot = full.lastIndexOf(".");
  if (dot < 0 || !s.language.pure.has(full.slice(0, dot))) return false;
  const leaf = full.slice(dot + 1);
  // A module may hold other modules that it imports.
  return !/^_|^(?:os|sys|io|subprocess|shutil|codecs|importlib|builtins|open|popen|system)$/.test(leaf);
}

function called(s: Scan, at: number, act: Act, name: string): number {
  const end = isOperator(s.words[at + 1], "(") ? closing(s.words, at + 1) : undefined;
  if (end === undefined) doubt(s.report, `passes ${name} on`);
  else perform(act, s, byComma(s.words.slice(at + 2, end)));
  return at;
}

/** Computed members can reach anything; a number or a plain key cannot. */
function index(s: Scan, i: number): void {
  const before = s.words[i - 1];
  const isIndex =
    before !== undefined &&
    (["string", "template", "regex"].includes(before.kind) ||
      (before.kind === "name" && !s.language.keywords.has(before.text)) ||
      [")", "]", "}", "?."].some((each) => isOperator(before, each)));
  if (!isIndex) return;
  const end = closing(s.words, i);
  const inside = end === undefined ? [] : s.words.slice(i + 1, end);
  const [first] = inside;
  if (inside.length === 1 && first?.kind === "number") return;
  if (inside.length === 1 && first?.kind === "string" && s.language.member(first.text, false)) return;
  const last = inside.at(-1);
  if (isOperator(inside.at(-2), "-") && last?.kind === "number" && isName(inside.at(-3), "length")) return;
  doubt(s.report, "computes the name of a member");
}

/** The text that an expression makes, with holes for what is not known. */
export function textOf(s: Scan, expression: readonly Word[], depth = 0): string {
  const words = expression.filter((word) => word.kind !== "newline");
  if (depth > 6 || words.length === 0) return ANY;
  const [first] = words;
  if (words.length === 1) {
    if (first?.kind === "string" || first?.kind === "template") return first.text;
    return (first?.kind === "name" ? s.constants.get(first.text) : undefined) ?? ANY;
  }
  if (isOperator(first, "(") && closing(words, 0) === words.length - 1) return textOf(s, words.slice(1, -1), depth + 1);
  const sum = split(words, "+");
  if (sum.length > 1) return sum.map((part) => textOf(s, part, depth + 1)).join("");
  const path = split(words, "/");
  if (path.length > 1) return path.map((part) => textOf(s, part, depth + 1)).join("/");
  return placeOf(s, words, depth);
}

function split(words: readonly Word[], operator: string): readonly (readonly Word[])[] {
  const parts: Word[][] = [[]];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as Word;
    if (isOperator(word, operator)) parts.push([]);
    else if (word.kind === "operator" && "([{".includes(word.text)) {
      const end = closing(words, i) ?? words.length - 1;
      parts.at(-1)?.push(...words.slice(i, end + 1));
      i = end;
    } else parts.at(-1)?.push(word);
  }
  return parts;
}

/** `os.path.expanduser("~")`, `Path.home()`, `process.env.HOME` … */
function placeOf(s: Scan, words: readonly Word[], depth: number): string {
  if (!isName(words[0])) return ANY;
  const name = words[0]?.text ?? "";
  const dotted = [s.aliases.get(name) ?? name];
  let i = 1;
  // `require("os").homedir()`
  if (name === "require" && isOperator(words[1], "(") && words[2]?.kind === "string" && isOperator(words[3], ")")) {
    dotted[0] = words[2].text.replace(/^node:/, "");
    i = 4;
  }
  while (isOperator(words[i], ".") && isName(words[i + 1])) {
    dotted.push(words[i + 1]?.text ?? "");
    i += 2;
  }
  const full = dotted.join(".");
  const what = s.language.places.get(full);
  const end = isOperator(words[i], "(") ? closing(words, i) : undefined;
  const rest = end === undefined ? words.slice(i) : words.slice(end + 1);
  if (what === "home" && (rest.length === 0 || onlyNormalizes(rest))) return "~";
  if (end === undefined) {
    const key = words[i + 1];
    const home = isOperator(words[i], "[") && key?.kind === "string" && s.language.places.get(`${full}.${key.text}`);
    return home === "home" && words.length === i + 3 ? "~" : ANY;
  }
  if (what === undefined || !onlyNormalizes(rest)) return ANY;
  const args = byComma(words.slice(i + 1, end)).map((arg) => textOf(s, arg, depth + 1));
  if (args.length === 1 && s.language.places.get(`${full}.${args[0]}`) === "home") return "~";
  if (what === "here") return ".";
  return args.length === 0 ? ANY : args.reduce((path, part) => (part.startsWith("/") ? part : `${path}/${part}`));
}

function onlyNormalizes(rest: readonly Word[]): boolean {
  const text = rest.map((word) => word.text).join("");
  return /^(?:\.(?:expanduser|resolve|absolute|toString|as_posix)\(\))*$/.test(text);
}
