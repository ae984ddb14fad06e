/** Reads the words of an argv by a grammar, as the program's own option parser would: flags with their values, operands, subcommands. */

import { ANY, HOLE } from "../session/value.ts";
import type { Flag } from "./flags.ts";
import { type Grammar, grammarBelow, subcommandOf } from "./grammar.ts";
import type { Nested, Unknown } from "./invocation.ts";

export interface Word {
  readonly text: string;
  /** Index into argv. */
  readonly index: number;
}

export interface GivenFlag {
  readonly flag: Flag;
  readonly index: number;
  readonly value: Word | undefined;
  /** Written `--flag=false`: it is as if it were not there. */
  readonly off: boolean;
}

export interface Reading {
  /** Of the innermost subcommand. */
  readonly grammar: Grammar;
  readonly subcommands: readonly string[];
  readonly flags: readonly GivenFlag[];
  readonly operands: readonly Word[];
  /** Commands that flags hold (find -exec). */
  readonly nested: readonly Nested[];
  readonly unknown: readonly Unknown[];
  /** Unknown flags of a program that cannot do harm. */
  readonly texts: readonly Word[];
  readonly help: boolean;
}

/** A name that ends at `=` and stands for an assignment in `env...`. */
export function isAssignment(text: string): boolean {
  return text.indexOf("=") > 0 && !text.startsWith(ANY);
}

/** Go's flag packages take a value for a flag that needs none. */
const isSwitch = /^(?:true|false)$/;

type Part = readonly [flag: Flag, glued: string | undefined];

export function readArgv(outermost: Grammar, argv: readonly string[]): Reading {
  const subcommands: string[] = [];
  const flags: GivenFlag[] = [];
  const operands: Word[] = [];
  const nested: Nested[] = [];
  const unknown: Unknown[] = [];
  const texts: Word[] = [];
  let grammar = outermost;
  let help = false;
  let ended = false;
  let at = 1;
  /** The operand of the row that the next word may be. */
  let cursor = 0;

  /** Notes a flag; `at` moves behind what it takes. Glued parts belong to the word at `index`. */
  function take([flag, glued]: Part, index: number): void {
    let value: Word | undefined;
    if (flag.role === "argv") takeCommand(flag, glued, index);
    else if (glued !== undefined) {
      if (flag.value === "none" && flag.form === "word" && !(grammar.style.joined && isSwitch.test(glued)))
        unknown.push({ what: "value", text: argv[index] ?? "", index });
      value = { text: glued, index };
    } else if (flag.value === "required") {
      const text = argv[at];
      if (text === undefined) unknown.push({ what: "value", text: argv[index] ?? "", index });
      else value = { text, index: at++ };
    }
    flags.push({ flag, index, value, off: flag.value === "none" && flag.form === "word" && value?.text === "false" });
    if (flag.last) ended = true;
  }

  function takeCommand(flag: Flag, glued: string | undefined, index: number): void {
    const start = glued === undefined ? at : index;
    const words = glued === undefined ? [] : [glued];
    let until: string | undefined;
    while (at < argv.length && until === undefined) {
      const word = argv[at++] ?? "";
      if (flag.untilSemicolon && (word === ";" || (word === "+" && words.at(-1) === "{}"))) until = word;
      else words.push(word);
    }
    nested.push({ words, index: start, until, flag: flag.spellings[0] });
  }

  /** False when the word ends the reading: everything behind it belongs to something else. */
  function operand(text: string, index: number): boolean {
    if (grammar.row.sub !== undefined && operands.length === 0) {
      const name = subcommandOf(grammar, text);
      if (name !== undefined) {
        grammar = grammarBelow(grammar, name);
        subcommands.push(/[*?]/.test(name) ? text : name);
        cursor = 0;
        return true;
      }
      if (grammar.operands.length === 0 || HOLE.test(text)) {
        unknown.push({ what: "subcommand", text, index });
        return false;
      }
    }
    while (grammar.operands[cursor]?.count === "many" && grammar.operands[cursor]?.role === "env") {
      if (isAssignment(text)) break;
      cursor++;
    }
    const place = grammar.operands[cursor];
    if (place !== undefined && place.count !== "many" && place.role !== "argv") cursor++;
    operands.push({ text, index });
    if (place?.role === "argv" || grammar.style.posix) ended = true;
    return true;
  }

  function bundle(word: string): void {
    const parts: Part[] = [];
    for (const letter of word) {
      const flag = grammar.flags.get(`-${letter}`);
      if (flag === undefined) {
        unknown.push({ what: "flag", text: word, index: 1 });
        return;
      }
      parts.push([flag, undefined]);
    }
    for (const part of parts) take(part, 1);
  }

  const first = argv[1];
  if (grammar.style.bundle && first !== undefined && /^[^-\d\ud800]/.test(first)) {
    at = 2;
    bundle(first);
  }
  while (at < argv.length) {
    const index = at++;
    const word = argv[index] ?? "";
    if (ended) {
      if (!operand(word, index)) break;
      continue;
    }
    const { style } = grammar;
    const data = style.loose || style.expression;
    if (word === "--" && !data) {
      ended = true;
      continue;
    }
    if (grammar.help.has(word) && operands.length === 0 && unknown.length === 0) help = true;
    const parts = flagParts(grammar, word);
    if (parts !== undefined) {
      for (const part of parts) take(part, index);
      continue;
    }
    if (word.startsWith("-") && word.length > 1 && !style.expression) {
      if (style.loose) texts.push({ text: word, index });
      else unknown.push({ what: "flag", text: word, index });
      continue;
    }
    if (style.keys && word.indexOf("=") > 0) {
      unknown.push({ what: "flag", text: word, index });
      continue;
    }
    if (word.startsWith(ANY) && !data) unknown.push({ what: "maybe-flag", text: word, index });
    if (!operand(word, index)) break;
  }
  return { grammar, subcommands, flags, operands, nested, unknown, texts, help };
}

