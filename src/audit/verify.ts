/** Reads the log back: whether every line is as it was written, none is missing, and the chain reaches its receipt. */

import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import { beginning, type Place, placeOf } from "./chain.ts";
import { filesOf, locked, type Receipt, receiptOf } from "./log.ts";

export interface Verified {
  readonly entries: number;
  /** The last line that holds. */
  readonly head: Place;
  /** `FILE:LINE: what is wrong`, oldest first; empty when the log is whole. */
  readonly problems: readonly string[];
}

/** `expected` is a place that somebody kept elsewhere: the log must have it. */
export function verify(directory: string, expected?: Place): Verified {
  const { texts, receipt } = snapshot(directory);
  const problems: string[] = [];
  const base = receipt === undefined || receipt === "broken" ? beginning : receipt.base;
  const wanted = [expected, receipt === undefined || receipt === "broken" ? undefined : receipt.head].filter(
    (place) => place !== undefined && place.seq > base.seq,
  );
  const met = new Set<Place | undefined>();
  let place = base;
  let entries = 0;
  for (const { name, text } of texts) {
    const lines = text.split("\n");
    // Behind the last line end there is nothing, or a line whose writer was killed and whose caller never heard that it was written.
    lines.pop();
    lines.forEach((line, index) => {
      entries++;
      const found = placeOf(line);
      const at = `${name}:${index + 1}`;
      if (!found) {
        problems.push(`${at}: not as it was written`);
        // The next line tells the hash that this one had.
        place = { seq: place.seq + 1, hash: "" };
        return;
      }
      if (found.seq !== place.seq + 1) problems.push(`${at}: entry ${found.seq} where ${place.seq + 1} was due`);
      else if (place.hash && found.prev !== place.hash) problems.push(`${at}: does not follow the line before it`);
      place = { seq: found.seq, hash: found.hash };
      for (const one of wanted) if (one?.seq === place.seq && one.hash === place.hash) met.add(one);
    });
  }
  if (receipt === "broken") problems.push("audit.head: not a receipt");
  else if (receipt === undefined && entries > 0) problems.push("audit.head: missing");
  for (const one of wanted) {
    if (!met.has(one)) problems.push(`entry ${one?.seq} is not what its receipt says, or is missing`);
  }
  return { entries, head: place, problems };
}

/** The files as they are at one moment: writers go on meanwhile, and may put files aside. */
function snapshot(directory: string): {
  texts: { name: string; text: string }[];
  receipt: Receipt | undefined | "broken";
} {
  const files = filesOf(directory);
  if (files.length === 0) return { texts: [], receipt: receiptOf(directory) };
  const { open, receipt } = undisturbed(directory, () => ({
    open: filesOf(directory).map((path) => {
      const file = openSync(path, "r");
      return { name: basename(path), file, size: fstatSync(file).size };
    }),
    receipt: receiptOf(directory),
  }));
  const texts = open.map(({ name, file, size }) => {
    const bytes = Buffer.alloc(size);
    readSync(file, bytes, 0, size, 0);
    closeSync(file);
    return { name, text: bytes.toString("utf8") };
  });
  return { texts, receipt };
}

/** Where no lock can be made nobody can write either: a log that was put away, a disk that is full. */
function undisturbed<T>(directory: string, look: () => T): T {
  try {
    return locked(directory, 30_000, look);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (!["EROFS", "EACCES", "EPERM", "ENOSPC", "EDQUOT"].includes(code)) throw error;
    return look();
  }
}
