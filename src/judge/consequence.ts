/** What a command leaves: its output, the files it writes, the names it sets. */

import type { Invocation, Use } from "../rules/invocation.ts";
import { isCredential } from "../session/credentials.ts";
import type { CommandEvent, Consequence } from "../session/event.ts";
import { baseName, from, isAbsolute, tidy, within } from "../session/path.ts";
import type { FileMark } from "../session/session.ts";
import {
  ANY,
  BELOW,
  BUILT,
  concat,
  DECODED,
  either,
  FOREIGN,
  FRESH,
  HOLE,
  known,
  NAME,
  NETWORK,
  NUMBER,
  nothing,
  OUTSIDE,
  SECRET,
  SHELL,
  unknown,
  type Value,
} from "../session/value.ts";
import { brings } from "./brought.ts";
import { showsSecrets } from "./code/environment.ts";
import type { Judge } from "./judge.ts";
import { filtered, putKeys } from "./keys.ts";
import { isSecretAmong } from "./paths.ts";
import { INSTALLED, isGuard, resolve } from "./places.ts";
import { isCode } from "./recipes.ts";
import { globHoles } from "./text.ts";

/** What counts of where data came from, wherever it goes. */
const MARKS = SECRET | NETWORK | DECODED | FOREIGN;

const READING: ReadonlySet<string> = new Set(["read", "send-file", "edit", "move", "link", "symlink", "env-file"]);

/** SECRET when a use gives the content of a secret file, or a file the session filled with one. */
export function secretTaint(_j: Judge, event: CommandEvent, use: Use): number {
  const sent = use.role === "send" || (use.role === "header" && use.text.startsWith("@"));
  const path = sent ? sentFile(use.text) : READING.has(use.role) || use.role === "never" ? use.text : undefined;
  return path === undefined || path === "-" ? 0 : contentTaint(_j, event, path);
}

/** curl's `@FILE`, `name=@FILE`, `name=<FILE`, `name@FILE`. */
export function sentFile(text: string): string | undefined {
  return /^(?:[^=@<]*=)?[@<]([^;]*)/s.exec(text)?.[1] ?? /^[\w.-]+@([^;]+)/s.exec(text)?.[1];
}

function contentTaint(j: Judge, event: CommandEvent, path: string): number {
  let taint = 0;
  for (const d of event.cwd.texts) if (isSecretAmong(resolve(path, d, j.world), j.world)) taint |= SECRET;
  if (isForeign(j, event.cwd, path) && !event.made(path)) taint |= FOREIGN;
  if (HOLE.test(path)) return taint;
  const mark = event.mark(path);
  return taint | (mark === undefined ? 0 : mark.taint & MARKS);
}

/** Files that somebody else keeps there: what comes from one is no code of the project. */
export const isForeign = (j: Judge, cwd: Value, path: string): boolean =>
  cwd.texts.some((d) => {
    const { place, open } = resolve(path, d, j.world);
    return place === "temp" || place === "home" || (place === "system" && !open);
  });

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
  const sourceTaint = targets.length > 0 ? sources.reduce((t, s) => t | contentTaint(j, event, s.text), 0) : 0;
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
                from: event.place.text.slice(0, 120),
                tree: true,
              });
          } else
            writes.push({
              path: `${path === "/" ? "" : path}/${baseName(s.text.replace(/\/+$/, ""))}`,
              value: marked(contentOf(j, event, s, d), made),
              from: event.place.text.slice(0, 120),
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
          from: event.place.text.slice(0, 120),
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
          from: event.place.text.slice(0, 120),
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
  const read = sources.reduce((t, s) => t | contentTaint(j, event, s.text), event.stdin?.taint ?? 0);
  writes.push(...brings(j, event, i, directories, read));
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
    return [{ path, value, from: event.place.text.slice(0, 120) }];
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
    return [{ path: from(directory, saved), value: unknown(NETWORK | OUTSIDE), from: event.place.text.slice(0, 120) }];
  });
}

