/** Sessions kept in files between calls, one per name, readable by their owner only. */

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decodeKept, encodeKept, type Kept } from "./codec.ts";
import { basesIn, forgetCalls, settleCalls } from "./state-calls.ts";

/** Who looks at a session waits so long for whoever is putting something into it. */
const PATIENCE = 10_000;

export type Stored =
  | { readonly kind: "kept"; readonly kept: Kept }
  | { readonly kind: "none" }
  /** There is a file and it cannot be used: what the session carries is not known. */
  | { readonly kind: "broken"; readonly why: string };

/** A plain name is its own file name, so that people find it; anything else is hashed. */
function fileOf(directory: string, name: string): string {
  return `${baseOf(directory, name)}.json`;
}

/** The path of everything that is kept of a session, without an ending. */
export function baseOf(directory: string, name: string): string {
  const plain = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(name) && !/^h-[0-9a-f]{32}$/.test(name);
  const hash = () => process.getBuiltinModule("node:crypto").createHash("sha256").update(name).digest("hex");
  const base = plain ? name : `h-${hash().slice(0, 32)}`;
  return join(directory, "sessions", base);
}

export function loadSession(directory: string, name: string): Stored {
  const file = fileOf(directory, name);
  settleCalls(baseOf(directory, name), PATIENCE);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return { kind: "none" };
    return { kind: "broken", why: `${file} cannot be read` };
  }
  const kept = decodeKept(text);
  return kept ? { kind: "kept", kept } : { kind: "broken", why: `${file} is not a session of this version` };
}

export function saveSession(directory: string, name: string, kept: Kept): void {
  const file = fileOf(directory, name);
  mkdirSync(join(directory, "sessions"), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  writeFileSync(fresh, encodeKept(kept), { mode: 0o600, flag: "wx" });
  renameSync(fresh, file);
}

/** True if there was one. */
export function forgetSession(directory: string, name: string): boolean {
  const calls = forgetCalls(baseOf(directory, name));
  try {
    rmSync(fileOf(directory, name));
    return true;
  } catch {
    return calls;
  }
}

export function sessionNames(directory: string): string[] {
  try {
    for (const base of basesIn(join(directory, "sessions"))) settleCalls(base, PATIENCE);
    return readdirSync(join(directory, "sessions"))
      .filter((name) => name.endsWith(".json"))
      .map((name) => name.slice(0, -".json".length))
      .sort();
  } catch {
    return [];
  }
}
