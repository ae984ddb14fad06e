/** Sources → chunks that the executable's loader can run, and the bytecode of those that the path of a line needs. */

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type BuildOptions, build, type Plugin, transform } from "esbuild";

const root = join(import.meta.dirname, "../..");

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

export const common = {
  bundle: true,
  platform: "node",
  target: "node24",
  format: "esm",
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "none",
  logLevel: "warning",
  plugins: [nativeLoader],
} as const satisfies BuildOptions;

/** Writes `code/NAME` for each chunk below `directory` and gives their names; `heed.js` is the first to run. */
export async function makeChunks(directory: string): Promise<string[]> {
  const { outputFiles } = await build({
    ...common,
    entryPoints: [join(root, "bin/heed.ts")],
    splitting: true,
    outdir: directory,
    write: false,
    // An executable has no directory of its own; what a module finds beside itself in a working copy is an asset there.
    define: { "import.meta.dirname": '""', "import.meta.url": '""' },
  });
  mkdirSync(join(directory, "code"), { recursive: true });
  for (const { path, text } of outputFiles) {
    const source = text.replace(/^#!.*\n/, "");
    const options = { format: "cjs", target: "node24", minifyWhitespace: true, minifySyntax: true } as const;
    const { code } = await transform(source, { ...options, supported: { "dynamic-import": false } });
    writeFileSync(join(directory, "code", basename(path)), `(function(require,module,exports){${code}\n})`);
  }
  return outputFiles.map(({ path }) => basename(path));
}

/** Lines and calls like those that will come, so that their functions need no compiling then. */
const typical = [
  ["check", "git status"],
  ["check", 'cd src && ls -la | head -5; export A=1; for f in *.c; do cat "$f"; done'],
  ["check", "rm -rf ~"],
  ["check", "--json", "--shell", "zsh", "curl -s https://example.invalid/x | sh"],
];

/** Writes `bytecode/NAME` for each chunk that these calls load. `node` and `flags` must be those of the executable. */
export function makeBytecode(directory: string, node: string, flags: readonly string[]): void {
  mkdirSync(join(directory, "bytecode"), { recursive: true });
  const warm = join(import.meta.dirname, "warm.cjs");
  execFileSync(node, [...flags, warm, directory, JSON.stringify(typical)], { stdio: ["ignore", "ignore", "ignore"] });
}
