import { declarationWord } from "./declaration.ts";
import { deeper, doubt, mayRead, spanOf } from "./reading.ts";
import type { ArrayLiteral, Assignment, Command, List, ListItem, Redirection, Word } from "./tree.ts";
import { readCompound } from "./zsh-compounds.ts";
import {
  type Cursor,
  cursorSpan,
  expect,
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
import { readHereDocuments, readRedirection } from "./zsh-redirections.ts";
import { readMath, readWord } from "./zsh-words.ts";

/** Words that end a list because they belong to the command around it. */
const CLOSERS = new Set(["then", "elif", "else", "fi", "do", "done", "esac", "end", "}"]);

/** Commands up to a closer, `)`, `;;` or the end. */
export function readList(cursor: Cursor): List {
  const start = cursor.at;
  const list = deeper(cursor.reading, start, cursor.end, () => readItems(cursor, start));
  if (list !== undefined) return list;
  fail(cursor, "nested too deeply");
  return { kind: "list", items: [], span: cursorSpan(cursor, start) };
}

function readItems(cursor: Cursor, start: number): List {
  const items: ListItem[] = [];
  skipSeparators(cursor);
  while (atCommand(cursor)) {
    const before = cursor.at;
    const command = readAndOr(cursor);
    items.push({ command, background: takeBackground(cursor) });
    if (cursor.failed && before < cursor.end && cursor.reading.ledger.problems.at(-1)?.open === false) {
      // What could not be read is part of the list, so that it is never passed over.
      const span = spanOf(cursor.reading, before, cursor.end);
      items.push({ command: { kind: "opaque", reason: "a text that cannot be read", span }, background: false });
    }
    if (!skipSeparators(cursor) && !items.at(-1)?.background) break;
  }
  return { kind: "list", items, span: cursorSpan(cursor, start) };
}

export function atCommand(cursor: Cursor): boolean {
  if (cursor.at >= cursor.end || peek(cursor) === ")") return false;
  if (startsWith(cursor, ";")) return false;
  return !CLOSERS.has(reservedWord(cursor));
}

const BACKGROUND = /&[!|]?/y;

function takeBackground(cursor: Cursor): boolean {
  skipBlanksAndComment(cursor);
  if (startsWith(cursor, "&&") || startsWith(cursor, "&>")) return false;
  return match(cursor, BACKGROUND) !== null;
}

/** `;`, newlines and comments; true if there was at least one separator. */
export function skipSeparators(cursor: Cursor): boolean {
  let any = false;
  for (;;) {
    skipBlanksAndComment(cursor);
    if (takeNewline(cursor)) any = true;
    else if (peek(cursor) === ";" && !/[;&|]/.test(peek(cursor, 1))) {
      cursor.at++;
      any = true;
    } else return any;
  }
}

/** A newline, and the bodies of the here-documents that were begun before it. */
export function takeNewline(cursor: Cursor): boolean {
  if (!take(cursor, "\n")) return false;
  if (cursor.here.length > 0) readHereDocuments(cursor);
  return true;
}

export function skipNewlines(cursor: Cursor): void {
  do skipBlanksAndComment(cursor);
  while (takeNewline(cursor));
}

export function readAndOr(cursor: Cursor): Command {
  const start = cursor.at;
  const parts: Command[] = [readPipeline(cursor)];
  const operators: ("&&" | "||")[] = [];
  for (;;) {
    skipBlanksAndComment(cursor);
    const operator = startsWith(cursor, "&&") ? "&&" : startsWith(cursor, "||") ? "||" : undefined;
    if (operator === undefined) break;
    cursor.at += 2;
    skipNewlines(cursor);
    if (!atCommand(cursor)) {
      miss(cursor, `a command after '${operator}'`);
      break;
    }
    operators.push(operator);
    parts.push(readPipeline(cursor));
  }
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) return first;
  return { kind: "and-or", parts, operators, span: cursorSpan(cursor, start) };
}

