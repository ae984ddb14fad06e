/** The parser's words as ours: parts in order, escapes resolved, nothing between them lost. */

import type * as U from "unbash";
import { decodeAnsiC } from "./ansi-c.ts";
import { readScript } from "./bash-commands.ts";
import { checkClosed, checkLeaf, checkPattern, checkProcess, checkSubscript } from "./bash-guards.ts";
import { addBare, addDouble, addLiteral, DOUBLE_ESCAPES, HERE_ESCAPES } from "./literals.ts";
import type { Place } from "./place.ts";
import { deeper, doubt, type Reading, spanOf } from "./reading.ts";
import { rereadArithmetic } from "./reread.ts";
import { checkShAnsiC } from "./sh-guards.ts";
import type { Parameter, ParameterOperation, Part, Word } from "./tree.ts";

export function readUnbashWord(reading: Reading, node: U.Word, place: Place): Word {
  const parts: Part[] = [];
  if (node.parts === undefined) addText(parts, reading, node.pos, node.end, place);
  else addParts(parts, reading, node.parts, node.pos, node.end, place);
  return { kind: "word", parts, span: spanOf(reading, node.pos, node.end) };
}

/** Adds the parts and whatever text lies between them, so that nothing of the source is dropped. */
export function addParts(
  parts: Part[],
  reading: Reading,
  nodes: readonly U.WordPart[],
  start: number,
  end: number,
  place: Place,
): void {
  let at = start;
  for (const node of nodes) {
    if (node.pos > at) addText(parts, reading, at, node.pos, place);
    if (node.type === "Literal") addText(parts, reading, Math.max(node.pos, at), Math.min(node.end, end), place);
    else addPart(parts, reading, node, place);
    at = Math.max(at, node.end);
  }
  if (end > at) addText(parts, reading, at, end, place);
}

function addText(parts: Part[], reading: Reading, start: number, end: number, place: Place): void {
  const text = reading.source.slice(start, end);
  if (text === "") return;
  checkLeaf(reading, text, start, end, place);
  if (place.quoting === "bare") addBare(parts, text);
  else addDouble(parts, text, escapes(place));
}

function escapes(place: Place): string {
  const basic = place.quoting === "double" ? DOUBLE_ESCAPES : HERE_ESCAPES;
  return place.inParameter ? `${basic}}` : basic;
}

function addPart(parts: Part[], reading: Reading, node: Exclude<U.WordPart, U.LiteralPart>, place: Place): void {
  const { source } = reading;
  const span = spanOf(reading, node.pos, node.end);
  switch (node.type) {
    case "Glob":
    case "BraceExpansion":
      addParts(parts, reading, node.parts ?? [], node.pos, node.end, place);
      return;
    case "SingleQuoted":
      if ((place.inArithmetic || place.inDoubleParameter) && /[`$]/.test(node.text)) {
        doubt(reading, "single quotes that do not protect", node.pos, node.end);
      }
      if (node.text.includes("\\\n")) reading.ledger.quoted.push(span);
      addLiteral(parts, node.text.replace(/^'|'$/g, ""), true);
      return;
    case "AnsiCQuoted": {
      checkShAnsiC(reading, node);
      const body = node.text.slice(2, node.text.endsWith("'") ? -1 : undefined);
      const value = decodeAnsiC(body, reading.ledger.dialect);
      if ((place.inArithmetic || place.inParameter) && /[`$"]/.test(value + body)) {
        doubt(reading, "quoted text that is read twice", node.pos, node.end);
      }
      addLiteral(parts, value, true);
      return;
    }
    case "DoubleQuoted":
    case "LocaleString": {
      const start = node.pos + (node.type === "DoubleQuoted" ? 1 : 2);
      const end = node.end - (source[node.end - 1] === '"' && node.end > start ? 1 : 0);
      const inner: Part[] = [];
      addParts(inner, reading, node.parts, start, end, { ...place, quoting: "double", inParameter: false });
      parts.push({ kind: "double", parts: inner });
      return;
    }
    case "SimpleExpansion":
      // bash reads `${` there first, and then takes it for text
      if (node.text === "$$" && source[node.end] === "{")
        doubt(reading, "a brace right behind a process number", node.pos, node.end + 1);
      parts.push(simpleParameter(node.text.slice(1), span));
      return;
    case "ParameterExpansion":
      checkClosed(reading, node.text, node.pos, node.end);
      parts.push(
        deeper(reading, node.pos, node.end, () => readParameter(reading, node, place)) ?? {
          kind: "opaque",
          reason: "nested too deeply",
          span,
        },
      );
      return;
    case "CommandExpansion":
    case "ProcessSubstitution":
      addSubstitution(parts, reading, node, place);
      return;
    case "ArithmeticExpansion": {
      checkClosed(reading, node.text, node.pos, node.end);
      const [before, after] = node.text.startsWith("$((") ? [3, 2] : [2, 1];
      const text = rereadArithmetic(reading, node.pos + before, Math.max(node.end - after, node.pos + before), place);
      parts.push({ kind: "arithmetic", text, span });
      return;
    }
    case "ExtendedGlob": {
      if (!place.pattern && !reading.ledger.extglob) {
        doubt(reading, "an extended glob, whose reading depends on a shell option", node.pos, node.end);
      }
      const inner: Part[] = [];
      const close = source[node.end - 1] === ")" ? node.end - 1 : node.end;
      addParts(inner, reading, node.parts ?? [], node.pos + 2, close, place);
      parts.push({ kind: "extglob", operator: node.operator, alternatives: splitAlternatives(inner, span), span });
      return;
    }
    default: {
      const never: never = node;
      doubt(reading, "an expansion heed does not know", 0, String(never).length);
    }
  }
}

