/** Compiled tables as one block of bytes that is looked into, not read: a call parses the rows of the programs that its line names. */

import { resolvedRows } from "../rules/like.ts";
import type { Row, Tables } from "../rules/row.ts";
import { type CompiledTables, tablesFrom } from "../rules/tables.ts";

/*
 * The block: a line of three numbers, the lengths of what follows; an index of lines `NAME\tOFFSET\tLENGTH` between newlines, the
 * variables as one JSON text, and the rows, to which the offsets of the index point.
 */

/** Rows without the lines that test them, a third of their text: nothing that judges reads those. */
export function withoutExamples(tables: CompiledTables): CompiledTables {
  const drop = (key: string, value: unknown) =>
    (key === "pass" || key === "stop") && Array.isArray(value) ? undefined : value;
  const stripped = Object.entries(tables.programs).map(([name, row]) => [name, JSON.stringify(JSON.parse(row, drop))]);
  return { ...tables, programs: Object.fromEntries(stripped) };
}

export function packTables(tables: CompiledTables): Uint8Array {
  const rows: Buffer[] = [];
  const places = new Map<string, string>();
  let offset = 0;
  const names = Object.keys(tables.programs).sort();
  const isOther = (name: string) => tables.programs[name]?.startsWith('"');
  for (const name of names.filter((name) => !isOther(name))) {
    const row = Buffer.from(tables.programs[name] ?? "");
    places.set(name, `${offset}\t${row.length}`);
    rows.push(row);
    offset += row.length;
  }
  // Another name of a program points at the same row.
  for (const name of names.filter(isOther)) {
    const target: string = JSON.parse(tables.programs[name] ?? "");
    places.set(name, places.get(target) ?? "0\t0");
  }
  const index = Buffer.from(`\n${names.map((name) => `${name}\t${places.get(name)}\n`).join("")}`);
  const variables = Buffer.from(JSON.stringify(tables.variables));
  const head = Buffer.from(`${index.length} ${variables.length} ${offset}\n`);
  return Buffer.concat([head, index, variables, ...rows]);
}

export function packedTables(bytes: ArrayBufferLike): Tables {
  const buffer = Buffer.from(bytes);
  const text = (start: number, length: number) => buffer.toString("utf8", start, start + length);
  const headEnd = buffer.indexOf("\n");
  const [indexLength = 0, variablesLength = 0] = text(0, headEnd).split(" ").map(Number);
  const indexStart = headEnd + 1;
  const variablesStart = indexStart + indexLength;
  const rowsStart = variablesStart + variablesLength;
  const index = text(indexStart, indexLength);

  const program = resolvedRows((name): Row | undefined => {
    const key = `\n${name}\t`;
    const found = /[\n\t]/.test(name) ? -1 : index.indexOf(key);
    if (found < 0) return undefined;
    const start = found + key.length;
    const [offset = 0, length = 0] = index.slice(start, index.indexOf("\n", start)).split("\t").map(Number);
    return JSON.parse(text(rowsStart + offset, length));
  });
  let variables: Tables | undefined;
  const variableTables = () => {
    variables ??= tablesFrom({ programs: {}, variables: JSON.parse(text(variablesStart, variablesLength)) });
    return variables;
  };
  let names: readonly string[] | undefined;
  return {
    program,
    programs() {
      names ??= index.split("\n").flatMap((line) => (line ? [line.slice(0, line.indexOf("\t"))] : []));
      return names;
    },
    variable: (name) => variableTables().variable(name),
    variables: () => variableTables().variables(),
    broken: undefined,
  };
}
