/** What installing or uninstalling a client's hook would change, file by file; nothing is written here. */

import { join } from "node:path";
import type { Client, ConfigFile, HookCall, Place } from "../clients/client.ts";
import { add, has, take } from "../clients/config-edit.ts";
import { failureIn } from "../world/failure.ts";
import type { Put } from "./client-record.ts";
import { homeOf } from "./context.ts";
import { type Io, UsageError } from "./io.ts";
import { ownCommand } from "./own.ts";
import { readStartup } from "./startup-files.ts";

/** What becomes of one file. */
export interface Change {
  readonly path: string;
  /** Undefined: there is no such file. */
  readonly from: string | undefined;
  /** Undefined: the file goes. */
  readonly to: string | undefined;
  /** What comes or goes, as far as it is known exactly. */
  readonly pieces: readonly { readonly part: number; readonly piece: string }[];
  readonly isExecutable: boolean;
}

export function pathOf({ path, env, below }: Place, io: Io): string {
  const given = env === undefined ? undefined : io.env[env];
  if (given?.startsWith("/") && below !== undefined) return join(given, path.slice(below.length + 1));
  return join(homeOf(io), path);
}

export function callOf(client: Client, io: Io): HookCall {
  const own = ownCommand();
  const program = own.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  return {
    argv: [...own, "hook", client.id],
    // Whatever becomes of heed itself (gone, killed, broken): for a client only 2 is a refusal.
    command: `${program} hook ${client.id} || exit 2`,
    at: (place) => pathOf(place, io),
  };
}

export function additions(client: Client, puts: readonly Put[], io: Io): readonly Change[] {
  const call = callOf(client, io);
  const changes = new Map<string, Change>();
  for (const [part, file] of client.files.entries()) {
    const path = pathOf(file.place, io);
    const earlier = changes.get(path);
    const text = earlier ? earlier.to : readStartup(path);
    if (text === undefined && file.kind === "json" && file.only === "present") continue;
    const put = puts.find((one) => one.path === path && one.part === part);
    const added = naming(path, () => renewed(file, client, text, put?.piece, call));
    if (!added) continue;
    changes.set(path, {
      path,
      from: earlier ? earlier.from : text,
      to: added.text,
      pieces: [...(earlier?.pieces ?? []), { part, piece: added.piece }],
      isExecutable: file.kind === "whole" && file.executable === true,
    });
  }
  return [...changes.values()];
}

/** What an older heed put there goes first. */
function renewed(
  file: ConfigFile,
  client: Client,
  text: string | undefined,
  piece: string | undefined,
  call: HookCall,
) {
  const added = add(file, client, text, call);
  if (!added || text === undefined) return added;
  if (file.kind === "whole") {
    if (text === piece || has(file, client, text)) return added;
    throw new Error(`is there already and not heed's: let it call  ${call.command}`);
  }
  return add(file, client, piece === undefined ? text : take(file, client, text, piece), call);
}

export interface Removals {
  readonly changes: readonly Change[];
  /** Files that hold heed's part and cannot be changed, with the reason. */
  readonly kept: readonly string[];
}

export function removals(client: Client, puts: readonly Put[], io: Io): Removals {
  const call = callOf(client, io);
  const changes = new Map<string, Change>();
  const kept: string[] = [];
  for (const [part, file] of [...client.files.entries()].reverse()) {
    const path = pathOf(file.place, io);
    const earlier = changes.get(path);
    const text = earlier ? earlier.to : readStartup(path);
    if (text === undefined) continue;
    const put = puts.find((one) => one.path === path && one.part === part);
    try {
      const isOwn = file.kind === "whole" && add(file, client, text, call) === undefined;
      const piece = isOwn ? text : put?.piece;
      if (piece === undefined && !has(file, client, text)) continue;
      const rest = take(file, client, text, piece);
      const to = put?.isNew && rest?.trim() === "" ? undefined : rest;
      if (to === text) continue;
      const pieces = [...(earlier?.pieces ?? []), ...(piece === undefined ? [] : [{ part, piece }])];
      changes.set(path, { path, from: earlier ? earlier.from : text, to, pieces, isExecutable: false });
    } catch (error) {
      kept.push(failureIn(path, error));
    }
  }
  return { changes: [...changes.values()], kept };
}

/** Files of a client that hold something of heed's. */
export function filesWithHeed(client: Client, io: Io): readonly string[] {
  const found = client.files.flatMap((file) => {
    const path = pathOf(file.place, io);
    const text = readStartup(path);
    try {
      return text !== undefined && has(file, client, text) ? [path] : [];
    } catch {
      // What cannot be read by us cannot be read by the client either.
      return [];
    }
  });
  return [...new Set(found)];
}

function naming<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new UsageError(failureIn(path, error));
  }
}
