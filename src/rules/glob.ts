/** Globs of a row's conditions (docs/commands.md, *Conditions*) against text that may hold holes. */

import { ANY, BELOW, FRESH, HOLE, NAME, NUMBER } from "../session/value.ts";

/** `maybe`: it depends on what stands in a hole. */
export type Match = "yes" | "maybe" | "no";

/** `*`, or what one character must be: the character itself, or one that passes. */
type Token = typeof star | string | ((character: string) => boolean);

interface Glob {
  readonly negated: boolean;
  readonly alternatives: readonly (readonly Token[])[];
}

const star = Symbol("*");

const globs = new Map<string, Glob>();
const MAX_ALTERNATIVES = 1000;

export function matchGlob(text: string, value: string): Match {
  let glob = globs.get(text);
  if (glob === undefined) {
    const negated = text.startsWith("!(") && text.endsWith(")");
    glob = { negated, alternatives: alternativesOf(negated ? text.slice(1) : text).map(tokensOf) };
    globs.set(text, glob);
  }
  const found = matchAny(glob.alternatives, plain(value));
  if (!glob.negated || found === "maybe") return found;
  return found === "yes" ? "no" : "yes";
}

/** Names and numbers hold none of the characters that globs look for: a plain word stands for them. */
function plain(value: string): string {
  return HOLE.test(value)
    ? value.replaceAll(NUMBER, "1").replaceAll(NAME, "x").replaceAll(BELOW, "x/x").replaceAll(FRESH, "/tmp/x")
    : value;
}

function matchAny(alternatives: Glob["alternatives"], value: string): Match {
  if (alternatives.some((glob) => matches(glob, value))) return "yes";
  if (!HOLE.test(value)) return "no";
  // Only ANY can begin with a sign: the other holes are names, paths and numbers.
  const signless = HOLE.test(value.charAt(0)) && value.charAt(0) !== ANY;
  const sign = (token: Token | undefined) => typeof token === "string" && "-+:@".includes(token);
  return alternatives.some((glob) => !(signless && sign(glob[0])) && couldMatch(glob, value)) ? "maybe" : "no";
}

/** Multiplies `(a|b)` out. */
function alternativesOf(text: string): readonly string[] {
  const open = text.indexOf("(");
  if (open < 0) return [text];
  const close = text.indexOf(")", open);
  if (close < 0) return [text];
  const rest = alternativesOf(text.slice(close + 1));
  const before = text.slice(0, open);
  return text
    .slice(open + 1, close)
    .split("|")
    .flatMap((middle) => rest.map((after) => before + middle + after))
    .slice(0, MAX_ALTERNATIVES);
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    const close = character === "[" ? text.indexOf("]", i + 2) : -1;
    if (character === "*") tokens.push(star);
    else if (character === "?") tokens.push(() => true);
    else if (close < 0) tokens.push(character);
    else {
      tokens.push(classOf(text.slice(i + 1, close)));
      i = close;
    }
  }
  return tokens;
}

/** `[abc]`, `[a-z]`, `[!abc]`. */
function classOf(body: string): (character: string) => boolean {
  const negated = body.startsWith("!");
  const ranges = [...body.slice(negated ? 1 : 0).matchAll(/(.)-(.)|./gs)].map(
    ([one, from = one, to = one]) => [from, to] as const,
  );
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== negated;
}

function accepts(token: Token | undefined, character: string): boolean {
  return typeof token === "function" ? token(character) : token === character;
}

/** A hole is matched by `*` alone. Steps back to the last `*` only, so the work is at most the product of the lengths. */
function matches(glob: readonly Token[], value: string): boolean {
  let at = 0;
  let last = -1;
  let resume = 0;
  for (let i = 0; i < value.length; ) {
    if (glob[at] === star) {
      last = at++;
      resume = i;
    } else if (!HOLE.test(value.charAt(i)) && accepts(glob[at], value.charAt(i))) {
      at++;
      i++;
    } else if (last >= 0) {
      at = last + 1;
      i = ++resume;
    } else return false;
  }
  while (glob[at] === star) at++;
  return at === glob.length;
}

/** Whether some text in the holes would make it match; the states are the places in the glob reached so far. */
function couldMatch(glob: readonly Token[], value: string): boolean {
  let states = closed(new Set([0]), glob);
  for (const character of value.split("")) {
    const next = new Set<number>();
    for (const state of states) {
      const wanted = glob[state];
      if (HOLE.test(character)) for (let to = state; to <= glob.length; to++) next.add(to);
      else if (wanted === star) next.add(state);
      else if (accepts(wanted, character)) next.add(state + 1);
    }
    if (next.size === 0) return false;
    states = closed(next, glob);
  }
  return states.has(glob.length);
}

function closed(states: Set<number>, glob: readonly Token[]): Set<number> {
  for (const state of states) if (glob[state] === star) states.add(state + 1);
  return states;
}
