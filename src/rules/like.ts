/** Rows that are written as "like another row": the other's keys, with the row's own before them. */

import type { Row } from "./row.ts";

/** Finds the row of a program and subcommands. */
export type Find = (path: readonly string[]) => Row | undefined;

/** A chain longer than this is a circle. */
const LONGEST = 8;

/** `row` without any `like`, in itself and below; a path that leads nowhere adds nothing. */
export function resolveLike(row: Row, find: Find, depth = 0): Row {
  const { like, ...own } = row;
  const other = like === undefined || depth > LONGEST ? undefined : find(like.split(" "));
  const base = other === undefined ? {} : common(resolveLike(other, find, depth + 1));
  if (own.sub === undefined) return { ...base, ...own };
  const sub = Object.entries(own.sub).map(([name, each]) => [name, resolveLike(each, find, depth)] as const);
  return { ...base, ...own, sub: { ...base.sub, ...Object.fromEntries(sub) } };
}

/** Programs' rows by name with every `like` resolved, each text read once. `read` gives a row as it is written. */
export function resolvedRows(read: (name: string) => Row | undefined): (name: string) => Row | undefined {
  const written = remembered(read);
  const find: Find = ([name = "", ...below]) => rowBelow(written(name), below);
  return remembered((name) => {
    const row = written(name);
    return row && resolveLike(row, find);
  });
}

function remembered<T>(read: (name: string) => T): (name: string) => T | undefined {
  const known = new Map<string, T>();
  return (name) => {
    if (!known.has(name)) known.set(name, read(name));
    return known.get(name);
  };
}

/** What another row takes over: its other names and its examples are its own. */
function common({ also: _also, pass: _pass, stop: _stop, ...rest }: Row): Row {
  return rest;
}

/** The row below `row` that `names` lead to. */
export function rowBelow(row: Row | undefined, names: readonly string[]): Row | undefined {
  return names.reduce<Row | undefined>((at, name) => at?.sub?.[name], row);
}
