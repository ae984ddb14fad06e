/** What an awk program reads, writes and runs besides its operands. */

import { ANY } from "../../session/value.ts";
import { type Token, tokenize } from "./awk-tokens.ts";
import { type CodeReport, type Draft, doubt, draft, finish, line, streams } from "./report.ts";

export function awk(program: string): CodeReport {
  const report = draft();
  const read = tokenize(program);
  if (read === undefined) {
    doubt(report, "is not an awk program that heed can read");
    return finish(report);
  }
  scan(read.tokens, report);
  // Where readers differ, only a program with nothing to hide in either reading is certain.
  if (read.doubt !== undefined && /system|getline|print[^;}]*[>|]|@|\|/.test(program)) doubt(report, read.doubt);
  return finish(report);
}

function scan(tokens: readonly Token[], report: Draft): void {
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (token?.kind === "name") name(tokens, i, report);
    else if (token?.kind === "operator") operator(tokens, i, report);
  }
}

function is(token: Token | undefined, text: string): boolean {
  return token !== undefined && token.text === text && (token.kind === "operator" || token.kind === "name");
}

function name(tokens: readonly Token[], i: number, report: Draft): void {
  switch (tokens[i]?.text) {
    case "print":
    case "printf":
      output(tokens, i, report);
      return;
    case "getline":
      input(tokens, i, report);
      return;
    case "system": {
      const close = closing(tokens, i + 1);
      if (close === undefined) doubt(report, "calls system in a way that heed cannot read");
      else runs(tokens.slice(i + 2, close), report);
      return;
    }
    case "ARGV":
    case "ARGC":
      if (!compared(tokens, i)) doubt(report, "changes the list of files that it reads");
      return;
    case "SYMTAB":
    case "FUNCTAB":
    case "extension":
      doubt(report, `uses ${tokens[i]?.text}`);
  }
}

function operator(tokens: readonly Token[], i: number, report: Draft): void {
  const text = tokens[i]?.text;
  if (text === "@") {
    const what = tokens[i + 1];
    const file = tokens[i + 2];
    if (what?.kind === "regex" || is(what, "namespace")) return;
    if ((is(what, "include") || is(what, "load")) && file?.kind === "string") report.loads.push(file.text);
    else doubt(report, "calls a function by a name that it computes");
  } else if ((text === "|" || text === "|&") && is(tokens[i + 1], "getline")) {
    const words = before(tokens, i);
    runs(words, report);
    // Not every awk joins strings before it pipes them.
    if (words.length > 1) runs(words.slice(-1), report);
  }
}

/** `print a, b > "file"`: the first `>` outside parentheses is a redirection. */
function output(tokens: readonly Token[], start: number, report: Draft): void {
  let depth = 0;
  for (let i = start + 1; i < tokens.length; i++) {
    const { kind, text } = tokens[i] as Token;
    if (kind === "newline") {
      if (depth === 0 && !is(tokens[i - 1], ",")) return;
    } else if (kind === "operator") {
      if ("([".includes(text)) depth++;
      else if (")]".includes(text)) depth--;
      if (depth < 0 || (depth === 0 && /^[;}{]$/.test(text))) return;
      if (depth > 0) continue;
      if (text === ">" || text === ">>") {
        const words = after(tokens, i);
        const target = joined(words);
        path(target, report.writes, report);
        // Not every awk joins strings in a target.
        if (words.length > 1 && words[0]?.kind === "string") path(words[0].text, report.writes, report);
        return;
      }
      if ((text === "|" || text === "|&") && !is(tokens[i + 1], "getline")) {
        const words = after(tokens, i);
        runs(words, report);
        if (words.length > 1 && words[0]?.kind === "string") runs(words.slice(0, 1), report);
        return;
      }
    }
  }
}

/** `getline [variable] < "file"` */
function input(tokens: readonly Token[], start: number, report: Draft): void {
  let i = start + 1;
  if (is(tokens[i], "$")) {
    i++;
    if (is(tokens[i], "(")) i = (closing(tokens, i) ?? tokens.length) + 1;
    else i++;
  } else if (tokens[i]?.kind === "name") {
    i++;
    if (is(tokens[i], "[")) i = (closing(tokens, i) ?? tokens.length) + 1;
  }
  if (!is(tokens[i], "<")) return;
  const words = after(tokens, i);
  path(joined(words), report.reads, report);
  if (words.length > 1 && words[0]?.kind === "string") path(words[0].text, report.reads, report);
}

