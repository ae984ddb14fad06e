/** The native half of node-pty: fork into a new terminal, resize it. Its JavaScript half is not used; docs/decisions.md says why. */

import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";

export interface Forked {
  /** The controlling side. */
  readonly fd: number;
  readonly pid: number;
  /** Path of the terminal. */
  readonly pty: string;
}

export interface Native {
  fork(
    file: string,
    args: readonly string[],
    env: readonly string[],
    cwd: string,
    columns: number,
    rows: number,
    uid: number,
    gid: number,
    utf8: boolean,
    helper: string,
    exited: (code: number, signal: number) => void,
  ): Forked;
  resize(fd: number, columns: number, rows: number): void;
}

/** What a working copy has installed. */
export function installedAddon(): string {
  const { createRequire } = process.getBuiltinModule("node:module");
  return createRequire(import.meta.url).resolve(`@lydell/node-pty-${process.platform}-${process.arch}/pty.node`);
}

/**
 * Loads the addon that travels inside the executable. The system's loader wants a file: it is written into a fresh private directory,
 * opened and removed again before it is loaded, so nothing stays behind that could be exchanged, and nothing that lies about is loaded.
 */
export function loadCarried(bytes: Uint8Array, directories: readonly string[]): Native {
  const failures: string[] = [];
  for (const directory of directories) {
    let own: string | undefined;
    try {
      own = mkdtempSync(join(directory, "heed-"));
      return loadFrom(join(own, "pty.node"), bytes);
    } catch (error) {
      // a directory that is missing, full or mounted noexec
      failures.push(error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error));
    } finally {
      if (own !== undefined) rmSync(own, { recursive: true, force: true });
    }
  }
  throw new Error(`the terminal addon cannot be loaded: ${failures.join("; ")}`);
}

function loadFrom(file: string, bytes: Uint8Array): Native {
  writeFileSync(file, bytes, { mode: 0o500, flag: "wx" });
  if (process.platform !== "linux") return load(file);
  const fd = openSync(file, "r");
  try {
    rmSync(file);
    return load(`/proc/self/fd/${fd}`);
  } finally {
    closeSync(fd);
  }
}

export function load(path: string): Native {
  const module: { exports: unknown } = { exports: {} };
  process.dlopen(module, path, constants.dlopen.RTLD_NOW | constants.dlopen.RTLD_LOCAL);
  if (!isNative(module.exports)) throw new Error(`${path} is not the terminal addon`);
  return module.exports;
}

function isNative(exports: unknown): exports is Native {
  return typeof exports === "object" && exports !== null && "fork" in exports && "resize" in exports;
}
