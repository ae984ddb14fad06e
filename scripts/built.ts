/** The executable, built when the sources are newer. Test files run at once: one builds, the others wait. */

import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "../src/world/lock.ts";

const root = join(import.meta.dirname, "..");

export function builtHeed(): string {
  const heed = join(root, "dist/heed");
  mkdirSync(join(root, "dist"), { recursive: true });
  withLock(join(root, "dist/.build.lock"), 120_000, () => {
    if (existsSync(heed) && statSync(heed).mtimeMs > newest()) return;
    execFileSync(process.execPath, [join(root, "scripts/build.ts")], { stdio: "pipe" });
  });
  return heed;
}

function newest(): number {
  const patterns = [
    "src/**/*.ts",
    "bin/*",
    "commands/*",
    "envvars.toml",
    "shell-integration/*",
    "scripts/build.ts",
    "scripts/executable/*",
    "package-lock.json",
  ];
  return Math.max(...globSync(patterns, { cwd: root }).map((file) => statSync(join(root, file)).mtimeMs));
}
