/** Everything that begins with `$` in zsh, above all its `${…}`. */

import { addLiteral, DOUBLE_ESCAPES } from "./literals.ts";
import { deeper, doubt } from "./reading.ts";
import type { Parameter, ParameterOperation, Part, Word } from "./tree.ts";
import { type Cursor, cursorSpan, expect, fail, match, miss, peek, startsWith, take } from "./zsh-cursor.ts";
import {
  addDoubleQuotes,
  addInDouble,
  addQuoted,
  readDoubleParentheses,
  readMath,
  readSubstitution,
} from "./zsh-words.ts";

type Quoting = "bare" | "double";

const NAME = /[\p{L}_][\p{L}\p{N}_]*|[0-9]+|[?$!#*@-]/uy;
const PREFIXED = /\+(?=[\p{L}\p{N}_{])|#(?=[\p{L}\p{N}_{])|[=~^]+/uy;
/** Modifiers that may follow a name without braces. */
const MODIFIERS =
  /(?::[gfF]*(?:[aAcehlPqQrtu]|s([^\w\s$`'"\\])(?:(?!\1)[^$`'"\\])*\1(?:(?!\1)[^\s$`'"\\;|&<>()])*\1?))+/y;
const SUBSTITUTES = /:[gfF]*s[^\w\s]/y;

export function addDollar(parts: Part[], cursor: Cursor, quoting: Quoting): void {
  const start = cursor.at;
  cursor.at++;
  if (startsWith(cursor, "((")) {
    cursor.at += 2;
    const text = deeper(cursor.reading, start, cursor.at, () => readDoubleParentheses(cursor));
    addArithmetic(parts, cursor, text, start);
  } else if (take(cursor, "[")) {
    const text = deeper(cursor.reading, start, cursor.at, () => readMath(cursor, "]"));
    expect(cursor, "]");
    addArithmetic(parts, cursor, text, start);
  } else if (take(cursor, "(")) {
    const body = readSubstitution(cursor);
    parts.push({ kind: "command", body, inline: false, span: cursorSpan(cursor, start) });
  } else if (take(cursor, "{")) {
    addBraced(parts, cursor, start, quoting);
  } else {
    addUnbraced(parts, cursor, start, quoting);
  }
}

function addArithmetic(parts: Part[], cursor: Cursor, text: Word | undefined, start: number): void {
  const span = cursorSpan(cursor, start);
  if (text !== undefined) {
    parts.push({ kind: "arithmetic", text, span });
    return;
  }
  fail(cursor, "nested too deeply");
  parts.push({ kind: "opaque", reason: "nested too deeply", span });
}

function addUnbraced(parts: Part[], cursor: Cursor, start: number, quoting: Quoting): void {
  let flags = "";
  let length = false;
  const prefix = match(cursor, PREFIXED)?.[0];
  // `$#{` is how many arguments there are, and a brace
  const count = prefix === "#" && peek(cursor) === "{";
  if (prefix !== undefined && peek(cursor) === "{" && !count) {
    // `$~{x}`: the braces belong to the same expansion.
    cursor.at++;
    addBraced(parts, cursor, start, "bare", prefix);
    return;
  }
  if (prefix === "#") length = !count;
  else if (prefix !== undefined) flags = prefix;
  let name = count ? "#" : match(cursor, NAME)?.[0];
  // `$~` alone is a parameter without a name
  if (name === undefined && flags !== "") name = "";
  if (name === undefined) {
    addLiteral(parts, cursor.source.slice(start, cursor.at), quoting === "double");
    return;
  }
  if (name === "#" && /[$*@?!#-]/.test(peek(cursor))) {
    // `$#*` is how many arguments there are; `$#$` and its like are lengths of other things
    const all = match(cursor, /[*@]/y)?.[0];
    if (all === undefined) doubt(cursor.reading, "a length of a special parameter", start, cursor.at);
    else name = "*";
    length = all !== undefined;
  }
  const special = /^[?$!#-]$|^\d/.test(name);
  if (special && /\[[\w$(-]/y.test(cursor.source.slice(cursor.at, cursor.at + 2)))
    doubt(cursor.reading, "a subscript of a special parameter", start, cursor.at);
  const index = peek(cursor) === "[" && !special ? readIndex(cursor) : undefined;
  if (index !== undefined && peek(cursor) === "[") doubt(cursor.reading, "more than one subscript", start, cursor.at);
  const text = match(cursor, MODIFIERS)?.[0];
  if (match(cursor, SUBSTITUTES) !== null)
    doubt(cursor.reading, "an expansion in parameter modifiers", start, cursor.at);
  const operation: ParameterOperation | undefined = text === undefined ? undefined : { kind: "modifiers", text };
  parts.push({
    kind: "parameter",
    name,
    indirect: false,
    length,
    index,
    operation,
    flags,
    span: cursorSpan(cursor, start),
  });
}

function readIndex(cursor: Cursor): Word {
  cursor.at++;
  const index = readMath(cursor, "]");
  expect(cursor, "]");
  return index;
}

const EMPTY_WORD_NAME = /(?=[:}])/y;

function addBraced(parts: Part[], cursor: Cursor, start: number, quoting: Quoting, before = ""): void {
  const parameter = deeper(cursor.reading, start, cursor.at, () => readBraced(cursor, start, quoting, before));
  if (parameter !== undefined) {
    parts.push(parameter);
    return;
  }
  fail(cursor, "nested too deeply");
  parts.push({ kind: "opaque", reason: "nested too deeply", span: cursorSpan(cursor, start) });
}

function readBraced(cursor: Cursor, start: number, quoting: Quoting, before: string): Parameter {
  let flags = take(cursor, "(") ? readFlags(cursor) : "";
  const prefixes = readPrefixes(cursor);
  const length = before === "#" || prefixes.includes("#");
  flags += (before + prefixes).replace("#", "");
  let nested = readNested(cursor, quoting);
  let name = nested === undefined ? (match(cursor, NAME)?.[0] ?? match(cursor, EMPTY_WORD_NAME)?.[0]) : "";
  if (name === undefined) miss(cursor, "a parameter name");
  let index: Word | undefined;
  while (peek(cursor) === "[") {
    if (index !== undefined) {
      // `${a[1][2]}` is the second of what `${a[1]}` gives.
      const inner: Parameter = { ...plainParameter(name ?? "", cursorSpan(cursor, start)), index };
      const part = nested === undefined ? inner : { ...inner, nested };
      nested = { kind: "word", parts: [part], span: inner.span };
      name = "";
    }
    index = readIndex(cursor);
  }
  let operation = peek(cursor) === "}" ? undefined : readOperation(cursor, quoting);
  expect(cursor, "}");
  const span = cursorSpan(cursor, start);
  if (nested === undefined) return { ...plainParameter(name ?? "", span), length, index, operation, flags };
  operation ??= { kind: "nested", word: nested };
  return { ...plainParameter("", span), length, index, operation, flags, nested };
}

function plainParameter(name: string, span: Parameter["span"]): Parameter {
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

const PAIRS = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
  ["<", ">"],
]);

const FLAG = /[\w@#%~+-]/;

/** The flags after `${(`, and the closing parenthesis. Some carry delimited strings, which may hold a parenthesis. */
function readFlags(cursor: Cursor): string {
  const start = cursor.at;
  while (cursor.at < cursor.end && peek(cursor) !== ")") {
    const flag = peek(cursor);
    if (!FLAG.test(flag)) doubt(cursor.reading, "an expansion flag heed does not know", start, cursor.at);
    cursor.at++;
    if (!/[gjlrsZI_]/.test(flag)) continue;
    const opening = peek(cursor);
    if (/[\w)]/.test(opening)) continue;
    const rounds = "lr".includes(flag) ? 3 : 1;
    for (let round = 0; round < rounds && peek(cursor) === opening; round++) {
      const close = cursor.source.indexOf(PAIRS.get(opening) ?? opening, cursor.at + 1);
      if (close === -1) break;
      cursor.at = close + 1;
    }
  }
  const flags = cursor.source.slice(start, cursor.at);
  if (/`|\$[({[]/.test(flags)) doubt(cursor.reading, "an expansion in parameter flags", start, cursor.at);
  expect(cursor, ")");
  return flags;
}

const PREFIX = /[~^=+]+|#(?=[\p{L}_{$"*@?!#0-9]|:[-=?+])/uy;

function readPrefixes(cursor: Cursor): string {
  let prefixes = "";
  // `${=…}` is a prefix, `${#}` and `${##…}` are the number of arguments.
  for (let found = match(cursor, PREFIX); found !== null; found = match(cursor, PREFIX)) {
    if (found[0] === "#" && /^(?:\}|#(?!\}))/.test(cursor.source.slice(cursor.at, cursor.at + 2))) {
      cursor.at--;
      break;
    }
    prefixes += found[0];
  }
  return prefixes;
}

/** What `${…}` works on when it is not a name: another expansion, perhaps in double quotes. */
function readNested(cursor: Cursor, quoting: Quoting): Word | undefined {
  const start = cursor.at;
  const parts: Part[] = [];
  if (peek(cursor) === '"') {
    addDoubleQuotes(parts, cursor);
    const quoted = parts[0]?.kind === "double" ? parts[0].parts : [];
    if (quoted.length !== 1 || quoted[0]?.kind === "literal")
      doubt(cursor.reading, "quoted text inside a parameter expansion", start, cursor.at);
  } else if (peek(cursor) === "$" && /[({[]/.test(peek(cursor, 1))) addDollar(parts, cursor, quoting);
  else if (peek(cursor) === "`") addInDouble(parts, cursor, DOUBLE_ESCAPES);
  else return undefined;
  return { kind: "word", parts, span: cursorSpan(cursor, start) };
}

const DEFAULT = /::=|:[-=?+]|[-=?+]/y;
const TRIM = /##?|%%?|:[#|*]|:\^\^?/y;
const REPLACE = /:?\/\/?/y;
const ANCHOR = /[#%]/y;
const MODIFIED = /:(?=[a-zA-Z&])/y;

function readOperation(cursor: Cursor, quoting: Quoting): ParameterOperation | undefined {
  const fallback = match(cursor, DEFAULT);
  if (fallback !== null) return { kind: "default", operator: fallback[0], word: readOperand(cursor, quoting, "}") };
  const trim = match(cursor, TRIM);
  if (trim !== null) return { kind: "trim", operator: trim[0], pattern: readOperand(cursor, quoting, "}", true) };
  const slash = match(cursor, REPLACE);
  if (slash !== null) {
    const operator = slash[0] + (match(cursor, ANCHOR)?.[0] ?? "");
    const pattern = readOperand(cursor, quoting, "/}", true);
    take(cursor, "/");
    return { kind: "replace", operator, pattern, replacement: readOperand(cursor, quoting, "}") };
  }
  const start = cursor.at;
  if (match(cursor, MODIFIED) !== null) {
    const word = readOperand(cursor, quoting, "}");
    if (word.parts.some((part) => part.kind !== "literal")) {
      doubt(cursor.reading, "an expansion in parameter modifiers", start, cursor.at);
    }
    return { kind: "modifiers", text: cursor.source.slice(start, cursor.at) };
  }
  if (!take(cursor, ":")) {
    miss(cursor, "'}'");
    return undefined;
  }
  const offset = readMath(cursor, ":}");
  const length = take(cursor, ":") ? readMath(cursor, ":}") : undefined;
  return { kind: "slice", offset, length };
}

/** A backslash takes the meaning of pattern characters as well. */
const PATTERN_ESCAPES = `${DOUBLE_ESCAPES}}*?[](){}|<>^~#/!-`;

const OPERAND_PLAIN = /[^\\'"`${}/]+/y;

/** Text inside `${…}`: only the stops end it, blanks and parentheses are text. Pattern characters count in double quotes too. */
function readOperand(cursor: Cursor, quoting: Quoting, stops: string, isPattern = false): Word {
  const start = cursor.at;
  const parts: Part[] = [];
  const isDouble = quoting === "double";
  const quoted = isDouble && !isPattern;
  let braces = 0;
  while (cursor.at < cursor.end) {
    const plain = match(cursor, OPERAND_PLAIN);
    if (plain !== null) {
      if (/[<>=]\($/.test(plain[0]) || /[<>]\(|^=\(/.test(plain[0])) checkProcess(cursor, isDouble);
      addLiteral(parts, plain[0], quoted);
      continue;
    }
    const char = peek(cursor);
    if (braces === 0 && stops.includes(char)) break;
    if (char === "{" || char === "}" || char === "/") {
      // in double quotes the first brace closes
      if (char !== "/" && !isDouble) braces += char === "{" ? 1 : -1;
      addLiteral(parts, char, quoted);
      cursor.at++;
    } else if (!isDouble) {
      addQuoted(parts, cursor);
    } else if (char === '"') {
      addDoubleQuotes(parts, cursor);
    } else if (char === "'") {
      addLiteral(parts, char, true);
      cursor.at++;
    } else {
      addInDouble(parts, cursor, isPattern ? PATTERN_ESCAPES : `${DOUBLE_ESCAPES}}`);
    }
  }
  return { kind: "word", parts, span: cursorSpan(cursor, start) };
}

/** zsh runs `${x:-=(cmd)}`; what exactly is a command there is not certain. */
function checkProcess(cursor: Cursor, quoted: boolean): void {
  if (!quoted) doubt(cursor.reading, "a process substitution inside a parameter expansion", cursor.at, cursor.at);
}
