/** The process: its name, arguments and end. */

import { basename } from "node:path";
import { exit, realIo } from "./io.ts";
import { failed, run } from "./run.ts";

const io = realIo();

// Node exits with 1 for an exception nobody caught, and 1 means ask: until a command has answered, this process has failed.
process.exitCode = exit.internal;
process.on("uncaughtException", (error) => process.exit(failed(error, io)));

// A login shell's name begins with a minus.
run(basename(process.argv0).replace(/^-/, ""), process.argv.slice(2), io).then((status) => {
  // All output is written by now; taking the heap down in good order would take longer than the answer.
  process.exit(status);
});
