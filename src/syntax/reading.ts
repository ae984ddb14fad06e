/** What one reading of a text keeps at hand: where positions point to, what went wrong so far, and how much may still be spent. */

import type { Dialect, Span } from "./tree.ts";

/** Deeper expansions and compound commands than anyone types; beyond it a text is unreadable. */
export const MAX_DEPTH = 64;
/** Nothing longer is read at all. */
export const MAX_LENGTH = 1 << 20;
/** More commands than any line has. */
const MAX_COMMANDS = 50_000;
/** How many characters may be read a second time (arithmetic text, subscripts) before giving up. */
const MAX_REREAD = 4 << 20;

export interface Problem {
  readonly reason: string;
  readonly span: Span;
  /** The text merely ends too early. */
  readonly open: boolean;
}

/** Shared by every part of one reading. The only mutable thing in this folder. */
export interface Ledger {
  readonly dialect: Dialect;
  readonly extglob: boolean;
  readonly problems: Problem[];
  /** Where a backslash before a newline is plain text. */
  readonly quoted: Span[];
  depth: number;
  commands: number;
  /** Too many commands: the rest is left out. */
  exhausted: boolean;
  reread: number;
}

/** A text being read and where its positions lie in the text the caller gave. */
export interface Reading {
  readonly ledger: Ledger;
  readonly source: string;
  readonly shift: number;
  /** End of the caller's text, in the caller's positions. */
  readonly end: number;
  /** Set where positions cannot be mapped (inside escaped backticks): everything there has this span. */
  readonly fixed: Span | undefined;
  /** Inside a substitution that itself stands in arithmetic or a subscript. */
  readonly inArithmetic: boolean;
}

export function openReading(source: string, dialect: Dialect, extglob: boolean): Reading {
  const ledger: Ledger = {
    dialect,
    extglob,
    problems: [],
    quoted: [],
    depth: 0,
    commands: 0,
    exhausted: false,
    reread: 0,
  };
  return { ledger, source, shift: 0, end: source.length, fixed: undefined, inArithmetic: false };
}

export function spanOf(reading: Reading, start: number, end: number): Span {
  if (reading.fixed !== undefined) return reading.fixed;
  const from = Math.min(Math.max(start + reading.shift, 0), reading.end);
  return { start: from, end: Math.min(Math.max(end + reading.shift, from), reading.end) };
}

/** Notes that something is not certain. */
export function doubt(reading: Reading, reason: string, start: number, end: number): void {
  reading.ledger.problems.push({ reason, span: spanOf(reading, start, end), open: false });
}

/** Notes that the text ends before something is closed. */
export function unfinished(reading: Reading, reason: string, start: number, end: number): void {
  reading.ledger.problems.push({ reason, span: spanOf(reading, start, end), open: true });
}

/** Runs `read` one level deeper, or returns undefined and notes it where that is too deep. */
export function deeper<T>(reading: Reading, start: number, end: number, read: () => T): T | undefined {
  const { ledger } = reading;
  if (ledger.depth >= MAX_DEPTH) {
    doubt(reading, "nested too deeply", start, end);
    return undefined;
  }
  ledger.depth++;
  try {
    return read();
  } finally {
    ledger.depth--;
  }
}

/** Counts a command; false, and noted once, when there are too many to read. */
export function mayRead(reading: Reading, start: number, end: number): boolean {
  const { ledger } = reading;
  ledger.commands++;
  if (ledger.commands <= MAX_COMMANDS) return true;
  if (!ledger.exhausted) doubt(reading, "too many commands", start, end);
  ledger.exhausted = true;
  return false;
}

/** True while reading `length` characters once more is affordable. */
export function maySpend(reading: Reading, start: number, length: number): boolean {
  reading.ledger.reread += length;
  if (reading.ledger.reread <= MAX_REREAD) return true;
  doubt(reading, "too much to read again", start, start + length);
  return false;
}
