/** Matches shell patterns in time linear in the text: no pattern that a line brings along can make heed search for long. */

import { QUOTE } from "../session/value.ts";
import type { State } from "./state.ts";

/** Which characters mean something: zsh has groups without a prefix, and more with EXTENDED_GLOB. */
export type Flavor = "plain" | "zsh" | "extended";

export const flavorOf = (s: State): Flavor =>
  s.dialect !== "zsh" ? "plain" : s.options.has("extendedglob") || s.options.has("kshglob") ? "extended" : "zsh";

type Instruction =
  | { readonly kind: "test"; readonly test: (c: string) => boolean }
  | { readonly kind: "split"; readonly to: readonly number[] }
  | { readonly kind: "match" };

export interface Matcher {
  /** The whole text. */
  test(text: string): boolean;
  /** Lengths of what matches from `start` on, in characters, ascending. */
  ends(text: readonly string[], start: number): number[];
}

const MAX_PROGRAM = 4_096;
const MAX_DEPTH = 32;

class TooComplex extends Error {}

/** Undefined when the pattern's meaning is not certain. `path`: `*` and `?` do not cross `/`. */
export function matcherOf(pattern: string, flavor: Flavor, path: boolean): Matcher | undefined {
  const program: Instruction[] = [];
  const any = path ? (c: string) => c !== "/" : () => true;
  const push = (i: Instruction): number => {
    if (program.length >= MAX_PROGRAM) throw new TooComplex();
    program.push(i);
    return program.length - 1;
  };
  const literal = (c: string) => push({ kind: "test", test: (x) => x === c });
  const repeat = (body: () => void, least: 0 | 1, many: boolean) => {
    const fork: number[] = [];
    const start = least === 0 ? push({ kind: "split", to: fork }) : program.length;
    const entry = program.length;
    body();
    if (least === 0) {
      fork.push(entry);
      if (many) push({ kind: "split", to: [start] });
      fork.push(program.length);
    } else push({ kind: "split", to: [start, program.length + 1] });
  };
  const alternatives = (parts: readonly string[], depth: number) => {
    const fork: number[] = [];
    push({ kind: "split", to: fork });
    const ends: number[][] = [];
    for (const part of parts) {
      fork.push(program.length);
      sequence(part, depth + 1);
      const end: number[] = [];
      push({ kind: "split", to: end });
      ends.push(end);
    }
    for (const end of ends) end.push(program.length);
  };
  const sequence = (text: string, depth: number): void => {
    if (depth > MAX_DEPTH) throw new TooComplex();
    let starred = false;
    for (let i = 0; i < text.length; i++) {
      const c = text[i] as string;
      starred ||= c === "*";
      if (c === QUOTE) {
        const quoted = String.fromCodePoint(text.codePointAt(++i) ?? 0);
        i += quoted.length - 1;
        literal(quoted);
        continue;
      }
      const prefixed = flavor !== "zsh" && "?*+@!".includes(c) && text[i + 1] === "(";
      if (prefixed || (flavor !== "plain" && c === "(")) {
        const open = prefixed ? i + 1 : i;
        const close = closing(text, open);
        if (close < 0 || (prefixed && c === "!")) throw new TooComplex();
        const parts = alternativesIn(text.slice(open + 1, close));
        // bash does not try a group at the end of a text that a star before it has used up
        if (flavor === "plain" && starred && (c === "@" || c === "+") && parts.some(mayBeEmpty)) throw new TooComplex();
        const body = () => alternatives(parts, depth);
        if (prefixed && c !== "@") repeat(body, c === "+" ? 1 : 0, c !== "?");
        else body();
        i = close;
      } else if (flavor !== "plain" && c === "<" && /^<\d*-\d*>/.test(text.slice(i))) throw new TooComplex();
      else if (flavor === "extended" && "^~#".includes(c)) throw new TooComplex();
      else if (c === "*") repeat(() => void push({ kind: "test", test: any }), 0, true);
      else if (c === "?") push({ kind: "test", test: any });
      else if (c === "[") {
        const set = bracket(text, i);
        // what an open bracket in a group hides differs between shells; alone it is an error in zsh
        if (set === undefined && (depth > 0 || flavor !== "plain")) throw new TooComplex();
        if (set === undefined) literal("[");
        else {
          push({ kind: "test", test: set.test });
          i = set.end;
        }
      } else {
        const whole = String.fromCodePoint(text.codePointAt(i) ?? 0);
        i += whole.length - 1;
        literal(whole);
      }
    }
  };
  try {
    sequence(pattern, 0);
    push({ kind: "match" });
  } catch (error) {
    if (error instanceof TooComplex) return undefined;
    throw error;
  }
  return matcher(program);
}

