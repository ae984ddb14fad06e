/** How long one call of the executable takes, beside an empty program in the same Node. */

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeExecutable } from "../scripts/executable/executable.ts";
import { percentile, timed, words } from "./statistics.ts";
import type { Row } from "./table.ts";

const RUNS = 30;

/** Run in turn, so that what else the machine does meets all of them alike. */
export async function cold(heed: string, directory: string): Promise<Row[]> {
  const main = join(directory, "empty.cjs");
  writeFileSync(main, "");
  const empty = join(directory, "empty");
  await makeExecutable(empty, directory, main, {});
  const env = { HOME: directory, PATH: "/usr/bin:/bin" };
  const calls: readonly (readonly [what: string, program: string, ...args: string[]])[] = [
    ["an empty program", empty],
    ["heed check ls", heed, "check", "ls"],
    ["heed check 'git status'", heed, "check", "git status"],
    ["heed check 'rm -rf ~' (denied, logged)", heed, "check", "rm -rf ~"],
    ["heed init bash", heed, "init", "bash"],
  ];
  const times = calls.map((): number[] => []);
  for (let run = 0; run < RUNS; run++) {
    calls.forEach(([, program, ...args], i) => {
      times[i]?.push(timed(() => void spawnSync(program, args, { env, stdio: "ignore" })));
    });
  }
  const base = percentile(times[0] ?? [], 0.5);
  return calls.map(([what], i): Row => {
    const time = percentile(times[i] ?? [], 0.5);
    const ratio = time / base;
    const budget = i >= 1 && i <= 3 ? { budget: "1.3 ×", good: ratio <= 1.3 } : {};
    return { what, value: words(time), ratio: `${ratio.toFixed(2)} ×`, ...budget };
  });
}
