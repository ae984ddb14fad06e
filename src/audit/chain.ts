/** The form of a log line: an entry, its number, the hash of the line before it, and its own. Changing a line breaks every line after it. */

import { sha256 } from "./sha256.ts";

/** A place in the chain: a line's number and hash. Kept elsewhere, it proves later that nothing up to it was changed. */
export interface Place {
  readonly seq: number;
  readonly hash: string;
}

export const beginning: Place = { seq: 0, hash: "0".repeat(64) };

/** The line for `entry` behind `place`, without a line end. The hash is over the very bytes that stand before it. */
export function chained(entry: object, place: Place): { readonly line: string; readonly place: Place } {
  const seq = place.seq + 1;
  const body = JSON.stringify({ seq, ...entry, prev: place.hash }).slice(0, -1);
  const hash = sha256(body);
  return { line: `${body},"hash":"${hash}"}`, place: { seq, hash } };
}

const tail = /^(\{"seq":(\d+),.*"prev":"([0-9a-f]{64})"),"hash":"([0-9a-f]{64})"\}$/s;

/** Where a line stands; undefined when it is not a line of the log or its hash is not its own. */
export function placeOf(line: string): (Place & { readonly prev: string }) | undefined {
  const [, body = "", seq = "", prev = "", hash = ""] = tail.exec(line) ?? [];
  return body && sha256(body) === hash ? { seq: Number(seq), prev, hash } : undefined;
}
