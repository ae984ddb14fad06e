/** Function calls. */

import { layered } from "../session/layers.ts";
import type { Value } from "../session/value.ts";
import type { Command } from "../syntax/tree.ts";
import { catching, type Evaluation, MAX_DEPTH } from "./context.ts";
import { join } from "./joining.ts";
import { either_, type Outcome } from "./outcome.ts";
import { readAgain, redirected, runCommand, runText } from "./run.ts";
import { fork, type State } from "./state.ts";

/** Calls a function: its own positional parameters and local names, the state of the caller otherwise. */
export function callFunction(
  e: Evaluation,
  s: State,
  source: string,
  label: string,
  args: readonly Value[],
  known?: Command,
): Outcome {
  const calls = e.place.via.filter((v) => v === label).length;
  if (calls > 0 && label !== "anonymous function" && (s.options.has("\0pipe") || s.options.has("\0background"))) {
    e.host.forkBomb(e.place);
    return either_(s);
  }
  if (calls > 6 || e.depth >= MAX_DEPTH) {
    s.blurred ??= "recursion";
    if (calls > 6) e.host.opaque(e.place, "recursion deeper than heed follows");
    return either_(s);
  }
  let body = known;
  if (body === undefined) {
    const tree = readAgain(source, s);
    const found = tree.body.items[0]?.command;
    if (tree.kind !== "complete" || found?.kind !== "function") {
      e.host.opaque(e.place, "a function heed cannot read");
      s.blurred ??= label;
      return either_(s);
    }
    body = found.body;
  }
  const saved = { positional: s.positional, place: e.place, text: e.text, nested: e.nested };
  const options = new Set(s.options);
  const exit = s.traps.get("EXIT");
  s.positional = args;
  s.locals.push({ names: layered(), temporary: false });
  e.place = { ...e.place, via: [...e.place.via, label] };
  if (known === undefined) {
    e.text = source;
    e.nested = true;
  }
  e.depth++;
  const running = body;
  const [done, own] = catching(e, "function", () => {
    if (s.dialect !== "zsh" || running.kind === "simple" || !("redirections" in running))
      return runCommand(e, s, running);
    // zsh redirects with what the caller was given
    s.positional = saved.positional;
    // what stands before the call may not be there yet
    const making = (t: State, on: boolean) => t.locals.map((l) => (l.temporary ? { ...l, making: on } : l));
    s.locals = making(s, running.redirections.length > 0);
    return redirected(e, s, running.redirections, (t) => {
      t.locals = making(t, false);
      t.positional = args;
      return runCommand(e, t, { ...running, redirections: [] });
    });
  });
  e.depth--;
  e.place = saved.place;
  e.text = saved.text;
  e.nested = saved.nested;
  let yes = done.yes;
  let no = done.no;
  for (const j of own) {
    if (j.kind !== "return") {
      e.frames.at(-1)?.jumps.push({ ...j, state: outside(j.state, saved.positional, options) });
      continue;
    }
    const t: State = { ...j.state, live: true };
    if (t.status !== 1) yes = join(yes, t);
    // what changes one must not change the other
    const other = t.status === undefined ? fork(t) : t;
    if (t.status !== 0) no = join(no, other);
  }
  for (const t of new Set([yes, no])) {
    if (!t) continue;
    Object.assign(t, outside(t, saved.positional, options));
    if (t.dialect === "zsh") leave(e, t, exit);
  }
  return yes === undefined && no === undefined ? either_(s) : { yes, no };
}

/** bash `local -`: what the function sets is put back after it. */
export const LOCAL_OPTIONS = "\0local options";

/** zsh: an EXIT trap that the function has set runs when it ends, and not when the shell does (measured: zsh 5.9). */
function leave(e: Evaluation, s: State, before: string | undefined): void {
  const code = s.traps.get("EXIT");
  if (code === before) return;
  if (before === undefined) s.traps.delete("EXIT");
  else s.traps.set("EXIT", before);
  if (code === undefined || !s.live) return;
  const { status, failure } = s;
  Object.assign(s, runText(e, s, code, "trap EXIT"), { status, failure });
}

/** The state behind a call: the caller's arguments, names and perhaps options. */
const outside = (s: State, positional: readonly Value[], options: ReadonlySet<string>): State => ({
  ...s,
  positional,
  locals: s.locals.slice(0, -1),
  ...(s.options.has(s.dialect === "zsh" ? "localoptions" : LOCAL_OPTIONS) ? { options: new Set(options) } : {}),
});
