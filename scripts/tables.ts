/** Checks the tables while they are written: `tables.ts [FILE…]`, and shows how a row reads an argv: `tables.ts --argv sort -o x y`. */

import { readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import process from "node:process";
import { compile } from "../src/rules/compile.ts";
import { invoke } from "../src/rules/invoke.ts";
import { tablesFrom } from "../src/rules/tables.ts";

const root = join(import.meta.dirname, "..");
const argument = process.argv.slice(2);
const files = argument[0] === "--argv" ? [] : argument;
const paths = files.length > 0 ? files : everyTable();
const sources = paths.map((path) => ({ file: relative(process.cwd(), path), text: readFileSync(path, "utf8") }));
const compiled = compile({
  programs: sources.filter(({ file }) => basename(file) !== "envvars.toml"),
  variables: sources.filter(({ file }) => basename(file) === "envvars.toml"),
  examples: true,
});

if ("errors" in compiled) {
  for (const { frame } of compiled.errors) process.stderr.write(`${frame}\n`);
  process.stderr.write(`${compiled.errors.length} errors\n`);
  process.exitCode = 1;
}
if ("tables" in compiled) {
  const tables = tablesFrom(compiled.tables);
  if (argument[0] === "--argv") show(argument.slice(1));
  else console.log(`${tables.programs().length} programs, ${tables.variables().length} variables ok`);

  function show(argv: readonly string[]): void {
    const name = basename(argv[0] ?? "");
    const row = tables.program(name);
    if (row === undefined) {
      process.stderr.write(`no row for ${name}\n`);
      process.exitCode = 1;
      return;
    }
    const { row: _, ...shown } = invoke(name, row, argv);
    console.log(JSON.stringify({ ...shown, flags: Object.fromEntries(shown.flags) }, null, 2));
  }
}

function everyTable(): string[] {
  const folder = join(root, "commands");
  const tables = readdirSync(folder).filter((name) => name.endsWith(".toml"));
  const variables = join(root, "envvars.toml");
  return [...tables.sort().map((name) => join(folder, name)), ...(exists(variables) ? [variables] : [])];
}

function exists(path: string): boolean {
  return readdirSync(root).includes(basename(path));
}
