/** The compiled form of a command row; docs/commands.md says what each key means. Flags and operands stay in their written form until first use. */

import type { Effect } from "../policy/verdict.ts";

export type StdinUse = "data" | "code" | "sent" | "paths" | "args";
export type StdoutUse =
  | "input"
  | "same"
  | "fetched"
  | "decoded"
  | "paths"
  | "own"
  | "lines"
  | "number"
  | "numbered"
  | "first"
  | "fresh"
  | "environment"
  | "shell";
/** What is asked about before a `discard` counts: nothing lost, nothing to ask. */
export type LossUse = "worktree" | "untracked" | "stash" | "branch" | "paths";

/** What comes into the project from outside (docs/commands.md). */
export type Brings =
  | "repository"
  | "contents"
  | "patch"
  | "files"
  | "copy"
  | "update"
  | "remote"
  | "commits"
  | "revision";

export interface Row {
  readonly also?: readonly string[];
  /** Program and subcommands, joined by blanks, of a row in the same file whose keys this row has where it has none. */
  readonly like?: string;
  readonly because?: string;
  readonly effect?: Effect;
  readonly id?: string;
  readonly instead?: string;
  readonly flags?: readonly string[];
  readonly operands?: readonly string[];
  readonly sub?: { readonly [name: string]: Row };
  readonly when?: readonly When[];
  readonly style?: string;
  readonly help?: readonly string[];
  readonly dry?: readonly string[];
  readonly stdin?: StdinUse;
  readonly lang?: string;
  readonly stdout?: StdoutUse;
  readonly prints?: readonly string[];
  readonly network?: boolean;
  readonly privileged?: boolean;
  readonly elsewhere?: boolean | "own";
  readonly cwd?: boolean;
  readonly sets?: readonly Sets[];
  readonly loss?: LossUse;
  readonly brings?: Brings;
  readonly reads?: readonly Reads[];
  readonly obeys?: readonly Obeys[];
  /** A JSON file of the project in which operands `KEY=VALUE` put values. */
  readonly puts?: string;
  /** First spellings of the flags that keep a shell from its startup files; without them its sessions are guarded. */
  readonly unguarded?: readonly string[];
  readonly pass?: readonly string[];
  readonly stop?: readonly string[];
}

export interface When {
  readonly flags?: readonly string[];
  /** All of these. */
  readonly every?: readonly string[];
  readonly absent?: readonly string[];
  readonly operand?: string;
  readonly first?: string;
  readonly second?: string;
  readonly count?: number | string;
  readonly value?: { readonly [flag: string]: string };
  readonly effect?: Effect;
  readonly replace?: boolean;
  readonly because?: string;
  readonly instead?: string;
  readonly id?: string;
  readonly operands?: readonly string[];
  readonly stdin?: StdinUse;
  readonly stdout?: StdoutUse;
  readonly prints?: readonly string[];
  readonly network?: boolean;
  readonly loss?: LossUse;
  readonly brings?: Brings;
}

export interface Sets {
  readonly operands?: boolean;
  readonly flag?: string;
  readonly scope: "now" | "next-line" | "tool" | "start";
}

/** Files of the project that the program takes variables from. */
export interface Reads {
  /** Names relative to the working directory. */
  readonly files: readonly string[];
  /** Parents of the working directory are looked in as well. */
  readonly up?: boolean;
  /** The TOML table whose keys are variables. */
  readonly env?: string;
  /** TOML keys that mean a variable: `"build.rustc-wrapper" = "RUSTC_WRAPPER"`. */
  readonly keys?: { readonly [key: string]: string };
}

export type EnvShape = "command" | "exec-path" | "data-path" | "option-string" | "text" | "address" | "opaque";

export interface PathFlag {
  readonly flag: string;
  readonly role: "read" | "write" | "exec";
  readonly sep?: "equals" | "space" | "glued";
}

/** Files with commands in them that the program runs. */
export interface Obeys {
  /** The first that is there, relative to the working directory. */
  readonly files: readonly string[];
  /** How they are written, or the language they are programs in. */
  readonly form: string;
  /** First spelling of the flag that names another one. */
  readonly flag?: string;
  /** Looked for in directories that `exec` operands name, before the working directory. */
  readonly operands?: boolean;
  /** Parents of the working directory are looked in as well. */
  readonly up?: boolean;
}

/** One entry of `envvars.toml`, whose head says what each key means. `name` may hold one `*` that stands for at least one character. */
export interface EnvRow {
  readonly name: string;
  /** Other names with the same meaning; they may hold a `*` too. */
  readonly also?: readonly string[];
  readonly shape: EnvShape;
  readonly because: string;
  readonly measured?: boolean;
  /** Characters that separate the parts of a list: `:` for paths unless said, blanks for options unless said. Empty: no list. */
  readonly separators?: string;
  /** Whole values, or parts of a list, that pass whatever the shape says. */
  readonly values?: readonly string[];
  /** The running shell obeys it without exporting it: at once, or for the words of later commands. */
  readonly shell?: "now" | "next";
  /** command: characters that may stand before the command. */
  readonly prefix?: string;
  /** command: the whole value is the name of one program. */
  readonly program?: boolean;
  /** data-path: whether the program writes there. */
  readonly role?: "read" | "write";
  readonly allowed?: readonly string[];
  readonly path_flags?: readonly PathFlag[];
}

/** Where the core gets its rows from; tables are compiled at build time and rows read on first use. */
export interface Tables {
  program(name: string): Row | undefined;
  /** The entry for a variable name: exact before `*`. */
  variable(name: string): EnvRow | undefined;
  /** Whether there is an entry. Always the same function. */
  readonly isListed: (name: string) => boolean;
  /** Every listed name (patterns included), sorted. */
  variables(): readonly string[];
  programs(): readonly string[];
  /** Set when the user's own table is broken: every listed name then asks, with this reason. */
  readonly broken: string | undefined;
}
