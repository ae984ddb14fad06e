/** JSON files in which a command line puts values at keys. */

import type { Invocation } from "../rules/invocation.ts";
import { type CommandEvent, type Consequence, markedBy } from "../session/event.ts";
import { from } from "../session/path.ts";
import { HOLE, known } from "../session/value.ts";

type Table = { [key: string]: unknown };

/** `KEY=VALUE …` into the file that the row names. */
export function putKeys(event: CommandEvent, i: Invocation, directories: readonly string[]): Consequence["writes"] {
  const file = i.row.puts;
  if (file === undefined || i.dry) return [];
  const pairs = i.uses.flatMap((u): [string, string][] => {
    const [, key, value] = u.flag === undefined ? (/^([^=]+)=([\s\S]*)$/.exec(u.text) ?? []) : [];
    return key === undefined || value === undefined || HOLE.test(key + value) ? [] : [[key, value]];
  });
  if (pairs.length === 0) return [];
  return directories.map((d) => {
    const path = from(d, file);
    const text = pairs.reduce((all, [key, value]) => withKey(all, key, value), event.content(path)?.texts[0] ?? "");
    return { path, value: known(text), from: markedBy(event.place) };
  });
}

/** A jq filter that does nothing but put texts at keys: `.a.b = "x" | .c = "y"`. */
export function filtered(filter: string, text: string): string | undefined {
  let all: string | undefined = text;
  for (const part of filter.split(/\|(?=\s*\.)/)) {
    const [, key, value] = /^\s*\.([^\s=|]+)\s*\|?=\s*("(?:[^"\\]|\\.)*")\s*$/.exec(part) ?? [];
    const put = value === undefined ? undefined : parsed(value);
    if (key === undefined || typeof put !== "string" || all === undefined) return undefined;
    all = withKey(all, key, put);
  }
  return all;
}

function withKey(text: string, key: string, value: string): string {
  const found = HOLE.test(text) ? undefined : parsed(text);
  const root: Table = isTable(found) ? found : {};
  const names = key.split(/[.[\]"']+/).filter((name) => name !== "");
  let at = root;
  for (const name of names.slice(0, -1)) {
    const next = at[name];
    if (isTable(next)) at = next;
    else at = at[name] = {} as Table;
  }
  at[names.at(-1) ?? ""] = value;
  return JSON.stringify(root);
}

const isTable = (value: unknown): value is Table =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
