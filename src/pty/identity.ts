/** Tells a file from another one that was put in its place. Pure but for looking. */

import { statSync } from "node:fs";

/** The system keeps the time of the last change to a file's data or name itself; no user can set it. */
export function identityOf(path: string): string | undefined {
  try {
    const { dev, ino, size, ctimeNs } = statSync(path, { bigint: true });
    return [dev, ino, size, ctimeNs].join(" ");
  } catch {
    return undefined;
  }
}
