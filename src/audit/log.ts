/** Appends to the log: one chain over all writers, kept over rotation. A log that cannot be written never changes a verdict. */

import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { failureOf } from "../world/failure.ts";
import { withLock } from "../world/lock.ts";
import { beginning, chained, type Place, placeOf } from "./chain.ts";

export interface LogOptions {
  /** A file larger than this is put aside, and a new one goes on with the chain. */
  readonly bytes: number;
  /** How many files are kept aside. */
  readonly files: number;
  /** How long to wait for other writers, in milliseconds. */
  readonly wait: number;
}

export const usual: LogOptions = { bytes: 8 << 20, files: 8, wait: 5_000 };

/** What the head file says: the last line written, and the last line that was thrown away with an old file. */
export interface Receipt {
  readonly head: Place;
  readonly base: Place;
}

export const currentFile = (directory: string) => join(directory, "audit.jsonl");
const headFile = (directory: string) => join(directory, "audit.head");
const lockFile = (directory: string) => join(directory, "audit.lock");
const aside = /^audit\.(\d{6})\.jsonl$/;

/** What an entry is written to, of what is there. */
export function writtenIn(directory: string): string[] {
  return [directory, currentFile(directory), headFile(directory)].filter((path) => existsSync(path));
}

/** The files of the log, oldest first. */
export function filesOf(directory: string): string[] {
  const names = existsSync(directory) ? readdirSync(directory).filter((name) => aside.test(name)) : [];
  const files = names.sort().map((name) => join(directory, name));
  return existsSync(currentFile(directory)) ? [...files, currentFile(directory)] : files;
}

/** Undefined when there is none, `broken` when it cannot be read. */
export function receiptOf(directory: string): Receipt | undefined | "broken" {
  let text: string;
  try {
    text = readFileSync(headFile(directory), "latin1");
  } catch {
    return undefined;
  }
  const [, seq, hash = "", baseSeq, baseHash = ""] = /^(\d+) ([0-9a-f]{64}) (\d+) ([0-9a-f]{64})\n/.exec(text) ?? [];
  if (seq === undefined) return "broken";
  return { head: { seq: Number(seq), hash }, base: { seq: Number(baseSeq), hash: baseHash } };
}

/** Undefined when the entry is in the log; else why it is not, in one sentence. */
export function append(directory: string, entry: object, options: LogOptions = usual): string | undefined {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    locked(directory, options.wait, () => write(directory, entry, options));
    return undefined;
  } catch (error) {
    return failureOf(error);
  }
}

export function locked<T>(directory: string, wait: number, work: () => T): T {
  return withLock(lockFile(directory), wait, work);
}

function write(directory: string, entry: object, options: LogOptions): void {
  const receipt = receiptOf(directory);
  let base = receipt === undefined || receipt === "broken" ? beginning : receipt.base;
  const known = receipt === undefined || receipt === "broken" ? beginning : receipt.head;
  let file = openSync(currentFile(directory), "a+", 0o600);
  try {
    let size = fstatSync(file).size;
    let last = lastPlace(file, size, known);
    if (size > 0 && last.end < size) {
      // A writer was killed in the middle of a line; its caller never heard that it was written.
      ftruncateSync(file, last.end);
      size = last.end;
    }
    if (size === 0) last = lastAside(directory) ?? last;
    // A log that is shorter than its receipt was cut: going on from the receipt leaves the gap to be seen.
    const from = last.place.seq >= known.seq ? last.place : known;
    const next = chained(entry, from);
    const line = Buffer.from(`${next.line}\n`);
    if (size > 0 && size + line.length > options.bytes) {
      closeSync(file);
      base = rotate(directory, options.files) ?? base;
      file = openSync(currentFile(directory), "a+", 0o600);
      size = 0;
    }
    put(file, line, size);
    writeReceipt(directory, { head: next.place, base });
  } finally {
    closeSync(file);
  }
}

/** All of the line or nothing of it: a full disk takes a part. */
function put(file: number, line: Uint8Array, size: number): void {
  let written = 0;
  try {
    written = writeSync(file, line);
  } finally {
    if (written !== line.length) ftruncateSync(file, size);
  }
  if (written !== line.length) throw new Error("no space left for the log");
}

/** In place and in one write: a rename would cost more than the entry. */
function writeReceipt(directory: string, { head, base }: Receipt): void {
  const text = `${head.seq} ${head.hash} ${base.seq} ${base.hash}\n`;
  const file = openSync(headFile(directory), existsSync(headFile(directory)) ? "r+" : "w", 0o600);
  try {
    writeSync(file, Buffer.from(text.padEnd(192)), 0, 192, 0);
  } finally {
    closeSync(file);
  }
}

/** Puts the current file aside; gives the last place of what was thrown away, if anything was. */
function rotate(directory: string, keep: number): Place | undefined {
  const names = readdirSync(directory)
    .filter((name) => aside.test(name))
    .sort();
  const number = Number(aside.exec(names.at(-1) ?? "")?.[1] ?? 0) + 1;
  const name = `audit.${String(number).padStart(6, "0")}.jsonl`;
  renameSync(currentFile(directory), join(directory, name));
  let base: Place | undefined;
  for (const old of [...names, name].slice(0, -keep)) {
    base = endOf(join(directory, old));
    rmSync(join(directory, old));
  }
  return base;
}

function lastAside(directory: string): { place: Place; end: number } | undefined {
  const name = readdirSync(directory)
    .filter((file) => aside.test(file))
    .sort()
    .at(-1);
  return name === undefined ? undefined : { place: endOf(join(directory, name)), end: 0 };
}

function endOf(path: string): Place {
  const file = openSync(path, "r");
  try {
    return lastPlace(file, fstatSync(file).size).place;
  } finally {
    closeSync(file);
  }
}

/** The last whole line that is one of the log, and where whole lines end. A line that bears the place of the receipt need not be proved again. */
function lastPlace(file: number, size: number, known?: Place): { place: Place; end: number } {
  let end: number | undefined;
  for (let length = 4096; ; length *= 4) {
    const start = Math.max(0, size - length);
    const bytes = Buffer.alloc(size - start);
    readSync(file, bytes, 0, bytes.length, start);
    const lines = bytes.toString("latin1").split("\n");
    // What stands behind the last line end is not a line; what stands before the first is one only at the start of the file.
    end ??= size - (lines.at(-1)?.length ?? 0);
    for (const line of lines.slice(start === 0 ? 0 : 1, -1).reverse()) {
      if (known && line.startsWith(`{"seq":${known.seq},`) && line.endsWith(`"hash":"${known.hash}"}`))
        return { place: known, end };
      const place = placeOf(Buffer.from(line, "latin1").toString("utf8"));
      if (place) return { place, end };
    }
    if (start === 0) return { place: beginning, end };
  }
}
