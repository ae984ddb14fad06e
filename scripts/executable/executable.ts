/** A copy of Node with a program and its assets inside. */

import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { inject } from "postject";

/** The fuse that Node looks for in itself to learn whether it carries a program. */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/** What Node and V8 are told. Bytecode counts for these only. */
export const flags = [
  // No inspector on a signal: any process of the same user could send it, and then drive the guard.
  "--disable-sigusr1",
  // One helper thread instead of four: starting them takes longer than they help.
  "--v8-pool-size=1",
  // One call's data without a collection, which would wait for the helper thread.
  "--min-semi-space-size=2",
  // Most of what one call runs it runs a few times: compiling that, if only roughly, takes longer than it helps.
  "--no-sparkplug",
  "--regexp-tier-up-ticks=20",
];

/** The Node that becomes heed: pinned by the lock file, not the one that happens to be installed. */
export function baseNode(): string {
  try {
    return createRequire(import.meta.url).resolve(`node-${process.platform}-${process.arch}/bin/node`);
  } catch {
    return process.execPath;
  }
}

/** Put into place by rename: the old one may be running. `work` is a directory for what is made on the way. */
export async function makeExecutable(
  output: string,
  work: string,
  main: string,
  assets: { readonly [name: string]: string },
): Promise<void> {
  const node = baseNode();
  const config = join(work, "sea.json");
  const blob = join(work, "sea.blob");
  writeFileSync(
    config,
    JSON.stringify({
      main,
      output: blob,
      assets,
      disableExperimentalSEAWarning: true,
      execArgv: flags,
      // Nobody else may give this program options: NODE_OPTIONS could load code into the guard.
      execArgvExtension: "none",
    }),
  );
  execFileSync(node, ["--experimental-sea-config", config], { stdio: "pipe" });
  const fresh = join(dirname(output), `.heed.${process.pid}`);
  copyFileSync(node, fresh);
  chmodSync(fresh, 0o755);
  // Symbols are a seventh of the file; where there is no strip it stays larger and works the same.
  if (process.platform === "linux") spawnSync("strip", [fresh], { stdio: "ignore" });
  if (process.platform === "darwin") execFileSync("codesign", ["--remove-signature", fresh]);
  await injectQuietly(fresh, readFileSync(blob));
  if (process.platform === "darwin") execFileSync("codesign", ["--sign", "-", fresh]);
  renameSync(fresh, output);
}

/** postject warns of every note section of a stripped file; the result is right all the same. */
async function injectQuietly(file: string, blob: Uint8Array): Promise<void> {
  const { warn, error } = console;
  const said: string[] = [];
  const listen = (text: unknown) => void said.push(String(text));
  console.warn = listen;
  console.error = listen;
  try {
    const segment = process.platform === "darwin" ? { machoSegmentName: "NODE_SEA" } : {};
    await inject(file, "NODE_SEA_BLOB", blob, { sentinelFuse: FUSE, ...segment });
  } finally {
    Object.assign(console, { warn, error });
    for (const text of said) if (!text.includes("section name '.note")) console.error(text);
  }
}
