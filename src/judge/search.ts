/** Files below a directory whose name matches, found in bounded work. */

import { baseName } from "../session/path.ts";
import type { World } from "../session/world.ts";

/** Directory entries looked at; beyond, nobody knows. */
const MAX_ENTRIES = 5_000;
const MAX_FOUND = 500;

/** Paths whose last name matches one of the patterns; undefined when there is more than can be looked at. */
export function matchesBelow(world: World, root: string, patterns: readonly string[]): readonly string[] | undefined {
  const tests = patterns.map(regexpOf);
  const found: string[] = [];
  const queue = [root];
  let seen = 0;
  for (let directory = queue.shift(); directory !== undefined; directory = queue.shift()) {
    for (const name of world.list(directory) ?? []) {
      if (++seen > MAX_ENTRIES || found.length > MAX_FOUND) return undefined;
      const path = `${directory}/${name}`;
      if (tests.some((t) => t.test(name))) found.push(path);
      if (name !== ".git" && world.kind(path) === "directory") queue.push(path);
    }
  }
  return found;
}

function regexpOf(pattern: string): RegExp {
  const source = baseName(pattern).replace(/[\\^$.+()|{}]|\*|\?|\[!/g, (c) =>
    c === "*" ? ".*" : c === "?" ? "." : c === "[!" ? "[^" : `\\${c}`,
  );
  try {
    return new RegExp(`^${source}$`, "i");
  } catch {
    return /^/;
  }
}
