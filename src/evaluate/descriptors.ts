/** What paths and file descriptors hold, and what is printed to them. */

import { isCredential } from "../session/credentials.ts";
import { markedBy } from "../session/event.ts";
import { fits } from "../session/holes.ts";
import { isAbsolute, tidy } from "../session/path.ts";
import type { Descriptor, FileMark } from "../session/session.ts";
import {
  ANY,
  concat,
  either,
  FOREIGN,
  HOLE,
  known,
  NAME,
  NETWORK,
  SECRET,
  SHELL,
  unknown,
  type Value,
} from "../session/value.ts";
import type { Evaluation } from "./context.ts";
import type { State } from "./state.ts";

/** A text longer than this is not kept; only where it came from is. */
const MAX_TEXT = 65_536;

/** Absolute form of a path for each directory the shell may be in. */
export function absolute(s: State, path: string): string[] {
  if (isAbsolute(path) || path.startsWith(ANY)) return [path];
  return s.cwd.texts.map((d) => `${d === "/" ? "" : d}/${path.replace(/^(?:\.\/)+/, "")}`);
}

/** Under this key the session's files hold the paths that are known in part. No path is so called. */
const PATTERNS = "*";

/** Keeps what a path holds. One with a hole for a name counts for every path that it may be. */
export function keep(s: State, path: string, mark: FileMark): void {
  s.files.set(path, mark);
  if (!path.includes(NAME) || /[\ud800\ud802-\ud804]/u.test(path)) return;
  const paths = s.files.get(PATTERNS)?.value;
  s.files.set(PATTERNS, { value: paths ? either(paths, known(path)) : known(path), from: mark.from });
}

/** What this session wrote to paths that may be this one. */
function patternMarks(s: State, path: string): Value[] {
  const patterns = s.files.get(PATTERNS)?.value.texts ?? [];
  return patterns.flatMap((pattern) => {
    if (pattern === ANY) return [unknown()];
    const value = fits(pattern, path) ? s.files.get(pattern)?.value : undefined;
    return value ? [value] : [];
  });
}

/** Where a symbolic link that this session made leads. */
export function linkOf(s: State, path: string): string | undefined {
  if (s.files.isBare()) return undefined;
  const mark = absolute(s, path).map((p) => s.files.get(p)?.value.texts[0]);
  return mark.map((t) => /^link:(.*)$/s.exec(t ?? "")?.[1]).find((t) => t !== undefined);
}

/** What a path holds: written by this session, or a readable file. */
export function contentOf(e: Evaluation, s: State, path: string, links = 0): Value | undefined {
  const look = (file: string) => {
    const text = e.host.read(file);
    return text === undefined ? undefined : known(text);
  };
  return heldAt(e, s, path, look, links);
}

/** What is known of that without looking into the file. */
export function markOf(e: Evaluation, s: State, path: string): Value | undefined {
  return heldAt(e, s, path, () => undefined, 0);
}

function heldAt(
  e: Evaluation,
  s: State,
  path: string,
  look: (file: string) => Value | undefined,
  links: number,
): Value | undefined {
  const target = links < 8 ? linkOf(s, path) : undefined;
  if (target !== undefined) return heldAt(e, s, target, look, links + 1);
  const fd =
    /^\/(?:dev|proc\/self)\/fd\/(?:\.\.\/fd\/)*(\d+)$/.exec(path)?.[1] ??
    (path === "/dev/stdin" || path === "-" ? "0" : undefined);
  if (fd !== undefined) {
    const d = s.descriptors.get(Number(fd));
    return d === undefined || links >= 8 ? undefined : read(e, s, d, links + 1);
  }
  if (path === "/dev/null") return known("");
  for (const p of absolute(s, path)) {
    const mark = s.files.get(p);
    if (mark?.perhaps && !HOLE.test(p)) {
      const before = e.host.read(p);
      return before === undefined ? mark.value : either(mark.value, known(before));
    }
    if (mark) return mark.value;
  }
  if (HOLE.test(path)) return undefined;
  const some = absolute(s, path).flatMap((p) => patternMarks(s, p));
  if (some.length > 0) return [...some, look(path) ?? known("")].reduce((a, b) => either(a, b));
  const above = treeOf(s, path);
  if (above) return unknown(above.value.taint);
  const [first] = absolute(s, path);
  return first === undefined || HOLE.test(first) ? undefined : look(first);
}

/** The path and the directories above it, without the root. */
function* upward(full: string): Iterable<string> {
  for (let at = full.length; at > 0; at = full.lastIndexOf("/", at - 1)) yield full.slice(0, at);
}

