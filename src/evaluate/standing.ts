/** Code that waits for its moment: traps, and functions that the shell calls. What it was judged with may have changed since. */

import type { Evaluation } from "./context.ts";
import { callHooks } from "./hooks.ts";
import { either_ } from "./outcome.ts";
import { runText } from "./run.ts";
import { fork, type State } from "./state.ts";
import { apart } from "./traps.ts";

/** Follows it with what there is after the line. It does not run yet, so only the worst of it counts. */
export function standing(e: Evaluation, s: State): void {
  const isAsBefore = s.globals.size === 0 && s.functions.size === 0 && s.cwd === s.session.cwd;
  if (isAsBefore || e.exhausted) return;
  const saved = e.place;
  e.place = { ...saved, dead: true };
  e.waiting = true;
  for (const [condition, code] of s.traps) {
    const inner = { ...fork(s), traps: new Map<string, string>(), live: true };
    apart(e, () => either_(runText(e, inner, code, `trap ${condition}`)));
  }
  callHooks(e, s);
  e.waiting = false;
  e.place = saved;
}
