/** Programs in languages of which only names are known: R, Julia, Lua, Elixir, Octave. Certain when every name in them is one that does no harm. */

import { ANY } from "../../session/value.ts";
import { isActing, isActingMember } from "./acting.ts";
import { type Reader, take } from "./reader.ts";
import { type CodeReport, type Draft, doubt, draft, finish } from "./report.ts";
import { elixirNames, juliaNames, luaNames, octaveNames, rNames } from "./simple-names.ts";
import { byComma, closing, decoded, isName, isOperator, type Word } from "./words.ts";

/** What is known of a language. Names are dotted as they are written: `string.format`, `IO.puts`. */
export interface Simple {
  readonly comment: RegExp;
  /** Strings, with their quotes. What is put into them is code: `#{…}`, `$(…)`. */
  readonly string: RegExp;
  readonly inserts?: RegExp;
  readonly inserted?: RegExp;
  readonly name: RegExp;
  readonly keywords: ReadonlySet<string>;
  /** Names that only compute, print or tell; a `*` at the end of a module stands for all that is in it. */
  readonly harmless: ReadonlySet<string>;
  /** Calls whose first argument is a file that is read, and those that write the files that they name. */
  readonly reads: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
  /** Calls that call one of their arguments, and which. */
  readonly higher?: ReadonlyMap<string, number>;
  /** Words in front of the names of installed packages. */
  readonly loads: RegExp;
  /** A name that is neither declared nor known may stand there uncalled: a column, an argument's label. */
  readonly columns: boolean;
  /** A name that stands before one that the program declares: `local x`, or behind it: `x <-`. */
  readonly declares: RegExp;
}

export function r(program: string): CodeReport {
  return simple(rNames, program);
}

export function julia(program: string): CodeReport {
  return simple(juliaNames, program);
}

export function lua(program: string): CodeReport {
  return simple(luaNames, program);
}

export function elixir(program: string): CodeReport {
  return simple(elixirNames, program);
}

export function octave(program: string): CodeReport {
  return simple(octaveNames, program);
}

/** Only `!` starts a shell there, unless it compares; `?` runs what is typed. */
export function dc(program: string): CodeReport {
  const report = draft();
  if (/!(?![<>=])|\?/.test(program)) doubt(report, "may run a command");
  return finish(report);
}

function simple(language: Simple, program: string): CodeReport {
  const report = draft();
  const locals = new Set([...program.matchAll(language.declares)].flatMap((m) => m.slice(1).flatMap(names)));
  read(language, program, locals, report, 0);
  return finish(report);
}

const names = (text: string | undefined): string[] => text?.match(/[\p{L}_.][\p{L}\d_.]*/gu) ?? [];

function read(language: Simple, program: string, locals: ReadonlySet<string>, report: Draft, depth: number): void {
  const words = wordsOf(language, program);
  if (words === undefined || depth > 4) {
    doubt(report, "has a sign that heed cannot read");
    return;
  }
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as Word;
    if (word.kind === "string") {
      const inserted = language.inserted === undefined ? [] : [...word.text.matchAll(language.inserted)];
      for (const [, ...code] of inserted)
        read(language, code.find((each) => each !== undefined) ?? "", locals, report, depth + 1);
      if (language.inserts !== undefined && [...word.text.matchAll(language.inserts)].length !== inserted.length)
        doubt(report, "puts something into a string that heed cannot read");
      // a function may be meant by its name
      if (language.columns && /^[\w.]+$/.test(word.text) && isActing(word.text)) doubt(report, `names ${word.text}`);
    } else if (word.kind === "name") i = named(language, words, i, locals, report);
  }
}

