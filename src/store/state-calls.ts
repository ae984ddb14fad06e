/**
 * Calls of shells that share a session. Each call notes its end by itself, in a file of its own; whoever comes next lays what has
 * ended over the session, name by name, in the order of ending. So calls at the same time lose nothing, and one that is killed before
 * it could note its end changes nothing.
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Session } from "../session/session.ts";
import type { Dialect } from "../syntax/tree.ts";
import { withLock } from "../world/lock.ts";
import { isAlive, startOf } from "../world/process.ts";
import { decode, decodeKept, encode, encodeKept, type Kept } from "./codec.ts";
import { handOn, type Live, nothingYet, script } from "./state-live.ts";
import { readNotes } from "./state-notes.ts";
import { type Patch, patchFrom } from "./state-patch.ts";
import { settled } from "./state-session.ts";

/** Far longer than any holder needs: hundreds may be waiting. */
const PATIENCE = 60_000;

interface Call {
  readonly pid: number;
  readonly started: string;
  readonly dialect: Dialect;
  readonly patch: Patch;
  /** What the session is if this call is its first. */
  readonly base: Kept;
}

export interface Opened {
  readonly kept: Kept | undefined;
  readonly live: Live;
  /** Something is stored and cannot be used: what the session carries is not known. */
  readonly broken: string | undefined;
}

/** `base` is the session's path without an ending. */
export function openSession(base: string): Opened {
  mkdirSync(callsOf(base), { recursive: true, mode: 0o700 });
  return withLock(`${base}.lock`, PATIENCE, () => settle(base));
}

/** Lays ended calls over what is stored, where there are any. Who only looks need not make anything. */
export function settleCalls(base: string): void {
  if (!existsSync(callsOf(base)) || readdirSync(callsOf(base)).length === 0) return;
  withLock(`${base}.lock`, PATIENCE, () => settle(base));
}

/** Notes a call that this process is about to become; what its shell will read and write has this name, with `.in` and `.out`. */
export function beginCall(
  base: string,
  opened: Opened,
  call: {
    readonly dialect: Dialect;
    readonly before: Session;
    readonly after: Session;
    readonly project: string | undefined;
    readonly cwd: string | undefined;
    /** More commands for the shell to begin with. */
    readonly more: string;
  },
): string {
  const id = `${process.pid}-${Math.random().toString(36).slice(2, 10)}`;
  const path = join(callsOf(base), id);
  const { dialect, before, after, project } = call;
  const noted: Call = {
    pid: process.pid,
    started: startOf(process.pid),
    dialect,
    patch: patchFrom(before, after),
    base: { session: before, project },
  };
  const write = (ending: string, text: string, encoding: "utf8" | "latin1") =>
    writeFileSync(`${path}.${ending}`, text, { mode: 0o600, flag: "wx", encoding });
  write("in", script(opened.live, dialect, call.cwd) + Buffer.from(call.more).toString("latin1"), "latin1");
  // Here, so that they are for their owner only, whatever the shell's umask is.
  for (const ending of ["out", "names"]) write(ending, "", "latin1");
  write("json", encode(noted), "utf8");
  return path;
}

const callsOf = (base: string) => `${base}.calls`;

function settle(base: string): Opened {
  const directory = callsOf(base);
  const stored = load(`${base}.json`, decodeKept);
  const shell = load(`${base}.shell`, decodeLive);
  const broken = stored.broken ?? shell.broken;
  let kept = stored.data;
  let live = shell.data ?? nothingYet;
  const ended = callsIn(directory).filter(({ call }) => !(isAlive(call.pid) && startOf(call.pid) === call.started));
  let changed = false;
  for (const { path, call } of ended.sort((a, b) => a.time - b.time)) {
    const notes = readNotes(readFileSync(`${path}.out`, "latin1"), call.dialect);
    if (!notes) continue;
    const from = kept ?? call.base;
    kept = { session: settled(from.session, call.patch, notes, call.dialect), project: from.project };
    live = handOn(live, notes, call.dialect, call.patch.functions);
    changed = true;
  }
  if (changed && kept) {
    replace(`${base}.shell`, encode({ heed: FORMAT, ...live }));
    replace(`${base}.json`, encodeKept(kept));
  }
  // What is noted is safe now, and laying it over once more would change nothing.
  for (const { path } of ended) for (const ending of ENDINGS) rmSync(`${path}.${ending}`, { force: true });
  return { kept, live, broken };
}

const FORMAT = 1;
const ENDINGS = ["json", "in", "out", "names"];

interface Found {
  readonly path: string;
  readonly call: Call;
  readonly time: number;
}

function callsIn(directory: string): Found[] {
  return readdirSync(directory).flatMap((name): Found[] => {
    if (!name.endsWith(".json")) return [];
    const path = join(directory, name.slice(0, -".json".length));
    try {
      const call = decode(readFileSync(`${path}.json`, "utf8")) as Call;
      return [{ path, call, time: statSync(`${path}.out`).mtimeMs }];
    } catch {
      // Half written: the call has not begun yet, or never will.
      return [];
    }
  });
}

interface Loaded<T> {
  readonly data: T | undefined;
  readonly broken: string | undefined;
}

function load<T>(file: string, read: (text: string) => T | undefined): Loaded<T> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      return { data: undefined, broken: undefined };
    return { data: undefined, broken: `${file} cannot be read` };
  }
  const data = read(text);
  return { data, broken: data === undefined ? `${file} is not a session of this version` : undefined };
}

function decodeLive(text: string): Live | undefined {
  try {
    const { heed, ...live } = decode(text) as Live & { readonly heed?: unknown };
    return heed === FORMAT && live.environment instanceof Map ? live : undefined;
  } catch {
    return undefined;
  }
}

function replace(file: string, text: string): void {
  const fresh = join(dirname(file), `.${basename(file)}.${process.pid}`);
  writeFileSync(fresh, text, { mode: 0o600 });
  renameSync(fresh, file);
}

/** Sessions that have only calls, none of them laid over yet, have no other file. */
export function basesIn(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith(".calls"))
    .map((name) => join(directory, name.slice(0, -".calls".length)));
}

export function forgetCalls(base: string): boolean {
  const known = existsSync(`${base}.shell`) || existsSync(callsOf(base));
  for (const path of [`${base}.shell`, callsOf(base)]) rmSync(path, { force: true, recursive: true });
  return known;
}
