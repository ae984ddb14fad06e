/** Sessions of agent clients that nobody will go on with: a client makes a new one every time it starts. */

import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

const KEPT = 30 * 24 * 60 * 60 * 1000;

/** Forgets the sessions whose names begin with `prefix` and that no line has used for a month. */
export function forgetStale(directory: string, prefix: string, now: Date): void {
  const sessions = join(directory, "sessions");
  try {
    for (const name of readdirSync(sessions)) {
      if (!name.startsWith(prefix)) continue;
      const file = join(sessions, name);
      if (now.getTime() - statSync(file).mtimeMs > KEPT) rmSync(file);
    }
  } catch {
    // Nothing kept yet, or another call was faster: the next new session looks again.
  }
}