/** The directory that came from outside as a whole and that holds a path. */
export function treeOf(s: State, path: string): FileMark | undefined {
  if (s.files.isBare()) return undefined;
  for (const full of absolute(s, path).map(tidy))
    for (const directory of upward(full)) {
      const mark = s.files.get(directory);
      if (mark === undefined || !(mark.value.taint & (NETWORK | FOREIGN)) || mark.value.texts[0] !== ANY) continue;
      const name = full.slice(directory.length + 1).split("/")[0] ?? "";
      if (mark.besides === undefined || (name !== "" && !mark.besides.includes(name))) return mark;
    }
  return undefined;
}

/** The session made the file, or a directory above it. */
export function isMade(s: State, path: string): boolean {
  if (s.files.isBare()) return false;
  return absolute(s, path)
    .map(tidy)
    .every((full) => {
      for (const above of upward(full)) if (s.files.has(above)) return true;
      return false;
    });
}

/** Files that came from the network, or from what did as a whole. */
export function fetchedFiles(s: State): string[] {
  const came = (mark: FileMark) => (mark.value.taint & (NETWORK | FOREIGN)) !== 0 && !mark.tree;
  return [...s.files].filter(([, mark]) => came(mark)).map(([path]) => path);
}

/** What reading a descriptor gives; undefined for the terminal or nobody knows what. */
export function read(e: Evaluation, s: State, d: Descriptor | undefined, links = 0): Value | undefined {
  if (d === undefined || d.kind === "inherited" || d.kind === "capture") return undefined;
  if (d.kind === "data") return d.value;
  if (d.kind === "network") return unknown(NETWORK);
  if (d.kind === "file") return contentOf(e, s, d.path, links) ?? unknown();
  if (d.kind === "several") return d.all.map((x) => read(e, s, x, links) ?? unknown()).reduce(concat, known(""));
  return known("");
}

/** What was read through one descriptor is gone for all that are copies of it. */
export function advance(s: State, fd: number, now: Descriptor): void {
  const old = s.descriptors.get(fd);
  s.descriptors.set(fd, now);
  if (old) for (const [other, d] of s.descriptors) if (d === old) s.descriptors.set(other, now);
}

/** Sends output where a descriptor leads. */
export function emit(e: Evaluation, s: State, fd: number, value: Value): void {
  const d = s.descriptors.get(fd);
  if (d) send(e, s, d, value);
}

/** Prints something that nobody here spells out: what is set, defined, known. */
export function emitSomething(e: Evaluation, s: State): void {
  emit(e, s, 1, unknown(SHELL));
}

/** What the shell or a program says of a mistake, or does not. */
export function emitComplaint(e: Evaluation, s: State): void {
  if (s.descriptors.has(2)) emit(e, s, 2, either(known(""), unknown()));
}

/** Prints variables as shell code: those that are named, or all. */
export function emitVariables(e: Evaluation, s: State, names: readonly string[]): void {
  emit(e, s, 1, unknown(SHELL | (names.length === 0 || names.some(isCredential) ? SECRET : 0)));
}

function send(e: Evaluation, s: State, d: Descriptor, value: Value): void {
  switch (d.kind) {
    case "inherited":
    case "closed":
    case "data":
      return;
    case "capture": {
      const all = bounded(concat(s.out, value));
      s.out = d.perhaps ? either(s.out, all) : all;
      return;
    }
    case "network":
      e.host.sent(e.place, value, d.address);
      return;
    case "several":
      // a file that is opened twice from its beginning is written over
      for (const [i, one] of d.all.entries()) if (!twice(d.all.slice(0, i), one)) send(e, s, one, value);
      return;
    case "file": {
      const old = s.files.get(d.path);
      if (old?.racing) return;
      const perhaps = old?.perhaps ? contentOf(e, s, d.path) : undefined;
      const before = perhaps ?? old?.value ?? (d.append ? (contentOf(e, s, d.path) ?? absent(e, d.path)) : known(""));
      const all = bounded(concat(before, value));
      const left = d.racing ? unknown(all.taint) : d.perhaps ? either(before, all) : all;
      keep(s, d.path, { value: left, from: markedBy(e.place), ...(d.racing ? { racing: true } : {}) });
      return;
    }
    default: {
      const never: never = d;
      void never;
    }
  }
}

const twice = (before: readonly Descriptor[], d: Descriptor): boolean =>
  d.kind === "file" && !d.append && before.some((b) => b.kind === "file" && !b.append && b.path === d.path);

/** What an unread file holds: nothing, when it is not there. */
const absent = (e: Evaluation, path: string): Value =>
  !HOLE.test(path) && e.host.kind(path) === "none" ? known("") : unknown(0);

function bounded(v: Value): Value {
  return v.texts.some((t) => t.length > MAX_TEXT) ? { texts: [ANY], unset: false, taint: v.taint } : v;
}
