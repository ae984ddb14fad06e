/** What one evaluation carries along besides the shell's state: who listens, how much work is left, where in the text it is. */

import type { Host, Place } from "../session/event.ts";
import { concat, either, unknown } from "../session/value.ts";
import type { Span } from "../syntax/tree.ts";
import { fork, type Jump, type State } from "./state.ts";

export interface Evaluation {
  readonly host: Host;
  /** Steps left; counted in commands, expansions and characters of text read again. */
  steps: number;
  /** Where the line stands now. */
  place: Place;
  /** The text that spans of the tree being walked point into. */
  text: string;
  /** True when `text` is not the judged line itself: places then stay at what brought it in. */
  nested: boolean;
  /** Nesting of eval, functions and files. */
  depth: number;
  /** Names given to process substitutions. */
  counter: number;
  exhausted: boolean;
  /** What is being followed has a budget of its own. */
  bounded: boolean;
  /** What is followed does not run yet: names that it uses may be set before it does. */
  waiting: boolean;
  /** Aliases of this line that were there when the text was read. */
  aliases: ReadonlyMap<string, string | null>;
  /** States in which the shell gave up the rest of the line (a failing expansion, a readonly name) and would wait for the next. */
  abandoned: State[];
  /** Descriptors that `{name}>file` opened, by the name that holds their number. */
  readonly descriptors: Map<string, number>;
  /** What jumps can leave; innermost last. */
  frames: JumpFrame[];
}

/** A loop, function or file that is running, and the jumps that have left it so far. */
export interface JumpFrame {
  readonly kind: "loop" | "function" | "file";
  readonly jumps: Jump[];
}

/** Runs what jumps can leave; gives the jumps that did. */
export function catching<T>(e: Evaluation, kind: JumpFrame["kind"], run: () => T): [T, readonly Jump[]] {
  const frame: JumpFrame = { kind, jumps: [] };
  e.frames.push(frame);
  const done = run();
  e.frames.pop();
  return [done, frame.jumps];
}

/** What a command had changed for its own time is put back where a jump leaves it, too. */
export function restoring<T>(e: Evaluation, run: () => T, restore: (s: State) => void): T {
  const jumps = e.frames.at(-1)?.jumps;
  const before = jumps?.length ?? 0;
  const done = run();
  for (const j of jumps?.slice(before) ?? []) restore(j.state);
  return done;
}

/** Enough for any line a person or an agent writes; a line beyond it is not read to the end and asks. */
export const STEPS = 60_000;
export const MAX_DEPTH = 32;

export function placeOf(e: Evaluation, span: Span): Place {
  const text = e.text.slice(span.start, span.end);
  return e.nested
    ? { ...e.place, text: text === "" ? e.place.text : text }
    : { ...e.place, start: span.start, end: span.end, text };
}

/** Takes a step; false when the budget is spent, which is reported once. */
export function step(e: Evaluation, cost = 1): boolean {
  e.steps -= cost;
  if (e.steps > 0) return true;
  if (!e.exhausted) {
    e.exhausted = true;
    // wherever that happens, the rest of the line is not followed
    if (!e.bounded)
      e.host.opaque(
        { ...e.place, inFile: undefined, dead: false },
        "the line is more work to follow than heed allows itself",
      );
  }
  return false;
}

/** A file that runs beside the shell gets a part of the budget: what it does beyond that is not followed, and the line goes on. */
const FILE_STEPS = 20_000;

export function bounded(e: Evaluation, run: () => void): void {
  if (e.bounded || e.steps <= FILE_STEPS) {
    run();
    return;
  }
  const rest = e.steps - FILE_STEPS;
  e.steps = FILE_STEPS;
  e.bounded = true;
  run();
  e.steps = Math.max(0, e.steps) + rest;
  e.bounded = false;
  e.exhausted = false;
}

/** The shell may drop the rest of the line here. What stands behind is followed all the same. */
export function giveUp(e: Evaluation, s: State): void {
  if (e.abandoned.length >= MAX_ABANDONED || !s.live) return;
  const left: State = { ...fork(s), status: undefined };
  // the shell says why
  if (s.descriptors.get(2)?.kind === "capture") left.out = either(s.out, concat(s.out, unknown(0)));
  e.abandoned.push(left);
}

const MAX_ABANDONED = 64;
