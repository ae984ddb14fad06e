/** Sources → chunks that the executable's loader can run, and the bytecode of those that judging a line needs. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
 * The calls whose functions get bytecode in the scripts that calls share: one that runs, one that is refused and logged, a shell, a
 * shell with a session. No more: reading bytecode back costs as much as what it saves when it is not used, and with many different
 * lines here every line became slower. Each has a script of the chunks that those before it do not load.
 */
const usual: readonly (readonly [script: string, call: readonly string[]])[] = [
  ["hot", ["check", "git status"]],
  ["refused", ["check", "rm -rf ~"]],
  ["shell", ["dropin", "bash", "-c", "git status"]],
  ["session", ["dropin", "bash", "--session", "warm", "-c", "git status"]],
];

/** Calls that load chunks of their own, which then have their bytecode beside them. */
const other = [
  ["check", "--shell", "zsh", "ls -la | head; for f in *; do echo $f; done"],
  ["check", "--shell", "zsh", "print -r -- ${(U)HOME}"],
];

/** Writes the program below `directory` as assets, and gives their names. `node` and `flags` must be those of the executable. */
export async function makeChunks(directory: string, node: string, flags: readonly string[]): Promise<string[]> {
  const chunks = await bundle(directory);
  const calls = usual.map(([, call]) => call);
  const run = (...which: readonly (readonly string[])[]) => warm(directory, node, flags, which);
  const scripts = new Map([...chunks.keys()].map((name) => [name, `only-${name}`]));
  write(directory, chunks, scripts);
  for (const [i, [script]] of usual.entries())
    for (const name of run(...calls.slice(0, i + 1)).loaded)
      if (scripts.get(name) === `only-${name}`) scripts.set(name, script);
  const names = write(directory, chunks, scripts);
  const warmed = new Set(run(...calls, ...other).bytecode);
  // Last, so that the scripts of usual calls have the functions of those only.
  run(...calls);
  return ["scripts", ...names, ...[...warmed].map((name) => `${name}.bytecode`)];
}

/** The scripts, each an object of chunks, and the list that says where a chunk is; gives the names of the scripts. */
function write(directory: string, chunks: ReadonlyMap<string, string>, scripts: ReadonlyMap<string, string>): string[] {
  writeFileSync(join(directory, "scripts"), JSON.stringify(Object.fromEntries(scripts)));
  const names = [...new Set(scripts.values())];
  for (const name of names) {
    const parts = [...chunks].flatMap(([chunk, code]) =>
      scripts.get(chunk) === name ? [`${JSON.stringify(chunk)}:${code}`] : [],
    );
    writeFileSync(join(directory, name), `({${parts.join(",\n")}})`);
    rmSync(join(directory, `${name}.bytecode`), { force: true });
  }
  return names;
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
  /** The scripts that were, and now have their bytecode beside them. */
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
    const args = [...flags, join(import.meta.dirname, "warm.cjs"), directory, JSON.stringify(calls)];
    const env = { HOME: home, PATH: process.env["PATH"] };
    execFileSync(node, args, { stdio: ["ignore", "ignore", "ignore"], cwd: root, env });
    return JSON.parse(readFileSync(join(directory, "warmed"), "utf8"));
  } finally {
    rmSync(home, { recursive: true });
  }
}
