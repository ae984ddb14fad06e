/** How to call this heed again: the executable, or Node with the working copy's `bin/heed.ts`. */

import { resolve } from "node:path";
import { isSea } from "node:sea";

export function ownCommand(): [string, ...string[]] {
  return isSea() ? [process.execPath] : [process.execPath, resolve(process.argv[1] ?? "")];
}

/** A single path: in a working copy `bin/heed.ts` has to be executable, and Node in the search path. */
export function ownPath(): string {
  return ownCommand().at(-1) ?? process.execPath;
}