const minusNumber = /^-(?:\d|\ud803)+$/;
const plusNumber = /^\+(?:\d|\ud803)+$/;

/** The flags that a word is; undefined when it is none that the grammar knows. */
function flagParts(grammar: Grammar, word: string): readonly Part[] | undefined {
  const { flags, style } = grammar;
  const dash = word.startsWith("-");
  if (!dash && !word.startsWith("+") && !grammar.plain) return undefined;
  const exact = flags.get(word);
  if (exact !== undefined && exact.form === "word" && !(style.keys && !dash)) return [[exact, undefined]];
  const number = minusNumber.test(word) ? flags.get("-NUM") : plusNumber.test(word) ? flags.get("+NUM") : undefined;
  if (number !== undefined) return [[number, undefined]];

  const equals = word.indexOf("=");
  const name = equals > 0 ? word.slice(0, equals) : word;
  const glued = equals > 0 ? word.slice(equals + 1) : undefined;
  const long = word.startsWith("--");
  if (glued !== undefined && (long || !dash || name.length > 2 || style.joined || style.single)) {
    const flag = flags.get(name);
    if (flag !== undefined && flag.form === "word") return [[flag, glued]];
  }
  if (style.single && dash) {
    const flag = flags.get(long ? name.slice(1) : `-${name}`);
    if (flag !== undefined && flag.form === "word") return [[flag, glued]];
  }
  for (const [prefix, flag] of grammar.prefixes) {
    if (word.startsWith(prefix) && (word.length > prefix.length || flag.role === "text"))
      return [[flag, word.slice(prefix.length)]];
  }
  if (!dash || word.length === 1) return undefined;
  if (long) return style.abbreviate && name.length > 2 ? abbreviated(grammar, name, glued) : undefined;
  return style.cluster ? cluster(grammar, word) : undefined;
}

function abbreviated(grammar: Grammar, name: string, glued: string | undefined): readonly Part[] | undefined {
  let found: Flag | undefined;
  for (const long of grammar.longs) {
    if (!long.startsWith(name)) continue;
    const flag = grammar.flags.get(long);
    if (flag === undefined || flag.form !== "word") continue;
    if (found !== undefined && found !== flag) return undefined;
    found = flag;
  }
  return found === undefined ? undefined : [[found, glued]];
}

function cluster(grammar: Grammar, word: string): readonly Part[] | undefined {
  const parts: Part[] = [];
  for (let i = 1; i < word.length; i++) {
    const spelling = `-${word[i]}`;
    const flag = grammar.flags.get(spelling) ?? grammar.flags.get(`${spelling}*`);
    if (flag === undefined) return undefined;
    if (flag.value === "none" && flag.form === "word") {
      parts.push([flag, undefined]);
      continue;
    }
    const rest = word.slice(i + 1);
    if (flag.form === "prefix" && rest === "" && flag.role !== "text") return undefined;
    const value = grammar.style.joined && rest.startsWith("=") ? rest.slice(1) : rest;
    parts.push([flag, rest === "" ? undefined : value]);
    return parts;
  }
  return parts;
}
