/** Runs heed in this process, with a home of its own: what it printed and how it ended. */

import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run as runHeed } from "../../src/cli/run.ts";

export interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

export interface Around {
  readonly home: string;
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: { readonly [name: string]: string };
  readonly name?: string;
}

export function newHome(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), "heed-home-")));
}

export async function run(around: Around, ...args: readonly string[]): Promise<Ran> {
  let out = "";
  let err = "";
  const input = around.input ?? "";
  const status = await runHeed(around.name ?? "heed", args, {
    env: { HOME: around.home, PATH: "/usr/local/bin:/usr/bin:/bin", ...around.env },
    cwd: around.cwd ?? around.home,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    input: () => input,
    lines: async function* () {
      yield* input.split("\n");
    },
  });
  return { status, out, err };
}
