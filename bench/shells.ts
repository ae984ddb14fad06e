/** How long a shell waits for the guard: the integration's own question, asked again and again from a start-up file. */

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { words } from "./statistics.ts";
import type { Row } from "./table.ts";

const ROUNDS = 500;

const scripts = {
  bash: {
    file: "rc",
    flags: (at: string) => ["--rcfile", join(at, "rc"), "-i"],
    judge: "__heed_judge 1 'echo hi'",
    load: "",
  },
  zsh: { file: ".zshrc", flags: () => ["-i"], judge: "__heed_judge 'echo hi' ''", load: "zmodload zsh/datetime\n" },
} as const;

export function shells(heed: string, directory: string): Row[] {
  return (["bash", "zsh"] as const).flatMap((shell): Row[] => {
    if (spawnSync(shell, ["-c", ":"]).status !== 0) return [];
    const { file, flags, judge, load } = scripts[shell];
    const at = join(directory, shell);
    mkdirSync(at);
    const out = join(at, "times");
    // One question before the clock starts: the first one starts the guard.
    const script = `${load}eval "$("$BENCHED" init ${shell})"
${judge}
for ((i = 0; i < ${ROUNDS}; i++)); do
  before=$EPOCHREALTIME
  ${judge} || { echo "$__heed_text" >&2; break; }
  echo "$before $EPOCHREALTIME"
done >'${out}'
exit
`;
    writeFileSync(join(at, file), script);
    const env = { HOME: at, ZDOTDIR: at, BENCHED: heed, PATH: process.env["PATH"], TERM: "dumb" };
    const { stderr } = spawnSync(shell, flags(at), {
      env,
      cwd: at,
      encoding: "utf8",
      stdio: ["ignore", "ignore", "pipe"],
    });
    const times = existsSync(out) ? intervals(readFileSync(out, "utf8")) : [];
    if (times.length < ROUNDS)
      return [{ what: `${shell}, a line judged`, value: "failed", ratio: stderr.trim().split("\n").at(-1) ?? "" }];
    times.sort((a, b) => a - b);
    const p50 = times[ROUNDS >> 1] ?? Number.NaN;
    const p99 = times[Math.floor(ROUNDS * 0.99)] ?? Number.NaN;
    return [
      { what: `${shell}, a line judged, p50`, value: words(p50), budget: "1 ms", good: p50 < 1000 },
      { what: `${shell}, a line judged, p99`, value: words(p99) },
    ];
  });
}

function intervals(text: string): number[] {
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [before = 0, after = 0] = line.split(" ").map(Number);
      return (after - before) * 1e6;
    });
}

/** Resident memory of the guard processes that the shells above have started. */
export function memory(directory: string): Row[] {
  return (["bash", "zsh"] as const).flatMap((shell): Row[] => {
    try {
      const [pid = ""] = readFileSync(join(directory, shell, ".cache/heed/run/pid"), "utf8").split(" ");
      const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
      process.kill(Number(pid));
      return [
        {
          what: `guard process after ${shell}`,
          value: `${(kilobytes / 1024).toFixed(0)} MB`,
          budget: "90 MB",
          good: kilobytes < 92_160,
        },
      ];
    } catch {
      return [];
    }
  });
}
