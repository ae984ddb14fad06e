/** `heed-bash`, `heed-zsh`, `heed-sh`: judge what a shell is told to run, then become that shell. */

import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isatty } from "node:tty";
import type { Dialect } from "../syntax/tree.ts";
import { createContext } from "./context.ts";
import { type Invocation, readInvocation } from "./dropin-arguments.ts";
import { become } from "./dropin-become.ts";
import { type Ruling, rule, startOf } from "./dropin-judge.ts";
import { nameFor, realShell } from "./dropin-shells.ts";
import { type Command, type Io, UsageError } from "./io.ts";

/** What a shell says of a command that it may not run. */
const REFUSED = 126;

export function dropin(shell: Dialect): Command {
  return (args, io) => start(shell, nameFor(shell, process.argv0), args, io);
}

/** `heed dropin SHELL …`: for a working copy, where nothing is called heed-bash. */
export const dropinByName: Command = ([shell = "", ...args], io) => {
  if (shell !== "bash" && shell !== "zsh" && shell !== "sh") throw new UsageError("usage: heed dropin bash|zsh|sh …");
  return start(shell, shell, args, io);
};

async function start(shell: Dialect, name: string, args: readonly string[], io: Io): Promise<number> {
  const path = realShell(shell, io);
  if (path === undefined) {
    io.err(`heed: error: there is no ${shell} in the search path\n`);
    return 127;
  }
  const invocation = readInvocation(shell, name, args, { stdin: isatty(0), stderr: isatty(2) });
  const { source } = invocation;
  const program = { path, argv: [name, ...args], env: io.env };
  switch (source.kind) {
    case "nothing":
      return become(program, io);
    case "ambiguous":
      io.err(`heed: error: shells differ in what ${source.option} means: leave it out\n`);
      return REFUSED;
    case "command":
    case "script": {
      const ruling = await judge(shell, invocation, io);
      if (!ruling.allowed) {
        io.err(`${ruling.reason}\n`);
        return REFUSED;
      }
      return become(program, io);
    }
    case "input":
    case "terminal":
      throw new Error("not there yet");
    default:
      return source satisfies never;
  }
}

async function judge(shell: Dialect, invocation: Invocation, io: Io): Promise<Ruling> {
  const { source, zero, positional, options } = invocation;
  const text = source.kind === "command" ? source.text : source.kind === "script" ? scriptText(source.path, io) : "";
  if (text === undefined) return { allowed: false, reason: "" };
  const context = await createContext(io);
  const session = startOf({ shell, cwd: io.cwd, env: io.env, zero, positional, options }, context.home);
  const asking = { text, session, name: undefined, client: `heed-${shell}`, within: false };
  return rule(asking, context, io);
}

function scriptText(path: string, io: Io): string | undefined {
  const file = openSync(join(io.cwd, path), constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return fstatSync(file).isFile() ? readFileSync(file, "utf8") : undefined;
  } finally {
    closeSync(file);
  }
}
