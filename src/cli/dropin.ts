/** `heed-bash`, `heed-zsh`, `heed-sh`: judge what a shell is told to run, then become that shell. */

import { isatty } from "node:tty";
import { isBelow } from "../serve/process.ts";
import type { Dialect } from "../syntax/tree.ts";
import { createContext } from "./context.ts";
import { type Invocation, readInvocation } from "./dropin-arguments.ts";
import { become, type Program } from "./dropin-become.ts";
import { type Guards, writeGuards } from "./dropin-guards.ts";
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
      return become({ ...program, env: { ...program.env, ...judged(shell, program.env) } }, io);
    }
    case "input":
      return become(withInput(shell, invocation, program, io), io);
    case "terminal":
      if (shell !== "sh") return become(withTerminal(shell, invocation, program, io), io);
      io.err("heed: refused: a sh that people type into cannot be guarded: use heed-bash\n");
      return REFUSED;
    default:
      return source satisfies never;
  }
}

/** The guard that the shell reads first takes the input from there, command by command. */
function withInput(shell: Dialect, { end, positional }: Invocation, program: Program, io: Io): Program {
  const guards = writeGuards(io);
  const env = guardedEnv(guards, program.env);
  if (shell !== "sh") return { ...program, env };
  // What sh is called with stays, but for `-s`: a command takes its place.
  const options = program.argv.slice(1, 1 + end).map((word) => (/^-\w*s/.test(word) ? word.replace("s", "") : word));
  const kept = options.filter((word) => word !== "-" && word !== "--");
  const [name = "sh"] = program.argv;
  const start = `__heed_file='${guards.sh.replaceAll("'", "'\\''")}'; . "$__heed_file"`;
  return { ...program, env, argv: [name, ...kept, "-c", start, name, ...positional] };
}

function withTerminal(shell: Dialect, { login }: Invocation, program: Program, io: Io): Program {
  const guards = writeGuards(io);
  const env = { HEED_ASK: "refuse", ...guardedEnv(guards, program.env) };
  if (shell !== "bash") return { ...program, env };
  const [name = "bash", ...args] = program.argv;
  let rc = login ? "login" : "";
  const kept: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const word = (args[i] as string).replace(/^--?(?=[a-z-]{4,}$)/, "--");
    if (word === "--norc") rc = "none";
    else if (word === "--rcfile" || word === "--init-file") rc = `file:${args[++i] ?? ""}`;
    else if (word !== "--login" && word !== "-l") kept.push(args[i] as string);
  }
  // A login shell does not read an rcfile: ours reads what a login shell would have read.
  const argv = [name.replace(/^-/, ""), "--rcfile", guards.bashrc, ...kept];
  return { ...program, argv, env: { ...env, HEED_RC: rc } };
}

function guardedEnv({ bashEnv, zdotdir }: Guards, env: Program["env"]): Program["env"] {
  const own = (name: string, ours: string) => (env[name] && env[name] !== ours ? env[name] : env[`HEED_${name}`]);
  return {
    ...env,
    HEED_BASH_ENV: own("BASH_ENV", bashEnv),
    HEED_ZDOTDIR: own("ZDOTDIR", zdotdir),
    BASH_ENV: bashEnv,
    ZDOTDIR: zdotdir,
  };
}

/** A guard that this shell reads first need not ask again; one in a shell inside of it knows where it is. */
function judged(shell: Dialect, env: Program["env"]): Program["env"] {
  const own = String(process.pid);
  return { HEED_WITHIN: own, ...((shell === "zsh" || env["BASH_ENV"]) && { HEED_JUDGED: own }) };
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
