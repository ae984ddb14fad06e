/** `heed install CLIENT` and `heed uninstall CLIENT`: heed in the configuration of an agent client, and out again. */

import { chmodSync, existsSync, mkdirSync, rmdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Client } from "../clients/client.ts";
import { clientNamed, clients } from "../clients/table.ts";
import { stateDirectory } from "../store/paths.ts";
import { reasonOf } from "../world/failure.ts";
import { additions, type Change, removals } from "./client-plan.ts";
import { loadPuts, type Put, savePuts } from "./client-record.ts";
import { homeOf } from "./context.ts";
import { agreed, type InstallOptions } from "./install.ts";
import { exit, type Io, UsageError } from "./io.ts";
import { utf8, writeStartup } from "./startup-files.ts";

export async function installClient(id: string, options: InstallOptions, io: Io): Promise<number> {
  const client = named(id);
  const state = stateDirectory(io.env, homeOf(io));
  const puts = loadPuts(state, id);
  const changes = additions(client, puts, io);
  if (!changes.length) io.out(`${client.title} asks heed already\n`);
  for (const { path, pieces } of changes) io.out(`add to ${path}:\n${pieces.map(shown).join("")}`);
  if (options.dryRun || !changes.length) return exit.allow;
  if (!options.yes && !agreed(io)) return unchanged(io);
  let written = puts;
  for (const change of changes) {
    const directories = missing(dirname(change.path));
    if (!write(change, directories, io)) return exit.internal;
    // At once: what is in a file has to be known also when the next one cannot be written.
    written = [...written.filter((put) => !isAbout(put, change)), ...putsOf(change, puts, directories)];
    savePuts(state, id, written);
  }
  io.out(`${client.title} asks heed from its next start on. To undo this: heed uninstall ${id}\n`);
  if (client.besides !== undefined) io.out(`${client.besides}\n`);
  return exit.allow;
}

export async function uninstallClient(id: string, options: InstallOptions, io: Io): Promise<number> {
  const client = named(id);
  const state = stateDirectory(io.env, homeOf(io));
  const puts = loadPuts(state, id);
  const { changes, kept } = removals(client, puts, io);
  for (const what of kept) io.err(`heed: error: ${what}\n`);
  if (!changes.length && !kept.length) io.out(`heed is not in the configuration of ${client.title}\n`);
  for (const { path, to, pieces } of changes)
    io.out(to === undefined ? `remove ${path}\n` : `take out of ${path}:\n${pieces.map(shown).join("")}`);
  const status = kept.length ? exit.ask : exit.allow;
  if (options.dryRun || !changes.length) return status;
  if (!options.yes && !agreed(io)) return unchanged(io);
  let left = puts;
  for (const change of changes) {
    if (!write(change, [], io)) return exit.internal;
    const put = puts.find((one) => one.path === change.path);
    if (change.to === undefined) remove(put?.directories ?? []);
    left = left.filter((one) => !isAbout(one, change));
    savePuts(state, id, left);
  }
  io.out(`${client.title} no longer asks heed, from its next start on\n`);
  return status;
}

function named(id: string): Client {
  const client = clientNamed(id);
  if (client) return client;
  throw new UsageError(`unknown client ${JSON.stringify(id)}: ${clients.map((known) => known.id).join(", ")}`);
}

function shown({ piece }: { piece: string }): string {
  return `${utf8(piece).trim().replace(/^/gm, "  ")}\n`;
}

function unchanged(io: Io): number {
  io.err("heed: nothing was changed\n");
  return exit.ask;
}

function isAbout(put: Put, { path, pieces }: Change): boolean {
  return put.path === path && pieces.some(({ part }) => part === put.part);
}

function putsOf({ path, from, pieces }: Change, puts: readonly Put[], directories: readonly string[]): Put[] {
  const before = puts.find((put) => put.path === path);
  const isNew = before?.isNew ?? from === undefined;
  return pieces.map(({ part, piece }) => ({
    path,
    part,
    piece,
    isNew,
    directories: before?.directories ?? directories,
  }));
}

/** Directories that are not there yet, outermost first. */
function missing(directory: string): string[] {
  return existsSync(directory) ? [] : [...missing(dirname(directory)), directory];
}

function write({ path, to, isExecutable }: Change, directories: readonly string[], io: Io): boolean {
  try {
    for (const directory of directories) mkdirSync(directory);
    writeStartup(path, to);
    if (isExecutable) chmodSync(path, 0o755);
    return true;
  } catch (error) {
    io.err(`heed: error: ${path} cannot be written: ${reasonOf(error)}\n`);
    return false;
  }
}

/** Those that installing made, where nothing else has come to lie in them. */
function remove(directories: readonly string[]): void {
  for (const directory of directories.toReversed()) {
    try {
      rmdirSync(directory);
    } catch {
      return;
    }
  }
}
