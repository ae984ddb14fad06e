/** `check`: the composition of syntax, evaluate, judge and policy. Pure: no file, clock, environment, process, print, exit or throw. */

import type { Policy } from "./policy/policy.ts";
import type { Judged, Verdict } from "./policy/verdict.ts";
import type { Tables } from "./rules/row.ts";
import type { Session } from "./session/session.ts";
import type { World } from "./session/world.ts";

/** Something the live shell can tell and that the line turns on. */
export interface Need {
  readonly what: "alias" | "function" | "variable";
  readonly name: string;
}

export interface Answer {
  readonly verdict: Verdict;
  /** Strictest first. */
  readonly findings: readonly Judged[];
  /** The session after the line, if it runs. */
  readonly session: Session;
  /** What to ask the live shell before this answer is final; empty unless `world.live` said `unasked`. */
  readonly needs: readonly Need[];
  /** The line is not finished: the shell would wait for more. The verdict then speaks of what is there so far. */
  readonly incomplete: boolean;
}

export type Check = (line: string, session: Session, world: World, policy: Policy) => Answer;

/** Binds `check` to the tables. */
export function createCheck(_tables: Tables): Check {
  throw new Error("not built yet");
}