function path(text: string, list: string[], report: Draft): void {
  if (/^\/inet[46]?\//.test(text)) {
    report.network = true;
    doubt(report, `opens the connection ${text}`);
  } else if (!streams.has(text)) list.push(text);
}

function runs(words: readonly Token[], report: Draft): void {
  const text = joined(words);
  if (text.includes(ANY)) doubt(report, "runs a command that it computes");
  else line(report, text);
}

/** Whether an element of ARGV, or ARGC, is only compared, printed by index or deleted. */
function compared(tokens: readonly Token[], i: number): boolean {
  if (is(tokens[i - 1], "delete") || is(tokens[i - 1], "in")) return true;
  const last = is(tokens[i + 1], "[") ? closing(tokens, i + 1) : i;
  if (last === undefined) return false;
  const operators = ["==", "!=", "<", ">", "<=", ">=", "~", "!~"];
  const next = tokens[last + 1];
  if (operators.some((each) => is(next, each))) return true;
  const ends =
    next === undefined || next.kind === "newline" || [")", "{", "}", ";", "&&", "||"].some((each) => is(next, each));
  return ends && operators.some((each) => is(tokens[i - 1], each));
}

function closing(tokens: readonly Token[], open: number): number | undefined {
  let depth = 0;
  if (!is(tokens[open], "(") && !is(tokens[open], "[")) return undefined;
  for (let i = open; i < tokens.length; i++) {
    const token = tokens[i];
    if (is(token, "(") || is(token, "[")) depth++;
    else if (is(token, ")") || is(token, "]")) depth--;
    if (depth === 0) return i;
  }
  return undefined;
}

const boundary = new Set([
  "{",
  "}",
  ";",
  "(",
  ",",
  "=",
  "&&",
  "||",
  "!",
  "?",
  ":",
  "[",
  "==",
  "!=",
  "<",
  ">",
  "<=",
  ">=",
  "~",
  "!~",
  "return",
  "print",
  "printf",
  "in",
  "do",
  "else",
]);

/** The operands that stand directly before a pipe. */
function before(tokens: readonly Token[], i: number): readonly Token[] {
  let start = i;
  let depth = 0;
  for (; start > 0; start--) {
    const token = tokens[start - 1] as Token;
    if (is(token, ")") || is(token, "]")) depth++;
    else if (depth > 0 && (is(token, "(") || is(token, "["))) depth--;
    else if (depth === 0 && (token.kind === "newline" || (token.kind !== "string" && boundary.has(token.text)))) break;
  }
  return tokens.slice(start, i);
}

/** The operands that stand directly behind a redirection or pipe. */
function after(tokens: readonly Token[], i: number): readonly Token[] {
  let depth = 0;
  let end = i + 1;
  for (; end < tokens.length; end++) {
    const token = tokens[end] as Token;
    if (is(token, "(") || is(token, "[")) depth++;
    else if (is(token, ")") || is(token, "]")) {
      if (depth === 0) break;
      depth--;
    } else if (
      depth === 0 &&
      (token.kind === "newline" || [";", "}", ",", ">", "<", "&&", "||"].some((each) => is(token, each)))
    )
      break;
  }
  return tokens.slice(i + 1, end);
}

/** Literals joined as awk joins them; anything else is not known. */
function joined(words: readonly Token[]): string {
  let list = words;
  while (list.length > 2 && is(list[0], "(") && closing(list, 0) === list.length - 1) list = list.slice(1, -1);
  const simple = list.every(
    (word) => word.kind === "string" || word.kind === "number" || is(word, "$") || word.kind === "name",
  );
  if (!simple || list.length === 0) return ANY;
  const text = (word: Token, i: number) => {
    if (word.kind === "string") return word.text;
    return word.kind === "number" && /^\d+$/.test(word.text) && !is(list[i - 1], "$") ? word.text : ANY;
  };
  return list
    .map(text)
    .join("")
    .replace(new RegExp(`${ANY}+`, "g"), ANY);
}
