/** Words of zsh: what its quotes, parentheses and `$` make of them. */

import { decodeAnsiC } from "./ansi-c.ts";
import { addLiteral, DOUBLE_ESCAPES, HERE_ESCAPES } from "./literals.ts";
import { doubt, type Reading } from "./reading.ts";
import type { List, Part, Word } from "./tree.ts";
import { readList } from "./zsh-commands.ts";
import {
  type Cursor,
  cursorSpan,
  expect,
  fail,
  isDelimiter,
  match,
  miss,
  openCursor,
  peek,
  startsWith,
  take,
} from "./zsh-cursor.ts";
import { addDollar } from "./zsh-parameters.ts";

const PLAIN = /[^ \t\n\\'"`$(){}<>;&|=]+/y;
const RANGE = /<\d*-\d*>/y;

/** `isValue`: the right side of an assignment, where a last `}` is text. */
export function readWord(cursor: Cursor, isValue = false): Word {
  const start = cursor.at;
  const parts: Part[] = [];
  let braces = 0;
  let parentheses = 0;
  while (cursor.at < cursor.end) {
    const plain = match(cursor, PLAIN);
    if (plain !== null) {
      addLiteral(parts, plain[0], false);
      continue;
    }
    const char = peek(cursor);
    if (char === "(") {
      if (peek(cursor, 1) === ")" && parentheses === 0) break;
      parentheses++;
    } else if (char === ")") {
      if (parentheses === 0) break;
      parentheses--;
    } else if (char === "{") {
      braces++;
    } else if (char === "}") {
      if (braces === 0 && !isValue && parentheses === 0 && isDelimiter(cursor, 1)) break;
      if (braces > 0) braces--;
    } else if (char === "|") {
      if (parentheses === 0) break;
    } else if (char === "=") {
      if (cursor.at === start && peek(cursor, 1) === "(") {
        addProcess(parts, cursor);
        continue;
      }
    } else if (char === "<" || char === ">") {
      if (peek(cursor, 1) === "(") {
        addProcess(parts, cursor);
        continue;
      }
      const range = char === "<" ? match(cursor, RANGE) : null;
      if (range !== null) {
        addLiteral(parts, range[0], false);
        continue;
      }
      if (parentheses > 0) fail(cursor, "a redirection inside a glob");
      break;
    } else if (" \t\n;&".includes(char)) {
      if (parentheses === 0) break;
      if (char === ";" || char === "&") {
        fail(cursor, "a command separator inside a glob");
        break;
      }
    } else {
      addQuoted(parts, cursor);
      continue;
    }
    addLiteral(parts, char, false);
    cursor.at++;
  }
  if (parentheses > 0) miss(cursor, "')'");
  return { kind: "word", parts, span: cursorSpan(cursor, start) };
}

export function readNonEmptyWord(cursor: Cursor): Word {
  const before = cursor.at;
  const word = readWord(cursor);
  if (cursor.at === before) miss(cursor, "a word");
  return word;
}

/** A backslash, quotes, a backtick or a `$` outside quotes. */
export function addQuoted(parts: Part[], cursor: Cursor): void {
  switch (peek(cursor)) {
    case "\\":
      addEscape(parts, cursor);
      return;
    case "'":
      addSingle(parts, cursor);
      return;
    case '"':
      addDoubleQuotes(parts, cursor);
      return;
    case "`":
      addBackticks(parts, cursor, false);
      return;
    default:
      if (startsWith(cursor, "$'")) addAnsiC(parts, cursor);
      else addDollar(parts, cursor, "bare");
  }
}

function addEscape(parts: Part[], cursor: Cursor): void {
  const code = cursor.source.codePointAt(cursor.at + 1);
  if (code === undefined) {
    // at the end of a text that is evaluated it is nothing
    cursor.at++;
    miss(cursor, "another line");
    return;
  }
  const escaped = String.fromCodePoint(code);
  cursor.at += 1 + escaped.length;
  if (escaped !== "\n") addLiteral(parts, escaped, true);
}

function addSingle(parts: Part[], cursor: Cursor): void {
  const start = cursor.at;
  const close = cursor.source.indexOf("'", start + 1);
  const closed = close !== -1;
  const text = cursor.source.slice(start + 1, closed ? close : cursor.end);
  cursor.at = closed ? close + 1 : cursor.end;
  if (text.includes("\\\n")) cursor.reading.ledger.quoted.push(cursorSpan(cursor, start));
  addLiteral(parts, text, true);
  if (!closed) miss(cursor, "a closing quote");
}

const ANSI_C = /\$'((?:[^'\\]|\\[\s\S])*)('?)/y;

function addAnsiC(parts: Part[], cursor: Cursor): void {
  const [, body = "", quote = ""] = match(cursor, ANSI_C) ?? [];
  addLiteral(parts, decodeAnsiC(body, "zsh").toWellFormed(), true);
  if (quote === "") {
    cursor.at = cursor.end;
    miss(cursor, "a closing quote");
  }
}

export function addDoubleQuotes(parts: Part[], cursor: Cursor): void {
  cursor.at++;
  parts.push({ kind: "double", parts: readDouble(cursor, '"') });
  if (cursor.at >= cursor.end) miss(cursor, "a closing double quote");
  else cursor.at++;
}

const DOUBLE_PLAIN = /[^\\"`$]+/y;

/** What stands inside double quotes, up to the closing one, or in a here-document (no `closer`), up to its end. */
export function readDouble(cursor: Cursor, closer: '"' | ""): Part[] {
  const parts: Part[] = [];
  while (cursor.at < cursor.end) {
    const plain = match(cursor, DOUBLE_PLAIN);
    if (plain !== null) {
      addLiteral(parts, plain[0], true);
      continue;
    }
    const char = peek(cursor);
    if (char === '"' && closer !== "") break;
    if (char === '"') {
      addLiteral(parts, char, true);
      cursor.at++;
    } else addInDouble(parts, cursor, closer === "" ? HERE_ESCAPES : DOUBLE_ESCAPES);
  }
  return parts;
}

/** A backslash, a backtick or a `$` inside double quotes. */
export function addInDouble(parts: Part[], cursor: Cursor, escapable: string): void {
  const char = peek(cursor);
  if (char === "`") {
    addBackticks(parts, cursor, escapable.includes('"'));
  } else if (char === "$") {
    addDollar(parts, cursor, "double");
  } else {
    const next = peek(cursor, 1);
    if (next !== "\n") addLiteral(parts, next !== "" && escapable.includes(next) ? next : char + next, true);
    cursor.at += 1 + next.length;
  }
}

const BACKTICKS = /`((?:[^`\\]|\\[\s\S])*)(`?)/y;

function addBackticks(parts: Part[], cursor: Cursor, inDouble: boolean): void {
  const start = cursor.at;
  const [, raw = "", tick = ""] = match(cursor, BACKTICKS) ?? [];
  if (tick === "") cursor.at = cursor.end;
  const span = cursorSpan(cursor, start);
  let body: List;
  if (raw.includes("\\")) {
    const source = raw.replace(inDouble ? /\\([`$\\"])/g : /\\([`$\\])/g, "$1");
    body = readWhole({ ...cursor.reading, source, fixed: span }, 0, source.length, cursor.comments);
  } else body = readWhole(cursor.reading, start + 1, start + 1 + raw.length, cursor.comments);
  parts.push({ kind: "command", body, inline: false, span });
  if (tick === "") miss(cursor, "a closing backtick");
}

