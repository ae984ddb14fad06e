/** Globs of a row's conditions (`*` any text, `?` one character) against text that may hold holes. */

import { ANY, HOLE } from "../session/value.ts";

export type Match = "yes" | "maybe" | "no";

export function matchGlob(glob: string, text: string): Match {
  if (!HOLE.test(text)) return matches(glob, text, false) ? "yes" : "no";
  if (matches(glob, text, false)) return "yes";
  const first = text.charAt(0);
  // Only ANY can begin with a sign: the other holes are names, paths and numbers.
  if (first !== ANY && HOLE.test(first) && /^[-+:@]/.test(glob)) return "no";
  return matches(glob, text, true) ? "maybe" : "no";
}

/** With `holes`, a hole matches any stretch of the glob; without, only a `*` matches it. */
function matches(glob: string, text: string, holes: boolean): boolean {
  // States: the positions in the glob that are reachable after the text so far.
  let states = closure(new Set([0]), glob);
  for (const character of text.split("")) {
    const next = new Set<number>();
    const hole = HOLE.test(character);
    for (const state of states) {
      const wanted = glob[state];
      if (hole && holes) for (let to = state; to <= glob.length; to++) next.add(to);
      else if (wanted === "*") next.add(state);
      else if (wanted === character || (wanted === "?" && !hole)) next.add(state + 1);
    }
    if (next.size === 0) return false;
    states = closure(next, glob);
  }
  return states.has(glob.length);
}

function closure(states: Set<number>, glob: string): Set<number> {
  for (const state of states) if (glob[state] === "*") states.add(state + 1);
  return states;
}
