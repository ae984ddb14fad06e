/** Compound commands of zsh, with the short forms that people type. */

import { doubt } from "./reading.ts";
import type { Command, List, Redirection, Word } from "./tree.ts";
import { readCase } from "./zsh-case.ts";
import {
  atCommand,
  literalText,
  readAndOr,
  readDefinition,
  readList,
  readRedirections,
  skipNewlines,
  skipSeparators,
} from "./zsh-commands.ts";
import { readConditional } from "./zsh-conditional.ts";
import {
  type Cursor,
  cursorSpan,
  expect,
  expectReserved,
  fail,
  isDelimiter,
  match,
  miss,
  peek,
  reservedWord,
  skipBlanks,
  skipBlanksAndComment,
  startsWith,
  take,
  takeReserved,
} from "./zsh-cursor.ts";
import { readDoubleParentheses, readMath, readNonEmptyWord, readParenthesized, readWord } from "./zsh-words.ts";

/** The compound command that begins here, if one does. */
export function readCompound(cursor: Cursor, start: number, before: readonly Redirection[]): Command | undefined {
  const redirections = [...before];
  const command = readBareCompound(cursor, start, redirections);
  if (command === undefined || command.kind === "function") return command;
  readRedirections(cursor, redirections);
  return { ...command, span: cursorSpan(cursor, start) };
}

/** `redirections` is filled in after the command is read. */
function readBareCompound(cursor: Cursor, start: number, redirections: Redirection[]): Command | undefined {
  const span = cursorSpan(cursor, start);
  if (startsWith(cursor, "()")) {
    cursor.at += 2;
    return readDefinition(cursor, start, [], redirections);
  }
  if (startsWith(cursor, "((")) {
    cursor.at += 2;
    return { kind: "arithmetic", text: readDoubleParentheses(cursor), redirections, span };
  }
  if (take(cursor, "(")) {
    return { kind: "subshell", body: readParenthesized(cursor), always: undefined, redirections, span };
  }
  const word = reservedWord(cursor);
  switch (word) {
    case "{": {
      const body = readBraces(cursor);
      const { at } = cursor;
      skipBlanks(cursor);
      if (!takeReserved(cursor, "always")) {
        cursor.at = at;
        return { kind: "group", body, always: undefined, redirections, span };
      }
      skipSeparators(cursor);
      return { kind: "group", body, always: readBraces(cursor), redirections, span };
    }
    case "[[":
      cursor.at += 2;
      return { kind: "conditional", test: readConditional(cursor), redirections, span };
    case "if":
      cursor.at += word.length;
      return readIf(cursor, start, redirections);
    case "while":
    case "until": {
      cursor.at += word.length;
      const test = readList(cursor);
      return { kind: "while", until: word === "until", test, body: readLoopBody(cursor), redirections, span };
    }
    case "repeat": {
      cursor.at += word.length;
      skipBlanks(cursor);
      const count = readNonEmptyWord(cursor);
      skipSeparators(cursor);
      return { kind: "repeat", names: [], words: [count], body: readLoopBody(cursor), redirections, span };
    }
    case "for":
    case "foreach":
    case "select":
      cursor.at += word.length;
      return readFor(cursor, start, word, redirections);
    case "case":
      cursor.at += word.length;
      return readCase(cursor, start, redirections);
    case "function":
      cursor.at += word.length;
      return readFunction(cursor, start);
    default:
      return undefined;
  }
}

function readBraces(cursor: Cursor): List {
  expect(cursor, "{");
  const body = readList(cursor);
  expectReserved(cursor, "}");
  return body;
}

/** `do … done`, `{ … }` or one command. */
function readLoopBody(cursor: Cursor): List {
  skipSeparators(cursor);
  if (takeReserved(cursor, "do")) {
    const body = readList(cursor);
    expectReserved(cursor, "done");
    return body;
  }
  if (peek(cursor) === "{") return readBraces(cursor);
  return readOne(cursor);
}

/** One command standing for a whole list. */
function readOne(cursor: Cursor): List {
  const start = cursor.at;
  if (!atCommand(cursor)) {
    miss(cursor, "a command");
    return { kind: "list", items: [], span: cursorSpan(cursor, start) };
  }
  const command = readAndOr(cursor);
  return { kind: "list", items: [{ command, background: false }], span: cursorSpan(cursor, start) };
}

