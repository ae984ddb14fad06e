/** From a name and arguments to a command, and from whatever a command throws to an exit status. Nothing is loaded that the call does not use. */

import { failureOf } from "../world/failure.ts";
import { type Command, exit, type Io, UsageError } from "./io.ts";

/** What runs once per line, hook call or shell: read by hand, since commander alone costs more than the whole answer. */
const direct: { readonly [name: string]: () => Promise<Command> } = {
  guards: async () => (await import("./dropin-guards.ts")).guardsCommand,
  once: async () => (await import("./dropin-once.ts")).once,
  dropin: async () => (await import("./dropin.ts")).dropinByName,
  check: async () => (await import("./check.ts")).check,
  hook: async () => (await import("./hook.ts")).hook,
  init: async () => (await import("./init.ts")).init,
  serve: async () => (await import("./serve.ts")).serve,
  shell: async () => (await import("./shell.ts")).shell,
};

/** The name heed was called by → the command that it is: `heed-bash` is a link to heed. */
const byName: { readonly [name: string]: () => Promise<Command> } = Object.fromEntries(
  (["bash", "zsh", "sh"] as const).flatMap((shell) => {
    const load = async () => (await import("./dropin.ts")).dropin(shell);
    // A link to heed ahead in the search path takes the shell's own name.
    return [`heed-${shell}`, shell].map((name) => [name, load]);
  }),
);

async function commandFor(name: string, args: readonly string[]): Promise<readonly [Command, readonly string[]]> {
  const named = Object.hasOwn(byName, name) ? byName[name] : undefined;
  if (named) return [await named(), args];
  const [first = "", second] = args;
  const load = Object.hasOwn(direct, first) && second !== "--help" && second !== "-h" ? direct[first] : undefined;
  if (load) return [await load(), args.slice(1)];
  return [(await import("./program.ts")).program, args];
}

export async function run(name: string, args: readonly string[], io: Io): Promise<number> {
  try {
    const [command, rest] = await commandFor(name, args);
    return await command(rest, io);
  } catch (error) {
    return failed(error, io);
  }
}

/** A caller's mistake and our own are told apart; neither is ever taken for an answer to a line. */
export function failed(error: unknown, io: Io): number {
  const what = error instanceof Error ? error.message : String(error);
  if (error instanceof UsageError) {
    io.err(`heed: error: ${what}\n`);
    return exit.usage;
  }
  // Of the system, not of heed: a file that cannot be read, a disk that is full.
  const isOutside = error instanceof Error && "syscall" in error;
  const said = isOutside ? failureOf(error) : what.split("\n")[0];
  io.err(`heed: ${isOutside ? "error" : "internal error"}: ${said} (the line was not run)\n`);
  if (io.env["HEED_DEBUG"] && error instanceof Error) io.err(`${error.stack}\n`);
  return exit.internal;
}
