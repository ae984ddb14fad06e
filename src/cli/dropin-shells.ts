/** Finds the shell that a drop-in stands for. */

import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { basename, delimiter, isAbsolute, join } from "node:path";
import type { Dialect } from "../syntax/tree.ts";
import type { Io } from "./io.ts";

const usual = ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", "/run/current-system/sw/bin"];

/** The first in the search path that is not heed again; a link to heed may well be called `bash`. */
export function realShell(shell: Dialect, io: Io): string | undefined {
  const own = [process.execPath, process.argv[1] ?? ""].map(real);
  const searched = (io.env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  return [...searched, ...usual]
    .map((directory) => join(directory, shell))
    .find((path) => isProgram(path) && !own.includes(real(path)));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function real(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** `-heed-bash` → `-bash`: the minus makes a login shell. */
export function nameFor(shell: Dialect, called: string): string {
  const name = basename(called);
  if (name === shell || name === `-${shell}`) return called;
  return name.startsWith("-") ? `-${shell}` : shell;
}
