/** Which words of a command are secrets: by the names before them, and by the rows of its programs. */

import type { Command, Word } from "./commands.ts";
import { places, readers, searching, speakers, wrappers } from "./places.ts";
import { isMixed } from "./random.ts";
import { secrecyOf } from "./secret-names.ts";
import type { View } from "./view.ts";

/** Told what stands where secrets do. `literal`: where a `$` is just that. */
export type Tell = (view: View, start: number, end: number, literal?: ReadonlySet<number>) => void;

interface Row {
  readonly sub: string | undefined;
  readonly flags: readonly Flag[];
  readonly operands: readonly { readonly number: number; readonly behind: string }[];
  readonly settings: boolean;
  readonly names: boolean;
  /** Flags with which it reads a secret; an empty one: always; `@`: into a name of one. */
  readonly reads: readonly string[];
}

interface Flag {
  readonly name: string;
  readonly attached: boolean;
  readonly next: boolean;
  /** The secret begins behind this character. */
  readonly behind: string;
}

/** Programs' rows as they are written; and read, of those that were met. */
const written = new Map<string, (readonly [sub: string | undefined, where: string])[]>();
const rows = new Map<string, readonly Row[]>();
for (const [programs, where] of places) {
  for (const program of programs.split(" ")) {
    const slash = program.indexOf("/", 1);
    const name = slash < 0 ? program : program.slice(0, slash);
    const row = [slash < 0 ? undefined : program.slice(slash + 1), where] as const;
    const others = written.get(name);
    if (others) others.push(row);
    else written.set(name, [row]);
  }
}

function rowsOf(program: string): readonly Row[] {
  const known = rows.get(program);
  if (known) return known;
  const read = (written.get(program) ?? []).map(([sub, where]) => rowOf(sub, where));
  if (read.length) rows.set(program, read);
  return read;
}

function rowOf(sub: string | undefined, where: string): Row {
  const tokens = where.split(" ");
  return {
    sub,
    flags: tokens.filter((token) => /^[-/a-z0-9]/.test(token) && token !== "k=").map(flagOf),
    operands: tokens.filter((t) => t.startsWith("#")).map((t) => ({ number: Number(t[1]), behind: t.slice(2) })),
    settings: tokens.includes("k="),
    names: tokens.includes("@"),
    reads: tokens.filter((token) => token.startsWith("<")).map((token) => token.slice(1)),
  };
}

function flagOf(token: string): Flag {
  const [, name = "", kind = ""] = /^(.+?)([*>:%,=]?)$/.exec(token) ?? [];
  return { name, attached: kind !== ">", next: kind !== "*", behind: /[:%,=]/.test(kind) ? kind : "" };
}

export function secretWords(command: Command, tell: Tell, done: Set<Command>): void {
  const { words } = command;
  const reader = words.findIndex(({ text }) => readers.has(nameOf(text)));
  const waiting = new Set<Row>();
  const active = new Map<Row, Active>();
  /** Nothing but what may stand before a program has been seen. */
  let first = true;
  words.forEach((word, index) => {
    const { text } = word;
    const next = words[index + 1];
    if (reader < 0 || index < reader || !/\s/.test(text)) assigned(word, isSecret, tell);
    const flag = /^--?([A-Za-z][\w.-]*)$/.exec(text)?.[1];
    if (flag && next && !/^--?[A-Za-z]/.test(next.text) && !switched.test(flag) && isSecret(flag, next.text))
      whole(next, tell);
    for (const [row, state] of active) byRow(row, state, word, next, tell);
    for (const row of waiting)
      if (row.sub === text)
        active.set(row, active.get(row) ?? { operands: 0, first: false, reads: false, named: false });
    const isName = !searching.has(words[index - 1]?.text ?? "");
    for (const row of isName ? rowsOf(nameOf(text)) : []) {
      if (row.sub !== undefined) waiting.add(row);
      else if (!active.has(row)) active.set(row, { operands: 0, first, reads: false, named: false });
    }
    first &&= wrappers.has(text) || /^-|^\w+=|^\d+[smh]?$/.test(text);
  });
  for (const [row, { first, reads }] of active) {
    // A subcommand is one of a program's own: it need not come first.
    if (reads || (row.reads.includes("") && (first || row.sub !== undefined))) given(command, tell, done);
  }
}

interface Active {
  /** How many have been seen. */
  operands: number;
  /** The program stands where programs do. */
  readonly first: boolean;
  /** A flag, or a name that it reads into, says that it reads a secret. */
  reads: boolean;
  /** The last operand was the name of a secret. */
  named: boolean;
}

/** A flag that turns something on or off has no value. */
const switched = /^(?:no|with|without|use|ask|show|check|skip|allow|enable|disable)-/;

