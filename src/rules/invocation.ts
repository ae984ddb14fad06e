/** What an argv means by its row. */

import type { Effect } from "../policy/verdict.ts";
import type { Brings, LossUse, Row, Sets, StdinUse, StdoutUse } from "./row.ts";

/** A flag's value or an operand, with its role (docs/commands.md, *Roles*). */
export interface Use {
  readonly role: string;
  /** What stands behind `:` in the role (`code:awk` → `awk`), else empty. */
  readonly detail: string;
  /** The value; may hold holes (session/value.ts). */
  readonly text: string;
  /** Index into argv of the word that holds it. */
  readonly index: number;
  /** First spelling of the flag in the row; undefined for an operand. */
  readonly flag: string | undefined;
}

/** A command inside the command: the words of role `argv`, `argv;`. */
export interface Nested {
  readonly words: readonly string[];
  /** Index into argv of its first word. */
  readonly index: number;
  /** find's `+` or `;`, else undefined. */
  readonly until: string | undefined;
  readonly flag: string | undefined;
}

/** An effect that the row claims, with its reason. */
export interface Claim {
  readonly id: string;
  readonly effect: Effect;
  readonly because: string;
  readonly instead: string | undefined;
  /** argv index of the flag or operand that brings it; 0 for the row itself. */
  readonly index: number;
  /** For `discard`: what to ask the world about before it counts. */
  readonly loss: LossUse | undefined;
  /** False when a word that is only partly known decides whether the condition holds. */
  readonly certain: boolean;
}

/** Something the row does not know. */
export interface Unknown {
  /** `maybe-flag`: a word that starts with a hole that could be a flag. */
  readonly what: "flag" | "subcommand" | "operand" | "value" | "maybe-flag";
  readonly text: string;
  readonly index: number;
}

export interface Invocation {
  /** Program and subcommands, `["git", "push"]`. */
  readonly path: readonly string[];
  readonly because: string;
  readonly instead: string | undefined;
  readonly id: string;
  /** The row's own effect and those its conditions add, after `replace`. */
  readonly claims: readonly Claim[];
  readonly uses: readonly Use[];
  readonly nested: readonly Nested[];
  readonly unknown: readonly Unknown[];
  /** First spelling of every flag present → argv index. */
  readonly flags: ReadonlyMap<string, number>;
  /** Number of operands. */
  readonly operands: number;
  readonly stdin: StdinUse;
  readonly stdout: StdoutUse;
  /** The only lines that it may print; undefined: `stdout` says all there is. */
  readonly prints: readonly string[] | undefined;
  readonly lang: string;
  readonly network: boolean;
  readonly privileged: boolean;
  readonly elsewhere: boolean | "own";
  readonly cwd: boolean;
  /** Only prints help or version. */
  readonly help: boolean;
  readonly dry: boolean;
  readonly sets: readonly Sets[];
  readonly brings: Brings | undefined;
  readonly row: Row;
}
