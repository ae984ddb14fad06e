/** `case` in zsh. */

import type { CaseArm, Command, Redirection, Word } from "./tree.ts";
import { readList, skipNewlines } from "./zsh-commands.ts";
import {
  type Cursor,
  cursorSpan,
  expect,
  expectReserved,
  match,
  miss,
  peek,
  reservedWord,
  skipBlanks,
  take,
} from "./zsh-cursor.ts";
import { readNonEmptyWord, readWord } from "./zsh-words.ts";

export function readCase(cursor: Cursor, start: number, redirections: Redirection[]): Command {
  skipBlanks(cursor);
  const word = readNonEmptyWord(cursor);
  skipNewlines(cursor);
  const braces = peek(cursor) === "{";
  if (braces) cursor.at++;
  else if (match(cursor, /in(?=[\s(]|$)/y) === null) miss(cursor, "'in'");
  const closer = braces ? "}" : "esac";
  const arms: CaseArm[] = [];
  for (;;) {
    skipNewlines(cursor);
    if (cursor.at >= cursor.end || reservedWord(cursor) === closer) break;
    const patterns = readPatterns(cursor);
    const body = readList(cursor);
    const ending = match(cursor, /;[;&|]/y)?.[0];
    const then = ending === ";&" ? ";&" : ending === ";|" ? ";;&" : ";;";
    arms.push({ patterns, body, then });
    if (ending === undefined && reservedWord(cursor) !== closer) break;
  }
  expectReserved(cursor, closer);
  return { kind: "case", word, arms, redirections, span: cursorSpan(cursor, start) };
}

/** `pattern | pattern)`, perhaps with an opening parenthesis, which may instead begin a group: `(a|b)*)`. */
function readPatterns(cursor: Cursor): Word[] {
  const start = cursor.at;
  if (take(cursor, "(")) {
    const patterns = readAlternatives(cursor);
    const next = peek(cursor, 1);
    if (peek(cursor) !== ")" || next === "" || /[\s;&]/.test(next)) {
      expect(cursor, ")");
      return patterns;
    }
    cursor.at = start;
  }
  const patterns = readAlternatives(cursor);
  expect(cursor, ")");
  return patterns;
}

function readAlternatives(cursor: Cursor): Word[] {
  const patterns: Word[] = [];
  do {
    skipBlanks(cursor);
    patterns.push(readWord(cursor));
    skipBlanks(cursor);
  } while (peek(cursor) === "|" && peek(cursor, 1) !== "|" && take(cursor, "|"));
  return patterns;
}
