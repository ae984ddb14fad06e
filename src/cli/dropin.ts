/** `heed-bash`, `heed-zsh`, `heed-sh`: judge what a shell is told to run, then become that shell. */

import { isatty } from "node:tty";
import { isBelow } from "../serve/process.ts";
import type { Dialect } from "../syntax/tree.ts";
import { createContext } from "./context.ts";
import { type Invocation, readInvocation } from "./dropin-arguments.ts";
import { become } from "./dropin-become.ts";
import { type Ruling, rule, startOf } from "./dropin-judge.ts";
import { unreadable } from "./dropin-once.ts";
import { isInstalled, readScript } from "./dropin-script.ts";
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
      if (ruling && !ruling.allowed) {
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

/** Undefined when the shell itself will say what is wrong. */
async function judge(shell: Dialect, invocation: Invocation, io: Io): Promise<Ruling | undefined> {
  const { source, zero, positional, options } = invocation;
  const within = isWithin(io);
  let text = "";
  if (source.kind === "command") text = source.text;
  if (source.kind === "script") {
    const script = readScript(source.path, io.cwd, io.env["PATH"]);
    if (script.kind === "missing" || (script.kind === "unreadable" && within)) return undefined;
    if (script.kind === "unreadable") return { allowed: false, reason: unreadable(source.path, script.why) };
    if (isInstalled(script.path)) return undefined;
    text = script.text;
  }
  const context = await createContext(io);
  const session = startOf({ shell, cwd: io.cwd, env: io.env, zero, positional, options }, context.home);
  return rule({ text, session, name: undefined, client: `heed-${shell}`, within }, context, io);
}

/** Whether this runs inside of a line that was allowed as a whole. */
function isWithin(io: Io): boolean {
  const outer = Number(io.env["HEED_WITHIN"]);
  return Number.isInteger(outer) && outer > 1 && isBelow(process.pid, outer);
}
