/** `node scripts/soak-sessions.ts [CALLS] [SECONDS] [AT-ONCE]`: whether calls at the same time lose anything of a session. */

import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { builtHeed } from "./built.ts";
import { soak } from "./soak/sessions.ts";

const [calls = 1000, seconds = 600, atOnce = cpus().length * 16] = process.argv.slice(2).map(Number);

const root = mkdtempSync(join(tmpdir(), "heed-soak-"));
try {
  for (const name of ["home", "work"]) mkdirSync(join(root, name));
  const program = join(root, "heed-bash");
  symlinkSync(builtHeed(), program);
  const began = Date.now();
  const { begun, failed, missing } = await soak({
    program,
    session: "soak",
    cwd: join(root, "work"),
    env: { HOME: join(root, "home"), PATH: process.env["PATH"] },
    calls,
    atOnce,
    until: began + seconds * 1000,
  });
  const took = ((Date.now() - began) / 1000).toFixed(0);
  console.log(`${begun} calls, ${atOnce} at once, ${took} s: ${failed.length} failed, ${missing.length} lost`);
  for (const line of failed.slice(0, 10)) console.log(line);
  process.exitCode = failed.length + missing.length === 0 && begun > 0 ? 0 : 1;
} finally {
  rmSync(root, { recursive: true });
}
