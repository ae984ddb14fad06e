/** Evaluates one line over a session: everything it would run is told to the host, and the session that it leaves is returned. */

import type { Host } from "../session/event.ts";
import type { Session } from "../session/session.ts";
import type { Parsed } from "../syntax/tree.ts";
import { type Evaluation, STEPS } from "./context.ts";
import { join } from "./joining.ts";
import { runList } from "./run.ts";
import { standing } from "./standing.ts";
import { sessionOf, stateOf } from "./state.ts";
import { leaving } from "./traps.ts";

export function evaluate(line: string, tree: Parsed, session: Session, host: Host): Session {
  const e: Evaluation = {
    host,
    steps: STEPS,
    place: { start: 0, end: line.length, text: line, via: [], inFile: undefined, elsewhere: false },
    text: line,
    nested: false,
    depth: 0,
    counter: 0,
    exhausted: false,
    bounded: false,
    waiting: false,
    frames: [],
    abandoned: [],
    aliases: new Map(),
    descriptors: new Map(),
  };
  const end = runList(e, stateOf(session), tree.body);
  const joined = e.abandoned.reduce(join, end);
  const state = session.options.has("interactive") ? joined : leaving(e, joined);
  standing(e, state);
  if (e.exhausted) state.blurred ??= "a line too long to follow";
  return sessionOf(state);
}
