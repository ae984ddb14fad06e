/** `heed shell [-- CMD …]`: a terminal that heed owns, every shell in it guarded, and questions where nothing inside can answer. */

import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { takeTerminal } from "../pty/outer.ts";
import { supervise } from "../pty/supervise.ts";
import { homeOf } from "./context.ts";
import { type Io, UsageError } from "./io.ts";

const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;

export async function shell(args: readonly string[], io: Io): Promise<number> {
  const command = commandOf(args, io);
  const file = locate(command[0], io);
  if (typeof file === "number") {
    io.err(`heed: ${command[0]}: ${file === NOT_FOUND ? "command not found" : "cannot be executed"}\n`);
    return file;
  }
  const { load, installedAddon } = await import("../pty/native.ts");
  const native = load(installedAddon());
  const outer = takeTerminal();
  if (!outer) throw new UsageError("no terminal");
  const status = await supervise({ outer, native, command: [file, ...command.slice(1)], env: io.env, cwd: io.cwd });
  await outer.release();
  return status;
}

function commandOf(args: readonly string[], io: Io): readonly [string, ...string[]] {
  const [first, program, ...rest] = args;
  if (first === "--" && program !== undefined) return [program, ...rest];
  if (first !== undefined) throw new UsageError("usage: heed shell [-- COMMAND ...]");
  return [io.env["SHELL"] || "/bin/sh"];
}

/** The file that a name would run, as execvp finds it, or the status that a shell gives. */
function locate(name: string, io: Io): string | number {
  const candidates = name.includes("/")
    ? [name]
    : (io.env["PATH"] ?? "/usr/bin:/bin").split(delimiter).map((directory) => join(directory || ".", name));
  let status = NOT_FOUND;
  for (const path of candidates) {
    try {
      if (statSync(path).isDirectory()) continue;
      accessSync(path, constants.X_OK);
      return path;
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "EACCES") status = NOT_EXECUTABLE;
    }
  }
  return status;
}
