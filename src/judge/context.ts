/** What judging one command carries from its row to its words. */

import type { Invocation, Use } from "../rules/invocation.ts";
import type { CommandEvent } from "../session/event.ts";
import { type Said, say } from "./findings.ts";
import type { Judge } from "./judge.ts";

export interface Context {
  readonly j: Judge;
  readonly event: CommandEvent;
  readonly i: Invocation;
  /** Where the command works: the shell's directories, changed by its `cd` flags. */
  readonly directories: readonly string[];
  /** Names that a search looks for. */
  readonly names: readonly string[];
}

export function sayOf({ j, event }: Context, said: Said): void {
  say(j.findings, event.place, said);
}

export const taintOf = ({ event }: Context, use: Use): number => event.taints[use.index] ?? 0;

/** The command's paths are on another machine or in a container. */
export const isElsewhere = ({ event, i }: Context): boolean => event.place.elsewhere !== false || i.elsewhere !== false;

/** What the command does, said to be done there. */
export const doneElsewhere = ({ i }: Context): string =>
  i.because.includes("another machine") ? i.because : `${i.because} on another machine or in a container`;

/** In a container that the project starts for itself, where its code runs as well as here. */
export const isOwn = ({ event, i }: Context): boolean =>
  (event.place.elsewhere || i.elsewhere) === "own" && i.elsewhere !== true;
