/** Approvals and pending questions, one file each: given by a person in a terminal of their own, used by whoever asks again. */

import { mkdirSync, readdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Approval, Circumstances, Wish } from "../policy/approvals.ts";
import type { Judged } from "../policy/verdict.ts";

/** A line that was refused because nobody was there to answer. */
export interface Pending {
  readonly id: string;
  /** As the log shows it: secrets replaced. */
  readonly line: string;
  readonly wishes: readonly Wish[];
  readonly findings: readonly Pick<Judged, "rule" | "because" | "text">[];
  readonly at: Circumstances;
  /** ISO 8601, UTC. */
  readonly asked: string;
}

/** More pending questions than this are nobody's; the oldest go. */
const MAX_PENDING = 200;

const folder = (state: string, kind: "approvals" | "pending") => join(state, kind);

function readAll<T>(directory: string): T[] {
  let names: string[];
  try {
    names = readdirSync(directory);
  } catch {
    return [];
  }
  return names
    .filter((name) => /^[a-z0-9]+\.json$/.test(name))
    .sort()
    .flatMap((name): T[] => {
      try {
        return [JSON.parse(readFileSync(join(directory, name), "utf8"))];
      } catch {
        // torn or foreign: no approval
        return [];
      }
    });
}

function write(directory: string, id: string, value: unknown): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const fresh = join(directory, `.${id}.${process.pid}`);
  writeFileSync(fresh, JSON.stringify(value), { mode: 0o600, flag: "wx" });
  renameSync(fresh, join(directory, `${id}.json`));
}

/** Six letters that are easy to read aloud and type. */
function freshId(): string {
  const bytes = process.getBuiltinModule("node:crypto").randomBytes(6);
  return [...bytes].map((b) => "abcdefghjkmnpqrstuvwxyz23456789"[b % 31]).join("");
}

export function loadApprovals(state: string): readonly Approval[] {
  return readAll<Approval>(folder(state, "approvals"));
}

export function give(state: string, wishes: readonly Wish[], now: Date): readonly Approval[] {
  return wishes.map((wish) => {
    const approval: Approval = { ...wish, id: freshId(), given: now.toISOString() };
    write(folder(state, "approvals"), approval.id, approval);
    return approval;
  });
}

/** Takes the single-use ones away; false when another call was there first, and then nothing may run. */
export function consume(state: string, used: readonly Approval[]): boolean {
  let all = true;
  for (const approval of used) {
    if (approval.scope !== "once") continue;
    try {
      unlinkSync(join(folder(state, "approvals"), `${approval.id}.json`));
    } catch {
      all = false;
    }
  }
  return all;
}

/** True if there was one. */
export function revoke(state: string, id: string): boolean {
  if (!/^[a-z0-9]+$/.test(id)) return false;
  try {
    unlinkSync(join(folder(state, "approvals"), `${id}.json`));
    return true;
  } catch {
    return false;
  }
}

export function loadPending(state: string): readonly Pending[] {
  return readAll<Pending>(folder(state, "pending"));
}

/** Notes a question; the same question asked again keeps its id. */
export function notePending(state: string, pending: Omit<Pending, "id" | "asked">, now: Date): Pending {
  const key = JSON.stringify(pending.wishes);
  const known = loadPending(state);
  const same = known.find((p) => JSON.stringify(p.wishes) === key);
  if (same) return same;
  for (const old of known.toSorted((a, b) => a.asked.localeCompare(b.asked)).slice(0, known.length - MAX_PENDING + 1))
    dropPending(state, old.id);
  const noted: Pending = { ...pending, id: freshId(), asked: now.toISOString() };
  write(folder(state, "pending"), noted.id, noted);
  return noted;
}

export function dropPending(state: string, id: string): void {
  try {
    unlinkSync(join(folder(state, "pending"), `${id}.json`));
  } catch {
    // gone already
  }
}
