/** Reads a file of lines for a shell: one a line, `#` before a remark, a tab before what goes on with the line above. */

import { readFileSync } from "node:fs";

export function readStatements(path: string): string[] {
  return readFileSync(path, "utf8")
    .split(/\n(?!\t)/)
    .filter((l) => l !== "" && !l.startsWith("# "))
    .map((l) => l.replaceAll("\n\t", "\n"));
}
