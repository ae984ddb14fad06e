/** Compiled tables as one block of bytes that is looked into, not read: a call parses the rows of the programs that its line names. */

import type { EnvRow, Row, Tables } from "../rules/row.ts";
import { type CompiledTables, tablesFrom, variableLookup } from "../rules/tables.ts";

/*
 * The block: a line of three numbers, the lengths of what follows; an index of lines `NAME\tOFFSET\tLENGTH` between newlines, the
 * places of variables by name as JSON, and the rows of both, to which the offsets point. A row has the places of its subcommands' rows,
 * `[OFFSET, LENGTH]`, where they would be: nobody reads a hundred of git's for the one that a line names. No row is `like` another any more.
 */
type Place = readonly [offset: number, length: number];

/** Rows without the lines that test them, a third of their text: nothing that judges reads those. */
export function withoutExamples(tables: CompiledTables): CompiledTables {
  const drop = (key: string, value: unknown) =>
    (key === "pass" || key === "stop") && Array.isArray(value) ? undefined : value;
  const stripped = Object.entries(tables.programs).map(([name, row]) => [name, JSON.stringify(JSON.parse(row, drop))]);
  return { ...tables, programs: Object.fromEntries(stripped) };
}

export function packTables(tables: CompiledTables): Uint8Array {
  const { program, variable, variables } = tablesFrom(tables);
  const texts: Buffer[] = [];
  const places = new Map<string, Place>();
  let end = 0;
  const putRow = ({ sub, ...row }: Row): Place => {
    const below = sub && Object.fromEntries(Object.entries(sub).map(([name, each]) => [name, putRow(each)]));
    return put({ ...row, sub: below });
  };
  const put = (row: object): Place => {
    const text = JSON.stringify(row);
    const known = places.get(text);
    if (known !== undefined) return known;
    const bytes = Buffer.from(text);
    const place: Place = [end, bytes.length];
    places.set(text, place);
    texts.push(bytes);
    end += bytes.length;
    return place;
  };
  const line = (name: string): string => {
    const row = program(name);
    return row === undefined ? "" : `${name}\t${putRow(row).join("\t")}\n`;
  };
  const index = Buffer.from(`\n${Object.keys(tables.programs).sort().map(line).join("")}`);
  const listed = variables().map((name) => [name, put(variable(name) ?? {})] as const);
  const names = Buffer.from(JSON.stringify(Object.fromEntries(listed)));
  const head = Buffer.from(`${index.length} ${names.length} ${end}\n`);
  return Buffer.concat([head, index, names, ...texts]);
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

  const rowAt = ([offset, length]: Place): Row => {
    const { sub, ...row } = JSON.parse(text(rowsStart + offset, length));
    return sub === undefined ? row : { ...row, sub: below(sub) };
  };
  /** Each row is read when it is asked for. */
  const below = (places: { readonly [name: string]: Place }): { readonly [name: string]: Row } => {
    const rows = {};
    for (const [name, place] of Object.entries(places))
      Object.defineProperty(rows, name, { enumerable: true, get: () => rowAt(place) });
    return rows;
  };
  const rows = new Map<string, Row | undefined>();
  const program = (name: string): Row | undefined => {
    if (!rows.has(name)) rows.set(name, find(name));
    return rows.get(name);
  };
  const find = (name: string): Row | undefined => {
    const key = `\n${name}\t`;
    const found = /[\n\t]/.test(name) ? -1 : index.indexOf(key);
    if (found < 0) return undefined;
    const start = found + key.length;
    const [offset = 0, length = 0] = index.slice(start, index.indexOf("\n", start)).split("\t").map(Number);
    return rowAt([offset, length]);
  };
  let variables: ReturnType<typeof variableLookup> | undefined;
  const variableTables = () => {
    variables ??= listedAt(JSON.parse(text(variablesStart, variablesLength)));
    return variables;
  };
  const listedAt = (places: { readonly [name: string]: Place }) => {
    const read = new Map<string, EnvRow>();
    return variableLookup(Object.keys(places), (name) => {
      const [offset, length] = places[name] ?? [0, 0];
      const row: EnvRow = read.get(name) ?? JSON.parse(text(rowsStart + offset, length));
      read.set(name, row);
      return row;
    });
  };
  let names: readonly string[] | undefined;
  return {
    program,
    programs() {
      names ??= index.split("\n").flatMap((line) => (line ? [line.slice(0, line.indexOf("\t"))] : []));
      return names;
    },
    variable: (name) => variableTables().variable(name),
    isListed: (name) => variableTables().isListed(name),
    variables: () => variableTables().variables(),
    broken: undefined,
  };
}
