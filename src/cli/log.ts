/** `heed log`: the entries as a person reads them, and whether they are as they were written. */

import { closeSync, existsSync, openSync, readFileSync, readSync, statSync, watch } from "node:fs";
import type { Place } from "../audit/chain.ts";
import type { Entry } from "../audit/entry.ts";
import { currentFile, filesOf } from "../audit/log.ts";
import { verify } from "../audit/verify.ts";
import { segment, visible } from "../policy/message.ts";
import { stateDirectory } from "../store/paths.ts";
import { homeOf } from "./context.ts";
import { type Io, UsageError } from "./io.ts";

export interface ListOptions {
  readonly lines?: number;
  readonly follow?: boolean;
  readonly verdict?: string;
  readonly json?: boolean;
}

const directoryOf = (io: Io) => stateDirectory(io.env, homeOf(io));

export async function list(options: ListOptions, io: Io): Promise<number> {
  if (options.lines !== undefined && !Number.isInteger(options.lines)) throw new UsageError("--lines needs a number");
  const directory = directoryOf(io);
  const current = currentFile(directory);
  let position = existsSync(current) ? statSync(current).size : 0;
  const lines = filesOf(directory)
    .flatMap((file) => readFileSync(file, "utf8").split("\n"))
    .filter((line) => isWanted(line, options));
  for (const line of options.lines === undefined ? lines : lines.slice(-options.lines)) print(line, options, io);
  if (!options.follow) return 0;
  return new Promise((resolve) => {
    const watcher = watch(directory, () => {
      const size = existsSync(current) ? statSync(current).size : 0;
      // A smaller file is a new one: the old was put aside.
      if (size < position) position = 0;
      const text = readFrom(current, position, size);
      const whole = text.lastIndexOf("\n") + 1;
      position += Buffer.byteLength(text.slice(0, whole));
      for (const line of text.slice(0, whole).split("\n")) if (isWanted(line, options)) print(line, options, io);
    });
    watcher.on("close", () => resolve(0));
  });
}

function readFrom(path: string, start: number, end: number): string {
  if (end <= start) return "";
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(end - start);
    return bytes.toString("utf8", 0, readSync(file, bytes, 0, bytes.length, start));
  } finally {
    closeSync(file);
  }
}

function isWanted(line: string, options: ListOptions): boolean {
  if (line === "") return false;
  return options.verdict === undefined || entryFrom(line)?.verdict === options.verdict;
}

function print(line: string, options: ListOptions, io: Io): void {
  io.out(`${options.json ? line : words(line)}\n`);
}

/** `2026-01-31 12:00:00  denied      bash 5.2  /home/me/project  rm -rf ~  (remove-home)` */
function words(line: string): string {
  const entry = entryFrom(line);
  if (!entry) return `not an entry: ${segment(line)}`;
  const time = entry.time.slice(0, 19).replace("T", " ");
  const outcome = entry.outcome === "reported" ? entry.verdict : entry.outcome;
  const rule = entry.findings[0] ? `  (${entry.findings[0].rule})` : "";
  const carried = Object.entries(entry.carried).map(([name, value]) => `${name}=${value}`);
  const session = carried.length ? `  with ${visible(carried.join(" "))}` : "";
  return (
    [time, outcome.padEnd(10), entry.client.padEnd(8), visible(entry.cwd), segment(entry.line)].join("  ") +
    rule +
    session
  );
}

function entryFrom(line: string): Entry | undefined {
  try {
    const entry: Entry = JSON.parse(line);
    return typeof entry.line === "string" && Array.isArray(entry.findings) ? entry : undefined;
  } catch {
    return undefined;
  }
}

export interface VerifyOptions {
  readonly head?: string;
}

export async function verifyLog(options: VerifyOptions, io: Io): Promise<number> {
  const { entries, head, problems } = verify(
    directoryOf(io),
    options.head === undefined ? undefined : receipt(options.head),
  );
  for (const problem of problems) io.err(`heed: log: ${problem}\n`);
  if (problems.length) return 1;
  io.out(`${entries} ${entries === 1 ? "entry" : "entries"}, as written. Receipt: ${head.seq}:${head.hash}\n`);
  return 0;
}

function receipt(text: string): Place {
  const [, seq, hash] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? [];
  if (seq === undefined || hash === undefined) throw new UsageError("--head needs a receipt: NUMBER:HASH");
  return { seq: Number(seq), hash };
}
