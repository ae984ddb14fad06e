/** `npm run build`: tables and sources → one executable, `dist/heed`, and the library, `dist/heed.js`. */

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { packTables } from "../src/store/packed.ts";
import { compileDirectory } from "../src/store/tables.ts";
import { common, makeBytecode, makeChunks } from "./executable/chunks.ts";
import { baseNode, flags, makeExecutable } from "./executable/executable.ts";

const root = join(import.meta.dirname, "..");
const dist = join(root, "dist");

/** Name inside the executable → file. */
function collect(work: string, chunks: readonly string[]): { readonly [name: string]: string } {
  const files: { [name: string]: string } = { tables: join(work, "tables") };
  for (const name of chunks) files[`code/${name}`] = join(work, "code", name);
  const bytecode = readdirSync(join(work, "bytecode")).map((name) => `bytecode/${name}`);
  for (const name of bytecode) files[name] = join(work, name);
  files["bytecode"] = join(work, "bytecode.json");
  writeFileSync(files["bytecode"], JSON.stringify(bytecode));
  for (const name of readdirSync(join(root, "shell-integration"))) {
    files[`shell-integration/${name}`] = join(root, "shell-integration", name);
  }
  const native = `@lydell/node-pty-${process.platform}-${process.arch}/pty.node`;
  files["pty.node"] = createRequire(import.meta.url).resolve(native);
  return files;
}

const work = mkdtempSync(join(tmpdir(), "heed-build-"));
try {
  mkdirSync(dist, { recursive: true });
  const tables = packTables(await compileDirectory(root, true));
  writeFileSync(join(work, "tables"), tables);
  const chunks = await makeChunks(work);
  makeBytecode(work, baseNode(), flags);
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
