/** `[[ … ]]` in zsh. */

import { deeper } from "./reading.ts";
import type { Test, Word } from "./tree.ts";
import { literalText, takeNewline } from "./zsh-commands.ts";
import {
  type Cursor,
  cursorSpan,
  expect,
  fail,
  isDelimiter,
  match,
  miss,
  peek,
  skipBlanks,
  startsWith,
  take,
} from "./zsh-cursor.ts";
import { readWord } from "./zsh-words.ts";

/** What stands after `[[`, and the closing `]]`. */
export function readConditional(cursor: Cursor): Test {
  const test = readOr(cursor);
  skipLines(cursor);
  if (!atClose(cursor)) miss(cursor, "']]'");
  else cursor.at += 2;
  return test;
}

function skipLines(cursor: Cursor): void {
  do skipBlanks(cursor);
  while (takeNewline(cursor));
}

function atClose(cursor: Cursor): boolean {
  return startsWith(cursor, "]]") && isDelimiter(cursor, 2);
}

function readOr(cursor: Cursor): Test {
  let left = readAnd(cursor);
  for (skipLines(cursor); take(cursor, "||"); skipLines(cursor)) left = { kind: "or", left, right: readAnd(cursor) };
  return left;
}

function readAnd(cursor: Cursor): Test {
  let left = readNot(cursor);
  for (skipLines(cursor); take(cursor, "&&"); skipLines(cursor)) left = { kind: "and", left, right: readNot(cursor) };
  return left;
}

function readNot(cursor: Cursor): Test {
  const start = cursor.at;
  const test = deeper(cursor.reading, start, cursor.at, (): Test => {
    skipLines(cursor);
    if (peek(cursor) === "!" && isDelimiter(cursor, 1)) {
      cursor.at++;
      return { kind: "not", inner: readNot(cursor) };
    }
    if (take(cursor, "(")) {
      const inner = readOr(cursor);
      skipLines(cursor);
      expect(cursor, ")");
      return inner;
    }
    return readSimpleTest(cursor);
  });
  if (test !== undefined) return test;
  fail(cursor, "nested too deeply");
  return { kind: "word", word: { kind: "word", parts: [], span: cursorSpan(cursor, start) } };
}

const BINARY = /(?:=~|==|!=|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef))(?=[\s(]|$)|=(?=\s|$)|[<>](?!\()/y;

function readSimpleTest(cursor: Cursor): Test {
  const word = readOperand(cursor);
  const operator = literalText(word) ?? "";
  skipBlanks(cursor);
  const isUnary = /^-[a-zA-Z]$/.test(operator);
  if (isUnary && !ends(cursor) && !isBinary(cursor)) return { kind: "unary", operator, operand: readOperand(cursor) };
  if (ends(cursor)) {
    if (operator === "-") fail(cursor, "a condition that is none");
    return { kind: "word", word };
  }
  const binary = match(cursor, BINARY)?.[0];
  if (binary === undefined) {
    fail(cursor, "a condition heed does not know");
    return { kind: "word", word };
  }
  skipBlanks(cursor);
  return { kind: "binary", operator: binary, left: word, right: readOperand(cursor) };
}

/** `[[ -n = x ]]` compares the text `-n`. */
function isBinary(cursor: Cursor): boolean {
  const { at } = cursor;
  const found = match(cursor, BINARY) !== null;
  skipBlanks(cursor);
  const followed = found && !ends(cursor);
  cursor.at = at;
  return followed;
}

function ends(cursor: Cursor): boolean {
  return (
    cursor.at >= cursor.end ||
    /^(?:\n|\)|&&|\|\|)/.test(cursor.source.slice(cursor.at, cursor.at + 2)) ||
    atClose(cursor)
  );
}

function readOperand(cursor: Cursor): Word {
  const before = cursor.at;
  const word = readWord(cursor);
  if (cursor.at === before) miss(cursor, "a word to test");
  return word;
}
