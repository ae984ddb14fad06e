/** Files that come with heed: inside the executable, or at their place in a working copy. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { getRawAsset, isSea } from "node:sea";

/** The bytes, not copied; undefined in a working copy. */
export function asset(name: string): ArrayBuffer | undefined {
  if (!isSea()) return undefined;
  const bytes = getRawAsset(name);
  return bytes instanceof ArrayBuffer ? bytes : undefined;
}

/** The text of a file named relative to the repository. */
export function resource(name: string): string {
  const bytes = asset(name);
  return bytes ? Buffer.from(bytes).toString("utf8") : readFileSync(join(import.meta.dirname, "../..", name), "utf8");
}

export function version(): string {
  const manifest: { version: string } = JSON.parse(resource("package.json"));
  return manifest.version;
}