/** All of a region as a list. */
function readWhole(reading: Reading, start: number, end: number, comments: boolean): List {
  const cursor = openCursor(reading, start, end, comments);
  const list = readList(cursor);
  if (cursor.at < cursor.end) fail(cursor, "an unexpected word");
  return list;
}

/** `<(…)`, `>(…)`, `=(…)` */
function addProcess(parts: Part[], cursor: Cursor): void {
  const start = cursor.at;
  const char = peek(cursor);
  cursor.at += 2;
  const body = readSubstitution(cursor);
  const span = cursorSpan(cursor, start);
  parts.push({ kind: "process", direction: char === "<" ? "<" : char === ">" ? ">" : "=", body, span });
}

/** A list in parentheses that is expanded: its here-documents end with it. */
export function readSubstitution(cursor: Cursor): List {
  const { here } = cursor;
  cursor.here = [];
  const body = readParenthesized(cursor);
  if (cursor.here.length > 0) fail(cursor, "a here-document whose text is not in its substitution");
  cursor.here = here;
  return body;
}

/** The list after an opening parenthesis, and the closing one. */
export function readParenthesized(cursor: Cursor): List {
  const body = readList(cursor);
  expect(cursor, ")");
  return body;
}

const MATH_PLAIN = /[^\\"`$()[\]{}';,:]+/y;

/**
 * Arithmetic text or a subscript, up to one of `stops` outside brackets; the stop is not taken.
 * Expansions happen as in double quotes; double quotes themselves are dropped.
 */
export function readMath(cursor: Cursor, stops: string): Word {
  const start = cursor.at;
  const parts: Part[] = [];
  let open = 0;
  while (cursor.at < cursor.end) {
    const plain = match(cursor, MATH_PLAIN);
    if (plain !== null) {
      addLiteral(parts, plain[0], true);
      continue;
    }
    const char = peek(cursor);
    if (open === 0 && stops.includes(char)) break;
    if (char === '"') {
      cursor.at++;
    } else if (char === "\\" && /[`$\\]/.test(peek(cursor, 1))) {
      doubt(cursor.reading, "a backslash that does not protect in arithmetic", cursor.at, cursor.at + 2);
      addInDouble(parts, cursor, DOUBLE_ESCAPES);
    } else if (char === "\\" || char === "`" || char === "$") {
      addInDouble(parts, cursor, DOUBLE_ESCAPES);
    } else {
      if ("([{".includes(char)) open++;
      else if (")]}".includes(char)) open--;
      addLiteral(parts, char, true);
      cursor.at++;
    }
  }
  return { kind: "word", parts, span: cursorSpan(cursor, start) };
}

/** After `((` or `$((`: the text and the two closing parentheses. */
export function readDoubleParentheses(cursor: Cursor): Word {
  const text = readMath(cursor, ")");
  if (take(cursor, "))")) return text;
  if (cursor.at >= cursor.end) miss(cursor, "'))'");
  else fail(cursor, "double parentheses that are not arithmetic");
  return text;
}