/** Of a path, or of a command that begins the value of something: `{command:curl`. */
const nameOf = (text: string) => text.slice(Math.max(text.lastIndexOf("/"), text.lastIndexOf(":")) + 1);
const whole = (word: Word, tell: Tell) => tell(word, 0, word.text.length, word.literal);

function isSecret(name: string, value: string): boolean {
  const secrecy = secrecyOf(name);
  return secrecy === "yes" || (secrecy === "maybe" && isMixed(value) && !/^(?:0x)?[0-9a-f]+$/i.test(value));
}

/** `NAME=value`, with anything before the name: `--env=NAME=value`. */
export function assigned(word: Word, is: (name: string, value: string) => boolean, tell: Tell): void {
  const { text } = word;
  for (let at = text.indexOf("="), tries = 0; at >= 0 && tries < 4; at = text.indexOf("=", at + 1), tries++) {
    const before = text.slice(0, at);
    const value = text.slice(at + 1);
    if (/\s|[?]|:\/\/|\\n/.test(before)) return;
    const name = /([A-Za-z_][\w.-]*)\]?[+:]?$/.exec(before.slice(-200))?.[1];
    // One setting among others is found by its text.
    if (!name || !is(name, value) || /(?:[&;,\s]|\\n)[\w. -]{1,40}=/.test(value.slice(0, 4096))) continue;
    const start = value.startsWith("=") ? at + 2 : at + 1;
    tell(word, start, text.length, word.literal);
    return;
  }
}

function byRow(row: Row, state: Active, word: Word, next: Word | undefined, tell: Tell): void {
  const { text } = word;
  for (const flag of row.flags) {
    const begins = flagged(text, flag);
    if (begins === "next" && next && !next.text.startsWith("--")) behind(next, 0, flag.behind, tell);
    else if (typeof begins === "number") behind(word, begins, flag.behind, tell);
  }
  state.reads ||= row.reads.some((flag) => flag.startsWith("-") && has(text, flag));
  if (/^--?\w/.test(text)) return;
  state.operands++;
  for (const { number, behind: separator } of row.operands)
    if (number === state.operands && !/^[\w.-]+=/.test(text)) behind(word, 0, separator, tell);
  const equals = text.indexOf("=");
  if (row.settings && equals > 0) tell(word, equals + 1, text.length, word.literal);
  if (state.named && row.names) whole(word, tell);
  // What stands between a name and its value is a format.
  state.named = /^[\w./:@-]+$/.test(text) ? secrecyOf(text) === "yes" : state.named && text.startsWith("%");
  state.reads ||= state.named && row.reads.includes("@");
}

/** `-S` may stand among other letters. */
const has = (word: string, flag: string) =>
  word === flag ||
  word.startsWith(`${flag}=`) ||
  (/^-\w$/.test(flag) && new RegExp(`^-\\w*${flag[1]}\\w*$`).test(word));

/** Where the value begins in this word, or that it is the next. */
function flagged(word: string, { name, attached, next }: Flag): number | "next" | undefined {
  if (word === name) return next ? "next" : undefined;
  if (word.startsWith(`${name}=`) && name.length > 2)
    return attached && name.startsWith("-") ? name.length + 1 : undefined;
  if (!/^[-/]\w{1,2}$/.test(name)) return undefined;
  if (attached && word.startsWith(name)) return name.length + (word[name.length] === ":" ? 1 : 0);
  return next && name.length === 2 && /^-[A-Za-z]{2,6}$/.test(word) && word.endsWith(name[1] as string)
    ? "next"
    : undefined;
}

function behind(word: Word, start: number, separator: string, tell: Tell): void {
  const at = separator === "" ? start - 1 : word.text.indexOf(separator, start);
  if (separator !== "" && at < 0) return;
  const end = separator === "/" ? word.text.lastIndexOf("@") : -1;
  tell(word, at + 1, end > at ? end : word.text.length, word.literal);
}

/** What the command reads: here-documents, and what was said to it. */
function given(command: Command, tell: Tell, done: Set<Command>): void {
  for (let from: Command | undefined = command; from && !done.has(from); from = from.before) {
    done.add(from);
    for (const input of from.input) tell(input, 0, input.text.trimEnd().length);
    const speaker = from.words.findIndex(({ text }) => speakers.has(nameOf(text)));
    if (from === command || speaker < 0) continue;
    const said = from.words.slice(speaker + 1).filter(({ text }) => !/^-[neErR]+$/.test(text));
    for (const word of said.length > 1 && said[0]?.text.includes("%") ? said.slice(1) : said) whole(word, tell);
  }
}
