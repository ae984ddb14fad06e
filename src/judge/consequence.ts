/** What a command leaves: its output, the files it writes, the names it sets. */

import type { Invocation, Use } from "../rules/invocation.ts";
import { type CommandEvent, type Consequence, markedBy } from "../session/event.ts";
import { baseName, from } from "../session/path.ts";
import type { FileMark } from "../session/session.ts";
import {
  ANY,
  BUILT,
  either,
  FOREIGN,
  FRESH,
  HOLE,
  known,
  NETWORK,
  nothing,
  OUTSIDE,
  SECRET,
  unknown,
  type Value,
} from "../session/value.ts";
import { brings } from "./brought.ts";
import { showsSecrets } from "./code/environment.ts";
import { contentOf, contentTaint, MARKS, READING } from "./content.ts";
import type { Judge } from "./judge.ts";
import { putKeys } from "./keys.ts";
import { outputOf } from "./output.ts";
import { resolve } from "./places.ts";
import { isCode } from "./recipes.ts";

export function consequenceOf(
  j: Judge,
  event: CommandEvent,
  i: Invocation,
  directories: readonly string[],
): Consequence {
  const printed = outputOf(j, event, i, directories);
  const secrets = i.uses.some(
    (u) =>
      (u.role === "code" || (u.role === "text" && u.flag === undefined)) && showsSecrets(u.detail || i.lang, u.text),
  );
  const output = secrets ? marked(printed, SECRET) : printed;
  const writes: ({ path: string } & FileMark)[] = [];
  const targets = i.uses.filter((u) => u.role === "write" || u.role === "move-target");
  const sources = i.uses.filter((u) => READING.has(u.role));
  const stdin = event.stdin ?? nothing;
  const builtHere = targets.length > 0 && isMadeHere(j, i, directories) ? BUILT : 0;
  const sourceTaint = sources.reduce((t, s) => t | contentTaint(j, event, s.text), 0);
  for (const target of targets) {
    if (target.text === "-" || HOLE.test(target.text.replace(FRESH, "")) || i.dry) continue;
    for (const d of directories) {
      const path = from(d, target.text);
      const made = resolve(path, d, j.world).place === "temp" ? builtHere : 0;
      const into = j.world.kind(path) === "directory" || target.text.endsWith("/");
      if (into) writes.push(...savedBelow(event, i, path));
      if (into)
        for (const s of sources)
          if (isContents(s.text)) {
            // all that is in a directory, into one that is there
            if (contentTaint(j, event, s.text.replace(/\/?[^/]*$/, "")) & FOREIGN)
              writes.push({
                path,
                value: unknown(FOREIGN | OUTSIDE),
                from: markedBy(event.place),
                tree: true,
              });
          } else
            writes.push({
              path: `${path === "/" ? "" : path}/${baseName(s.text.replace(/\/+$/, ""))}`,
              value: marked(contentOf(j, event, s, d), made),
              from: markedBy(event.place),
            });
      else if (
        sources.length === 1 &&
        sources[0] &&
        // a compiler's -o is no copy
        (target.flag === undefined || sources[0].flag !== undefined) &&
        (sources[0].role === "link" || sources[0].role === "symlink" || i.operands > 0) &&
        i.stdout !== "fetched" &&
        i.stdout !== "decoded"
      )
        writes.push({
          path,
          value: marked(contentOf(j, event, sources[0], d), made),
          from: markedBy(event.place),
        });
      else
        writes.push({
          path,
          value:
            i.stdout === "same" && event.stdin !== undefined
              ? event.stdin
              : {
                  texts: [ANY],
                  unset: false,
                  taint:
                    (i.network && i.uses.some((u) => u.role === "url") ? NETWORK : 0) |
                    output.taint |
                    stdin.taint |
                    sourceTaint |
                    made,
                },
          from: markedBy(event.place),
        });
    }
  }
  const others = i.uses.filter((u) => READING.has(u.role) && u.role !== "edit");
  for (const use of i.dry ? [] : i.uses.filter((u) => u.role === "edit"))
    writes.push(...edited(j, event, use, others, directories));
  if (!i.dry && i.claims.some((c) => c.effect === "edit")) {
    for (const d of directories) writes.push(...savedBelow(event, i, d));
  }
  writes.push(...putKeys(event, i, directories));
  writes.push(...brings(j, event, i, directories, sourceTaint | stdin.taint));
  const assignments = i.sets.flatMap((set) => assigned(i, set));
  return { stdout: i.help ? unknown(0) : output, entries: [], writes, assignments, status: undefined };
}

/** A file that is changed in place: what it held may be gone or still be there. */
function edited(
  j: Judge,
  event: CommandEvent,
  use: Use,
  others: readonly Use[],
  directories: readonly string[],
): Consequence["writes"] {
  if (HOLE.test(use.text.replace(FRESH, ""))) return [];
  const old = event.made(use.text) ? event.content(use.text) : undefined;
  // what others are put into need not have been there
  const own = others.length > 0 ? (old?.taint ?? 0) & MARKS : contentTaint(j, event, use.text);
  const taint = others.reduce((t, u) => t | contentTaint(j, event, u.text), own);
  return directories.flatMap((d) => {
    const path = from(d, use.text);
    if (old === undefined && taint === 0 && j.world.kind(path) !== "none") return [];
    const value = old === undefined ? unknown(taint) : either(old, unknown(taint));
    return [{ path, value, from: markedBy(event.place) }];
  });
}

const marked = (value: Value, taint: number): Value => ({ ...value, taint: value.taint | taint });

/** What it reads is the project's, or it runs the project's code. */
function isMadeHere(j: Judge, i: Invocation, directories: readonly string[]): boolean {
  const isOwn = (text: string) => directories.every((d) => resolve(text, d, j.world).place === "project");
  const from = i.uses.filter(
    (u) => READING.has(u.role) || u.role === "exec" || u.role === "script" || u.role === "url",
  );
  return from.every((u) => u.role !== "url" && isOwn(u.text)) && (from.length > 0 || runsHere(i, isOwn));
}

const runsHere = (i: Invocation, isOwn: (text: string) => boolean) =>
  i.claims.some((c) => c.effect === "run") && isOwn(".");

/** `a/.`, `a/*`, and `a/` as rsync reads it; not `a/*.png`. */
const isContents = (text: string) =>
  /(?:^|\/)\.?$/.test(text) || (HOLE.test(baseName(text)) && (isCode(text) || !/\.\w+$/.test(text)));

/** Files that are saved under the last part of their address. */
function savedBelow(event: CommandEvent, i: Invocation, directory: string): Consequence["writes"] {
  return i.uses.flatMap((u) => {
    if (u.role !== "url" || !(i.network || i.stdout === "fetched")) return [];
    const name = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/]*\/(?:[^?#]*\/)?([^/?#]+)/i.exec(u.text)?.[1];
    // `?` in an address may be taken for a pattern
    const saved = name?.split(HOLE)[0] ?? "";
    if (saved === "" || saved === "." || saved === "..") return [];
    return [{ path: from(directory, saved), value: unknown(NETWORK | OUTSIDE), from: markedBy(event.place) }];
  });
}

function assigned(i: Invocation, set: Invocation["sets"][number]): Consequence["assignments"] {
  if (set.scope !== "now" && set.scope !== "next-line") return [];
  const when = set.scope;
  const uses = i.uses.filter((u) => (set.operands ? u.flag === undefined : u.flag === set.flag));
  return uses.flatMap((u) => {
    const at = u.text.indexOf("=");
    return at <= 0 ? [] : [{ name: u.text.slice(0, at), value: known(u.text.slice(at + 1)), when }];
  });
}
