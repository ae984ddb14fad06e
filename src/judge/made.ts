/** Code outside the project that the session itself put there. */

import type { CommandEvent } from "../session/event.ts";
import { from } from "../session/path.ts";
import { ANY, BUILT, FRESH, HOLE } from "../session/value.ts";
import type { Said } from "./findings.ts";
import type { Judge } from "./judge.ts";
import { resolve } from "./places.ts";

/** The texts that a file in a temporary directory may hold, when they are known and nobody has changed it since. */
export function shownTexts(
  j: Judge,
  event: CommandEvent,
  text: string,
  directory: string,
): readonly string[] | undefined {
  const { path, place } = resolve(text, directory, j.world);
  if (place !== "temp" || HOLE.test(path.replace(FRESH, ""))) return undefined;
  const mark = event.content(from(directory, text));
  if (mark?.taint !== 0 || mark.texts.length === 0 || mark.texts.some((t) => HOLE.test(t))) return undefined;
  const isThere = j.world.kind(path) !== "none";
  return isThere && !mark.texts.includes(j.world.read(path, MAX_SHOWN) ?? ANY) ? undefined : mark.texts;
}

const MAX_SHOWN = 65_536;

/** A program that this session has made, wherever it put it, from the project's code. */
export function isBuilt(event: CommandEvent, path: string): boolean {
  const written = event.written();
  const names = new Set(written);
  let at = path;
  // what lies in a directory that was made is made with it
  while (!names.has(at) && at.includes("/")) at = at.slice(0, at.lastIndexOf("/"));
  return [at, ...written.filter((file) => file.startsWith(`${at}/`))].every(
    (file) => !HOLE.test(file.replace(FRESH, "")) && ((event.content(file)?.taint ?? 0) & BUILT) !== 0,
  );
}

export const built = (text: string): Said => ({
  rule: "run-built",
  effect: "run",
  because: "runs what was made from the project's code",
  text,
});