function contentOf(j: Judge, event: CommandEvent, use: Use, directory: string): Value {
  if (use.role === "link" || use.role === "symlink") {
    const target = isAbsolute(use.text) ? use.text : from(directory, use.text);
    return { texts: [`link:${target}`], unset: false, taint: contentTaint(j, event, use.text) };
  }
  const mark = HOLE.test(use.text) ? undefined : event.content(use.text);
  const taint = contentTaint(j, event, use.text);
  // a copy of an installed program is that program under another name
  if (mark === undefined && INSTALLED.test(from(directory, use.text)))
    return { texts: [`link:${from(directory, use.text)}`], unset: false, taint };
  return mark === undefined ? unknown(OUTSIDE | taint) : { ...mark, taint: mark.taint | taint };
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

function outputOf(j: Judge, event: CommandEvent, i: Invocation, directories: readonly string[]): Value {
  const operands = i.uses.filter((u) => READING.has(u.role));
  let taint = event.stdin?.taint ?? 0;
  for (const u of operands) taint |= contentTaint(j, event, u.text);
  if (i.prints !== undefined) return printed(j, i, i.prints, directories);
  switch (i.stdout) {
    case "own":
      return known(NAME, OUTSIDE);
    case "number":
      // which processes hold one of the guard's files
      if (i.uses.some((u) => isGuard(from(directories[0] ?? "/", u.text), j.world))) return unknown(OUTSIDE);
      return known(NUMBER, OUTSIDE);
    case "numbered":
      return known(NUMBERED, OUTSIDE | taint);
    case "first":
      return event.stdin?.texts.every((t) => t === NUMBERED) && operands.length === 0
        ? known(NUMBER, OUTSIDE)
        : unknown(taint | OUTSIDE);
    case "fresh":
      return known(FRESH, 0);
    case "lines":
      return linesOf(
        event,
        operands.some((u) => u.flag === undefined && u.text !== "-"),
        taint,
      );
    case "shell":
      return unknown(SHELL);
    case "environment":
      return unknown(OUTSIDE | secretsShown(i));
    case "fetched":
      return unknown(taint | NETWORK | OUTSIDE);
    case "decoded":
      return unknown(taint | DECODED | OUTSIDE);
    case "paths":
      return pathsOf(i);
    case "same":
    case "input": {
      const files = operands.filter((u) => u.flag === undefined && u.text !== "-");
      if (i.stdout === "same" && i.flags.size === 0 && !event.terminal) {
        const parts =
          files.length > 0 ? files.map((u) => (HOLE.test(u.text) ? undefined : event.content(u.text))) : [event.stdin];
        if (parts.every((p) => p !== undefined && !p.texts[0]?.startsWith("link:"))) {
          const all = (parts as Value[]).reduce(concat, known(""));
          return { ...all, taint: all.taint | taint };
        }
      }
      for (const t of event.taints) taint |= t & MARKS;
      const filter = i.lang === "jq" ? i.uses.find((u) => u.role === "text" && u.flag === undefined)?.text : undefined;
      const source = files[0] === undefined ? event.stdin : event.content(files[0].text);
      const json = filter === undefined || source === undefined ? undefined : filtered(filter, source.texts[0] ?? "");
      return json === undefined ? unknown(taint | OUTSIDE) : known(json, taint);
    }
    default: {
      const never: never = i.stdout;
      return never;
    }
  }
}

/** Lines of a row, with the places that they name. */
function printed(j: Judge, i: Invocation, lines: readonly string[], directories: readonly string[]): Value {
  const { home, project } = j.world;
  const inside = project !== undefined && directories.every((d) => within(tidy(d), project));
  const first = i.uses.find((u) => u.flag === undefined)?.text ?? "";
  if (!inside && lines.some((line) => line.includes("{project}"))) return unknown(OUTSIDE);
  if (!/^[\w.+-]+$/.test(first) && lines.some((line) => line.includes("{first}"))) return unknown(OUTSIDE);
  const filled = lines.map((line) =>
    line
      .replace("{project}", project ?? "")
      .replace("{home}", home)
      .replace("{first}", first)
      .replace("{name}", NAME),
  );
  return { texts: filled, unset: false, taint: 0 };
}

/** What lets its owner in somewhere, among the variables that are printed: those that are named, or all. */
function secretsShown(i: Invocation): number {
  const names = i.uses.filter((u) => u.flag === undefined).map((u) => u.text);
  return names.length === 0 || names.some(isCredential) ? SECRET : 0;
}

/** Lines behind their numbers, as `grep -n` prints them. */
const NUMBERED = `${NUMBER}:${ANY}`;

/** Names and numbers that came in are what goes out, whichever of them. */
function linesOf(event: CommandEvent, files: boolean, taint: number): Value {
  const stdin = event.stdin;
  const names =
    !files &&
    stdin !== undefined &&
    stdin.texts.every((t) => t === NUMBERED || (/[\ud801-\ud803]/u.test(t) && !/\s\S/.test(t) && !t.includes(ANY)));
  return names ? { ...stdin, taint: stdin.taint | taint } : unknown(taint | OUTSIDE);
}

/** Names below the directories it looked at. */
function pathsOf(i: Invocation): Value {
  const roots = i.uses.filter(
    (u) =>
      u.flag === undefined &&
      (u.role === "stat" || u.role === "read" || u.role === "delete" || u.role === "delete-tree"),
  );
  if (roots.length === 0) return known(BELOW, OUTSIDE);
  return foundBelow(
    i,
    roots.map((u) => u.text),
  )
    .map((t) => known(t, OUTSIDE))
    .reduce((a, b) => either(a, b));
}

/** What a search gives: paths below its roots, with the names it looks for. */
export function foundBelow(i: Invocation, roots: readonly string[]): string[] {
  const names = i.uses.filter((u) => u.role === "names").map((u) => globHoles(u.text));
  const tails = names.length === 0 ? [BELOW] : names.slice(0, 4).map((n) => `${BELOW}/${n}`);
  return roots.slice(0, 4).flatMap((r) => tails.map((t) => (r.endsWith("/") ? `${r}${t}` : `${r}/${t}`)));
}
