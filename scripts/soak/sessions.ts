/** Many calls of a drop-in shell in one session, and whether each of them is found in it afterwards. */

import { execFile } from "node:child_process";

export interface Soak {
  /** A drop-in shell. */
  readonly program: string;
  readonly session: string;
  readonly cwd: string;
  readonly env: { readonly [name: string]: string | undefined };
  readonly calls: number;
  readonly atOnce: number;
  /** No call is begun after this time. */
  readonly until: number;
}

export interface Soaked {
  readonly begun: number;
  /** Calls that said something else than nothing. */
  readonly failed: readonly string[];
  /** Calls that did what they should, and whose mark is not there. */
  readonly missing: readonly number[];
}

/** A value that would show if it were torn, or quoted wrongly. */
const markOf = (n: number) => `${n}: it's "${"x".repeat(n % 97)}"\n${n}`;

export async function soak(told: Soak): Promise<Soaked> {
  const failed: string[] = [];
  let begun = 0;
  async function worker(): Promise<void> {
    while (begun < told.calls && Date.now() < told.until) {
      const n = begun++;
      const said = await call(told, [`export MARK_${n}="$1"`, "zero", markOf(n)]);
      if (said !== "") failed.push(`${n}: ${said}`);
    }
  }
  await Promise.all(Array.from({ length: Math.min(told.atOnce, told.calls) }, worker));
  const marks = Array.from({ length: begun }, (_, n) => n);
  const said = await call(told, [marks.map((n) => `printf '%s\\0' "$MARK_${n}"`).join("\n")]);
  const found = said.split("\0");
  return { begun, failed, missing: marks.filter((n) => found[n] !== markOf(n)) };
}

function call({ program, session, cwd, env }: Soak, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const options = { cwd, env, maxBuffer: 64 << 20 };
    execFile(program, ["--session", session, "-c", ...args], options, (error, stdout, stderr) => {
      resolve(error ? `${error.message}${stderr}` : stdout + stderr);
    });
  });
}
