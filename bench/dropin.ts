/** What guarding costs a shell that runs one command and ends, beside the same shell without. */

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { percentile, timed, words } from "./statistics.ts";
import type { Row } from "./table.ts";

const RUNS = 60;

/** Run in turn, so that what else the machine does meets all of them alike. */
export function dropin(heed: string, directory: string): Row[] {
  const home = join(directory, "dropin");
  mkdirSync(home);
  for (const shell of ["bash", "zsh"]) symlinkSync(heed, join(home, `heed-${shell}`));
  const plain = { HOME: home, PATH: "/usr/bin:/bin", SHLVL: "1" };
  const told = spawnSync(heed, ["guards"], { env: plain, encoding: "utf8" }).stdout;
  const guards = Object.fromEntries(
    [...told.matchAll(/^export (\w+)='(.*)'$/gm)].map(([, name, value]) => [name, value]),
  );
  const run = join(home, ".cache/heed/run");
  const present = { ...plain, ...guards };
  const missing = { ...present, HEED_DIR: join(home, "nobody") };
  spawnSync(heed, ["serve", "--at", run], { env: plain });
  const calls = (["bash", "zsh"] as const)
    .filter((shell) => spawnSync(shell, ["-c", ":"], { env: plain }).status === 0)
    .flatMap((shell) => [
      { what: `${shell} -c`, shell, program: shell, args: ["-c", "echo hi"], env: plain },
      { what: `… guarded, with the guard process`, shell, program: shell, args: ["-c", "echo hi"], env: present },
      { what: `… guarded, without it`, shell, program: shell, args: ["-c", "echo hi"], env: missing },
      { what: `heed-${shell} -c`, shell, program: join(home, `heed-${shell}`), args: ["-c", "echo hi"], env: plain },
      {
        what: `heed-${shell} --session NAME -c`,
        shell,
        program: join(home, `heed-${shell}`),
        args: ["--session", "bench", "-c", "echo hi"],
        env: plain,
      },
    ]);
  const times = calls.map((): number[] => []);
  for (let i = 0; i < RUNS; i++) {
    calls.forEach(({ program, args, env }, n) => {
      times[n]?.push(timed(() => void spawnSync(program, args, { env, cwd: home, stdio: "ignore" })));
    });
  }
  stop(run);
  const medians = times.map((all) => percentile(all, 0.5));
  return calls.map(({ what, shell }, n): Row => {
    const base = medians[calls.findIndex((call) => call.shell === shell)] ?? Number.NaN;
    const time = medians[n] ?? Number.NaN;
    return { what, value: words(time), ratio: `${(time / base).toFixed(1)} ×` };
  });
}

function stop(directory: string): void {
  try {
    process.kill(Number(readFileSync(join(directory, "pid"), "utf8").split(" ")[0]));
  } catch {
    // It did not start.
  }
}