function simpleParameter(name: string, span: Parameter["span"]): Parameter {
  return {
    kind: "parameter",
    name,
    indirect: false,
    length: false,
    index: undefined,
    operation: undefined,
    flags: "",
    span,
  };
}

function addSubstitution(
  parts: Part[],
  reading: Reading,
  node: U.CommandExpansionPart | U.ProcessSubstitutionPart,
  place: Place,
): void {
  const span = spanOf(reading, node.pos, node.end);
  checkClosed(reading, node.text, node.pos, node.end);
  if (node.type === "ProcessSubstitution") checkProcess(reading, node);
  if (/^.\(\(/.test(node.text)) doubt(reading, "double parentheses that are not arithmetic", node.pos, node.end);
  const body = deeper(reading, node.pos, node.end, () => {
    const script = node.script;
    return script === undefined ? undefined : readScript(reading, script, span, place.inArithmetic);
  });
  if (body === undefined) {
    doubt(reading, "a substitution that cannot be read", node.pos, node.end);
    parts.push({ kind: "opaque", reason: "a substitution that cannot be read", span });
  } else if (node.type === "ProcessSubstitution") {
    parts.push({ kind: "process", direction: node.operator, body, span });
  } else {
    parts.push({ kind: "command", body, inline: node.text.startsWith("${"), span });
  }
}

function readParameter(reading: Reading, node: U.ParameterExpansionPart, place: Place): Part {
  const span = spanOf(reading, node.pos, node.end);
  const operation = node.operation;
  if (operation?.type === "Unknown") {
    doubt(reading, "a parameter expansion heed does not know", node.pos, node.end);
    return { kind: "opaque", reason: "a parameter expansion heed does not know", span };
  }
  const inner: Place = {
    ...place,
    inParameter: true,
    inDoubleParameter: place.inDoubleParameter || place.quoting !== "bare",
  };
  const index = node.index === undefined ? undefined : readSubscript(reading, node.index, inner);
  const names = node.prefix === "!" && (operation?.type === "Names" || isWhole(node.index, reading));
  return {
    kind: "parameter",
    name: node.parameter,
    indirect: node.prefix === "!" && !names,
    length: node.prefix === "#",
    index,
    operation:
      operation === undefined
        ? names
          ? { kind: "names", operator: "@" }
          : undefined
        : readOperation(reading, operation, inner),
    flags: "",
    span,
  };
}

function isWhole(index: U.Word | undefined, reading: Reading): boolean {
  return index !== undefined && /^[@*]$/.test(reading.source.slice(index.pos, index.end));
}

function readOperation(
  reading: Reading,
  operation: Exclude<U.ParameterOperation, U.ParameterUnknownOperation>,
  inner: Place,
): ParameterOperation {
  // Patterns quote as in a bare word even inside double quotes; replacement and default words follow what is around.
  const pattern: Place = { ...inner, quoting: "bare", pattern: true };
  switch (operation.type) {
    case "Default":
      return { kind: "default", operator: operation.operator, word: readUnbashWord(reading, operation.operand, inner) };
    case "Remove":
      return {
        kind: "trim",
        operator: operation.operator,
        pattern: readUnbashWord(reading, operation.operand, pattern),
      };
    case "Replace":
      checkPattern(reading, operation.pattern);
      return {
        kind: "replace",
        operator: operation.operator,
        pattern: readUnbashWord(reading, operation.pattern, pattern),
        replacement: readUnbashWord(reading, operation.replacement, { ...inner, quoting: "bare" }),
      };
    case "Slice":
      return {
        kind: "slice",
        offset: rereadArithmetic(reading, operation.offset.pos, operation.offset.end, inner),
        length: operation.length && rereadArithmetic(reading, operation.length.pos, operation.length.end, inner),
      };
    case "CaseModification":
      return {
        kind: "case",
        operator: operation.operator,
        pattern: operation.operand && readUnbashWord(reading, operation.operand, pattern),
      };
    case "Transform":
      return { kind: "transform", operator: operation.operand.text };
    case "Names":
      return { kind: "names", operator: operation.operator };
  }
}

/** A subscript is arithmetic for one kind of array and a key for the other: with expansions in it, quotes may not protect. */
export function readSubscript(reading: Reading, node: U.Word, place: Place): Word {
  const text = reading.source.slice(node.pos, node.end);
  if (/['"\\]/.test(text) && !/[$`]/.test(text)) {
    return readUnbashWord(reading, node, { ...place, quoting: "bare", pattern: true });
  }
  checkSubscript(reading, text, node.pos, node.end);
  return rereadArithmetic(reading, node.pos, node.end, place);
}

/** `a|b|c` inside an extended glob: one word for each. */
function splitAlternatives(parts: readonly Part[], span: Word["span"]): Word[] {
  const words: Part[][] = [[]];
  let open = 0;
  for (const part of parts) {
    if (part.kind !== "literal" || part.quoted) {
      words.at(-1)?.push(part);
      continue;
    }
    let from = 0;
    for (let at = 0; at <= part.text.length; at++) {
      const char = part.text[at];
      if (char === "(") open++;
      else if (char === ")") open--;
      if (char !== undefined && (char !== "|" || open > 0)) continue;
      if (at > from) addLiteral(words.at(-1) ?? [], part.text.slice(from, at), false);
      if (char === "|") words.push([]);
      from = at + 1;
    }
  }
  return words.map((word) => ({ kind: "word", parts: word, span }));
}
