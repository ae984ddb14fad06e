/** `npm run check`: everything that must hold before a commit, cheapest first; stops at the first that fails. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";

const bin = join(import.meta.dirname, "../node_modules/.bin");
const steps: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ["format and lint", join(bin, "biome"), "check", "."],
  ["types", join(bin, "tsc")],
  ["import directions", process.execPath, join(import.meta.dirname, "imports.ts")],
  ["tests", join(bin, "vitest"), "run", ...process.argv.slice(2)],
];

for (const [name, command, ...args] of steps) {
  console.log(`check: ${name}`);
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  if (status !== 0) {
    console.error(`check: ${name} failed`);
    process.exit(1);
  }
}
