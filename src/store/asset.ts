/** Files that the build put into the executable. */

import { getRawAsset, isSea } from "node:sea";

/** The bytes, not copied; undefined in a working copy, where the file is read from its place. */
export function asset(name: string): ArrayBuffer | undefined {
  if (!isSea()) return undefined;
  const bytes = getRawAsset(name);
  return bytes instanceof ArrayBuffer ? bytes : undefined;
}
