/** Kept sessions as JSON text: maps and sets are written as objects with one telling key. */

import type { Session } from "../session/session.ts";

const FORMAT = 1;

/** A session and the project that it works in, which stays the same when the session goes elsewhere. */
export interface Kept {
  readonly session: Session;
  readonly project: string | undefined;
}

export function encodeKept(kept: Kept): string {
  return encode({ heed: FORMAT, ...kept });
}

export function encode(data: unknown): string {
  return JSON.stringify(data, (_key, value: unknown) => {
    if (value instanceof Map) return { $map: [...value] };
    if (value instanceof Set) return { $set: [...value] };
    return value;
  });
}

/** Throws on what is not JSON; says nothing of its shape. */
export function decode(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown) => {
    if (isTagged(value, "$map")) return new Map(value.$map as [unknown, unknown][]);
    if (isTagged(value, "$set")) return new Set(value.$set as unknown[]);
    return value;
  });
}

/** Undefined for anything that `encodeKept` of this version did not write. */
export function decodeKept(text: string): Kept | undefined {
  try {
    const stored = decode(text) as { heed?: unknown; session?: Session; project?: string };
    const { heed, session, project } = stored;
    return heed === FORMAT && session?.variables instanceof Map ? { session, project } : undefined;
  } catch {
    return undefined;
  }
}

function isTagged<K extends string>(value: unknown, key: K): value is { [name in K]: unknown } {
  return typeof value === "object" && value !== null && Array.isArray((value as { [name: string]: unknown })[key]);
}
