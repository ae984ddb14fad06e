/** Where the tables come from: compiled into the binary, from TOML in a working copy; and the person's own, which go before them. */

import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Source } from "../rules/compile.ts";
import type { Tables } from "../rules/row.ts";
import { type CompiledTables, extend, tablesFrom } from "../rules/tables.ts";
import { failureOf } from "../world/failure.ts";
import { asset } from "./asset.ts";
import { packedTables } from "./packed.ts";

export interface Wanted {
  /** The person's configuration directory. */
  readonly own: string;
  /** Hears what is wrong with tables that are left out. */
  readonly warn: (message: string) => void;
  /** With the lines that test the rows, to be shown. */
  readonly examples: boolean;
}

export async function loadTables({ own, warn, examples }: Wanted): Promise<Tables> {
  return withOwn(builtIn(examples) ?? (await inWorkingCopy(warn)), own);
}

/** The tables that the build put into this executable. */
function builtIn(examples: boolean): Tables | undefined {
  const packed = asset(examples ? "tables.examples" : "tables");
  return packed && packedTables(packed);
}

/** Compiling takes half a second, and a process sees one state of the tables. */
let compiledHere: Promise<Tables> | undefined;

/** While one table is being edited, the others go on answering; the programs of a broken one are unknown, and ask. */
function inWorkingCopy(warn: (message: string) => void): Promise<Tables> {
  compiledHere ??= compileWorkingCopy(warn);
  return compiledHere;
}

async function compileWorkingCopy(warn: (message: string) => void): Promise<Tables> {
  const { compile } = await import("../rules/compile.ts");
  let { programs, variables } = sourcesIn(join(import.meta.dirname, "../.."));
  for (;;) {
    const compiled = compile({ programs, variables, examples: true });
    if ("tables" in compiled) return tablesFrom(compiled.tables);
    const broken = new Set(compiled.errors.map((error) => error.file));
    warn(`${[...broken].join(", ")} left out: ${compiled.errors[0]?.message}`);
    programs = programs.filter((source) => !broken.has(source.file));
    variables = variables.filter((source) => !broken.has(source.file));
  }
}

/** Rows from the person's configuration directory go before the built-in ones. */
async function withOwn(tables: Tables, directory: string): Promise<Tables> {
  if (!["commands", "envvars.toml"].some((name) => existsSync(join(directory, name)))) return tables;
  try {
    return extend(tables, await compileDirectory(directory, false));
  } catch (error) {
    if (error instanceof Error && "syscall" in error) return extend(tables, { broken: failureOf(error) });
    const [first, ...more] = error instanceof Error ? error.message.split("\n") : [String(error)];
    const besides = more.length > 0 ? ` (and ${more.length} more)` : "";
    return extend(tables, { broken: `${directory}/${first}${besides}` });
  }
}

/** Throws an error whose message says all that is wrong, a line each: `FILE:LINE:COL: …`. */
export async function compileDirectory(directory: string, examples: boolean): Promise<CompiledTables> {
  const { compile } = await import("../rules/compile.ts");
  const compiled = compile({ ...sourcesIn(directory), examples });
  if ("tables" in compiled) return compiled.tables;
  throw new Error(compiled.errors.map((error) => error.message).join("\n"));
}

export function sourcesIn(directory: string): { programs: Source[]; variables: Source[] } {
  const read = (file: string): Source => ({ file, text: readFileSync(join(directory, file), "utf8") });
  const has = (file: string) => existsSync(join(directory, file));
  return {
    programs: globSync("commands/*.toml", { cwd: directory }).sort().map(read),
    variables: ["envvars.toml"].filter(has).map(read),
  };
}
