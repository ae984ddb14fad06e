/** Configuration files as text: heed's part put in, found again and taken out, byte for byte. */

import { parse } from "smol-toml";
import type { Client, ConfigFile, HookCall, Json, JsonFile, TomlFile, WholeFile } from "./client.ts";
import { entriesIn, insertion, spliced, withoutEntries } from "./json-edit.ts";
import { isBlank, readJson } from "./jsonc.ts";

export interface Added {
  readonly text: string;
  /** What was put in, in one piece. */
  readonly piece: string;
}

/** Bytes stand as Latin-1 characters in all these texts, so that what is not ours stays what it is in whatever encoding. */
export function bytes(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

/** The file with heed in it; undefined if it is there already. `text` is undefined where there is no file. */
export function add(file: ConfigFile, client: Client, text: string | undefined, call: HookCall): Added | undefined {
  switch (file.kind) {
    case "json":
      return addJson(file, client, text ?? "", call);
    case "toml":
      return addToml(file, client, text ?? "", call);
    case "whole":
      return addWhole(file, text, call);
    default:
      return file satisfies never;
  }
}

/**
 * The file without heed. `piece` is what was put in, where that is known: the rest is then what it was. `undefined`: nothing is left
 * of the file.
 */
export function take(file: ConfigFile, client: Client, text: string, piece: string | undefined): string | undefined {
  if (file.kind === "whole") {
    if (piece === undefined || text === piece) return undefined;
    throw new Error("was changed since: see what you want to keep of it, and remove it");
  }
  const exact = piece === undefined ? undefined : without(text, piece);
  if (exact !== undefined && isValid(file, exact)) return exact;
  return file.kind === "json"
    ? withoutEntries(text, listOf(file, text), (entry) => isOurs(entry, client))
    : text.replace(marked(client), "");
}

/** Whether something of heed's is in the file. */
export function has(file: ConfigFile, client: Client, text: string): boolean {
  switch (file.kind) {
    case "json":
      return entriesIn(text, listOf(file, text)).some((entry) => isOurs(entry, client));
    case "toml":
      return marked(client).test(text);
    case "whole":
      return calls(client).test(text) || text.includes('"name": "heed"');
    default:
      return file satisfies never;
  }
}

function without(text: string, piece: string): string | undefined {
  const at = text.indexOf(piece);
  return at < 0 || piece === "" ? undefined : text.slice(0, at) + text.slice(at + piece.length);
}

function isValid(file: JsonFile | TomlFile, text: string): boolean {
  try {
    if (file.kind === "toml") parse(text);
    else if (!isBlank(text)) readJson(text);
    return true;
  } catch {
    return false;
  }
}

function addJson(file: JsonFile, client: Client, text: string, call: HookCall): Added | undefined {
  const list = listOf(file, text);
  const entry: Json = JSON.parse(bytes(JSON.stringify(file.entry(call))));
  const same = (other: Json) => JSON.stringify(other) === JSON.stringify(entry);
  if (entriesIn(text, list).some(same)) return undefined;
  const clean = withoutEntries(text, list, (other) => isOurs(other, client) && isSameTool(other, entry));
  const splice = insertion(clean, list, entry, file.head ?? {});
  return { text: spliced(clean, splice), piece: splice.text };
}

/** A file may hold several entries of ours, for several tools. */
function isSameTool(one: Json, other: Json): boolean {
  const tool = (entry: Json) => (typeof entry === "object" && entry !== null && "tool" in entry ? entry["tool"] : "");
  return tool(one) === tool(other);
}

function listOf(file: JsonFile, text: string): readonly string[] {
  if (!file.flat || isBlank(text)) return file.list;
  const root = readJson(text);
  const [first] = file.list;
  const isNested = root.kind === "object" && root.members.some(({ key }) => key === first);
  return isNested ? file.list : file.list.slice(1);
}

/** The end of the command that clients call, the name of a program that calls it, or what stands in files that are all heed's. */
function calls({ id }: Client): RegExp {
  return new RegExp(`\\bhook ${id} \\|\\| exit 2|/heed-${id}\\b|\\bheed uninstall ${id}\\b`);
}

function isOurs(entry: Json, client: Client): boolean {
  return calls(client).test(JSON.stringify(entry));
}

function mark({ id }: Client): string {
  return `# heed judges every shell command before it runs. To undo: heed uninstall ${id}`;
}

/** From the mark to the end of the table behind it. */
function marked(client: Client): RegExp {
  return new RegExp(`(?:\\r?\\n)?^${mark(client)}[^]*?^timeout = \\d+\\r?\\n?`, "m");
}

function addToml(file: TomlFile, client: Client, text: string, call: HookCall): Added | undefined {
  parse(text);
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const block = `${mark(client)}\n${bytes(file.block(call))}`.replaceAll("\n", newline);
  if (text.includes(block)) return undefined;
  const clean = text.replace(marked(client), "");
  const gap = clean === "" ? "" : clean.endsWith("\n") ? newline : newline + newline;
  const piece = gap + block;
  try {
    parse(clean + piece);
  } catch {
    throw new Error(
      "already has hooks in a form that nothing can be added to: write them as [[hooks.PreToolUse]] tables",
    );
  }
  return { text: clean + piece, piece };
}

function addWhole(file: WholeFile, text: string | undefined, call: HookCall): Added | undefined {
  const wanted = bytes(file.text(call));
  if (text === wanted) return undefined;
  return { text: wanted, piece: wanted };
}
