/** What `heed install CLIENT` put into which file, kept so that it can be taken out again exactly. */

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Put {
  readonly path: string;
  /** Which of the client's files it is; two may be at one path. */
  readonly part: number;
  /** What was put in, each byte a Latin-1 character. */
  readonly piece: string;
  /** There was no such file before. */
  readonly isNew: boolean;
  /** Directories that were made for it, outermost first. */
  readonly directories: readonly string[];
}

const FORMAT = 1;

function fileOf(state: string, id: string): string {
  return join(state, "clients", `${id}.json`);
}

/** Empty when nothing is recorded, or nothing that this version reads: heed's part is then looked for in the files. */
export function loadPuts(state: string, id: string): readonly Put[] {
  try {
    const stored: { heed?: unknown; puts?: readonly Put[] } = JSON.parse(readFileSync(fileOf(state, id), "utf8"));
    return stored.heed === FORMAT && Array.isArray(stored.puts) ? stored.puts : [];
  } catch {
    return [];
  }
}

export function savePuts(state: string, id: string, puts: readonly Put[]): void {
  const file = fileOf(state, id);
  if (puts.length === 0) {
    if (existsSync(file)) rmSync(file);
    return;
  }
  mkdirSync(join(state, "clients"), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify({ heed: FORMAT, puts }, null, 2)}\n`, { mode: 0o600 });
}