function matcher(program: readonly Instruction[]): Matcher {
  const seen = new Int32Array(program.length).fill(-1);
  /** Calls `reached` with each length at which the text matches; stops when that says so. */
  const run = (text: readonly string[], start: number, reached: (length: number) => void) => {
    seen.fill(-1);
    let now: number[] = [];
    const enter = (from: number, at: number, into: number[]): boolean => {
      const stack = [from];
      let matched = false;
      while (stack.length > 0) {
        const pc = stack.pop() as number;
        if (seen[pc] === at) continue;
        seen[pc] = at;
        const i = program[pc] as Instruction;
        if (i.kind === "match") matched = true;
        else if (i.kind === "test") into.push(pc);
        else for (const to of i.to) stack.push(to);
      }
      return matched;
    };
    if (enter(0, start, now)) reached(0);
    for (let at = start; at < text.length && now.length > 0; at++) {
      const next: number[] = [];
      let matched = false;
      for (const pc of now) {
        const i = program[pc] as Instruction;
        if (i.kind === "test" && i.test(text[at] as string)) matched = enter(pc + 1, at + 1, next) || matched;
      }
      if (matched) reached(at + 1 - start);
      now = next;
    }
  };
  return {
    test(text) {
      const all = [...text];
      let whole = false;
      run(all, 0, (length) => {
        whole = length === all.length;
      });
      return whole;
    },
    ends(text, start) {
      const out: number[] = [];
      run(text, start, (length) => out.push(length));
      return out;
    },
  };
}

/** Roughly: a group in it counts as one that may be empty. */
const mayBeEmpty = (pattern: string): boolean => /^(?:\*|[?+@!]\(|$)/.test(pattern);

/** Where the group ends that begins at `open`; negative when nothing ends it, or a bracket in it holds what ends or divides groups. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    const set = text[i] === "[" ? bracket(text, i) : undefined;
    if (set && /[(|)]/.test(text.slice(i, set.end))) return -1;
    if (text[i] === QUOTE) i++;
    else if (text[i] === "(") depth++;
    else if (text[i] === ")" && --depth === 0) return i;
  }
  return -1;
}

function alternativesIn(text: string): string[] {
  const out: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === QUOTE) i++;
    else if (c === "(") depth++;
    else if (c === ")") depth--;
    else if (c === "|" && depth === 0) {
      out.push(text.slice(from, i));
      from = i + 1;
    }
  }
  out.push(text.slice(from));
  return out;
}

/** As texts: what Unicode says of letters takes a millisecond to look up, at every start. */
const CLASSES: ReadonlyMap<string, string> = new Map([
  ["alnum", "[\\p{L}\\p{N}]"],
  ["alpha", "\\p{L}"],
  ["blank", "[ \\t]"],
  ["cntrl", "\\p{Cc}"],
  ["digit", "[0-9]"],
  ["graph", "[^\\p{Z}\\p{C}]"],
  ["lower", "\\p{Ll}"],
  ["print", "[^\\p{C}]"],
  ["punct", "[!-/:-@[-`{-~]"],
  ["space", "\\s"],
  ["upper", "\\p{Lu}"],
  ["word", "[\\p{L}\\p{N}_]"],
  ["xdigit", "[0-9a-fA-F]"],
]);

/** `[…]` at `start`; undefined when nothing closes it. */
export function bracket(pattern: string, start: number): { test: (c: string) => boolean; end: number } | undefined {
  let i = start + 1;
  const negated = pattern[i] === "!" || pattern[i] === "^";
  if (negated) i++;
  const tests: ((c: string) => boolean)[] = [];
  for (let first = true; i < pattern.length; first = false) {
    if (pattern[i] === "]" && !first) return { test: (c) => tests.some((t) => t(c)) !== negated, end: i };
    if (pattern[i] === "[" && pattern[i + 1] === ":") {
      const end = pattern.indexOf(":]", i + 2);
      const text = end < 0 ? undefined : CLASSES.get(pattern.slice(i + 2, end));
      if (text === undefined) return undefined;
      const named = new RegExp(text, "u");
      tests.push((c) => named.test(c));
      i = end + 2;
      continue;
    }
    const from = charAt(pattern, i);
    i = from.next;
    if (pattern[i] === "-" && pattern[i + 1] !== "]" && i + 1 < pattern.length) {
      const to = charAt(pattern, i + 1);
      i = to.next;
      tests.push((c) => c >= from.char && c <= to.char);
    } else tests.push((c) => c === from.char);
  }
  return undefined;
}

function charAt(pattern: string, i: number): { char: string; next: number } {
  const at = pattern[i] === QUOTE ? i + 1 : i;
  const char = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
  return { char, next: at + char.length };
}
