/** The commands that people type: read by commander. */

import { Command, CommanderError } from "commander";
import { exit, type Io } from "./io.ts";

export async function program(args: readonly string[], io: Io): Promise<number> {
  let status: number = exit.allow;
  const heed = new Command("heed");
  heed
    .description("a preexec guard for bash and zsh that remembers what the session has exported")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.out(text),
      writeErr: (text) => io.err(text),
      outputError: (text, write) => write(`heed: ${text.replace(/\n\(Did/, " (did")}`),
    });
  try {
    await heed.parseAsync([...args], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    status = error.exitCode === 0 ? exit.allow : exit.usage;
  }
  return status;
}
