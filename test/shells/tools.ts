/** Real tools that hook into a shell, on a stage of their own. */

import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { environment, open, type ShellName, type Stage, stage, type Terminal } from "./terminal.ts";

export const PASSES = 0;
export const STOPPED = 126;

const PLACES = [join(import.meta.dirname, "../../node_modules/.bin"), "/usr/local/bin", "/usr/bin"];

/** The path of this program, if there is one. */
export function program(name: string): string | undefined {
  return PLACES.map((place) => join(place, name)).find((path) => existsSync(path));
}

export interface Equipped {
  readonly at: Stage;
  /** Calls the tool before there is a guard. */
  prepare(directory: string, ...args: readonly string[]): void;
  /** A guarded shell whose startup file has this in it; it refuses where it would ask, if not told otherwise. */
  open(shell: ShellName, startup: string, ask?: "ask" | "refuse"): Promise<Terminal>;
}

/** A stage where `tool` can be called, with these files below its working directory. */
export function equip(tool: string, files: { readonly [name: string]: string }): Equipped {
  const at = stage("heed");
  const bin = join(at.work, "../bin");
  const env = environment(at, { HEED_TIMEOUT: "20", XDG_STATE_HOME: join(at.home, "state") });
  mkdirSync(join(at.work, ".git"));
  symlinkSync(program(tool) ?? "/nowhere", join(bin, tool));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(at.work, name)), { recursive: true });
    writeFileSync(join(at.work, name), text);
  }
  return {
    at,
    prepare: (directory, ...args) =>
      execFileSync(join(bin, tool), args, { cwd: join(at.work, directory), env, stdio: "ignore" }),
    async open(shell, startup, ask = "refuse") {
      await serve(at, env);
      return open(shell, at, { before: startup, env, ask });
    },
  };
}

/** Run from its sources, the guard takes a while to come up, on a busy machine longer than a shell waits. */
function serve(at: Stage, env: { readonly [name: string]: string }): Promise<void> {
  const guard = spawn(at.heed, ["serve", "--at", at.run, "--foreground"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    guard.stdout.once("data", () => resolve());
    guard.once("exit", (status) => reject(new Error(`the guard ended with ${status}`)));
  });
}
