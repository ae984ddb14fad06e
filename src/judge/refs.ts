/** Names of git's commits that came from outside in this session: kept as marks of the files in which git keeps them. */

import type { Invocation } from "../rules/invocation.ts";
import type { CommandEvent, Consequence } from "../session/event.ts";
import { within } from "../session/path.ts";
import type { FileMark } from "../session/session.ts";
import { FOREIGN, HOLE } from "../session/value.ts";
import type { Judge } from "./judge.ts";
import { isAddress } from "./text.ts";

/** The repository's own directory. */
function store(j: Judge, directory: string): string {
  const { project } = j.world;
  return `${project !== undefined && within(directory, project) ? project : directory}/.git`;
}

const operandsOf = (i: Invocation) => i.uses.filter((u) => u.flag === undefined).map((u) => u.text);

/** `remote add NAME ADDRESS`: what is fetched from there is not the project's. */
export function remote(j: Judge, i: Invocation, directories: readonly string[], mark: FileMark): Consequence["writes"] {
  const [name = "", address = ""] = operandsOf(i);
  if (HOLE.test(name) || !isAddress(address)) return [];
  return directories.map((d) => ({ ...mark, path: `${store(j, d)}/refs/remotes/${name}` }));
}

/** `fetch ADDRESS [FROM:TO …]`. */
export function commits(
  j: Judge,
  event: CommandEvent,
  i: Invocation,
  directories: readonly string[],
  mark: FileMark,
): Consequence["writes"] {
  const [source = "", ...specs] = operandsOf(i);
  if (!isAddress(source) && !isRemoteForeign(j, event, i, directories)) return [];
  const names = specs.flatMap((spec) => /:(?:refs\/heads\/)?(.+)$/.exec(spec)?.[1] ?? []);
  return directories.flatMap((d) =>
    ["FETCH_HEAD", ...names.map((name) => (name.startsWith("refs/") ? name : `refs/heads/${name}`))]
      .filter((name) => !HOLE.test(name))
      .map((name) => ({ ...mark, path: `${store(j, d)}/${name}` })),
  );
}

/** The remote that it names, or the usual one, was given its address in this session. */
export function isRemoteForeign(j: Judge, event: CommandEvent, i: Invocation, directories: readonly string[]): boolean {
  if (!i.uses.every((u) => u.flag !== undefined || u.role === "repository" || u.role === "text")) return false;
  const [name = "origin"] = operandsOf(i);
  return directories.some((d) => isForeign(event, `${store(j, d)}/refs/remotes/${name}`));
}

/** A commit that one of its words names came from outside. */
export function revision(j: Judge, event: CommandEvent, i: Invocation, directories: readonly string[]): boolean {
  const names = i.uses
    .filter((u) => u.role !== "env")
    .flatMap((u) => u.text.split(/\.{2,3}/))
    .map((text) => text.replace(/[~^@:].*$/s, ""))
    .filter((name) => name !== "" && !HOLE.test(name));
  return directories.some((d) =>
    names.some((name) =>
      ["", "refs/heads/", "refs/remotes/", "refs/"].some((place) => isForeign(event, `${store(j, d)}/${place}${name}`)),
    ),
  );
}

const isForeign = (event: CommandEvent, path: string) => ((event.brought(path)?.value.taint ?? 0) & FOREIGN) !== 0;
