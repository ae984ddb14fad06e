/**
 * A lock between processes that survives `kill -9`. Node has no flock, so it is a file, put there by `link`, which fails when it exists.
 *
 * A dead holder's lock is taken over, by one process only: who wants it first links `LOCK.NONCE.1`, and `.2` when the process that
 * holds `.1` is dead too. The holder of the last claim looks once more whether the lock is still that one, and replaces it by rename.
 * Claims are removed after the replacement, so whoever can make one again sees a lock that is not the dead one.
 */

import {
  linkSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

interface Holder {
  readonly nonce: string;
  readonly pid: number;
  /** When the process began, in the kernel's ticks: process ids come again. */
  readonly started: string;
  /** Which process ids those are: a container has its own. */
  readonly namespace: string;
}

/** A holder in another container cannot be seen; nobody holds the lock longer than this. */
const FOREIGN_MS = 30_000;

export class LockTimeout extends Error {}

/** Runs `work` under the lock; throws `LockTimeout` when it cannot be had within `wait` milliseconds. */
export function withLock<T>(file: string, wait: number, work: () => T): T {
  const own: Holder = { nonce: nonce(), pid: process.pid, started: startOf("self"), namespace: namespace() };
  const fresh = `${file}.${own.nonce}`;
  writeFileSync(fresh, JSON.stringify(own), { mode: 0o600, flag: "wx" });
  try {
    const deadline = Date.now() + wait;
    // Whether the holder lives is asked now and then: asking takes longer than most hold the lock.
    for (let tries = 0; !link(fresh, file) && !(tries % 8 === 0 && takeOver(file, fresh, own)); tries++) {
      if (Date.now() > deadline) throw new LockTimeout(`${file} is held by another process`);
      pause();
    }
    try {
      return work();
    } finally {
      unlink(file);
    }
  } finally {
    unlink(fresh);
  }
}

function takeOver(file: string, fresh: string, own: Holder): boolean {
  const holder = read(file);
  if (!holder || isAlive(holder, file)) return false;
  let turn = 1;
  while (!link(fresh, claim(file, holder, turn))) {
    const claimed = claim(file, holder, turn);
    const other = read(claimed);
    // Another process is at it, or has just finished.
    if (!other || isAlive(other, claimed)) return false;
    turn++;
  }
  const same = read(file)?.nonce === holder.nonce;
  // A rename between two links of one file does nothing: the lock must become a file of its own.
  if (same) {
    writeFileSync(`${fresh}.lock`, JSON.stringify(own), { mode: 0o600, flag: "wx" });
    renameSync(`${fresh}.lock`, file);
  }
  for (let i = 1; i <= turn; i++) unlink(claim(file, holder, i));
  if (same) sweep(file, own.nonce);
  return same;
}

/** Removes what killed processes left behind. Only for the holder: claims on a lock that is not there any more are of no use. */
function sweep(file: string, own: string): void {
  for (const name of readdirSync(dirname(file))) {
    const left = join(dirname(file), name);
    const nonce = left.startsWith(`${file}.`) ? left.slice(file.length + 1).split(".")[0] : undefined;
    if (nonce === undefined || nonce === own) continue;
    const holder = read(left);
    if (/\.\d+$/.test(left) || (holder && !isAlive(holder, left))) unlink(left);
  }
}

const claim = (file: string, holder: Holder, turn: number) => `${file}.${holder.nonce}.${turn}`;

function read(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

function isAlive(holder: Holder, file: string): boolean {
  if (holder.namespace !== namespace()) return ageOf(file) < FOREIGN_MS;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
  }
  return startOf(holder.pid) === holder.started;
}

function ageOf(file: string): number {
  try {
    return Date.now() - statSync(file).mtimeMs;
  } catch {
    return 0;
  }
}

/** Field 22 of `stat`; a zombie counts as dead. Where there is no /proc the process id has to do. */
function startOf(pid: number | "self"): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.split(" ") ?? [];
    return fields[0] === "Z" ? "dead" : (fields[19] ?? "");
  } catch {
    return "";
  }
}

function namespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

function unlink(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // Gone already.
  }
}

const nonce = () => `${process.pid.toString(36)}-${Math.random().toString(36).slice(2, 12)}`;

/** A few milliseconds, not the same for all. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1 + Math.random() * 3);
}
