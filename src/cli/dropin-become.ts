/** Turns this process into another program: same process, arguments, descriptors and signals. Where that cannot be, the nearest thing. */

import { constants as files, fstatSync, readdirSync, readFileSync } from "node:fs";
import { withBytes } from "./dropin-bytes.ts";
import type { Io } from "./io.ts";

export interface Program {
  readonly path: string;
  /** argv[0] first. */
  readonly argv: readonly string[];
  readonly env: { readonly [name: string]: string | undefined };
}

/** Node ignores these, and a shell could not undo that for what it starts: `yes | head` would complain. */
const ignored = ["SIGPIPE", "SIGXFSZ"] as const;

/** Does not return, unless the program had to become a child; then with its status. */
export async function become(given: Program, io: Io): Promise<number> {
  const program = withBytes(given);
  const env = defined(program.env);
  const lost = descriptorsThatExecLoses();
  if (lost.length > 0 || process.execve === undefined) return runAsChild(program, env, lost, io);
  // A caught signal is at its default again after exec.
  for (const signal of ignored) process.on(signal, () => {});
  return process.execve(program.path, program.argv, env);
}

function defined(env: Program["env"]): { [name: string]: string } {
  const all: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) all[name] = value;
  return all;
}

const CLOSE_ON_EXEC = 0o2000000;

/**
 * Node marks what it inherits above 2 to be closed on exec, and offers no way to undo it. Its own descriptors come after what was
 * there first: up to its event loop everything is the caller's, and above only what it never opens itself.
 */
function descriptorsThatExecLoses(): number[] {
  let open: number[];
  try {
    open = readdirSync("/proc/self/fd").map(Number);
  } catch {
    return [];
  }
  const lost: number[] = [];
  let ownBegin = Number.POSITIVE_INFINITY;
  for (const fd of open.sort((a, b) => a - b)) {
    if (fd <= 2) continue;
    try {
      const stat = fstatSync(fd);
      if ((stat.mode & files.S_IFMT) === 0) ownBegin = Math.min(ownBegin, fd);
      else if ((fd < ownBegin || !(stat.isFIFO() || stat.isCharacterDevice())) && closes(fd)) lost.push(fd);
    } catch {
      // The one that read the directory.
    }
  }
  return lost;
}

function closes(fd: number): boolean {
  const flags = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, "latin1"))?.[1] ?? "0";
  return (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) !== 0;
}

/** Sent on, so that who signals this process reaches the shell. */
const forwarded = ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGUSR1", "SIGUSR2", "SIGCONT", "SIGWINCH"] as const;

function runAsChild(
  { path, argv }: Program,
  env: { readonly [name: string]: string },
  descriptors: readonly number[],
  io: Io,
): Promise<number> {
  const stdio = Array.from({ length: Math.max(2, ...descriptors) + 1 }, (_, fd) =>
    fd <= 2 || descriptors.includes(fd) ? fd : ("ignore" as const),
  );
  // Loaded where it is needed: it takes as long as judging the line.
  const { spawn } = process.getBuiltinModule("node:child_process");
  const { signals } = process.getBuiltinModule("node:os").constants;
  const [argv0 = path, ...args] = argv;
  const child = spawn(path, args, { argv0, env, stdio });
  for (const signal of forwarded) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.on("error", (error) => {
      io.err(`heed: error: ${path} cannot be run: ${error.message}\n`);
      resolve(126);
    });
    child.on("exit", (status, signal) => {
      if (signal === null) return resolve(status ?? 1);
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
      resolve(128 + signals[signal]);
    });
  });
}
