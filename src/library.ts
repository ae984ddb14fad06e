/** heed in a program of your own: `createGuard` gives in this process the answers that `heed check` gives. */

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { type Check, createCheck } from "./guard.ts";
import { message } from "./policy/message.ts";
import type { Effect, Judged, Verdict } from "./policy/verdict.ts";
import type { Tables } from "./rules/row.ts";
import type { Session } from "./session/session.ts";
import { startSession } from "./session/start.ts";
import { settled } from "./settled.ts";
import { configFrom } from "./store/config.ts";
import { packedTables } from "./store/packed.ts";
import type { Dialect } from "./syntax/tree.ts";
import { createMachine } from "./world/machine.ts";
import { projectOf } from "./world/project.ts";

export type { Dialect, Effect, Judged, Session, Verdict };

/** As the `[policy]` table of `config.toml`. */
export type PolicyTable = { readonly [effect in Effect]?: Verdict } & {
  readonly preset?: "default" | "read-only" | "sandbox";
  /** Every ask is a denial. */
  readonly strict?: boolean;
};

export interface GuardOptions {
  readonly shell?: Dialect;
  readonly cwd?: string;
  /** What the shell's environment is; this process's own if not given. */
  readonly env?: { readonly [name: string]: string | undefined };
  readonly home?: string;
  /** Root of the project; found from `cwd` if not given. */
  readonly project?: string;
  readonly policy?: PolicyTable;
  /** Whether one shell runs all lines, so that each begins with what those before it left (usual), or each has a shell of its own. */
  readonly isOneShell?: boolean;
  /** An interactive shell expands aliases and history. */
  readonly isInteractive?: boolean;
  /** The session of another guard, to go on with. */
  readonly session?: Session;
}

export interface Judgement {
  readonly verdict: Verdict;
  /** Strictest first. */
  readonly findings: readonly Judged[];
  /** One line for whoever wrote the command, when it may not run. */
  readonly message: string | undefined;
  /** What the shell carries after the line, if it runs. */
  readonly session: Session;
}

export interface Guard {
  /** Judges a line and, if it is allowed, takes it as run. Never throws, but after `close`. */
  check(line: string): Judgement;
  /** What the shell carries now. A line that you ran although it was not allowed: `guard.session = judgement.session`. */
  session: Session;
  /** Nothing is checked any more. */
  close(): void;
}

/** Throws when an option is wrong, and when the tables that come with heed are not there. */
export function createGuard(options: GuardOptions = {}): Guard {
  const check = checkOf();
  const env = options.env ?? process.env;
  const home = options.home ?? homeOf(env);
  const { policy } = configFrom({ policy: { ...options.policy } }, home);
  const cwd = resolve(options.cwd ?? "");
  const project = options.project ?? projectOf(cwd, home);
  const start = { dialect: options.shell ?? "bash", cwd, env, home, interactive: options.isInteractive ?? false };
  const first = options.session ?? startSession(start);
  let session = first;
  const isOneShell = options.isOneShell ?? true;
  let isOpen = true;
  return {
    get session() {
      return session;
    },
    set session(next) {
      session = next;
    },
    check(line) {
      if (!isOpen) throw new Error("the guard is closed");
      // A fresh look at the machine for every line.
      const world = createMachine({ home, project, tmpdir: env["TMPDIR"] });
      const answer = check(line, session, world, policy);
      const { verdict, findings } = settled(line, answer);
      if (verdict === "allow") session = isOneShell ? answer.session : { ...first, files: answer.session.files };
      return { verdict, findings, message: messageOf(verdict, findings), session: answer.session };
    },
    close() {
      isOpen = false;
    },
  };
}

function messageOf(verdict: Verdict, [worst]: readonly Judged[]): string | undefined {
  return verdict === "allow" || !worst ? undefined : message(verdict === "deny" ? "denied" : "refused", worst);
}

function homeOf(env: { readonly [name: string]: string | undefined }): string {
  const home = env["HOME"];
  return home?.startsWith("/") ? home : homedir();
}

let check: Check | undefined;

/** The tables are the same for every guard. */
function checkOf(): Check {
  check ??= createCheck(tablesHere());
  return check;
}

/** The build puts them beside the library; in a working copy they are compiled from their sources. */
function tablesHere(): Tables {
  const built = join(import.meta.dirname, "tables");
  if (existsSync(built)) return packedTables(new Uint8Array(readFileSync(built)).buffer);
  const load = createRequire(import.meta.url);
  const { sourcesIn }: typeof import("./store/tables.ts") = load("./store/tables.ts");
  const { compile }: typeof import("./rules/compile.ts") = load("./rules/compile.ts");
  const { tablesFrom }: typeof import("./rules/tables.ts") = load("./rules/tables.ts");
  const compiled = compile({ ...sourcesIn(join(import.meta.dirname, "..")), examples: false });
  if ("tables" in compiled) return tablesFrom(compiled.tables);
  throw new Error(compiled.errors.map((error) => error.message).join("\n"));
}
