import { spanOf } from "./reading.ts";
import type { Part, Redirection, RedirectionOperator } from "./tree.ts";
import {
  type Cursor,
  cursorSpan,
  fail,
  match,
  miss,
  openCursor,
  type PendingHere,
  peek,
  skipBlanks,
  take,
} from "./zsh-cursor.ts";
import { readDouble, readWord } from "./zsh-words.ts";

const OPERATOR =
  /(?:([0-9])|\{([A-Za-z_]\w*)\})?(<<<|<<-|<<|<>|<&|>>&[!|]?|&>>[!|]?|>>[!|]|>>(?!\()|>&[!|]?|&>[!|]?|>[!|]|>(?!\()|<(?!\())/y;

const NUMERIC_GLOB = /^<\d*-\d*>/;

/** Reads one redirection if there is one. `first`: no word of the command came before, so that `{a}>b` is a group. */
export function readRedirection(cursor: Cursor, redirections: Redirection[], first: boolean): boolean {
  const start = cursor.at;
  if (first && peek(cursor) === "{") return false;
  if (!/[0-9{<>&]/.test(peek(cursor)) || NUMERIC_GLOB.test(cursor.source.slice(start, start + 40))) return false;
  const found = match(cursor, OPERATOR);
  if (found === null) return false;
  const [, digit, variable, written = ""] = found;
  const descriptor = digit !== undefined ? Number(digit) : variable !== undefined ? { variable } : undefined;
  skipBlanks(cursor);
  if (written === "<<" || written === "<<-") {
    readDelimiter(cursor, redirections, descriptor, start, written === "<<-");
    return true;
  }
  const before = cursor.at;
  const target = readWord(cursor);
  if (cursor.at === before) {
    // Another line does not help: the shell refuses an operator without a target at once.
    fail(cursor, "expected a redirection target");
  }
  redirections.push({ operator: normalized(written), descriptor, target, span: cursorSpan(cursor, start) });
  return true;
}

/** The `!` and `|` that overrule noclobber matter only to `>`. */
function normalized(written: string): RedirectionOperator {
  const forced = /.[!|]$/.test(written);
  switch (forced ? written.slice(0, -1) : written) {
    case ">":
      return forced ? ">|" : ">";
    case ">>":
      return ">>";
    case ">&":
      return forced ? "&>" : ">&";
    case "&>":
      return "&>";
    case ">>&":
    case "&>>":
      return "&>>";
    case "<>":
      return "<>";
    case "<&":
      return "<&";
    case "<<<":
      return "<<<";
    default:
      return "<";
  }
}

const DELIMITER = /(?:[^\s\\'"`$;&|<>()]|'[^'\n]*'|"[^"\\\n]*"|\\[^\n])+/y;

function readDelimiter(
  cursor: Cursor,
  redirections: Redirection[],
  descriptor: Redirection["descriptor"],
  start: number,
  strips: boolean,
): void {
  const written = match(cursor, DELIMITER)?.[0];
  const next = peek(cursor);
  if (written === undefined || next === "$" || next === "`") {
    if (cursor.at >= cursor.end) fail(cursor, "a here-document without a delimiter");
    else fail(cursor, "a here-document delimiter with an expansion");
    return;
  }
  const span = cursorSpan(cursor, start);
  const delimiter = written.replace(/\\(.)|['"]/g, "$1");
  cursor.here.push({ redirections, index: redirections.length, delimiter, quoted: delimiter !== written, strips });
  redirections.push({ operator: "<<", descriptor, target: { kind: "word", parts: [], span }, span });
}

/** Reads the bodies that begin on this line, in the order of their operators. */
export function readHereDocuments(cursor: Cursor): void {
  const pending = cursor.here;
  cursor.here = [];
  for (const [at, here] of pending.entries()) {
    if (at > 0) take(cursor, "\n");
    readBody(cursor, here);
  }
}

/** Where the line of a body ends; a backslash before the newline goes on with the next one. */
function endOfLine(cursor: Cursor, quoted: boolean): number {
  let from = cursor.at;
  for (;;) {
    const newline = cursor.source.indexOf("\n", from);
    if (newline === -1 || newline >= cursor.end) return cursor.end;
    let slashes = 0;
    while (cursor.source[newline - 1 - slashes] === "\\" && newline - 1 - slashes >= cursor.at) slashes++;
    if (quoted || slashes % 2 === 0) return newline;
    from = newline + 1;
  }
}

function readBody(cursor: Cursor, here: PendingHere): void {
  const start = cursor.at;
  const lines: string[] = [];
  let closed = false;
  let bodyEnd = start;
  while (cursor.at < cursor.end) {
    const lineEnd = endOfLine(cursor, here.quoted);
    const line = cursor.source.slice(cursor.at, lineEnd);
    const text = here.strips ? line.replace(/^\t+/, "") : line;
    closed = text === here.delimiter;
    // The newline after the delimiter also ends the command that stands there.
    cursor.at = closed ? lineEnd : Math.min(lineEnd + 1, cursor.end);
    if (closed) break;
    lines.push(text + (lineEnd < cursor.end ? "\n" : ""));
    bodyEnd = cursor.at;
  }
  if (!closed) miss(cursor, `'${here.delimiter}' to close the here-document`);
  const before = here.redirections[here.index];
  if (before === undefined) return;
  const span = spanOf(cursor.reading, start, bodyEnd);
  let parts: Part[];
  if (here.quoted) {
    parts = [{ kind: "literal", text: lines.join(""), quoted: true }];
    cursor.reading.ledger.quoted.push(span);
  } else {
    // Stripped text has no positions of its own.
    const reading = here.strips ? { ...cursor.reading, source: lines.join(""), fixed: span } : cursor.reading;
    const inner = here.strips
      ? openCursor(reading, 0, reading.source.length, cursor.comments)
      : openCursor(reading, start, bodyEnd, cursor.comments);
    parts = [{ kind: "double", parts: readDouble(inner, "") }];
  }
  here.redirections[here.index] = { ...before, target: { kind: "word", parts, span } };
}