function readIf(cursor: Cursor, start: number, redirections: Redirection[]): Command {
  const clauses: { test: List; body: List }[] = [];
  let otherwise: List | undefined;
  let braces = false;
  for (;;) {
    const test = readList(cursor);
    if (takeReserved(cursor, "then")) {
      braces = false;
      clauses.push({ test, body: readList(cursor) });
    } else if (peek(cursor) === "{") {
      braces = true;
      clauses.push({ test, body: readBraces(cursor) });
      const { at } = cursor;
      skipBlanks(cursor);
      if (!/^el(?:se|if)$/.test(reservedWord(cursor))) cursor.at = at;
    } else {
      clauses.push({ test, body: readOne(cursor) });
      return { kind: "if", clauses, otherwise, redirections, span: cursorSpan(cursor, start) };
    }
    if (takeReserved(cursor, "elif")) continue;
    if (takeReserved(cursor, "else")) {
      skipNewlines(cursor);
      if (braces && peek(cursor) === "{") otherwise = readBraces(cursor);
      else {
        otherwise = readList(cursor);
        expectReserved(cursor, "fi");
      }
    } else if (!braces) expectReserved(cursor, "fi");
    return { kind: "if", clauses, otherwise, redirections, span: cursorSpan(cursor, start) };
  }
}

const NAME = /[A-Za-z_]\w*|[0-9]+/y;

function readFor(
  cursor: Cursor,
  start: number,
  word: "for" | "foreach" | "select",
  redirections: Redirection[],
): Command {
  skipBlanks(cursor);
  if (word === "for" && take(cursor, "((")) return readArithmeticFor(cursor, start, redirections);
  const kind = word === "select" ? "select" : "for";
  const names: string[] = [];
  for (;;) {
    const { at } = cursor;
    const name = match(cursor, NAME)?.[0];
    if (name === undefined || !isDelimiter(cursor, 0) || (name === "in" && names.length > 0)) {
      cursor.at = at;
      break;
    }
    if (name === "do" && names.length > 0) {
      cursor.at = at;
      break;
    }
    names.push(name);
    skipBlanks(cursor);
  }
  if (names.length === 0) fail(cursor, "expected a name to loop over");
  let words: Word[] | undefined;
  if (startsWith(cursor, "()")) fail(cursor, "parentheses with nothing in them");
  if (take(cursor, "(")) words = readWordList(cursor, true);
  else {
    skipNewlines(cursor);
    if (match(cursor, /in(?=[\s;])|in$/y) !== null) {
      words = readWordList(cursor, false);
      if (cursor.at < cursor.end && !/[;\n]/.test(peek(cursor))) fail(cursor, "expected the end of the list");
    }
  }
  skipSeparators(cursor);
  let body: List;
  if (word === "foreach" && peek(cursor) !== "{" && reservedWord(cursor) !== "do") {
    body = readList(cursor);
    if (match(cursor, /end(?=[\s;&|)}]|$)/y) === null) miss(cursor, "'end'");
  } else body = readLoopBody(cursor);
  return { kind, names, words, body, redirections, span: cursorSpan(cursor, start) };
}

/** The words of a loop: up to the end of the line, or (`closed`) up to a parenthesis. */
function readWordList(cursor: Cursor, closed: boolean): Word[] {
  const words: Word[] = [];
  for (;;) {
    if (closed) skipNewlines(cursor);
    else skipBlanksAndComment(cursor);
    const { at } = cursor;
    const word = readWord(cursor);
    if (cursor.at === at) break;
    words.push(word);
  }
  if (closed) expect(cursor, ")");
  return words;
}

function readArithmeticFor(cursor: Cursor, start: number, redirections: Redirection[]): Command {
  const init = readMath(cursor, ";)");
  expect(cursor, ";");
  const test = readMath(cursor, ";)");
  expect(cursor, ";");
  const update = readMath(cursor, ")");
  expect(cursor, "))");
  const body = readLoopBody(cursor);
  return { kind: "arithmetic-for", init, test, update, body, redirections, span: cursorSpan(cursor, start) };
}

function readFunction(cursor: Cursor, start: number): Command {
  const names: Word[] = [];
  for (;;) {
    skipBlanks(cursor);
    if (cursor.at >= cursor.end || peek(cursor) === "{" || peek(cursor) === "\n" || peek(cursor) === ";") break;
    const { at } = cursor;
    const word = readWord(cursor);
    if (cursor.at === at) break;
    if (names.length > 0 || literalText(word) !== "-T") names.push(word);
  }
  if (startsWith(cursor, "()")) cursor.at += 2;
  if (names.some((word) => word.parts.some((part) => part.kind !== "literal"))) {
    doubt(cursor.reading, "a function whose name is not known", start, cursor.at);
  }
  return readDefinition(cursor, start, names);
}
