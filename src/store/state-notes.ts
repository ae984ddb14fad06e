/** Reads what a shell noted of itself at the beginning and at the end of a call. Bytes are kept as they are, one character each. Pure. */

import type { Dialect } from "../syntax/tree.ts";

export interface Shell {
  readonly cwd: string;
  readonly options: ReadonlySet<string>;
  /** Name → attribute (`-f`, `-fx`) and definition, a space between; in zsh the definition is the body. */
  readonly functions: ReadonlyMap<string, string>;
  /** Name → kind (`a` or `g`) and text. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly environment: ReadonlyMap<string, string>;
}

export interface Notes {
  readonly before: Shell;
  readonly after: Shell;
}

/** Undefined unless both are whole. A trap on EXIT makes the shell note its end twice: the last one counts. */
export function readNotes(text: string, dialect: Dialect): Notes | undefined {
  const reader = { fields: text.split("\0"), at: 0 };
  let before: Shell | undefined;
  let after: Shell | undefined;
  for (;;) {
    const tag = next(reader);
    if (tag !== "A" && tag !== "B") break;
    const shell = readShell(reader, dialect);
    if (!shell) break;
    if (tag === "B") before = shell;
    else after = shell;
  }
  return before && after && { before, after };
}

interface Reader {
  readonly fields: readonly string[];
  at: number;
}

function next(reader: Reader): string | undefined {
  return reader.fields[reader.at++];
}

function readShell(reader: Reader, dialect: Dialect): Shell | undefined {
  const cwd = next(reader)?.replace(/\n$/, "");
  const options = next(reader);
  const functions = readPairs(reader);
  const aliases = readPairs(reader);
  const environment = readEnvironment(reader);
  if (cwd === undefined || options === undefined || !functions || !aliases || !environment) return undefined;
  if (next(reader) !== "E") return undefined;
  const names = dialect === "sh" ? [...options] : options.split(":").filter(Boolean);
  return { cwd, options: new Set(names), functions, aliases, environment };
}

function readPairs(reader: Reader): Map<string, string> | undefined {
  const pairs = new Map<string, string>();
  for (let name = next(reader); name !== ""; name = next(reader)) {
    const text = next(reader);
    if (name === undefined || text === undefined) return undefined;
    pairs.set(name, text);
  }
  return pairs;
}

function readEnvironment(reader: Reader): Map<string, string> | undefined {
  const found = new Map<string, string>();
  for (let pair = next(reader); pair !== ""; pair = next(reader)) {
    if (pair === undefined) return undefined;
    const at = pair.indexOf("=");
    if (at > 0 && !isOwn(pair.slice(0, at))) found.set(pair.slice(0, at), pair.slice(at + 1));
  }
  return found;
}

/** What every shell sets for itself, what is heed's, and functions that are noted as such. */
function isOwn(name: string): boolean {
  return /^(?:_|SHLVL|PWD|HEED_\w*|__heed_\w*|BASH_FUNC_.*)$/s.test(name);
}

/** The bytes as text. */
export function textOf(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString("utf8");
}
