/** How a command can end, and the states that each end leaves. */

import { NUMBER } from "../session/value.ts";
import { join } from "./joining.ts";
import { fork, type State } from "./state.ts";

/** How a command can end: with status 0, with another, or either; the same state object for both when they do not differ. */
export interface Outcome {
  readonly yes: State | undefined;
  readonly no: State | undefined;
}

export const either_ = (s: State): Outcome => ({ yes: s, no: s });

export const ok = (s: State): Outcome => ({ yes: withStatus(s, 0), no: undefined });

export const bad = (s: State): Outcome => ({ yes: undefined, no: withStatus(s, 1) });

/** Called in a way that it does not know: 1 or 2. */
export function misused(s: State): Outcome {
  const done = bad(s);
  s.failure = NUMBER;
  return done;
}

export const ended = (s: State, status: 0 | 1 | undefined): Outcome =>
  status === 0 ? ok(s) : status === 1 ? bad(s) : either_(withStatus(s, undefined));

function withStatus(s: State, status: 0 | 1 | undefined): State {
  s.status = status;
  s.failure = "1";
  return s;
}

/** The command ends one way or the other. */
export function eitherOutcome(a: Outcome, b: Outcome): Outcome {
  if (a.yes === a.no && b.yes === b.no) return either_(join(a.yes, b.yes));
  return { yes: a.yes || b.yes ? join(a.yes, b.yes) : undefined, no: a.no || b.no ? join(a.no, b.no) : undefined };
}

export const after = (o: Outcome): State => join(o.yes, o.no);

export const number = (s: State, n: number | undefined): Outcome =>
  n === undefined ? ended(s, undefined) : n === 0 ? bad(s) : ok(s);

export function negate(o: Outcome): Outcome {
  if (o.yes === o.no) return o;
  return { yes: o.no && withStatus(o.no, 0), no: o.yes && withStatus(o.yes, 1) };
}

/** The command may also have failed, leaving one of these states. */
export function failing(done: Outcome, states: readonly State[]): Outcome {
  const start = done.no === done.yes && done.no ? fork(done.no) : done.no;
  const descriptors = (done.yes ?? done.no)?.descriptors;
  const failed = states.map(
    (s): State => ({ ...fork(s), status: 1, descriptors: new Map(descriptors ?? s.descriptors) }),
  );
  return { yes: done.yes, no: failed.reduce<State | undefined>(join, start) };
}

/** A redirection that fails leaves the state before it, and the command does not run. */
export function mayFail(done: Outcome, before: State): Outcome {
  before.status = 1;
  if (done.no === undefined) return { yes: done.yes, no: before };
  const no = join(done.yes === done.no ? fork(done.no) : done.no, before);
  return { yes: done.yes, no };
}