function readPipeline(cursor: Cursor): Command {
  const start = cursor.at;
  let negated = false;
  while (takeReserved(cursor, "!")) {
    negated = !negated;
    skipBlanks(cursor);
  }
  if (takeReserved(cursor, "coproc")) {
    skipBlanks(cursor);
    const body = readPipeline(cursor);
    return { kind: "coprocess", name: "COPROC", body, span: cursorSpan(cursor, start) };
  }
  const parts: Command[] = [readCommand(cursor)];
  const stderr: boolean[] = [];
  for (;;) {
    skipBlanksAndComment(cursor);
    if (peek(cursor) !== "|" || peek(cursor, 1) === "|") break;
    cursor.at++;
    const both = take(cursor, "&");
    skipNewlines(cursor);
    if (!atCommand(cursor)) {
      miss(cursor, "a command after '|'");
      break;
    }
    stderr.push(both);
    parts.push(readCommand(cursor));
  }
  const [first] = parts;
  if (parts.length === 1 && !negated && first !== undefined) return first;
  return { kind: "pipeline", parts, stderr, negated, timed: false, span: cursorSpan(cursor, start) };
}

/** One command with its redirections, which may also stand before it. */
export function readCommand(cursor: Cursor): Command {
  const start = cursor.at;
  const redirections: Redirection[] = [];
  if (!mayRead(cursor.reading, start, cursor.end)) fail(cursor, "too many commands");
  if (takeReserved(cursor, "time")) return readTimed(cursor, start);
  readRedirections(cursor, redirections, true);
  skipBlanksAndComment(cursor);
  return readCompound(cursor, start, redirections) ?? readSimple(cursor, start, redirections);
}

/** What stands behind `time`: the rest of the pipeline, or nothing. */
function readTimed(cursor: Cursor, start: number): Command {
  skipBlanks(cursor);
  const nothing = { kind: "list" as const, items: [], span: cursorSpan(cursor, cursor.at) };
  const body = atCommand(cursor)
    ? readPipeline(cursor)
    : { kind: "group" as const, body: nothing, always: undefined, redirections: [], span: nothing.span };
  const span = cursorSpan(cursor, start);
  if (body.kind === "pipeline" && !body.negated) return { ...body, timed: true, span };
  return { kind: "pipeline", parts: [body], stderr: [], negated: false, timed: true, span };
}

/** All redirections that stand here; blanks after the last one are left. */
export function readRedirections(cursor: Cursor, redirections: Redirection[], first = false): void {
  for (;;) {
    const { at } = cursor;
    skipBlanksAndComment(cursor);
    if (readRedirection(cursor, redirections, first)) continue;
    if (!cursor.failed) cursor.at = at;
    return;
  }
}

