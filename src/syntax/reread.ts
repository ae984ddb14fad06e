/** Reads text a second time, as the shell does with arithmetic, subscripts and stored values: as if in double quotes, so that only `\` protects. */

import { parse } from "unbash";
import { checkArithmetic, noteErrors } from "./bash-guards.ts";
import { addParts } from "./bash-words.ts";
import type { Place } from "./place.ts";
import { deeper, doubt, maySpend, type Reading, spanOf } from "./reading.ts";
import type { Part, Word } from "./tree.ts";

/** A here-document is the only place where the parser reads text just so. */
const END = "HEED_END_OF_TEXT";
const BEFORE = `:<<${END}\n`;

/** `start` to `end` of the source, read as arithmetic text. */
export function rereadArithmetic(reading: Reading, start: number, end: number, place: Place): Word {
  const text = reading.source.slice(start, end);
  checkArithmetic(reading, text, start, end);
  const word = rereadDouble(reading, start, end, { ...place, inArithmetic: true });
  return { ...word, parts: word.parts.map(withoutQuotes) };
}

/** `start` to `end` of the source, read as if in double quotes. */
export function rereadDouble(reading: Reading, start: number, end: number, place: Place): Word {
  const text = reading.source.slice(start, end);
  const span = spanOf(reading, start, end);
  if (!/[$`\\]/.test(text)) {
    return { kind: "word", parts: text === "" ? [] : [{ kind: "literal", text, quoted: true }], span };
  }
  const inner = deeper(reading, start, end, () => {
    if (!maySpend(reading, start, text.length)) return undefined;
    if (text.includes(END)) return undefined;
    const source = `${BEFORE}${text}\n${END}\n`;
    const wrapped: Reading = { ...reading, source, shift: reading.shift + start - BEFORE.length };
    return readHereParts(wrapped, { ...place, quoting: "here", inParameter: false });
  });
  if (inner !== undefined) return { kind: "word", parts: inner, span };
  doubt(reading, "text that cannot be read again", start, end);
  return { kind: "word", parts: [{ kind: "opaque", reason: "text that cannot be read again", span }], span };
}

/** The parts of the wrapped text, less the newline that the wrapping added. */
function readHereParts(reading: Reading, place: Place): Part[] | undefined {
  const script = parse(reading.source);
  noteErrors(reading, script);
  const command = script.commands[0]?.command;
  const here = command?.type === "Command" ? (command.suffix[0] ?? command.prefix[0]) : undefined;
  if (here?.type !== "HereDoc" || here.closing === undefined) return undefined;
  const parts: Part[] = [];
  addParts(parts, reading, here.body.parts ?? [], here.body.pos, here.body.end - 1, place);
  return parts;
}

/** Double quotes in arithmetic are dropped before it is evaluated. */
function withoutQuotes(part: Part): Part {
  return part.kind === "literal" ? { ...part, text: part.text.replaceAll('"', "") } : part;
}
