/** Sources → chunks that the executable's loader can run, and the bytecode of those that judging a line needs. */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type BuildOptions, build, transform } from "esbuild";
import { lazyEntries, lazyModules } from "./lazy.ts";

const root = join(import.meta.dirname, "../..");

export const common = {
  bundle: true,
  platform: "node",
  target: "node24",
  format: "esm",
  minify: true,
  legalComments: "none",
  logLevel: "warning",
} as const satisfies BuildOptions;

/**
 * The calls whose functions get bytecode in the script that every call reads: one that runs, one that is refused and logged, a shell.
 * No more: reading bytecode back costs as much as what it saves when it is not used, and with many different lines here every line
 * became slower.
 */
const usual = [
  ["check", "git status"],
  ["check", "rm -rf ~"],
  ["dropin", "bash", "-c", "git status"],
  ["dropin", "bash", "--session", "warm", "-c", "git status"],
];

/** Calls that load chunks of their own, which then have their bytecode beside them. */
const other = [
  ["check", "--shell", "zsh", "ls -la | head; for f in *; do echo $f; done"],
  ["check", "--shell", "zsh", "print -r -- ${(U)HOME}"],
];

/** Writes the program below `directory` as assets, and gives their names. `node` and `flags` must be those of the executable. */
export async function makeChunks(directory: string, node: string, flags: readonly string[]): Promise<string[]> {
  const chunks = await bundle(directory);
  for (const name of ["code", "bytecode"]) mkdirSync(join(directory, name));
  const write = (hot: readonly string[]) => {
    const parts = hot.map((name) => `${JSON.stringify(name)}:${chunks.get(name)}`);
    writeFileSync(join(directory, "hot"), `({${parts.join(",\n")}})`);
    for (const [name, code] of chunks) writeFileSync(join(directory, "code", name), `(${code})`);
  };
  write([]);
  const hot = warm(directory, node, flags, usual).loaded;
  write(hot);
  const bytecode = warm(directory, node, flags, [...usual, ...other]).bytecode.map((name) => `bytecode/${name}`);
  // Last, so that the script of every call has the functions of the usual ones only.
  warm(directory, node, flags, usual);
  const rest = [...chunks.keys()].filter((name) => !hot.includes(name));
  return ["hot", "hot.bytecode", ...rest.map((name) => `code/${name}`), ...bytecode];
}

/** Name → the chunk as a function of `require`, `module` and `exports`; `heed.js` is the first to run. */
async function bundle(directory: string): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    ...common,
    entryPoints: { heed: join(root, "bin/heed.ts"), ...lazyEntries() },
    plugins: [lazyModules],
    splitting: true,
    outdir: directory,
    write: false,
    // An executable has no directory of its own; what a module finds beside itself in a working copy is an asset there.
    define: { "import.meta.dirname": '""', "import.meta.url": '""' },
  });
  const chunks = new Map<string, string>();
  for (const { path, text } of outputFiles) {
    const source = text.replace(/^#!.*\n/, "");
    const options = { format: "cjs", target: "node24", minify: true, supported: { "dynamic-import": false } } as const;
    const { code } = await transform(source, options);
    chunks.set(basename(path), `function(require,module,exports){${code}\n}`);
  }
  return chunks;
}

interface Warmed {
  /** The chunks that were loaded. */
  readonly loaded: readonly string[];
  /** Those that are not in the hot script, and now have their bytecode beside them. */
  readonly bytecode: readonly string[];
}

/** In a home of its own, so that what the builder keeps in theirs has no part in it. */
function warm(
  directory: string,
  node: string,
  flags: readonly string[],
  calls: readonly (readonly string[])[],
): Warmed {
  const home = mkdtempSync(join(tmpdir(), "heed-warm-"));
  try {
    rmSync(join(directory, "hot.bytecode"), { force: true });
    const args = [...flags, join(import.meta.dirname, "warm.cjs"), directory, JSON.stringify(calls)];
    const env = { HOME: home, PATH: process.env["PATH"] };
    execFileSync(node, args, { stdio: ["ignore", "ignore", "ignore"], cwd: root, env });
    return JSON.parse(readFileSync(join(directory, "warmed"), "utf8"));
  } finally {
    rmSync(home, { recursive: true });
  }
}
