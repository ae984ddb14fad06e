/**
 * Where the parser's reading is not certainly the shell's: each guard here is a shape in which a command would run that the parser shows as text,
 * or the other way round, as measured against bash 5.2 with unbash 6.0.4.
 */

import type * as U from "unbash";
import type { Place } from "./place.ts";
import { doubt, type Reading, unfinished } from "./reading.ts";

/** An opener that should have been taken apart and was not. */
const BARE_OPENER = /[`]|\$[({['"]|[<>]\(/;
const QUOTED_OPENER = /[`]|\$[({[]/;

/** Errors that waiting for another line does not cure, though they are found at the end of the text. */
const FINAL = /redirect target|expected word after|unary test operator|three arithmetic/;
/** Errors that say by themselves that the text ends too early; others (`expected 'then'`) may also stand before a wrong `fi`. */
const CLOSING = /^unterminated|to close|function body|after '(?:&&|\|\||\||\|&)'/;
const EMPTY = /in brace group|in subshell/;
const NOTHING = /^(?:\s|\\\n|#[^\n]*(?:\n|$))*$/;

export function noteErrors(reading: Reading, script: U.ParsedScript): void {
  if (script.errors === undefined) return;
  const isOpen = ({ message, pos }: U.ParseError): boolean => {
    if (message.startsWith("unterminated")) return true;
    if (!message.startsWith("expected") || FINAL.test(message) || reading.fixed !== undefined) return false;
    // An empty group is reported where it begins.
    const from = EMPTY.test(message) ? pos + 1 : pos;
    return from + reading.shift >= reading.end || (reading.shift === 0 && NOTHING.test(reading.source.slice(from)));
  };
  const ends = script.errors.some((error) => CLOSING.test(error.message) && isOpen(error));
  for (const error of script.errors) {
    if (ends && isOpen(error)) unfinished(reading, error.message, error.pos, script.end);
    else doubt(reading, error.message, error.pos, script.end);
  }
}

/** Text that the parser took as plain. */
export function checkLeaf(reading: Reading, text: string, start: number, end: number, place: Place): void {
  const opener = place.quoting === "bare" ? BARE_OPENER : QUOTED_OPENER;
  if (opener.test(text) && opener.test(text.replace(/\\[\s\S]/g, "\\"))) {
    doubt(reading, "an expansion that was not taken apart", start, end);
  }
}

/** `<(x)#`: the parser sees a comment where bash goes on with the word. */
export function checkProcess(reading: Reading, node: U.ProcessSubstitutionPart): void {
  const after = reading.source[node.end];
  if (after === "#") doubt(reading, "text right after a process substitution", node.pos, node.end);
}

/** Inside a here-document the parser does not say that an expansion is not closed. */
export function checkClosed(reading: Reading, text: string, start: number, end: number): void {
  const closer = text.startsWith("`") ? "`" : text.startsWith("${") ? "}" : text.startsWith("$[") ? "]" : ")";
  if (text.length > 2 && text.endsWith(closer)) return;
  if (text.length === 2 && text === "``") return;
  if (reading.fixed === undefined && end + reading.shift >= reading.end) {
    unfinished(reading, "an expansion that is not closed", start, end);
  } else {
    doubt(reading, "an expansion that is not closed", start, end);
  }
}

export function checkArithmetic(reading: Reading, text: string, start: number, end: number): void {
  if (/\\(?:\\|\n)*[$`]/.test(text)) doubt(reading, "a backslash that does not protect in arithmetic", start, end);
  // bash decodes `$'\x24(cmd)'` here and then runs what came out.
  if (text.includes("$'")) doubt(reading, "quoted text that is read twice", start, end);
}

export function checkSubscript(reading: Reading, text: string, start: number, end: number): void {
  if (/[$`]/.test(text) && /\{[^}]*,/.test(text.replaceAll("${", "")))
    doubt(reading, "braces in an array subscript", start, end);
}

export function checkHereDocument(reading: Reading, node: U.HereDoc): void {
  const { delimiter } = node;
  if (reading.inArithmetic) doubt(reading, "a here-document inside arithmetic", node.pos, node.end);
  if (delimiter === undefined) doubt(reading, "a here-document without a delimiter", node.pos, node.end);
  else if (/[$`\\]/.test(delimiter.text.replace(/^\\(?=\w+$)/, "")))
    doubt(reading, "a here-document delimiter with an expansion", node.pos, node.end);
  if (node.closing !== undefined) return;
  const reachesEnd = reading.fixed === undefined && node.body.end + reading.shift >= reading.end;
  if (reachesEnd) unfinished(reading, "a here-document that is not closed", node.pos, node.end);
  else doubt(reading, "a here-document that is not closed", node.pos, node.end);
}

export function checkRedirect(reading: Reading, node: U.Redirect): void {
  const target = node.target === undefined ? "" : reading.source.slice(node.target.pos, node.target.end);
  const duplicates = node.operator === ">&" || node.operator === "<&";
  // `>&-word` closes, and `word` is an argument.
  if (duplicates && target.length > 1 && /^-|-$/.test(target) && !/^\d+-$/.test(target)) {
    doubt(reading, "a dash in a descriptor", node.pos, node.end);
  }
  checkDescriptor(reading, node.descriptor);
}

/** The parser ends the pattern of `${a/$(b c/d)/e}` at the first slash, even one inside the substitution. */
export function checkPattern(reading: Reading, pattern: U.Word): void {
  const text = reading.source.slice(pattern.pos, pattern.end).replace(/\\[\s\S]/g, "");
  if (!/\$\(|`|[<>]\(/.test(text)) return;
  const count = (char: string): number => text.split(char).length - 1;
  const balanced = count("(") === count(")") && ["'", '"', "`"].every((quote) => count(quote) % 2 === 0);
  if (!balanced || text.includes("#")) doubt(reading, "a slash inside a substitution", pattern.pos, pattern.end);
}

/** A number this long is a word to bash. */
export function checkDescriptor(reading: Reading, node: U.RedirectDescriptor | undefined): void {
  if (node?.type === "FileDescriptor" && node.value > 99999) {
    doubt(reading, "a descriptor out of range", node.pos, node.end);
  }
}

export function checkSubshell(reading: Reading, node: U.Subshell): void {
  const { source } = reading;
  if (source.startsWith("((", node.pos)) {
    doubt(reading, "double parentheses that are not arithmetic", node.pos, node.end);
  }
  if (source[node.pos - 1] === "!") {
    doubt(reading, "a subshell that a shell option makes a pattern", node.pos, node.end);
  }
}

type Item = U.Word | U.Assignment | U.Redirection;

/** The parser drops `(` in places; nothing but blanks may stand between the words of a command. */
export function checkGaps(reading: Reading, node: U.Command, items: readonly Item[]): void {
  const { source } = reading;
  if (/^(?:[ \t]|\\\n)*\(/.test(source.slice(node.end, node.end + 200))) {
    doubt(reading, "a parenthesis after a command", node.pos, node.end);
  }
  for (let i = 1; i < items.length; i++) {
    const start = items[i - 1]?.end ?? 0;
    const end = items[i]?.pos ?? 0;
    if (end > start && !/^(?:[ \t]|\\\n)*$/.test(source.slice(start, end))) {
      doubt(reading, "text between words that was not read", start, end);
    }
  }
}

/** The head of `for ((…))` with its three texts taken out must be just the punctuation. */
export function checkArithmeticFor(reading: Reading, node: U.ArithmeticFor): void {
  let head = reading.source.slice(node.pos, node.body.pos);
  for (const text of [node.update, node.test, node.initialize]) {
    if (text !== undefined) head = head.slice(0, text.pos - node.pos) + head.slice(text.end - node.pos);
  }
  if (!/^for\s*\(\(\s*;\s*;\s*\)\)[\s;]*(?:do\b|\{)/.test(head)) {
    doubt(reading, "the head of an arithmetic loop", node.pos, node.body.pos);
  }
}

/** A backslash and a newline that join two characters into one operator or expansion, which the parser reads as two. */
export function checkContinuations(reading: Reading): void {
  const { ledger, source } = reading;
  for (const match of source.matchAll(/([^\s\\])(?:\\\n)+([^\s\\])/g)) {
    const [text, before = "", after = ""] = match;
    const isQuoted = ledger.quoted.some((span) => span.start <= match.index && match.index < span.end);
    if (!isQuoted && joins(before, after)) {
      doubt(reading, "an operator split over two lines", match.index, match.index + text.length);
    }
  }
}

/** bash keeps these for itself or drops them. */
const CONTROL = ["\0", "\u0001", "\u007f"];

export function checkControl(reading: Reading): void {
  for (const char of CONTROL) {
    const at = reading.source.indexOf(char);
    if (at !== -1) doubt(reading, "a control character that the shell drops or uses itself", at, at + 1);
  }
}

/** A backslash at the very end asks for another line, unless it is part of a comment. */
export function checkEnding(reading: Reading, lastEnd: number): void {
  const { source } = reading;
  const slashes = /(\\+)\n?$/.exec(source)?.[1] ?? "";
  if (slashes.length % 2 === 0 || source.slice(lastEnd).includes("#")) return;
  unfinished(reading, "a line that goes on", source.length - 1, source.length);
}

function joins(before: string, after: string): boolean {
  if ("&|;<>(".includes(before)) return !/[\w./~$"'-]/.test(after) || (before === "<" && after === "-");
  if ("${!`=".includes(before)) return true;
  return "<>&|;()'\"{[".includes(after);
}
