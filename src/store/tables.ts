/** Where the tables come from: compiled into the binary, from TOML in a working copy; and the person's own, which go before them. */

import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Source } from "../rules/compile.ts";
import type { Tables } from "../rules/row.ts";
import { type CompiledTables, extend, tablesFrom } from "../rules/tables.ts";

export async function loadTables(own?: string): Promise<Tables> {
  const tables = tablesFrom(builtIn() ?? (await compileDirectory(join(import.meta.dirname, "../.."), true)));
  return own === undefined ? tables : withOwn(tables, own);
}

/** The tables that the build put into this executable. */
function builtIn(): CompiledTables | undefined {
  return undefined;
}

/** Rows from the person's configuration directory go before the built-in ones. */
async function withOwn(tables: Tables, directory: string): Promise<Tables> {
  if (!["commands", "envvars.toml"].some((name) => existsSync(join(directory, name)))) return tables;
  try {
    return extend(tables, await compileDirectory(directory, false));
  } catch (error) {
    return extend(tables, { broken: error instanceof Error ? error.message : String(error) });
  }
}

/** Throws an error whose message is the first that is wrong, as `FILE:LINE:COL: …`. */
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
