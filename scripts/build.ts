/** `npm run build`: tables and sources → one executable, `dist/heed`, and the library, `dist/heed.js`. */

import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { inject } from "postject";
import { packTables } from "../src/store/packed.ts";
import { compileDirectory } from "../src/store/tables.ts";

const root = join(import.meta.dirname, "..");
const dist = join(root, "dist");
const require = createRequire(import.meta.url);

/** The fuse that Node looks for in itself to learn whether it carries a program. */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/** The Node that becomes heed: pinned by the lock file, not the one that happens to be installed. */
function baseNode(): string {
  const name = `node-${process.platform}-${process.arch}/bin/node`;
  try {
    return require.resolve(name);
  } catch {
    return process.execPath;
  }
}

/** Native code cannot be required from inside an executable: node-pty's loader is replaced by ours. */
const nativeLoader: Plugin = {
  name: "native-loader",
  setup(bundle) {
    const own = join(root, "src/pty/native.ts");
    bundle.onResolve({ filter: /\/requireBinary$/ }, () => (existsSync(own) ? { path: own } : undefined));
    bundle.onResolve({ filter: /windowsTerminal$/ }, () => ({ path: "windows", namespace: "empty" }));
    bundle.onLoad({ filter: /.*/, namespace: "empty" }, () => ({ contents: "module.exports = {}" }));
  },
};

async function bundle(entry: string, outfile: string, format: "cjs" | "esm"): Promise<void> {
  await build({
    entryPoints: [join(root, entry)],
    outfile,
    format,
    bundle: true,
    platform: "node",
    target: "node24",
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
    logLevel: "warning",
    // An executable has no directory of its own; what a module finds beside itself in a working copy is an asset there.
    ...(format === "cjs" && {
      define: { "import.meta.dirname": '""', "import.meta.url": '""' },
      supported: { "dynamic-import": false },
    }),
    plugins: [nativeLoader],
  });
}

function assets(directory: string, tables: Uint8Array): { readonly [name: string]: string } {
  const packed = join(directory, "tables");
  writeFileSync(packed, tables);
  const files: { [name: string]: string } = { tables: packed };
  for (const name of ["heed.bash", "heed.zsh"]) {
    const file = join(root, "shell-integration", name);
    if (existsSync(file)) files[name] = file;
  }
  const native = `@lydell/node-pty-${process.platform}-${process.arch}/pty.node`;
  files["pty.node"] = require.resolve(native);
  return files;
}

/** Puts program and assets into a copy of Node, and that into place by rename: the old one may be running. */
async function makeExecutable(node: string, main: string, files: { readonly [name: string]: string }): Promise<void> {
  const directory = join(main, "..");
  const config = join(directory, "sea.json");
  const blob = join(directory, "sea.blob");
  // Execution arguments are baked in: V8 refuses a code cache that was made under other flags.
  const execArgv = ["--disable-sigusr1"];
  writeFileSync(
    config,
    JSON.stringify({
      main,
      output: blob,
      disableExperimentalSEAWarning: true,
      useCodeCache: true,
      execArgv,
      execArgvExtension: "none",
      assets: files,
    }),
  );
  execFileSync(node, [...execArgv, "--experimental-sea-config", config], { stdio: ["ignore", "ignore", "inherit"] });
  const fresh = join(dist, `.heed.${process.pid}`);
  copyFileSync(node, fresh);
  chmodSync(fresh, 0o755);
  // Symbols are a tenth of the file; where there is no strip it stays larger and works the same.
  if (process.platform === "linux") spawnSync("strip", [fresh], { stdio: "ignore" });
  if (process.platform === "darwin") execFileSync("codesign", ["--remove-signature", fresh]);
  await inject(fresh, "NODE_SEA_BLOB", readFileSync(blob), {
    sentinelFuse: FUSE,
    ...(process.platform === "darwin" && { machoSegmentName: "NODE_SEA" }),
  });
  if (process.platform === "darwin") execFileSync("codesign", ["--sign", "-", fresh]);
  renameSync(fresh, join(dist, "heed"));
}

const work = mkdtempSync(join(tmpdir(), "heed-build-"));
try {
  mkdirSync(dist, { recursive: true });
  const tables = packTables(await compileDirectory(root, true));
  const main = join(work, "heed.cjs");
  await bundle("bin/heed.ts", main, "cjs");
  await makeExecutable(baseNode(), main, assets(work, tables));
  if (existsSync(join(root, "src/library.ts"))) {
    await bundle("src/library.ts", join(dist, "heed.js"), "esm");
    writeFileSync(join(dist, "tables"), tables);
  }
} finally {
  rmSync(work, { recursive: true });
}
