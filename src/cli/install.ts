/** `heed install` and `heed uninstall`: one line in the start-up files of the shells, and out again. */

import { closeSync, openSync, readSync } from "node:fs";
import { clients } from "../clients/table.ts";
import { reasonOf } from "../world/failure.ts";
import { filesWithHeed } from "./client-plan.ts";
import { exit, type Io, UsageError } from "./io.ts";
import { ownPath } from "./own.ts";
import { lineIn, startupLine, withLine, withoutLine } from "./startup-file.ts";
import {
  allStartupFiles,
  installedShells,
  latin1,
  readStartup,
  type Shell,
  startupFiles,
  utf8,
  writeStartup,
} from "./startup-files.ts";

export interface InstallOptions {
  readonly shell?: readonly Shell[];
  readonly refuse?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

interface Change {
  readonly path: string;
  readonly to: string | undefined;
  /** The line that comes or goes. */
  readonly line: string;
}

export async function install(options: InstallOptions, io: Io): Promise<number> {
  const shells = options.shell ?? installedShells(io);
  if (!shells.length) throw new UsageError("neither bash nor zsh is in the search path; name one with --shell");
  const changes = startupFiles(shells, io).flatMap(({ shell, path }): Change[] => {
    const text = readStartup(path);
    const line = startupLine(shell, ownPath(), options.refuse ?? false);
    const to = withLine(text, latin1(line));
    return to === text ? [] : [{ path, to, line }];
  });
  if (!changes.length) io.out("heed is in every start-up file already\n");
  const status = carryOut(changes, "add to", options, io);
  if (status === exit.allow && !options.dryRun)
    io.out("New shells are guarded from now on. To undo this: heed uninstall\n");
  return status;
}

export async function uninstall(options: InstallOptions, io: Io): Promise<number> {
  const changes = allStartupFiles(io).flatMap(({ path }): Change[] => {
    const text = readStartup(path);
    const line = text === undefined ? undefined : lineIn(text);
    return text === undefined || line === undefined ? [] : [{ path, to: withoutLine(text), line: utf8(line) }];
  });
  if (!changes.length) io.out("heed is in no start-up file\n");
  const status = carryOut(changes, "take out of", options, io);
  if (status === exit.allow && !options.dryRun)
    io.out(`Shells that are running stay guarded. What is left: ${ownPath()}\n`);
  // Once heed itself is gone, their hooks refuse everything.
  for (const client of clients.filter((one) => filesWithHeed(one, io).length > 0))
    io.out(`${client.title} still asks heed: heed uninstall ${client.id}\n`);
  return status;
}

function carryOut(changes: readonly Change[], verb: string, options: InstallOptions, io: Io): number {
  for (const { path, line } of changes) io.out(`${verb} ${path}:\n  ${line}\n`);
  if (options.dryRun || !changes.length) return exit.allow;
  if (!options.yes && !agreed(io)) {
    io.err("heed: nothing was changed\n");
    return exit.ask;
  }
  for (const { path, to } of changes) {
    try {
      writeStartup(path, to);
    } catch (error) {
      io.err(`heed: error: ${path} cannot be written: ${reasonOf(error)}\n`);
      return exit.internal;
    }
  }
  return exit.allow;
}

/** Asked at the terminal itself: standard input may be the script that calls. */
export function agreed(io: Io): boolean {
  let terminal: number;
  try {
    terminal = openSync("/dev/tty", "r");
  } catch {
    throw new UsageError("no terminal to ask at: say --yes to go ahead, --dry-run to look");
  }
  try {
    io.err("Go ahead? [y/N] ");
    const answer = Buffer.alloc(64);
    return /^y(es)?$/i.test(answer.toString("utf8", 0, readSync(terminal, answer)).trim());
  } finally {
    closeSync(terminal);
  }
}
