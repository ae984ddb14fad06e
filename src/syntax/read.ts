/** Text to tree. Never throws: what is not certain comes back as `unreadable`, with as much of the tree as there is. */

import { parse } from "unbash";
import { opaqueList, readScript } from "./bash-commands.ts";
import { checkContinuations, checkControl, checkEnding } from "./bash-guards.ts";
import { PLAIN } from "./place.ts";
import { MAX_LENGTH, openReading, type Reading } from "./reading.ts";
import { rereadArithmetic, rereadDouble } from "./reread.ts";
import type { Dialect, List, Parsed, ReadOptions, Word } from "./tree.ts";
import { readList } from "./zsh-commands.ts";
import { type Cursor, fail, miss, openCursor } from "./zsh-cursor.ts";
import { readDouble, readMath } from "./zsh-words.ts";

export function read(text: string, dialect: Dialect, options: ReadOptions = {}): Parsed {
  const span = { start: 0, end: text.length };
  const refuse = (reason: string): Parsed => ({ kind: "unreadable", body: opaqueList(reason, span), reason, span });
  if (text.length > MAX_LENGTH) return refuse("longer than one megabyte");
  if (hasManyDocuments(text)) return refuse("more here-documents on a line than heed reads");
  const plain = options.holes || text.isWellFormed() ? text : text.toWellFormed();
  const reading = openReading(plain, dialect, options.extglob === true);
  try {
    const body = dialect === "zsh" ? readZsh(reading, options.comments !== false) : readBash(reading);
    return conclude(reading, body);
  } catch (error) {
    return refuse(error instanceof RangeError ? "nested too deeply" : "a text the parser fails on");
  }
}

/** The parser looks through all here-documents of a line for each of them. */
const MAX_DOCUMENTS = 1_000;

const hasManyDocuments = (text: string) =>
  text.length > MAX_DOCUMENTS && text.split("\n").some((line) => line.split("<<").length > MAX_DOCUMENTS);

function readBash(reading: Reading): List {
  const script = parse(reading.source);
  const body = readScript(reading, script, { start: 0, end: reading.end }, false);
  checkControl(reading);
  checkContinuations(reading);
  checkEnding(reading, script.commands.at(-1)?.end ?? 0);
  return body;
}

function readZsh(reading: Reading, comments: boolean): List {
  const cursor = openCursor(reading, 0, reading.source.length, comments);
  const body = readList(cursor);
  if (cursor.at < cursor.end) fail(cursor, "an unexpected word");
  if (cursor.here.length > 0) miss(cursor, "a here-document");
  checkControl(reading);
  checkContinuations(reading);
  checkEnding(reading, body.items.at(-1)?.command.span.end ?? 0);
  return body;
}

/** Text that is evaluated as arithmetic (a stored value, a `let` argument): only what a backslash protects is plain. */
export function readArithmetic(text: string, dialect: Dialect): { readonly word: Word } | undefined {
  const word = readPiece(text, dialect, (reading) =>
    dialect === "zsh" ? readMath(zshCursor(reading), "") : rereadArithmetic(reading, 0, text.length, PLAIN),
  );
  return word && { word };
}

/** Text that is expanded as if in double quotes (`${x@P}`, `PS4`). */
export function readText(text: string, dialect: Dialect): Word | undefined {
  return readPiece(text, dialect, (reading) => {
    if (dialect !== "zsh") return rereadDouble(reading, 0, text.length, PLAIN);
    return { kind: "word", parts: readDouble(zshCursor(reading), ""), span: { start: 0, end: text.length } };
  });
}

/** Text that is one word outside quotes; undefined if it is not exactly one. */
export function readWord(text: string, dialect: Dialect): Word | undefined {
  return readPiece(`: ${text}`, dialect, (reading) => {
    const shifted = { ...reading, shift: -2, end: text.length };
    const body = dialect === "zsh" ? readZsh(shifted, true) : readBash(shifted);
    const command = body.items.length === 1 ? body.items[0]?.command : undefined;
    if (command?.kind !== "simple" || command.redirections.length > 0) return undefined;
    return command.words.length === 2 ? command.words[1] : undefined;
  });
}

function zshCursor(reading: Reading): Cursor {
  return openCursor(reading, 0, reading.source.length, true);
}

function readPiece(text: string, dialect: Dialect, piece: (reading: Reading) => Word | undefined): Word | undefined {
  if (text.length > MAX_LENGTH || !text.isWellFormed()) return undefined;
  const reading = openReading(text, dialect, false);
  try {
    const word = piece(reading);
    return reading.ledger.problems.length === 0 ? word : undefined;
  } catch {
    return undefined;
  }
}

/** The first thing that is wrong decides; merely being cut off counts only if nothing else is. */
function conclude(reading: Reading, body: List): Parsed {
  const { problems } = reading.ledger;
  const doubtful = problems.find((problem) => !problem.open);
  if (doubtful !== undefined) return { kind: "unreadable", body, reason: doubtful.reason, span: doubtful.span };
  const open = problems[0];
  if (open !== undefined) return { kind: "incomplete", body, reason: open.reason };
  return { kind: "complete", body };
}