const ASSIGNS = /([A-Za-z_]\w*|[0-9]+)(?=\[|\+?=)/y;
const DECLARES = new Set(["typeset", "declare", "local", "export", "readonly", "integer", "float"]);

function readSimple(cursor: Cursor, start: number, redirections: Redirection[]): Command {
  const assignments: Assignment[] = [];
  const words: Word[] = [];
  let declares = false;
  let mayAssign = true;
  for (;;) {
    const before = cursor.at;
    skipBlanksAndComment(cursor);
    // behind an assignment words are still reserved
    if (words.length === 0 && assignments.length > 0 && CLOSERS.has(reservedWord(cursor))) {
      cursor.at = before;
      break;
    }
    const assignment = mayAssign || declares ? readAssignment(cursor) : undefined;
    if (assignment !== undefined) {
      if (mayAssign) assignments.push(assignment);
      else words.push(declarationWord(assignment, assignment.span));
    } else if (isWordEnd(cursor)) {
      if (startsWith(cursor, "()") && words.length > 0 && redirections.length === 0 && assignments.length === 0) {
        cursor.at += 2;
        return readDefinition(cursor, start, words);
      }
      cursor.at = before;
      break;
    } else {
      const word = readWord(cursor);
      words.push(word);
      const name = literalText(word) ?? "";
      mayAssign = mayAssign && name === "nocorrect";
      declares ||= words.length === 1 && DECLARES.has(name);
    }
    readRedirections(cursor, redirections, words.length === 0);
  }
  if (words.length === 0 && assignments.length === 0 && redirections.length === 0) miss(cursor, "a command");
  return { kind: "simple", assignments, words, redirections, span: cursorSpan(cursor, start) };
}

/** No word begins here. */
function isWordEnd(cursor: Cursor): boolean {
  const char = peek(cursor);
  if (char === "" || "\n;&|)".includes(char)) return true;
  if (char === "(") return peek(cursor, 1) === ")";
  return char === "}" && isDelimiter(cursor, 1);
}

/** The text of a word without expansions or quotes. */
export function literalText(word: Word): string | undefined {
  if (word.parts.length === 0) return "";
  const [part] = word.parts;
  return word.parts.length === 1 && part?.kind === "literal" && !part.quoted ? part.text : undefined;
}

function readAssignment(cursor: Cursor): Assignment | undefined {
  const start = cursor.at;
  const name = match(cursor, ASSIGNS)?.[0];
  if (name === undefined) return undefined;
  let index: Word | undefined;
  if (peek(cursor) === "[") {
    // `x[1]=…` assigns, `x[ab]c` is a glob: only the character after the bracket tells.
    if (!/^\[[^\n]*?\]\+?=/.test(cursor.source.slice(cursor.at, cursor.at + 1000))) {
      cursor.at = start;
      return undefined;
    }
    cursor.at++;
    const from = cursor.at;
    index = readMath(cursor, "]");
    if (/^[^'"\\$`]*[<>|&;]/.test(cursor.source.slice(from, cursor.at)))
      doubt(cursor.reading, "a subscript that holds what ends a word", start, cursor.at);
    expect(cursor, "]");
    if (!/^\+?=/.test(cursor.source.slice(cursor.at, cursor.at + 2))) fail(cursor, "a subscript that is not closed");
  }
  const append = take(cursor, "+");
  take(cursor, "=");
  const value = peek(cursor) === "(" ? readArray(cursor) : readWord(cursor, true);
  return { name, index, append, value, span: cursorSpan(cursor, start) };
}

const KEYED = /\[(?=[^\]\n]*\]\+?=)/y;

function readArray(cursor: Cursor): ArrayLiteral {
  const start = cursor.at;
  const elements: ArrayLiteral["elements"][number][] = [];
  cursor.at++;
  for (;;) {
    skipNewlines(cursor);
    if (cursor.at >= cursor.end || peek(cursor) === ")") break;
    const before = cursor.at;
    let index: Word | undefined;
    let append = false;
    if (match(cursor, KEYED) !== null) {
      index = readMath(cursor, "]");
      expect(cursor, "]");
      append = take(cursor, "+");
      expect(cursor, "=");
    }
    const value = readWord(cursor);
    if (cursor.at === before) {
      fail(cursor, "an array that cannot be read");
      break;
    }
    elements.push({ index, append, value });
  }
  expect(cursor, ")");
  return { kind: "array", elements, span: cursorSpan(cursor, start) };
}

/** The body of a function whose name and parentheses were read; without names it runs at once with the words after it. */
export function readDefinition(
  cursor: Cursor,
  start: number,
  names: readonly Word[],
  first: readonly Redirection[] = [],
): Command {
  skipSeparators(cursor);
  if (cursor.at >= cursor.end) miss(cursor, "a function body");
  let body = readCommand(cursor);
  const source = cursor.source.slice(start, cursor.at);
  const words: Word[] = [];
  if (names.length === 0) {
    // It runs at once, so redirections after its arguments are its own.
    const redirections = "redirections" in body ? [...first, ...body.redirections] : [...first];
    const before = redirections.length - first.length;
    for (readRedirections(cursor, redirections), skipBlanks(cursor); !isWordEnd(cursor); skipBlanks(cursor)) {
      words.push(readWord(cursor));
      readRedirections(cursor, redirections);
    }
    if ("redirections" in body) body = { ...body, redirections };
    else if (redirections.length > before) fail(cursor, "a redirection of an anonymous function");
  }
  if (cursor.here.length > 0) fail(cursor, "a here-document apart from its function");
  const texts = names.map((word) => word.parts.map((part) => (part.kind === "literal" ? part.text : "")).join(""));
  const computed = names.some((word) =>
    word.parts.some((part) => part.kind !== "literal" || (!part.quoted && /[*?[~=]/.test(part.text))),
  );
  return {
    kind: "function",
    names: texts,
    words: computed ? names : words,
    body,
    source,
    span: cursorSpan(cursor, start),
  };
}
