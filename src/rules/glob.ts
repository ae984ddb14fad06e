/** Globs of a row's conditions (`*` any text, `?` one character, `(a|b)` either, `!(…)` anything else) against text that may hold holes. */

import { ANY, HOLE } from "../session/value.ts";

/** `maybe`: it depends on what stands in a hole. */
export type Match = "yes" | "maybe" | "no";

interface Glob {
  readonly negated: boolean;
  readonly alternatives: readonly string[];
}

const globs = new Map<string, Glob>();
const MAX_ALTERNATIVES = 1000;

export function matchGlob(text: string, value: string): Match {
  let glob = globs.get(text);
  if (glob === undefined) {
    const negated = text.startsWith("!(") && text.endsWith(")");
    glob = { negated, alternatives: alternativesOf(negated ? text.slice(1) : text) };
    globs.set(text, glob);
  }
  const found = matchAny(glob.alternatives, value);
  if (!glob.negated || found === "maybe") return found;
  return found === "yes" ? "no" : "yes";
}

function matchAny(alternatives: readonly string[], value: string): Match {
  if (alternatives.some((glob) => matches(glob, value))) return "yes";
  if (!HOLE.test(value)) return "no";
  // Only ANY can begin with a sign: the other holes are names, paths and numbers.
  const signless = HOLE.test(value.charAt(0)) && value.charAt(0) !== ANY;
  return alternatives.some((glob) => !(signless && /^[-+:@]/.test(glob)) && couldMatch(glob, value)) ? "maybe" : "no";
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

/** A hole is matched by `*` alone. Steps back to the last `*` only, so the work is at most the product of the lengths. */
function matches(glob: string, value: string): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let i = 0; i < value.length; ) {
    const wanted = glob[at];
    if (wanted === "*") {
      star = at++;
      resume = i;
    } else if (wanted !== undefined && (wanted === value[i] || (wanted === "?" && !HOLE.test(value.charAt(i))))) {
      at++;
      i++;
    } else if (star >= 0) {
      at = star + 1;
      i = ++resume;
    } else return false;
  }
  while (glob[at] === "*") at++;
  return at === glob.length;
}

/** Whether some text in the holes would make it match; the states are the places in the glob reached so far. */
function couldMatch(glob: string, value: string): boolean {
  let states = closed(new Set([0]), glob);
  for (const character of value.split("")) {
    const next = new Set<number>();
    for (const state of states) {
      const wanted = glob[state];
      if (HOLE.test(character)) for (let to = state; to <= glob.length; to++) next.add(to);
      else if (wanted === "*") next.add(state);
      else if (wanted === character || wanted === "?") next.add(state + 1);
    }
    if (next.size === 0) return false;
    states = closed(next, glob);
  }
  return states.has(glob.length);
}

function closed(states: Set<number>, glob: string): Set<number> {
  for (const state of states) if (glob[state] === "*") states.add(state + 1);
  return states;
}
