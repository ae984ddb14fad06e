/** Where a command is stopped because it may run code, its words are read as the code they may be: what is hostile among it is denied. */

import type { CommandEvent } from "../session/event.ts";
import { baseName } from "../session/path.ts";
import { HOLE } from "../session/value.ts";
import { type Context, taintOf } from "./context.ts";
import { hostile, say } from "./findings.ts";
import type { Judge } from "./judge.ts";

const MAX_LENGTH = 4_096;
const MAX_TEXTS = 12;
const MAX_NESTING = 2;

/** Roles of words whose meaning only the program knows. */
const OPEN: ReadonlySet<string> = new Set(["text", "key=value", "program", "never"]);

const RUNNING: ReadonlySet<string> = new Set(["opaque", "foreign-code", "rewire"]);

export function worstOfWords(c: Context): void {
  const { uses, claims } = c.i;
  const stops = claims.some((claim) => RUNNING.has(claim.effect));
  for (const use of uses)
    if (
      (OPEN.has(use.role) || /^[|!]/.test(use.text) || (use.role === "exec" && /\s/.test(use.text))) &&
      (stops || use.role === "program" || use.role === "never") &&
      taintOf(c, use) === 0
    )
      atWorst(c.j, c.event, use.text);
  if (claims.some((claim) => STARTING.has(claim.effect)) || uses.some((u) => u.role.startsWith("package")))
    worstFrom(c);
}

const STARTING: ReadonlySet<string> = new Set(["opaque", "foreign-code", "rewire", "reach", "disclose", "run"]);

/** Roles of operands from which on the words may be a command. */
const STARTS: ReadonlySet<string> = new Set(["text", "program", "exec", "package", "package-bin", "package-script"]);

/** Words that no role calls a command, and that would be one: `firejail rm …`, `op run -- rm …`. */
function worstFrom({ j, event, i }: Context): void {
  // an image's own program gets words that begin with a flag
  if (i.nested.some(({ words }) => !words[0]?.startsWith("-"))) return;
  const isProgram = (text: string) => j.tables.program(baseName(text)) !== undefined;
  const start = i.uses.find((use) => STARTS.has(use.role) && !HOLE.test(use.text) && isProgram(use.text));
  if (start === undefined) return;
  const rest = event.argv.slice(start.index + 1);
  const words = start.flag !== undefined && rest[0] === "--" ? rest.slice(1) : rest;
  if (words.length > 0) atWorst(j, event, [start.text, ...words].map(quoted).join(" "), true);
}

/** A program that nobody knows may run any of its words, or all from one on. */
export function worstOfUnknown(j: Judge, event: CommandEvent): void {
  // of a text that may be a command, an unknown one is no ground to look further
  if (j.depth > 0) return;
  const words = event.argv;
  for (const word of words.slice(1)) if (/\s/.test(word)) atWorst(j, event, word);
  const starts = words.flatMap((word, i) => (i > 0 && j.tables.program(baseName(word)) !== undefined ? [i] : []));
  for (const start of starts.slice(0, 3)) atWorst(j, event, words.slice(start).map(quoted).join(" "), true);
}

export const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

export function atWorst(j: Judge, event: CommandEvent, text: string, whole = false): void {
  if (j.depth > MAX_NESTING || text.length > MAX_LENGTH || HOLE.test(text) || event.place.elsewhere) return;
  for (const candidate of whole ? [text] : commandsIn(text)) {
    const key = `at worst\0${candidate}`;
    if (j.judged.has(key)) continue;
    j.judged.add(key);
    // what the program adds behind goes to another command
    for (const found of j.nested(`${candidate}\n:`, j.depth + 1).all.values())
      if (hostile.has(found.effect)) say(j.findings, event.place, { ...found, text });
  }
}

/** Words that stand before a command in many programs' own languages, and ssh's option names. */
const BEFORE =
  /^(?:[A-Z][a-z]+[A-Z]\w*|(?:silent|platform|shell|system|exec|run|run-shell|if-shell|spawn|pipe|popup|do|call|cmd|!)!?)$/;

/** The parts of a text that may be a command line: `!CMD`, `key=CMD`, `ProxyCommand CMD`, `execute(CMD)`, `… "CMD" …`. */
function commandsIn(text: string): string[] {
  const found = new Set<string>();
  const add = (part: string | undefined) => {
    const line = part?.replace(/^[\s:!|@]+/, "").trim();
    if (line?.includes(" ")) found.add(line);
  };
  add(text);
  add(/^(?:"[^"]*"|[\w.:-]+)\s*[=:]([\s\S]+)$/.exec(text)?.[1]);
  let rest = text.replace(/^[\s:!|]+/, "");
  for (let i = 0; i < 2; i++) {
    const [, first = "", behind = ""] = /^([\w.:-]+)\s+([\s\S]+)$/.exec(rest) ?? [];
    if (!BEFORE.test(first)) break;
    add(behind);
    rest = behind.replace(/^!+/, "");
  }
  for (const literal of literals(text)) add(literal);
  return [...found].slice(0, MAX_TEXTS);
}

/** Texts between quotes, back quotes and brackets, as any language may write them. */
export function literals(text: string): string[] {
  const quotes = [...text.matchAll(/"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`/g)];
  const brackets = [...text.matchAll(/\(([^()]*)\)/g)];
  return [...quotes, ...brackets].map((m) => (m[1] ?? m[2] ?? m[3] ?? "").replaceAll(/\\(["'\\])/g, "$1"));
}
