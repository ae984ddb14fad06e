/** `heed-bash`, `heed-zsh`, `heed-sh`: judge what a shell is told to run, then become that shell. */

import type { Dialect } from "../syntax/tree.ts";
import { isBelow } from "../world/process.ts";
import { projectOf } from "../world/project.ts";
import { createContext } from "./context.ts";
import { type Invocation, readInvocation, type Terminals } from "./dropin-arguments.ts";
import { become, type Program } from "./dropin-become.ts";
import { rule, startOf } from "./dropin-judge.ts";
import { unguarded, withInput, withTerminal } from "./dropin-program.ts";
import { isInstalled, readScript, unreadable } from "./dropin-script.ts";
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

/** Looked at only where no command is given: the module loads all of Node's networking. */
const terminals: Terminals = {
  get stdin() {
    return process.getBuiltinModule("node:tty").isatty(0);
  },
  get stderr() {
    return process.getBuiltinModule("node:tty").isatty(2);
  },
};

async function start(shell: Dialect, name: string, given: readonly string[], io: Io): Promise<number> {
  const { session, args } = ownOptions(given, io);
  const path = realShell(shell, io);
  if (path === undefined) {
    io.err(`heed: error: there is no ${shell} in the search path\n`);
    return 127;
  }
  const invocation = readInvocation(shell, name, args, terminals);
  const { source } = invocation;
  const env = { ...io.env, HEED_WITHIN: String(process.pid) };
  const program = { path, argv: [name, ...args], env };
  switch (source.kind) {
    case "nothing":
      return become(program, io);
    case "ambiguous":
      return refuse(`heed: refused: shells differ in what ${source.option} means: leave it out`, io);
    case "command":
    case "script": {
      const outcome = await judge(
        { shell, name: session, invocation, within: isWithin(io) },
        known(shell, program),
        io,
      );
      return "path" in outcome ? become(outcome, io) : refuse(outcome.reason, io);
    }
    case "input":
    case "terminal": {
      const why = unguarded(shell, invocation, program.env);
      if (why !== undefined) return refuse(`heed: refused: ${why}`, io);
      const { writeGuards } = await import("./dropin-guards.ts");
      const guarded = source.kind === "input" ? withInput : withTerminal;
      const called = guarded(shell, invocation, program, writeGuards(io));
      const outcome = session === undefined ? called : await resumed(shell, session, invocation, called, io);
      return "path" in outcome ? become(outcome, io) : refuse(outcome.reason, io);
    }
    default:
      return source satisfies never;
  }
}

/** What earlier calls left is brought back as the shell starts; each of its lines is then judged as it comes. */
async function resumed(
  shell: Dialect,
  name: string,
  invocation: Invocation,
  program: Program,
  io: Io,
): Promise<Program | { readonly reason: string }> {
  const { home, state } = await createContext(io);
  const fresh = startOf({ shell, cwd: io.cwd, env: io.env, zero: undefined, positional: [], options: new Set() }, home);
  const { join } = await import("./dropin-session.ts");
  const joined = join(name, state, fresh, { shell, invocation, text: "", script: undefined }, io);
  if (joined.broken !== undefined) return { reason: joined.broken };
  return joined.start(joined.session, joined.project ?? projectOf(io.cwd, home), program);
}

function refuse(reason: string, io: Io): number {
  io.err(`${reason}\n`);
  return REFUSED;
}

interface Told {
  readonly shell: Dialect;
  readonly name: string | undefined;
  readonly invocation: Invocation;
  readonly within: boolean;
}

/** The program to become, or why not. */
async function judge(told: Told, program: Program, io: Io): Promise<Program | { readonly reason: string }> {
  const { shell, name, within, invocation } = told;
  const { source, zero, positional, options } = invocation;
  const context = await createContext(io);
  const fresh = startOf({ shell, cwd: io.cwd, env: io.env, zero, positional, options }, context.home);
  const found = source.kind === "script" ? scriptText(source.path, within, io) : undefined;
  if (found && "reason" in found) return found;
  const text = source.kind === "command" ? source.text : (found?.text ?? "");
  const joined =
    name === undefined
      ? undefined
      : (await import("./dropin-session.ts")).join(
          name,
          context.state,
          fresh,
          { shell, invocation, text, script: found?.path },
          io,
        );
  if (joined?.broken !== undefined) return { reason: joined.broken };
  const { session, project } = joined ?? { session: fresh, project: undefined };
  const ask = io.env["HEED_SHELL"] ? (await import("./dropin-consult.ts")).personOutside(shell, io) : undefined;
  const ruling = await rule({ text, session, project, name, client: `heed-${shell}`, within, ask }, context, io);
  if (!ruling.allowed) return ruling;
  return joined ? joined.start(ruling.next, ruling.project, program) : program;
}

/** Empty where there is nothing to judge: the shell itself says what is wrong, or the script is an installed program. */
function scriptText(
  path: string,
  within: boolean,
  io: Io,
): { readonly text: string; readonly path: string | undefined } | { readonly reason: string } {
  const script = readScript(path, io.cwd, io.env["PATH"]);
  if (script.kind === "text") return { text: isInstalled(script.path) ? "" : script.text, path: script.path };
  return script.kind === "missing" || within ? { text: "", path: undefined } : { reason: unreadable(path, script.why) };
}

/** `--session NAME`, before anything that is the shell's. Within a line that was allowed the session is that line's. */
function ownOptions(args: readonly string[], io: Io): { session: string | undefined; args: readonly string[] } {
  const [first = "", second] = args;
  const session = isWithin(io) ? undefined : io.env["HEED_SESSION"] || undefined;
  if (first.startsWith("--session=")) return { session: first.slice("--session=".length), args: args.slice(1) };
  if (first !== "--session") return { session, args };
  if (!second) throw new UsageError("--session needs a name");
  return { session: second, args: args.slice(2) };
}

/** A guard that this shell reads first need not ask again. */
function known(shell: Dialect, program: Program): Program {
  if (shell !== "zsh" && !program.env["BASH_ENV"]) return program;
  return { ...program, env: { ...program.env, HEED_JUDGED: String(process.pid) } };
}

/** Whether this runs inside of a line that was allowed as a whole. */
function isWithin(io: Io): boolean {
  const outer = Number(io.env["HEED_WITHIN"]);
  return Number.isInteger(outer) && outer > 1 && isBelow(process.pid, outer);
}
