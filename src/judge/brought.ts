/** What comes into the project as a whole: repositories, archives and patches that came from outside. Running it is running foreign code. */

import type { Invocation } from "../rules/invocation.ts";
import { type CommandEvent, type Consequence, markedBy } from "../session/event.ts";
import { baseName, from } from "../session/path.ts";
import type { FileMark } from "../session/session.ts";
import { DECODED, FOREIGN, HOLE, NETWORK, OUTSIDE, unknown } from "../session/value.ts";
import { say } from "./findings.ts";
import type { Judge } from "./judge.ts";
import { resolve } from "./places.ts";
import { commits, isRemoteForeign, remote, revision } from "./refs.ts";
import { isAddress } from "./text.ts";

/** Marks the directory that a command brings. `taint` is that of what it reads. */
export function brings(
  j: Judge,
  event: CommandEvent,
  i: Invocation,
  directories: readonly string[],
  taint: number,
): Consequence["writes"] {
  const mark = { value: unknown(FOREIGN | OUTSIDE), from: markedBy(event.place), tree: true } as const;
  const at = i.uses.find((u) => u.role === "write" && u.text !== "-")?.text;
  switch (i.brings) {
    case undefined:
      return [];
    case "repository": {
      const source = i.uses.find((u) => u.flag === undefined)?.text ?? "";
      const target = at ?? nameOf(source);
      if (target === undefined || HOLE.test(target)) return [];
      if (directories.every((d) => resolve(source, d, j.world).place === "project") && isPath(source)) return [];
      return directories.map((d) => ({ path: from(d, target), ...mark }));
    }
    case "contents": {
      if (!(taint & (NETWORK | DECODED | FOREIGN)) || (at !== undefined && HOLE.test(at))) return [];
      return directories.flatMap((d) => copied(j, from(d, at ?? "."), mark));
    }
    case "patch":
      return taint & (NETWORK | DECODED | FOREIGN) ||
        i.uses.some((u) => u.role === "repository" && isAddress(u.text)) ||
        isRemoteForeign(j, event, i, directories)
        ? directories.map((path) => ({ path, ...mark }))
        : [];
    case "files":
      return directories.flatMap((d) => files(j, i, from(d, at ?? "."), at, mark));
    case "copy":
      return directories.flatMap((d) => copied(j, from(d, at ?? "."), mark));
    case "update":
      return directories.map((path) => ({ path, ...mark }));
    case "remote":
      return remote(j, i, directories, mark);
    case "commits":
      return commits(j, event, i, directories, mark);
    case "revision":
      return revision(j, event, i, directories) ? directories.map((path) => ({ path, ...mark })) : [];
    default: {
      const never: never = i.brings;
      return never;
    }
  }
}

/** What its operands name on another machine or in a container, put at a path or below it. */
function files(
  j: Judge,
  i: Invocation,
  path: string,
  written: string | undefined,
  mark: FileMark,
): Consequence["writes"] {
  const value = unknown((i.stdout === "fetched" || i.network ? NETWORK : FOREIGN) | OUTSIDE);
  const below = written === undefined || /(?:^|\/)\.{0,2}$/.test(written) || j.world.kind(path) === "directory";
  if (!below) return [{ path, value, from: mark.from }];
  const names = i.uses
    .filter((u) => u.flag === undefined && u.role !== "write")
    .map((u) => baseName(u.text.replace(/\/+$/, "").replaceAll(":", "/")));
  return names.some((name) => name === "" || name === "." || HOLE.test(name) || /[*?[]/.test(name))
    ? copied(j, path, mark)
    : names.map((name) => ({ path: from(path, name), value, from: mark.from }));
}

/** All that another place holds, put into a directory beside what is there. */
function copied(j: Judge, path: string, mark: FileMark): Consequence["writes"] {
  const names = j.world.list(path);
  return [{ path, ...mark, ...(names === undefined ? {} : { besides: names }) }];
}

const isPath = (source: string) => /^(?:\.{0,2}\/|\.{1,2}$)/.test(source);

/** The directory that git makes for an address. */
function nameOf(source: string): string | undefined {
  const name = baseName(
    source
      .replace(/[/:]+$/, "")
      .replace(/\/?\.git$/, "")
      .replaceAll(":", "/"),
  );
  return name === "" || name === "." || name === ".." ? undefined : name;
}

/** Code of the project that runs is what was just brought into it. */
export function runsBrought(j: Judge, event: CommandEvent, path: string): void {
  const mark = event.brought(path);
  if (mark !== undefined && mark.value.taint & FOREIGN)
    say(j.findings, event.place, {
      rule: "run-fetched",
      effect: "foreign-code",
      because: `runs code that came from outside in this session: ${mark.from}`,
      instead: "Read what it runs first, and let a person say yes.",
    });
}
