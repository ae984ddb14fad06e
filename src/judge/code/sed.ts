/** What a sed script reads, writes and runs: the commands of GNU sed. */

import { type Reader, take } from "./reader.ts";
import { both, type CodeReport, type Draft, doubt, draft, finish, line, streams } from "./report.ts";

/** Several `-e` are one script, joined by newlines. */
export function sed(script: string): CodeReport {
  // GNU sed ends a pattern at the first free delimiter, other seds not inside brackets.
  const plain = read(script, false);
  const bracketed = script.includes("[") ? read(script, true) : plain;
  if (plain === undefined || bracketed === undefined) {
    const one = plain ?? bracketed;
    if (one !== undefined) return one;
    const report = draft();
    doubt(report, "is not a sed script that heed can read");
    return finish(report);
  }
  return both(plain, bracketed);
}

class Unreadable extends Error {}

interface Sed extends Reader {
  readonly brackets: boolean;
  readonly report: Draft;
}

function read(text: string, brackets: boolean): CodeReport | undefined {
  const r: Sed = { text, at: 0, brackets, report: draft() };
  let depth = 0;
  try {
    for (;;) {
      skip(r, /[\s;]*/y);
      if (r.at >= text.length) break;
      const address = addresses(r);
      const name = text[r.at++] ?? "";
      if (name === "{") depth++;
      else if (name === "}" && depth > 0 && !address) depth--;
      else command(r, name);
      if (!"{}#:".includes(name)) end(r);
    }
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
  return depth === 0 ? finish(r.report) : undefined;
}

const skip = (r: Reader, pattern: RegExp): string => take(r, pattern) ?? "";

/** Whether there was one. */
function addresses(r: Sed): boolean {
  const first = address(r);
  if (first) {
    skip(r, /[ \t]*/y);
    if (r.text[r.at] === ",") {
      r.at++;
      skip(r, /[ \t]*/y);
      if (skip(r, /[+~]\d+/y) === "" && !address(r)) throw new Unreadable();
    }
  }
  skip(r, /[ \t]*(?:![ \t]*)*/y);
  return first;
}

function address(r: Sed): boolean {
  const c = r.text[r.at];
  if (skip(r, /\d+(?:~\d+)?|\$/y) !== "") return true;
  if (c === "/") r.at++;
  else if (c === "\\") r.at += 2;
  else return false;
  const delimiter = r.text[r.at - 1];
  if (delimiter === undefined || delimiter === "\n" || delimiter === "\\") throw new Unreadable();
  delimited(r, delimiter, r.brackets);
  skip(r, /[IM]*/y);
  return true;
}

/** The text up to a free delimiter, which is passed. */
function delimited(r: Sed, delimiter: string, brackets: boolean): string {
  const start = r.at;
  for (; r.at < r.text.length; r.at++) {
    const c = r.text[r.at];
    if (c === delimiter) return r.text.slice(start, r.at++);
    if (c === "\\") r.at++;
    else if (c === "[" && brackets) skip(r, /\[\^?\]?(?:\[[.:=][^\]]*\]|[^\]])*(?=\])/y);
  }
  throw new Unreadable();
}

function restOfLine(r: Sed): string {
  return skip(r, /[^\n]*/y);
}

function command(r: Sed, name: string): void {
  const { report } = r;
  switch (name) {
    case "#":
      restOfLine(r);
      return;
    case ":":
      if (skip(r, /[ \t]*[^\s;]+/y).trim() === "") throw new Unreadable();
      return;
    case "b":
    case "t":
    case "T":
      skip(r, /[ \t]*[^\s;}]*/y);
      return;
    case "a":
    case "i":
    case "c":
      skip(r, /[ \t]*(?:\\[ \t]*\n)?(?:\\[\s\S]|[^\\\n])*(?:\\$)?/y);
      return;
    case "l":
    case "L":
    case "q":
    case "Q":
      skip(r, /[ \t]*\d*/y);
      return;
    case "v":
      skip(r, /[ \t]*[\d.]*/y);
      return;
    case "r":
    case "R":
      file(r, report.reads);
      return;
    case "w":
    case "W":
      file(r, report.writes);
      return;
    case "e": {
      const text = restOfLine(r).trim();
      if (text === "") doubt(report, "runs its input as commands");
      line(report, text);
      return;
    }
    case "y": {
      const delimiter = r.text[r.at++] ?? "\n";
      if (delimiter === "\n" || delimiter === "\\") throw new Unreadable();
      delimited(r, delimiter, false);
      delimited(r, delimiter, false);
      return;
    }
    case "s":
      substitute(r);
      return;
    default:
      if (name === "" || !"=dDgGhHnNpPxzF".includes(name)) throw new Unreadable();
  }
}

function substitute(r: Sed): void {
  const delimiter = r.text[r.at++] ?? "\n";
  if (delimiter === "\n" || delimiter === "\\") throw new Unreadable();
  delimited(r, delimiter, r.brackets);
  delimited(r, delimiter, false);
  for (;;) {
    const flag = skip(r, /[gpiImMe]|\d+/y);
    if (flag === "e") doubt(r.report, "runs what its substitution makes as commands");
    if (flag !== "") continue;
    if (r.text[r.at] !== "w") return;
    r.at++;
    file(r, r.report.writes);
    return;
  }
}

function file(r: Sed, list: string[]): void {
  const name = restOfLine(r).trimStart();
  if (name === "") throw new Unreadable();
  if (!streams.has(name)) list.push(name);
}

/** After a command: nothing, `;`, a newline, `}` or a comment. */
function end(r: Sed): void {
  skip(r, /[ \t\r]*/y);
  const c = r.text[r.at];
  if (c !== undefined && !";\n}#".includes(c)) throw new Unreadable();
}
