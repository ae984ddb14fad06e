/** The text of a script file before a shell runs it. */

import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync, realpathSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { visible } from "../policy/message.ts";

export type Script =
  | { readonly kind: "text"; readonly path: string; readonly text: string }
  /** The shell will say so itself. */
  | { readonly kind: "missing" }
  /** A pipe, a device: reading it would take it away from the shell. */
  | { readonly kind: "unreadable"; readonly why: string };

const MAX_BYTES = 2_000_000;

export function readScript(name: string, cwd: string, path: string | undefined): Script {
  const found = locate(name, cwd, path);
  let file: number;
  try {
    // Opening a FIFO that nobody writes to would wait for ever.
    file = openSync(found, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch (error) {
    if (!existsSync(found)) return { kind: "missing" };
    return { kind: "unreadable", why: error instanceof Error ? error.message : String(error) };
  }
  try {
    const stat = fstatSync(file);
    // The shell says that it is a directory.
    if (stat.isDirectory()) return { kind: "missing" };
    if (!stat.isFile()) return { kind: "unreadable", why: "it is not a regular file, so it cannot be read ahead" };
    if (stat.size > MAX_BYTES) return { kind: "unreadable", why: "it is longer than heed reads" };
    // A shell drops NUL bytes and goes on.
    return { kind: "text", path: realpathSync.native(found), text: readFileSync(file, "utf8").replaceAll("\0", "") };
  } finally {
    closeSync(file);
  }
}

/** A name without a slash that is not here is looked for in the search path. */
function locate(name: string, cwd: string, path: string | undefined): string {
  const here = resolve(cwd, name);
  if (name.includes("/") || existsSync(here)) return here;
  const directories = (path ?? "").split(delimiter).filter(Boolean);
  return directories.map((directory) => join(directory, name)).find(existsSync) ?? here;
}

const system = /^\/(?:usr|bin|sbin|lib|lib64|opt|nix\/store|snap|System|Library)\//;

/** What is installed is a program like any other: the line that starts it is judged, not its text. */
export function isInstalled(path: string): boolean {
  return system.test(path) && !/^\/usr\/(?:local\/)?src\//.test(path);
}

export function unreadable(path: string, why: string): string {
  return `heed: refused: ${visible(path)} (unreadable-script): cannot be judged: ${visible(why)}. Put the commands into a file of the project, or into -c.`;
}
