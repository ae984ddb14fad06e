/** `heed shell [-- CMD …]`: a terminal that heed owns, every shell in it guarded, and questions where nothing inside can answer. */

import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { isatty } from "node:tty";
import { shellCommand } from "../pty/inside.ts";
import { type Io, UsageError } from "./io.ts";

export interface ShellOptions {
  readonly login: boolean;
  readonly plain: boolean;
  /** Empty for the person's shell. */
  readonly command: readonly string[];
}

const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;

export async function shell(args: readonly string[], io: Io): Promise<number> {
  const options = optionsOf(args);
  const [name = io.env["SHELL"] || "/bin/sh", ...rest] = options.command;
  const program = locate(name, io);
  if (typeof program === "number") {
    io.err(`heed: ${name}: ${program === NOT_FOUND ? "command not found" : "cannot be executed"}\n`);
    return program;
  }
  const isOwn = options.command.length === 0;
  const around = enclosing(io);
  // A terminal within the terminal would only be in the way: whatever runs there is guarded and asked about already.
  if (around !== undefined)
    return become(isOwn ? shellCommand(program, around, options.login) : [program, ...rest], io);
  if (!isatty(0) || !isatty(1)) {
    if (isOwn) return become(options.login ? [program, "-l"] : [program], io);
    const { guardedEnvironment } = await import("./dropin-guards.ts");
    return become([program, ...rest], { ...io, env: guardedEnvironment(io) });
  }
  const { guardTerminal } = await import("./shell-guard.ts");
  return guardTerminal({ ...options, program, rest, isOwn }, io);
}

function optionsOf(args: readonly string[]): ShellOptions {
  const end = args.indexOf("--");
  const flags = end < 0 ? args : args.slice(0, end);
  const known = ["-l", "--login", "--plain"];
  if (flags.some((flag) => !known.includes(flag)) || (end >= 0 && args.length === end + 1))
    throw new UsageError("usage: heed shell [--login] [--plain] [-- COMMAND ...]");
  return {
    login: flags.includes("-l") || flags.includes("--login"),
    plain: flags.includes("--plain"),
    command: end < 0 ? [] : args.slice(end + 1),
  };
}

/** This process becomes the program. */
function become([file, ...args]: readonly [string, ...string[]], io: Io): never {
  const env = Object.fromEntries(
    Object.entries(io.env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
  // The call is marked experimental, which is nothing to tell the person.
  process.removeAllListeners("warning");
  const execve = process.execve?.bind(process);
  if (!execve) throw new Error("this Node cannot replace itself");
  return execve(file, [basename(file), ...args], env);
}

/** The directory of the `heed shell` that this process runs in, if there is one. */
function enclosing(io: Io): string | undefined {
  const [pid, directory] = [Number(io.env["HEED_SHELL"]), io.env["HEED_DIR"]];
  if (!Number.isInteger(pid) || pid < 2 || directory === undefined) return undefined;
  // An environment outlives its terminal, in a tmux server for one.
  for (let at = process.ppid, hops = 0; at > 1 && hops < 100; hops++) {
    if (at === pid) return directory;
    at = parentOf(at);
  }
  return undefined;
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0;
  }
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
