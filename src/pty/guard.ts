/** A guarded terminal: the guard process and the terminal in one, so that what is asked on a socket is answered on the screen. */

import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Approval, approve, type Circumstances, type Scope, type Wish, wishes } from "../policy/approvals.ts";
import { prepareDirectory } from "../serve/place.ts";
import { serve } from "../serve/server.ts";
import type { Entry, Surroundings } from "../serve/sessions.ts";
import { isAlive } from "../world/process.ts";
import type { Outer } from "./outer.ts";
import { sheetOf } from "./sheet.ts";
import { type Supervised, type Supervision, supervise } from "./supervise.ts";

/** The store of approvals, as far as a question needs it. */
export interface Approvals {
  load(): readonly Approval[];
  /** False when a single-use one was gone already. */
  consume(used: readonly Approval[]): boolean;
  give(wishes: readonly Wish[]): void;
  revokeSession(): void;
}

export interface Guarded {
  /** Where the shells inside meet the guard. */
  readonly directory: string;
  readonly outer: Outer;
  /** `ask` puts a question on the screen. */
  surroundings(ask: Ask): Surroundings;
  readonly approvals: Approvals;
  circumstances(entry: Entry): Circumstances;
  /** What the person should know before they answer. */
  warnings(): readonly string[];
  /** Given the port where it can be met as well. */
  start(port: number | undefined): Omit<Supervised, "outer">;
}

export type Ask = (entry: Entry) => Promise<boolean>;

const SHELL = /^shell\.(\d+)$/;

/** A directory of this process's own; those of terminals that were killed go. */
export function freshDirectory(run: string): string {
  prepareDirectory(run);
  for (const name of readdirSync(run)) {
    const pid = Number(SHELL.exec(name)?.[1] ?? 0);
    if (pid > 0 && (pid === process.pid || !isAlive(pid))) rmSync(join(run, name), { recursive: true, force: true });
  }
  const directory = join(run, `shell.${process.pid}`);
  mkdirSync(directory, { mode: 0o700 });
  return directory;
}

/** Resolves with the program's exit status. */
export async function guard(options: Guarded): Promise<number> {
  const { directory, outer, approvals } = options;
  let supervision: Supervision | undefined;
  const around = options.surroundings(async (entry) => supervision !== undefined && put(entry, supervision));

  async function put(entry: Entry, { terminal, ask, paste }: Supervision): Promise<boolean> {
    const at = options.circumstances(entry);
    const { verdict, findings, used } = approve(entry.findings, approvals.load(), at);
    if (verdict === "allow" && approvals.consume(used)) return true;
    around.record(entry);
    const wanted = wishes(findings, "once", at);
    const offers = {
      lasting: wanted !== undefined && wanted.length > 0,
      edit: isAtPrompt(entry, terminal) && isPlain(entry.line),
      warnings: options.warnings(),
    };
    const reply = await ask({
      sheet: (waiting) => sheetOf({ ...entry, findings }, { ...offers, waiting }),
      wanted: () => isAlive(entry.pid),
    });
    if (reply.kind === "edit") paste(entry.line);
    if (reply.kind !== "yes") return false;
    if (reply.scope !== "once") lasting(reply.scope, wanted ?? [], at, approvals);
    return true;
  }

  /** A shell that somebody types into, at the terminal itself: it has introduced itself with its version. */
  const isAtPrompt = ({ shellVersion, tty, pid }: Entry, terminal: string) =>
    shellVersion !== "" && tty === terminal && around.attended(pid);

  const server = await serve({ directory, around, lookEvery: 10_000, left: () => {}, stays: true });
  if (!server) throw new Error(`${directory} is taken`);
  try {
    supervision = supervise({ outer, ...options.start(server.port) });
    return await supervision.ended;
  } finally {
    approvals.revokeSession();
    server.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** A yes stands for this once, whether or not it can be kept for later. */
function lasting(scope: Scope, wanted: readonly Wish[], at: Circumstances, approvals: Approvals): void {
  try {
    approvals.give(wanted.map((wish) => ({ ...wish, scope, session: scope === "session" ? at.session : "" })));
  } catch {
    // a state directory that cannot be written
  }
}

/** Nothing in it would be a key when it is typed back. */
function isPlain(line: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it looks for
  return !/[\x00-\x08\x0b-\x1f\x7f]/.test(line);
}
