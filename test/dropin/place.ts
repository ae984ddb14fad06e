/** A home, a project and heed under its other names, for tests that run shells. */

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { builtHeed } from "../../scripts/built.ts";

export interface Place {
  readonly home: string;
  readonly work: string;
  /** Where heed-bash, heed-zsh and heed-sh are. */
  readonly bin: string;
  readonly env: { readonly [name: string]: string };
  put(file: string, text: string): string;
  clean(): void;
}

export function place(): Place {
  const root = mkdtempSync(join(tmpdir(), "heed-"));
  const [home, work, bin] = [join(root, "home"), join(root, "work"), join(root, "bin")] as const;
  for (const directory of [home, work, bin, join(work, ".git")]) mkdirSync(directory, { mode: 0o700 });
  const heed = builtHeed();
  for (const name of ["heed", "heed-bash", "heed-zsh", "heed-sh"]) symlinkSync(heed, join(bin, name));
  return {
    home,
    work,
    bin,
    env: { HOME: home, PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`, LC_ALL: "C.UTF-8", TERM: "dumb" },
    put(file, text) {
      const path = join(work, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    },
    clean() {
      stopGuard(join(home, ".cache/heed/run"));
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** The guard process that the shells of this place have started, if any. */
export function stopGuard(directory: string): void {
  try {
    process.kill(Number(readFileSync(join(directory, "pid"), "utf8").split(" ")[0]), "SIGKILL");
  } catch {
    // None was started, or it has left.
  }
}

export interface Told {
  readonly input?: string;
  readonly env?: { readonly [name: string]: string };
  readonly cwd?: string;
  /** Descriptors from 3 on. */
  readonly more?: readonly number[];
}

export interface Outcome {
  readonly status: number | null;
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
}

export function run(at: Place, program: string, args: readonly string[], told: Told = {}): Outcome {
  const { status, signal, stdout, stderr } = spawnSync(program, args, {
    cwd: told.cwd ?? at.work,
    env: { ...at.env, ...told.env },
    input: told.input ?? "",
    stdio: ["pipe", "pipe", "pipe", ...(told.more ?? [])],
    encoding: "latin1",
    timeout: 30_000,
  });
  return { status, signal, out: stdout, err: stderr };
}
