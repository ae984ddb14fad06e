/** `npm run build`: tables and sources → one executable, `dist/heed`, and the library, `dist/heed.js`. */

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { packTables, withoutExamples } from "../src/store/packed.ts";
import { compileDirectory } from "../src/store/tables.ts";
import { common, makeChunks } from "./executable/chunks.ts";
import { baseNode, flags, makeExecutable } from "./executable/executable.ts";
import { notLazy } from "./executable/lazy.ts";

const root = join(import.meta.dirname, "..");
const dist = join(root, "dist");

/** Name inside the executable → file. */
function collect(work: string, chunks: readonly string[]): { readonly [name: string]: string } {
  const native = `@lydell/node-pty-${process.platform}-${process.arch}/pty.node`;
  const files: { [name: string]: string } = { "pty.node": createRequire(import.meta.url).resolve(native) };
  for (const name of ["tables", "tables.examples", ...chunks]) files[name] = join(work, name);
  const shipped = readdirSync(join(root, "shell-integration")).map((name) => `shell-integration/${name}`);
  for (const name of ["package.json", ...shipped]) files[name] = join(root, name);
  return files;
}

for (const wrong of notLazy()) throw new Error(wrong);
const work = mkdtempSync(join(tmpdir(), "heed-build-"));
try {
  mkdirSync(dist, { recursive: true });
  const compiled = await compileDirectory(root, true);
  const tables = packTables(withoutExamples(compiled));
  writeFileSync(join(work, "tables"), tables);
  writeFileSync(join(work, "tables.examples"), packTables(compiled));
  const chunks = await makeChunks(work, baseNode(), flags);
  const main = join(work, "main.cjs");
  await build({ ...common, format: "cjs", entryPoints: [join(root, "scripts/executable/main.cjs")], outfile: main });
  await makeExecutable(join(dist, "heed"), work, main, collect(work, chunks));
  if (existsSync(join(root, "src/library.ts"))) {
    await build({ ...common, entryPoints: [join(root, "src/library.ts")], outfile: join(dist, "heed.js") });
    writeFileSync(join(dist, "tables"), tables);
  }
} finally {
  rmSync(work, { recursive: true });
}
