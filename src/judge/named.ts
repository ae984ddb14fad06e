/** Which files a path means whose last name is not known as a whole: `bin/*`, or the variable of a loop over them. */

import type { CommandEvent } from "../session/event.ts";
import { baseName, from } from "../session/path.ts";
import { HOLE, NAME } from "../session/value.ts";
import type { Judge } from "./judge.ts";
import { resolve } from "./places.ts";

/** More files than these are not looked at one by one. */
const MAX_FILES = 64;

const HOLES = new RegExp(HOLE, "gu");

/** The directory and the pattern of names in it; undefined when more than the name is open, or nothing is. */
function parts(path: string, directory: string): { readonly directory: string; readonly name: RegExp } | undefined {
  const base = baseName(path);
  const above = path.slice(0, path.length - base.length);
  if (!base.includes(NAME) || HOLE.test(base.replaceAll(NAME, "")) || HOLE.test(above + directory)) return undefined;
  const pieces = base.split(HOLES).map((piece) => piece.replace(/[\\^$.+()|{}[\]*?]/g, "\\$&"));
  return { directory: from(directory, above === "" ? "." : above), name: new RegExp(`^${pieces.join("[^/]*")}$`, "s") };
}

/** Those of them that this session wrote. */
export function writtenAs(event: CommandEvent, path: string, directory: string): readonly string[] {
  const open = parts(path, directory);
  if (open === undefined) return [];
  return event
    .written()
    .filter((file) => file.startsWith(`${open.directory}/`) && open.name.test(file.slice(open.directory.length + 1)));
}

/** All of them that are in the project; undefined when they cannot be told. */
export function filesNamed(j: Judge, event: CommandEvent, path: string): readonly string[] | undefined {
  // a bare name is looked for elsewhere
  if (!path.includes("/")) return undefined;
  const found = new Set<string>();
  for (const directory of event.cwd.texts) {
    const open = parts(path, directory);
    if (open === undefined || resolve(open.directory, "/", j.world).place !== "project") return undefined;
    for (const name of j.world.list(open.directory) ?? [])
      if (open.name.test(name)) found.add(`${open.directory}/${name}`);
    for (const file of writtenAs(event, path, directory)) found.add(file);
  }
  return found.size === 0 || found.size > MAX_FILES ? undefined : [...found];
}
