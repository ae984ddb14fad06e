/** Code outside the project that the session itself put there. */

import type { CommandEvent } from "../session/event.ts";
import { from } from "../session/path.ts";
import { BUILT, FRESH, HOLE } from "../session/value.ts";
import type { Said } from "./findings.ts";
import type { Judge } from "./judge.ts";
import { resolve } from "./places.ts";

/** The text of a file in a temporary directory, when it is known and nobody has changed it since. */
export function shownText(j: Judge, event: CommandEvent, text: string, directory: string): string | undefined {
  const { path, place } = resolve(text, directory, j.world);
  if (place !== "temp" || HOLE.test(path.replace(FRESH, ""))) return undefined;
  const mark = event.content(text.startsWith(FRESH) ? text : from(directory, text));
  const shown = mark?.texts[0];
  if (mark?.taint !== 0 || mark.texts.length !== 1 || shown === undefined || HOLE.test(shown)) return undefined;
  return j.world.kind(path) === "none" || j.world.read(path, MAX_SHOWN) === shown ? shown : undefined;
}

const MAX_SHOWN = 65_536;

/** A program that this session has made, wherever it put it, from the project's code. */
export const isBuilt = (event: CommandEvent, path: string): boolean =>
  !HOLE.test(path.replace(FRESH, "")) && ((event.content(path)?.taint ?? 0) & BUILT) !== 0;

export const built = (text: string): Said => ({
  rule: "run-built",
  effect: "run",
  because: "runs what was made from the project's code",
  text,
});
