/** Programs in a general-purpose language: certain only when every name in them is known to be harmless or has a known act. */

import { ANY, HOLE } from "../../session/value.ts";
import { type Act, perform } from "./acts.ts";
import { type Draft, doubt } from "./report.ts";
import { sql } from "./sql.ts";
import { textOf } from "./texts.ts";
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
  readonly places: ReadonlyMap<string, "home" | "here" | "join" | "same" | "self">;
  /** Dotted names of state that other code obeys: it may be looked at, not changed. */
  readonly fixed: ReadonlySet<string>;
  /** The one of these that says where modules are found, and the one that programs inherit. */
  readonly searchPath?: string;
  readonly environment?: string;
  /** The dotted name of the words that the program is given, and the program that runs it. */
  readonly arguments?: string;
  readonly self?: string;
  /** Modules whose values write to a path where those of others write data. */
  readonly documents?: RegExp;
  /** Whether a name of a module that heed does not know may be used: code of the project, or installed for it. */
  trusts?(module: string, names: readonly string[]): boolean;
  /** Whether a member of what such a module gives may be called. */
  trustsMember?(name: string): boolean;
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
  if ((called && name === "execute" && queries(s, i + 1)) || acted(s, i)) return;
  if (called && name === "read" && s.words[i + 2]?.kind === "string") s.report.reads.push(s.words[i + 2]?.text ?? ANY);
  const unlike = name === "write" && [...s.aliases.values()].some((module) => s.language.documents?.test(module));
  const given = s.foreign.size > 0 && (s.language.trustsMember?.(name) ?? false);
  if (unlike || (!s.language.member(name, called) && !given && !compared(s, i))) doubt(s.report, `uses .${name}`);
}

/** A call of a member that acts on a path. */
function acted(s: Scan, i: number): boolean {
  const act = s.language.pathMembers.get(s.words[i]?.text ?? "");
  if (act === undefined || !isOperator(s.words[i + 1], "(")) return false;
  const end = closing(s.words, i + 1);
  const args = end === undefined ? [] : byComma(s.words.slice(i + 2, end));
  // `Image.open(path)`
  perform(act, s, act === "open" && isModule(s, i) ? args : [receiver(s, i - 1), ...args]);
  return true;
}

/** A statement for the database that the program opened, which only looks. */
function queries(s: Scan, open: number): boolean {
  const end = closing(s.words, open);
  const text = end === undefined ? ANY : textOf(s, byComma(s.words.slice(open + 1, end))[0] ?? []);
  if (!s.report.database || HOLE.test(text)) return false;
  const { certain, changes, adds, reads, writes, runs } = sql(text);
  return certain && !changes && !adds && reads.length + writes.length + runs.length === 0;
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
    const imported = s.foreign.has("*") && (language.trusts?.("*", [name]) ?? false);
    if (!s.locals.has(name) && !language.globals.has(name) && !imported) doubt(s.report, `uses ${name}`);
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
  if (isTrusted(s, dotted) && !isOperator(words[last + 1], "=")) {
    if (dotted.length > 1) acted(s, last);
    return last;
  }
  // Of any other unknown module only what it says of itself is harmless.
  const end = words[last + 1];
  if (s.foreign.has(root) && !isOperator(end, "(") && !isOperator(end, "=")) {
    if (/\.(?:__version__|__file__|__name__|__doc__|version|VERSION)$/.test(dotted.join("."))) return last;
  }
  doubt(s.report, `uses ${dotted.join(".")}`);
  return last;
}

function isModule(s: Scan, i: number): boolean {
  const first = receiver(s, i - 1)[0];
  const root = s.aliases.get(first?.text ?? "");
  return root !== undefined && s.foreign.has(root);
}

/** A name of a module that heed does not know, and need not know. */
function isTrusted(s: Scan, dotted: readonly string[]): boolean {
  const full = dotted.join(".");
  for (const module of s.foreign) {
    if (full !== module && !full.startsWith(`${module}.`)) continue;
    const names = full.slice(module.length + 1).split(".");
    const { banned, bannedKey } = s.language;
    if (names.some((name) => banned.test(name) || bannedKey.test(name))) return false;
    if (s.language.trusts?.(module, full === module ? [] : names)) return true;
  }
  return false;
}

const looks = /^(?:get|items|keys|values|copy|index|count|join|length|map|filter|includes|slice|HOME|PATH|USER)$/;

function changed(s: Scan, at: number, full: string): boolean {
  const { words, language } = s;
  const next = words[at + 1];
  if (next?.kind === "operator" && /^[^=!<>]?=$|^\*\*=$|^\/\/=$/.test(next.text)) return true;
  const end = isOperator(next, "[") ? closing(words, at + 1) : undefined;
  if (end !== undefined && isOperator(words[end + 1], "="))
    return full !== language.environment || !sets(s, words.slice(at + 2, end), statementFrom(words, end + 2));
  if (!language.fixed.has(full) || !isOperator(next, ".")) return false;
  if (isOperator(words[at + 3], "=")) return true;
  const close = isOperator(words[at + 3], "(") ? closing(words, at + 3) : undefined;
  const method = words[at + 2]?.text ?? "";
  if (close === undefined || looks.test(method)) return false;
  const args = byComma(words.slice(at + 4, close));
  if (full === language.searchPath && /^(?:insert|append)$/.test(method)) return !searches(s, args.at(-1));
  return full !== language.environment || method !== "setdefault" || !sets(s, args[0] ?? [], args[1] ?? []);
}

function statementFrom(words: readonly Word[], start: number): readonly Word[] {
  const end = words.findIndex((word, i) => i >= start && (word.kind === "newline" || isOperator(word, ";")));
  return words.slice(start, end < 0 ? words.length : end);
}

/** A variable for what the program starts or loads; false when it is not known which or what. */
function sets(s: Scan, name: readonly Word[], value: readonly Word[]): boolean {
  const texts = [textOf(s, name), textOf(s, value)] as const;
  if (texts.some((text) => HOLE.test(text))) return false;
  s.report.sets.push(texts);
  return true;
}

/** A directory that modules are looked for in. */
function searches(s: Scan, where: readonly Word[] | undefined): boolean {
  const text = textOf(s, where ?? []);
  if (HOLE.test(text)) return false;
  s.report.loads.push(/^[/~]/.test(text) ? text : `./${text}`);
  return true;
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

/** Paths outside the project that code nobody here reads is given. */
export function named(report: Draft, words: readonly Word[]): void {
  for (const { kind, text, inner } of words) {
    if (
      (kind === "string" || kind === "template") &&
      !/\s/.test(text) &&
      outside.test(text) &&
      !report.writes.includes(text)
    )
      report.reads.push(text);
    if (kind !== "name" && /^(?!https?:\/\/(?:localhost|127\.0\.0\.1)[:/])[a-z][a-z0-9+.-]*:\/\/./i.test(text))
      report.network = true;
    for (const part of inner ?? []) named(report, part);
  }
}

const outside =
  /^~|^\.\.(?:\/|$)|^\/(?:etc|root|home|Users|var|proc|dev|private)(?:\/|$)|(?:^|\/)\.(?:env|ssh|aws|kube|gnupg|netrc|npmrc|pypirc)(?:\.|\/|$)|\.(?:pem|key|p12|pfx)$/;
