/** From argv to a command, and from whatever a command throws to an exit status. Nothing is loaded that the call does not use. */

import { basename } from "node:path";
import { type Command, exit, realIo, UsageError } from "./io.ts";

/** What runs once per line, hook call or shell: read by hand, since commander alone costs more than the whole answer. */
const direct: { readonly [name: string]: () => Promise<Command> } = {
  check: async () => (await import("./check.ts")).check,
  init: async () => (await import("./init.ts")).init,
  serve: async () => (await import("./serve.ts")).serve,
};

/** The name heed was called by → the command that it is: `heed-bash` is a link to heed. */
const byName: { readonly [name: string]: () => Promise<Command> } = {};

async function commandFor(name: string, args: readonly string[]): Promise<readonly [Command, readonly string[]]> {
  const named = Object.hasOwn(byName, name) ? byName[name] : undefined;
  if (named) return [await named(), args];
  const [first = "", second] = args;
  const load = Object.hasOwn(direct, first) && second !== "--help" && second !== "-h" ? direct[first] : undefined;
  if (load) return [await load(), args.slice(1)];
  return [(await import("./program.ts")).program, args];
}

async function main(): Promise<number> {
  const io = realIo();
  try {
    // A login shell's name begins with a minus.
    const name = basename(process.argv0).replace(/^-/, "");
    const [command, args] = await commandFor(name, process.argv.slice(2));
    return await command(args, io);
  } catch (error) {
    if (error instanceof UsageError) {
      io.err(`heed: error: ${error.message}\n`);
      return exit.usage;
    }
    const what = error instanceof Error ? error.message : String(error);
    io.err(`heed: internal error: ${what.split("\n")[0]} (the line was not run)\n`);
    if (io.env["HEED_DEBUG"] && error instanceof Error) io.err(`${error.stack}\n`);
    return exit.internal;
  }
}

// Node exits with 1 for an exception nobody caught, and 1 means ask: until a command has answered, this process has failed.
process.exitCode = exit.internal;
process.on("uncaughtException", (error) => {
  realIo().err(`heed: internal error: ${error.message.split("\n")[0]} (the line was not run)\n`);
  process.exit(exit.internal);
});
main().then((status) => {
  // All output is written by now; taking the heap down in good order would take longer than the answer.
  process.exit(status);
});
