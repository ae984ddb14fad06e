/** What a line was expected to change of a session, name by name, so that it can be laid over a session that others changed meanwhile. Pure. */

import type { FileMark, Session, Variable } from "../session/session.ts";
import type { Value } from "../session/value.ts";

/** Null is gone. */
export interface Patch {
  readonly variables: ReadonlyMap<string, Variable | null>;
  readonly functions: ReadonlyMap<string, string | null>;
  readonly files: ReadonlyMap<string, FileMark | null>;
  readonly approved: ReadonlySet<string>;
  readonly cwd: Value | undefined;
}

export function patchFrom(before: Session, after: Session): Patch {
  return {
    variables: difference(before.variables, after.variables),
    functions: difference(before.functions, after.functions),
    files: difference(before.files, after.files),
    approved: new Set([...after.approved].filter((one) => !before.approved.has(one))),
    cwd: before.cwd === after.cwd ? undefined : after.cwd,
  };
}

/** Values that are not the same object count as changed: each transition makes new ones only of what it touches. */
export function difference<T>(before: ReadonlyMap<string, T>, after: ReadonlyMap<string, T>): Map<string, T | null> {
  const found = new Map<string, T | null>();
  for (const [name, value] of after) if (before.get(name) !== value) found.set(name, value);
  for (const name of before.keys()) if (!after.has(name)) found.set(name, null);
  return found;
}

export function laidOver<T>(map: ReadonlyMap<string, T>, changes: ReadonlyMap<string, T | null>): Map<string, T> {
  const laid = new Map(map);
  for (const [name, value] of changes) {
    if (value === null) laid.delete(name);
    else laid.set(name, value);
  }
  return laid;
}
