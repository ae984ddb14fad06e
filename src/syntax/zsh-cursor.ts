/** Where the zsh reader stands in a text, and the steps that every part of its grammar takes. */

import { doubt, type Reading, spanOf, unfinished } from "./reading.ts";
import type { Redirection, Span } from "./tree.ts";

/** A here-document whose operator was read and whose body begins after the next newline. */
export interface PendingHere {
  readonly redirections: Redirection[];
  readonly index: number;
  readonly delimiter: string;
  readonly quoted: boolean;
  readonly strips: boolean;
}

export interface Cursor {
  readonly reading: Reading;
  /** The text up to `end`: nothing can be read past it. */
  readonly source: string;
  readonly end: number;
  /** The end of this text is where the caller's text ends, so that more could follow. */
  readonly open: boolean;
  readonly comments: boolean;
  at: number;
  /** Nothing after the first failure is read: the cursor stands at the end. */
  failed: boolean;
  here: PendingHere[];
}

export function openCursor(reading: Reading, start: number, end: number, comments: boolean): Cursor {
  const open = reading.fixed === undefined && end + reading.shift >= reading.end;
  const source = reading.source.slice(0, end);
  return { reading, source, end, open, comments, at: start, failed: false, here: [] };
}

export function cursorSpan(cursor: Cursor, start: number): Span {
  return spanOf(cursor.reading, start, cursor.at);
}

/** Gives up: what follows is not read. */
export function fail(cursor: Cursor, reason: string): void {
  if (!cursor.failed) doubt(cursor.reading, reason, cursor.at, cursor.end);
  cursor.failed = true;
  cursor.at = cursor.end;
}

/** Something had to come here: either the text ends too early, or it is wrong. */
export function miss(cursor: Cursor, what: string): void {
  if (cursor.at < cursor.end || !cursor.open) {
    fail(cursor, `expected ${what}`);
    return;
  }
  if (!cursor.failed) unfinished(cursor.reading, `expected ${what}`, cursor.at, cursor.end);
  cursor.failed = true;
}

export function peek(cursor: Cursor, offset = 0): string {
  return cursor.source[cursor.at + offset] ?? "";
}

export function startsWith(cursor: Cursor, text: string): boolean {
  return cursor.source.startsWith(text, cursor.at);
}

/** Takes `text` if it is next. */
export function take(cursor: Cursor, text: string): boolean {
  if (!startsWith(cursor, text)) return false;
  cursor.at += text.length;
  return true;
}

/** Takes `text`, or notes that it is missing. */
export function expect(cursor: Cursor, text: string): void {
  if (!take(cursor, text)) miss(cursor, `'${text}'`);
}

/** Takes what a sticky pattern matches here. */
export function match(cursor: Cursor, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.source);
  if (found !== null) cursor.at += found[0].length;
  return found;
}

const BLANKS = /(?:[ \t]|\\\n)+/y;
const COMMENT = /#[^\n]*/y;

export function skipBlanks(cursor: Cursor): void {
  match(cursor, BLANKS);
}

/** Blanks, and a comment where one may begin: at the start of a word. */
export function skipBlanksAndComment(cursor: Cursor): void {
  skipBlanks(cursor);
  if (!cursor.comments || peek(cursor) !== "#") return;
  const before = cursor.source[cursor.at - 1] ?? "\n";
  if (/[\s;&|()<>]/.test(before) || cursor.at === 0) match(cursor, COMMENT);
}

const DELIMITER = /[ \t\n;&|<>()]/;

/** No word goes on at this offset. */
export function isDelimiter(cursor: Cursor, offset: number): boolean {
  const char = peek(cursor, offset);
  return char === "" || DELIMITER.test(char) || (char === "\\" && peek(cursor, offset + 1) === "\n");
}

const BARE = /(?:[a-z]+|!|\[\[|[{}])/y;

/** The reserved word that stands here, if the next word could be one; nothing is taken. */
export function reservedWord(cursor: Cursor): string {
  const { at } = cursor;
  const word = match(cursor, BARE)?.[0] ?? "";
  cursor.at = at;
  if (word === "{") return word;
  // `if(` begins a pattern
  const goes = /^[^{}]/.test(word) && peek(cursor, word.length) === "(" && peek(cursor, word.length + 1) !== ")";
  return isDelimiter(cursor, word.length) && !goes ? word : "";
}

export function takeReserved(cursor: Cursor, word: string): boolean {
  if (reservedWord(cursor) !== word) return false;
  cursor.at += word.length;
  return true;
}

export function expectReserved(cursor: Cursor, word: string): void {
  if (!takeReserved(cursor, word)) miss(cursor, `'${word}'`);
}
