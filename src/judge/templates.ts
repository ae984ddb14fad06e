/** Command lines with places for arguments, which a program fills and hands to a shell: `parallel 'gzip {}' ::: a b`. */

import type { CommandEvent } from "../session/event.ts";
import { ANY, HOLE, unknown, type Value } from "../session/value.ts";

/** More lines than these are not told apart. */
const MAX_LINES = 32;

/** A line, and what `$1`, `$2` … stand for in it. */
export interface Filled {
  readonly line: string;
  readonly arguments: readonly string[];
}

/** The lines that words make, with what stands behind `:::`, else with what is read. Arguments are data to the shell. */
export function filled(words: readonly string[], event: CommandEvent, input: Value | undefined): Filled[] {
  const at = words.findIndex((w) => isList(w));
  const template = (at < 0 ? words : words.slice(0, at)).join(" ");
  const rows = at < 0 ? read(input) : product(lists(words.slice(at), event));
  return rows.map((row) => (template === "" ? { line: row.join(" "), arguments: [] } : put(template, row)));
}

const isList = (word: string) => /^::::?\+?$/.test(word);

function lists(words: readonly string[], event: CommandEvent): string[][] {
  const found: string[][] = [];
  let files = false;
  for (const word of words) {
    if (isList(word)) {
      files = word.startsWith("::::");
      found.push([]);
    } else if (files) found.at(-1)?.push(...read(event.content(word) ?? unknown()).flat());
    else found.at(-1)?.push(word);
  }
  return found;
}

function read(input: Value | undefined): string[][] {
  const lines = (input ?? unknown()).texts.flatMap((t) => (t.includes(ANY) ? [ANY] : t.replace(/\n$/, "").split("\n")));
  return lines.length > MAX_LINES ? [[ANY]] : lines.map((line) => [line]);
}

function product(columns: readonly string[][]): string[][] {
  let rows: string[][] = [[]];
  for (const column of columns) rows = rows.flatMap((row) => column.map((each) => [...row, each]));
  return rows.length > MAX_LINES ? [columns.map(() => ANY)] : rows;
}

const PLACE = /\{(\d*)(\.|\/|\/\/|\/\.)?\}|\{[#%]\}/g;

function put(template: string, row: readonly string[]): Filled {
  const given: string[] = [];
  const placed = (text: string) => `"\${${given.push(text)}}"`;
  const line = template.replace(PLACE, (place, column: string | undefined, part: string | undefined) => {
    if (/[#%]/.test(place)) return "1";
    const texts = column ? [row[Number(column) - 1] ?? ANY] : row;
    return texts.map((text) => placed(partOf(text, part ?? ""))).join(" ");
  });
  return { line: line === template ? `${line} ${row.map(placed).join(" ")}` : line, arguments: given };
}

function partOf(text: string, part: string): string {
  if (HOLE.test(text)) return text;
  const name = part.startsWith("/") && part !== "//" ? text.slice(text.lastIndexOf("/") + 1) : text;
  if (part === "//") return text.includes("/") ? text.slice(0, text.lastIndexOf("/")) : ".";
  return part.endsWith(".") ? name.replace(/\.[^./]*$/, "") : name;
}
