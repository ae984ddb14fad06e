/** How the real shell is to be called so that it reads a guard, or its session, before anything else. */

import { dirname } from "node:path";
import type { Dialect } from "../syntax/tree.ts";
import type { Invocation } from "./dropin-arguments.ts";
import type { Program } from "./dropin-become.ts";
import type { Guards } from "./dropin-guards.ts";

/** Why this shell would read no guard; undefined if it will. */
export function unguarded(shell: Dialect, { source, options }: Invocation, env: Program["env"]): string | undefined {
  if (shell === "zsh") {
    const without = ["norcs", "emulate"].find((name) => options.has(name));
    return without && `a zsh without startup files (${without}) cannot be guarded`;
  }
  if (source.kind !== "terminal") return undefined;
  if (shell === "sh") return "a sh that people type into cannot be guarded: use heed-bash";
  return isPlain(options, env) ? "a bash without startup files (posix, privileged) cannot be guarded" : undefined;
}

/** A bash that reads no BASH_ENV. */
function isPlain(options: ReadonlySet<string>, env: Program["env"]): boolean {
  const inherited = (env["SHELLOPTS"] ?? "").split(":");
  return (
    env["POSIXLY_CORRECT"] !== undefined ||
    ["posix", "privileged"].some((name) => options.has(name) || inherited.includes(name))
  );
}

/** A `bash -c` that no shell is around takes a socket at its input for a login from elsewhere, and reads .bashrc in place of BASH_ENV. */
export function isOutermost(env: Program["env"]): boolean {
  return !(Number(env["SHLVL"]) >= 1);
}

/** The guard that the shell reads first takes the input from there, command by command. */
export function withInput(shell: Dialect, invocation: Invocation, program: Program, guards: Guards): Program {
  const env = guardedEnv(guards, program.env);
  if (shell === "zsh" || (shell === "bash" && !isPlain(invocation.options, program.env))) return { ...program, env };
  const start = `__heed_file=${quote(guards.sh)}; . "$__heed_file"`;
  return { ...withCommand(invocation, program, start), env };
}

/** What the shell is called with stays, but for `-s` and `-c`: another command takes their place. */
function withCommand({ end, zero, positional }: Invocation, program: Program, command: string): Program {
  const [name = "sh", ...args] = program.argv;
  const options = args.slice(0, end).map((word) => (/^-[A-Za-z]+$/.test(word) ? word.replace(/[cs]/g, "") : word));
  const kept = options.filter((word) => word !== "-" && word !== "--");
  return { ...program, argv: [name, ...kept, "-c", command, zero ?? name, ...positional] };
}

/** An interactive shell reads the person's startup files, and then the guard. */
export function withTerminal(shell: Dialect, invocation: Invocation, program: Program, guards: Guards): Program {
  const env = { HEED_ASK: "refuse", ...guardedEnv(guards, program.env) };
  return shell === "bash" ? withStartup(invocation, { ...program, env }, guards) : { ...program, env };
}

/** A login shell does not read an rcfile: ours reads what a login shell would have read. */
function withStartup({ login, end }: Invocation, program: Program, guards: Guards): Program {
  const [name = "bash", ...args] = program.argv;
  let rc = login ? "login" : "";
  const kept: string[] = [];
  for (let i = 0; i < end; i++) {
    const word = args[i] as string;
    const long = /^--?([a-z-]{4,})$/.exec(word)?.[1];
    if (long === "norc") rc = "none";
    else if (long === "rcfile" || long === "init-file") rc = `file:${args[++i] ?? ""}`;
    else if (long === "login") continue;
    else if (/^-[A-Za-z]+$/.test(word)) {
      const rest = word.replaceAll("l", "");
      if (rest !== "-") kept.push(rest);
    } else kept.push(word);
  }
  const argv = [name.replace(/^-/, ""), "--rcfile", guards.bashrc, ...kept, ...args.slice(end)];
  return { ...program, argv, env: { ...program.env, HEED_RC: rc } };
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

/** The shell brings its session back from the notes at `call` first. */
export function withSession(
  shell: Dialect,
  invocation: Invocation,
  program: Program,
  guards: Guards,
  call: string,
): Program {
  const { source, options, interactive } = invocation;
  const noted = { ...program.env, HEED_CALL: call };
  // The guard that is read first brings it back.
  if (source.kind === "input" || source.kind === "terminal") {
    const beside = dirname(guards.session[shell]);
    return { ...program, env: { ...noted, HEED_OWN: shell === "zsh" ? beside : guards.bashEnv } };
  }
  if (shell === "sh") {
    const start = `__heed_call=${quote(call)}; . ${quote(guards.session.sh)}; eval "$__heed_text"`;
    return withCommand(invocation, { ...program, env: noted }, start);
  }
  const replaced = program.env[shell === "bash" ? "BASH_ENV" : "ZDOTDIR"];
  const env = { ...noted, HEED_OWN: replaced };
  if (shell === "zsh" && unguarded("zsh", invocation, program.env) === undefined)
    return { ...program, env: { ...env, ZDOTDIR: guards.zdotdir, HEED_ZDOTDIR: replaced } };
  const { [shell]: own } = guards.session;
  if (shell === "bash" && interactive) return withStartup(invocation, { ...program, env: noted }, guards);
  if (shell === "bash" && !isPlain(options, program.env))
    return { ...program, env: { ...env, BASH_ENV: own, ...(isOutermost(env) && { SHLVL: "1" }) } };
  // No startup file is read: the command itself begins with it.
  if (source.kind !== "command") return { ...program, env };
  const argv = [...program.argv];
  argv[1 + source.at] = `. ${quote(own)}\n${source.text}`;
  return { ...program, argv, env };
}

export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
