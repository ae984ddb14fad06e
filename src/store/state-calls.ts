/**
 * Calls of shells that share a session. Each call notes its end by itself, in a file of its own; whoever comes next lays what has
 * ended over the session, name by name, in the order of ending. So calls at the same time lose nothing, and one that is killed before
 * it could note its end changes nothing. Nobody waits for anybody: who reads lays it over in memory, and whoever gets the lock at
 * once puts the result where the notes were.
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Session } from "../session/session.ts";
import type { Dialect } from "../syntax/tree.ts";
import { LockTimeout, withLock } from "../world/lock.ts";
import { isAlive, startOf } from "../world/process.ts";
import { decode, encode, encodeKept, type Kept } from "./codec.ts";
import { handOn, type Live, nothingYet, script } from "./state-live.ts";
import { readNotes } from "./state-notes.ts";
import { type Patch, patchFrom } from "./state-patch.ts";
import { settled } from "./state-session.ts";

interface Call {
  readonly pid: number;
  readonly started: string;
  readonly dialect: Dialect;
  readonly patch: Patch;
  /** What the session was when nothing was kept of it yet. */
  readonly base: Kept | undefined;
}

/** What is stored: all that ended calls have left, but for those whose notes are still to be laid over it. */
interface Stored {
  readonly kept: Kept | undefined;
  readonly live: Live;
  /** Calls that are in it; their notes may not have been removed yet. */
  readonly done: ReadonlySet<string>;
}

export interface Opened {
  readonly kept: Kept | undefined;
  readonly live: Live;
  /** Something is stored and cannot be used: what the session carries is not known. */
  readonly broken: string | undefined;
}

const nothingStored: Stored = { kept: undefined, live: nothingYet, done: new Set() };

/** `base` is the session's path without an ending. */
export function openSession(base: string): Opened {
  mkdirSync(callsOf(base), { recursive: true, mode: 0o700 });
  const { stored, broken } = settleCalls(base, 0) ?? look(base);
  return { kept: stored.kept, live: stored.live, broken };
}

/**
 * Puts what calls have noted where everything is stored. `wait` is how long for, in milliseconds, if somebody else is at it. Gives what
 * there is then; undefined where nothing has been noted, or somebody else was at it for longer.
 */
export function settleCalls(base: string, wait: number): View | undefined {
  if (!existsSync(callsOf(base)) || readdirSync(callsOf(base)).length === 0) return undefined;
  try {
    return withLock(`${base}.lock`, wait, () => {
      const view = look(base);
      const { stored, ended, broken } = view;
      if (broken !== undefined || ended.length === 0) return view;
      replace(storeOf(base), encode({ heed: FORMAT, ...stored }));
      if (stored.kept) replace(`${base}.json`, encodeKept(stored.kept));
      for (const path of ended) for (const ending of ENDINGS) rmSync(`${path}.${ending}`, { force: true });
      return view;
    });
  } catch (error) {
    if (error instanceof LockTimeout) return undefined;
    throw error;
  }
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
    base: opened.kept ? undefined : { session: before, project },
  };
  const write = (ending: string, text: string, encoding: "utf8" | "latin1") =>
    writeFileSync(`${path}.${ending}`, text, { mode: 0o600, flag: "wx", encoding });
  write("in", script(opened.live, dialect, call.cwd) + Buffer.from(call.more).toString("latin1"), "latin1");
  // Here, so that they are for their owner only, whatever the shell's umask is.
  for (const ending of ["out", "names"]) write(ending, "", "latin1");
  // Last: a call without it is not there yet.
  replace(`${path}.json`, encode(noted));
  return path;
}

const callsOf = (base: string) => `${base}.calls`;
const storeOf = (base: string) => `${base}.shell`;

interface View {
  readonly stored: Stored;
  /** Paths of the calls that have ended, whether or not they could note it. */
  readonly ended: readonly string[];
  readonly broken: string | undefined;
}

/** While somebody replaces the store, notes that it already holds are being removed: then look again. */
function look(base: string): View {
  for (let attempt = 0; ; attempt++) {
    const before = identity(storeOf(base));
    const view = lookOnce(base);
    if (view && (identity(storeOf(base)) === before || attempt >= 100)) return view;
  }
}

/** Undefined when notes were removed while they were read. */
function lookOnce(base: string): View | undefined {
  const store = load(storeOf(base));
  const { done } = store.data;
  let { kept, live } = store.data;
  const calls = callsIn(callsOf(base));
  if (!calls) return undefined;
  const ended = calls.filter(({ call }) => !(isAlive(call.pid) && startOf(call.pid) === call.started));
  const fresh = ended.filter(({ path }) => !done.has(basename(path))).sort((a, b) => a.time - b.time);
  for (const { path, call } of fresh) {
    const text = readBytes(`${path}.out`);
    if (text === undefined) return undefined;
    const notes = readNotes(text, call.dialect);
    const from = kept ?? call.base;
    if (!notes || !from) continue;
    kept = { session: settled(from.session, call.patch, notes, call.dialect), project: from.project };
    live = handOn(live, notes, call.dialect, call.patch.functions);
  }
  const paths = ended.map(({ path }) => path);
  return {
    stored: { kept, live, done: new Set(paths.map((path) => basename(path))) },
    ended: paths,
    broken: store.broken,
  };
}

const FORMAT = 2;
const ENDINGS = ["json", "in", "out", "names"];

interface Found {
  readonly path: string;
  readonly call: Call;
  readonly time: number;
}

function callsIn(directory: string): Found[] | undefined {
  const found: Found[] = [];
  try {
    for (const name of readdirSync(directory)) {
      if (!/^\d+-\w+\.json$/.test(name)) continue;
      const path = join(directory, name.slice(0, -".json".length));
      const call = decode(readFileSync(`${path}.json`, "utf8")) as Call;
      found.push({ path, call, time: statSync(`${path}.out`).mtimeMs });
    }
    return found;
  } catch {
    return undefined;
  }
}

function readBytes(file: string): string | undefined {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return undefined;
  }
}

function load(file: string): { readonly data: Stored; readonly broken: string | undefined } {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const missing = error instanceof Error && "code" in error && error.code === "ENOENT";
    return { data: nothingStored, broken: missing ? undefined : `${file} cannot be read` };
  }
  try {
    const { heed, ...data } = decode(text) as Stored & { readonly heed?: unknown };
    if (heed === FORMAT && data.done instanceof Set) return { data, broken: undefined };
  } catch {
    // Said below.
  }
  return { data: nothingStored, broken: `${file} is not a session of this version` };
}

/** Another one after each replacement. */
function identity(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stat ? `${stat.ino} ${stat.mtimeNs}` : "";
}

function replace(file: string, text: string): void {
  const fresh = join(dirname(file), `.${basename(file)}.${process.pid}`);
  writeFileSync(fresh, text, { mode: 0o600 });
  renameSync(fresh, file);
}

/** Sessions that have only calls, none of them stored yet, have no other file. */
export function basesIn(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith(".calls"))
    .map((name) => join(directory, name.slice(0, -".calls".length)));
}

export function forgetCalls(base: string): boolean {
  const known = existsSync(storeOf(base)) || existsSync(callsOf(base));
  for (const path of [storeOf(base), callsOf(base)]) rmSync(path, { force: true, recursive: true });
  return known;
}
