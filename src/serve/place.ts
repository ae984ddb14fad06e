/** The private directory in which shells meet the resident process, and who holds it. */

import { spawnSync } from "node:child_process";
import { linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { isAlive, startOf } from "../world/process.ts";

/** heed.sock is for zsh and for heed itself; bash, which has no sockets, announces a pair of FIFOs on `ctl`. */
export const socketIn = (directory: string) => join(directory, "heed.sock");
export const controlIn = (directory: string) => join(directory, "ctl");
const lockIn = (directory: string) => join(directory, "pid");

/** The FIFOs of a shell are KEY.rq and KEY.rs; a key begins with its process id. */
export const KEY = /^b(\d{1,10})\.\d{1,10}$/;

export function runDirectory(env: { readonly [name: string]: string | undefined }, home: string): string {
  const runtime = env["XDG_RUNTIME_DIR"];
  if (runtime !== undefined && isAbsolute(runtime) && isOwn(runtime)) return join(runtime, "heed");
  const cache = env["XDG_CACHE_HOME"];
  return join(cache !== undefined && isAbsolute(cache) ? cache : join(home, ".cache"), "heed", "run");
}

function isOwn(directory: string): boolean {
  try {
    const stat = lstatSync(directory);
    return stat.isDirectory() && stat.uid === process.getuid?.();
  } catch {
    return false;
  }
}

/** Makes sure that nobody else can put anything there. */
export function prepareDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const stat = lstatSync(directory);
  if (!stat.isDirectory()) throw new Error(`${directory} is not a directory`);
  if (stat.uid !== process.getuid?.()) throw new Error(`${directory} belongs to somebody else`);
  if ((stat.mode & 0o077) !== 0) throw new Error(`${directory} is open to others (chmod 700 ${directory})`);
}

export interface Holder {
  readonly pid: number;
  readonly start: string;
}

function written(directory: string): Holder | undefined {
  try {
    const [pid = "", start = ""] = readFileSync(lockIn(directory), "utf8").trim().split(" ");
    return /^[1-9]\d*$/.test(pid) ? { pid: Number(pid), start } : undefined;
  } catch {
    return undefined;
  }
}

/** The living process that holds the directory. */
export function holderOf(directory: string): Holder | undefined {
  const holder = written(directory);
  return holder && isAlive(holder.pid) && startOf(holder.pid) === holder.start ? holder : undefined;
}

/** False when another living process holds the directory. */
export function takeLock(directory: string): boolean {
  const mine = join(directory, `pid.${process.pid}`);
  writeFileSync(mine, `${process.pid} ${startOf(process.pid)}\n`, { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      try {
        linkSync(mine, lockIn(directory));
        return true;
      } catch {
        if (holderOf(directory)) return false;
        // Renaming takes the stale lock away from at most one of those who found it stale.
        renameQuietly(lockIn(directory), join(directory, `pid.stale.${process.pid}`));
        rmSync(join(directory, `pid.stale.${process.pid}`), { force: true });
      }
    }
    return false;
  } finally {
    rmSync(mine, { force: true });
  }
}

function renameQuietly(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    // Somebody else was faster.
  }
}

export function isHeldByUs(directory: string): boolean {
  return written(directory)?.pid === process.pid;
}

export function releaseLock(directory: string): void {
  if (!isHeldByUs(directory)) return;
  rmSync(socketIn(directory), { force: true });
  rmSync(lockIn(directory), { force: true });
}

/** FIFOs of shells that are gone. */
export function sweep(directory: string): void {
  for (const name of readdirSync(directory)) {
    const pid = KEY.exec(name.replace(/\.(rq|rs|trap)$/, ""))?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(directory, name), { force: true });
  }
}

/** Node has no call for it. */
export function makeFifo(path: string): void {
  const { status, stderr } = spawnSync("mkfifo", ["-m", "600", path], { encoding: "utf8" });
  if (status !== 0) throw new Error(`cannot make ${path}: ${(stderr ?? "").trim()}`);
}

export function isOwnFifo(path: string): boolean {
  try {
    const stat = lstatSync(path);
    return stat.isFIFO() && stat.uid === process.getuid?.();
  } catch {
    return false;
  }
}
