/** Variables that a program takes from files of the project: judged by the values that the files have now. */

import type { Reads } from "../rules/row.ts";
import type { CommandEvent } from "../session/event.ts";
import { baseName, from, parentOf } from "../session/path.ts";
import { ANY, HOLE, known, type Value } from "../session/value.ts";
import { say } from "./findings.ts";
import type { Judge } from "./judge.ts";
import { judgePath } from "./paths.ts";
import { judgeValue } from "./variables.ts";

/** As much as evaluation reads of a file. */
const LARGEST_FILE = 65_536;

type Table = { readonly [key: string]: unknown };

export function judgeSettings(
  j: Judge,
  event: CommandEvent,
  reads: readonly Reads[],
  directories: readonly string[],
): void {
  for (const each of reads)
    for (const directory of directories) {
      if (HOLE.test(directory)) continue;
      for (const file of filesOf(each, directory)) one(j, event, each, file);
    }
}

function filesOf(reads: Reads, directory: string): string[] {
  const out: string[] = [];
  let at = directory;
  for (;;) {
    for (const f of reads.files) out.push(from(at, f));
    if (!reads.up || at === "/") return out;
    at = parentOf(at);
  }
}

function one(j: Judge, event: CommandEvent, reads: Reads, file: string): void {
  const written = event.content(file);
  const settings = j.world.settings(file);
  if (settings.kind === "none" && written === undefined) return;
  const own = `takes variables from ${file}`;
  const unseen = written !== undefined && isUnseen(j, reads, file, written);
  if (settings.kind === "broken" || unseen) {
    const why = settings.kind === "broken" ? `: ${settings.because}` : " before it is there";
    say(j.findings, event.place, {
      rule: "settings-unreadable",
      effect: "opaque",
      because: `${own}, which heed cannot read${why}`,
    });
    return;
  }
  if (settings.kind === "none") return;
  const directory = known(
    file.slice(0, file.length - baseName(file).length - 1).replace(/\/\.(?:cargo|config|mise)$/, "") || "/",
  );
  if (reads.env !== undefined) environment(j, event, tableAt(settings.table, reads.env), directory, own);
  for (const [key, name] of Object.entries(reads.keys ?? {})) {
    const value = valueAt(settings.table, key);
    if (value !== undefined) judgeValue(j, event.place, name, textOfSetting(value), directory);
  }
}

/** Written on this line, and not what is there: heed has not read it, and it may name what matters. */
function isUnseen(j: Judge, reads: Reads, file: string, written: Value): boolean {
  const there = j.world.read(file, LARGEST_FILE);
  const names = [...Object.keys(reads.keys ?? {}), ...(reads.env === undefined ? [] : [reads.env])];
  const words = names.map((name) => name.slice(name.lastIndexOf(".") + 1));
  return written.texts.some(
    (text) => text.includes(ANY) || (text !== there && ["\\", ...words].some((word) => text.includes(word))),
  );
}

const isTable = (value: unknown): value is Table =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function tableAt(table: Table, key: string): Table {
  const value = valueAt(table, key);
  if (Array.isArray(value)) return Object.assign({}, ...value.filter(isTable));
  return isTable(value) ? value : {};
}

function valueAt(table: Table, key: string): unknown {
  let value: unknown = table;
  for (const part of key.split(".")) value = isTable(value) ? value[part] : undefined;
  return value;
}

/** The text of a variable; a template is run when it is read, so nobody knows it before. */
function textOfSetting(value: unknown): Value {
  const plain = isTable(value) ? (value["value"] ?? value["default"]) : value;
  if (typeof plain !== "string" && typeof plain !== "number") return { texts: [], unset: true, taint: 0 };
  const text = String(plain);
  return known(/\{\{|\{%/.test(text) ? ANY : text);
}

function environment(j: Judge, event: CommandEvent, table: Table, directory: Value, own: string): void {
  for (const [name, value] of Object.entries(table)) {
    if (name === "_" || name === "mise") directives(j, event, isTable(value) ? value : {}, directory, own);
    else judgeValue(j, event.place, name, textOfSetting(value), directory);
  }
}

/** mise's `_.source` and `_.file` (code and variables from files), `_.path` (first on PATH). */
function directives(j: Judge, event: CommandEvent, table: Table, directory: Value, own: string): void {
  const at = directory.texts[0] ?? "/";
  const texts = (value: unknown): string[] =>
    (Array.isArray(value) ? value : [value]).flatMap((v) =>
      typeof v === "string" ? [v] : isTable(v) && typeof v["path"] === "string" ? [v["path"]] : [],
    );
  for (const key of ["source", "file"])
    for (const path of texts(table[key])) {
      const found = judgePath("exec", path.replace(/^~(?=\/)/, j.world.home), at, j.world);
      if (found) say(j.findings, event.place, { ...found, because: `${own}: ${found.because} (${path})` });
    }
  for (const path of texts(table["path"])) judgeValue(j, event.place, "PATH", known(path), directory);
}
