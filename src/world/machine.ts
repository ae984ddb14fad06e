/** The real machine's answers to what the core may ask. One value serves one call: answers are remembered, so that one line sees one machine. */

import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import type { FileKind, Live, Loss, Settings, World } from "../session/world.ts";
import { lossAt } from "./loss.ts";
import { tempDirectories } from "./project.ts";

/** What the live shell told, by `kind name`; an undefined text says that there is no such thing. */
export type LiveAnswers = ReadonlyMap<string, string | undefined>;

export interface Place {
  readonly home: string;
  readonly project: string | undefined;
  readonly tmpdir: string | undefined;
  readonly live?: LiveAnswers;
  /** The shell starts with this line: its environment is all that it has. */
  readonly begins?: boolean;
  /** Reads TOML; without it a settings file that is there counts as one that cannot be read. */
  readonly toml?: (text: string) => { readonly [key: string]: unknown };
}

const MAX_LINKS = 40;
const MAX_SETTINGS = 262_144;
const MAX_NAMES = 10_000;

export function liveKey(what: "alias" | "function" | "variable", name: string): string {
  return `${what} ${name}`;
}

export function createMachine(place: Place): World {
  const target = remembered(linkTarget);
  const losses = new Map<string, Loss>();
  const temp = tempDirectories(place.tmpdir);
  const realPath = remembered((path) => follow(path, target));
  const kind = remembered(kindOf);
  const texts = new Map<number, (path: string) => string | undefined>();
  return {
    home: place.home,
    project: place.project,
    temp,
    realPath,
    kind,
    read(path, limit) {
      // to try to open what is not there takes Node longer than to look
      const read = texts.get(limit) ?? remembered((p) => (kind(p) === "file" ? readText(p, limit) : undefined));
      texts.set(limit, read);
      return read(path);
    },
    settings: remembered((path) => settingsAt(path, place.toml)),
    list: remembered(listNames),
    live(what, name): Live {
      // an alias or a function that nobody saw would have to be asked about for every word
      if (place.live === undefined) return { kind: what === "variable" && !place.begins ? "unseen" : "absent" };
      const key = liveKey(what, name);
      if (!place.live.has(key)) return { kind: "unasked" };
      const text = place.live.get(key);
      return text === undefined ? { kind: "absent" } : { kind: "known", text };
    },
    loss(request) {
      const key = JSON.stringify(request);
      const found = losses.get(key) ?? lossAt(request, place.home, realPath);
      losses.set(key, found);
      return found;
    },
  };
}

function remembered<T>(look: (path: string) => T): (path: string) => T {
  const found = new Map<string, T>();
  return (path) => {
    const known = found.get(path);
    if (known !== undefined || found.has(path)) return known as T;
    const answer = look(path);
    found.set(path, answer);
    return answer;
  };
}

function settingsAt(path: string, toml: Place["toml"]): Settings {
  if (kindOf(path) === "none") return { kind: "none" };
  const text = readText(path, MAX_SETTINGS);
  if (text === undefined || toml === undefined) return { kind: "broken", because: "it cannot be read" };
  try {
    return { kind: "table", table: toml(text) };
  } catch (error) {
    return { kind: "broken", because: error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error) };
  }
}

/** Resolves as the kernel would (`link/..` is the parent of what the link leads to) and keeps the part that does not exist. */
function follow(path: string, targetOf: (path: string) => string | undefined): string {
  let parts = path.split("/");
  let current = "/";
  let followed = 0;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as string;
    if (part === "" || part === ".") continue;
    if (part === "..") {
      current = dirname(current);
      continue;
    }
    const full = current === "/" ? `/${part}` : `${current}/${part}`;
    const target = targetOf(full);
    if (target === undefined || ++followed > MAX_LINKS) {
      current = full;
      continue;
    }
    if (target.startsWith("/")) current = "/";
    parts = [...target.split("/"), ...parts.slice(i + 1)];
    i = -1;
  }
  return current;
}

function linkTarget(path: string): string | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch {
    // A directory we may not search, a name too long: whoever runs the line cannot go further either.
    return undefined;
  }
}

function kindOf(path: string): FileKind {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) return "none";
    if (stat.isFile()) return "file";
    if (stat.isDirectory()) return "directory";
    if (stat.isBlockDevice()) return "block";
    return stat.isCharacterDevice() ? "character" : "other";
  } catch {
    return "none";
  }
}

function readText(path: string, limit: number): string | undefined {
  let file: number | undefined;
  try {
    // O_NONBLOCK: opening a FIFO that nobody writes to would wait for ever.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    const stat = fstatSync(file);
    if (!stat.isFile() || stat.size > limit) return undefined;
    // One byte more than allowed, so that a file in /proc, whose size is 0, is seen to be too large.
    const buffer = Buffer.allocUnsafe(Math.min(limit, stat.size || 65_536) + 1);
    let length = 0;
    while (length < buffer.length) {
      const count = readSync(file, buffer, length, buffer.length - length, null);
      if (count === 0) break;
      length += count;
    }
    if (length === buffer.length) return undefined;
    const bytes = buffer.subarray(0, length);
    return bytes.includes(0) ? undefined : bytes.toString("utf8");
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function listNames(path: string): readonly string[] | undefined {
  try {
    const names = readdirSync(path);
    return names.length > MAX_NAMES ? undefined : names.sort();
  } catch {
    return undefined;
  }
}
