/** Traps: when the code that `trap` put away runs. */

import { type Evaluation, step } from "./context.ts";
import { join } from "./joining.ts";
import { ended, type Outcome } from "./outcome.ts";
import { runText } from "./run.ts";
import { fork, type State } from "./state.ts";

/** The traps of a subshell: zsh keeps those that commands fire (measured: zsh 5.9). */
export const trapsBelow = (s: State): Map<string, string> =>
  new Map(s.dialect === "zsh" ? [...s.traps].filter(([condition]) => /^(?:Z?ERR|DEBUG)$/.test(condition)) : []);

/** Runs what cannot change its parent: giving up and jumping end only that, and its EXIT trap runs. */
export function apart(e: Evaluation, run: () => Outcome): Outcome {
  const saved = { abandoned: e.abandoned, frames: e.frames };
  e.abandoned = [];
  e.frames = [];
  const done = run();
  const given = e.abandoned;
  e.abandoned = saved.abandoned;
  e.frames = saved.frames;
  let no = done.no;
  for (const s of given) no = join(no === done.yes && no ? fork(no) : no, { ...s, status: 1 });
  const yes = done.yes && leaving(e, done.yes);
  // the trap may say how it ends
  const traps = [done.yes, no].map((s) => s?.traps.get("EXIT") ?? s?.traps.get("0") ?? "");
  if (traps.some((code) => /\b(?:exit|return)\b/.test(code)))
    return ended(join(yes, no === done.yes ? yes : no && leaving(e, no)), undefined);
  return { yes, no: no === done.yes ? yes : no && leaving(e, no) };
}

/** A shell or subshell ends: its EXIT trap runs with what there is then. */
export function leaving(e: Evaluation, s: State): State {
  const code = s.traps.get("EXIT") ?? s.traps.get("0");
  if (code === undefined || !step(e)) return s;
  const inner = fork(s);
  inner.traps = new Map();
  inner.live = true;
  const end = runText(e, inner, code, "trap EXIT");
  return { ...s, files: end.files, out: end.out, racing: end.racing };
}

/** Before each command: bash DEBUG. */
export function beforeCommand(e: Evaluation, s: State): void {
  fire(e, s, "DEBUG");
}

/** After a command that failed. */
export function afterCommand(e: Evaluation, done: Outcome): void {
  if (done.no?.live) {
    fire(e, done.no, "ERR");
    fire(e, done.no, "ZERR");
  }
}

/** The trap may run here and change what the shell has; its own commands fire none. */
function fire(e: Evaluation, s: State, condition: string): void {
  const code = s.traps.get(condition);
  const label = `trap ${condition}`;
  if (code === undefined || e.place.via.includes(label) || !step(e, 4)) return;
  const inner = fork(s);
  const end = runText(e, inner, code, label);
  if (end.live) Object.assign(s, join(fork(s), end));
}