function named(
  language: Simple,
  words: readonly Word[],
  i: number,
  locals: ReadonlySet<string>,
  report: Draft,
): number {
  const word = words[i]?.text ?? "";
  if (language.keywords.has(word) || (/^\d/.test(word) && !isOperator(words[i - 1], "."))) return i;
  if (language.loads.test(word)) return loaded(words, i);
  const called = isOperator(words[i + 1], "(");
  if (/^[$@:]$|^::$/.test(words[i - 1]?.text ?? "") && words[i - 1]?.kind === "operator") {
    if (called ? !language.harmless.has(`:${word}`) : isActingMember(word)) doubt(report, `uses ${word}`);
  } else if (called && language.reads.has(word)) {
    const path = argument(words, i);
    if (/^[a-z]\w*:\/\//i.test(path)) report.network = true;
    else report.reads.push(path);
  } else if (called && language.writes.has(word)) {
    const given = behind(words, i);
    const texts = given.filter((each) => each.kind === "string" && each.text.length > 1);
    report.writes.push(...texts.map((each) => each.text));
    if (texts.length === 0 && byComma(given).length > 0) report.writes.push(ANY);
  } else if (called && language.higher?.has(word)) {
    const all = byComma(behind(words, i));
    const labelled = all.filter((each) => isName(each[0], "FUN")).map((each) => each.slice(2));
    const given = labelled[0] ?? all[language.higher.get(word) ?? 0];
    const isFunction = isName(given?.[0], "function") || isOperator(given?.[0], "\\");
    const isKnown = isFunction || (given?.length === 1 && isHarmless(language, given[0]?.text ?? ""));
    if (labelled.length > 1 || !isKnown) doubt(report, `calls what ${word} is given`);
  } else if (called && word === "cat" && words.slice(i, closing(words, i + 1)).some((each) => isName(each, "file"))) {
    doubt(report, "prints into a file");
  } else if (!isHarmless(language, word)) {
    const free = locals.has(word) || (!called && language.columns);
    if (!free || isActing(word) || isActingMember(word)) doubt(report, `uses ${word}`);
  }
  return i;
}

function isHarmless(language: Simple, word: string): boolean {
  if (language.harmless.has(word)) return true;
  const dot = word.lastIndexOf(".");
  return dot > 0 && language.harmless.has(`${word.slice(0, dot)}.*`);
}

/** The words behind `using` and the like are packages, up to the end of the line. */
function loaded(words: readonly Word[], i: number): number {
  const end = words.findIndex(
    (word, at) => at > i && (word.kind === "newline" || isOperator(word, ";") || isOperator(word, ")")),
  );
  const last = end < 0 ? words.length : end;
  // `using A: b` names what it takes
  return words.slice(i + 1, last).every((word) => word.kind === "name" || /^[(,:.)]$/.test(word.text)) ? last - 1 : i;
}

/** What stands between the parentheses of a call. */
function behind(words: readonly Word[], call: number): readonly Word[] {
  return words.slice(call + 2, closing(words, call + 1) ?? words.length);
}

/** The first argument, literal or a hole. */
function argument(words: readonly Word[], call: number): string {
  const [given = []] = byComma(behind(words, call));
  const value = isName(given[0]) && isOperator(given[1], "=") ? given.slice(2) : given;
  return value.length === 1 && value[0]?.kind === "string" ? value[0].text : ANY;
}

const NUMBERS = /(?:0[xX][\da-fA-F]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)[LiuUmf]?\d*/y;
const OPERATORS = /%[a-z>|<>/]*%|\.\.+|<-|->|\|>|::|[-+*/^<>=!&|~?:;,.()[\]{}%$@#\\]/y;

function wordsOf(language: Simple, text: string): readonly Word[] | undefined {
  const words: Word[] = [];
  const r: Reader = { text, at: 0 };
  const some = (pattern: RegExp): string | undefined => take(r, pattern) || undefined;
  while (r.at < text.length) {
    if (some(/[ \t\r]+/y) !== undefined || some(language.comment) !== undefined) continue;
    if (some(/\n/y) !== undefined) {
      words.push({ kind: "newline", text: "\n" });
      continue;
    }
    const string = some(language.string);
    const name = string === undefined ? some(language.name) : undefined;
    const number = string === undefined && name === undefined ? some(NUMBERS) : undefined;
    const operator = string === undefined && name === undefined && number === undefined ? some(OPERATORS) : undefined;
    if (string !== undefined) words.push({ kind: "string", text: decoded(string.replace(/^["']+|["']+$/g, "")) });
    else if (name !== undefined) words.push({ kind: "name", text: name });
    else if (number !== undefined) words.push({ kind: "number", text: number });
    else if (operator !== undefined) words.push({ kind: "operator", text: operator });
    else return undefined;
  }
  return words;
}
