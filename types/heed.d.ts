/** heed in a program of your own: `createGuard` gives in this process the answers that `heed check` gives. */

export type Verdict = "allow" | "ask" | "deny";

/** What a part of a line does. */
export type Effect =
  | "observe"
  | "fetch"
  | "edit"
  | "remove"
  | "run"
  | "disclose"
  | "discard"
  | "foreign-code"
  | "reach"
  | "remote"
  | "rewire"
  | "opaque"
  | "destroy"
  | "hijack"
  | "exfiltrate"
  | "disarm";

/** As the `[policy]` table of `config.toml`. */
export type PolicyTable = { readonly [effect in Effect]?: Verdict } & {
  readonly preset?: "default" | "read-only" | "sandbox";
  /** Every ask is a denial. */
  readonly strict?: boolean;
};

/** Something that heed has to say about one part of a line. */
export interface Finding {
  /** Stable kebab-case id of the rule. */
  readonly rule: string;
  readonly effect: Effect;
  readonly verdict: Verdict;
  /** Offsets of the part in the line. */
  readonly start: number;
  readonly end: number;
  /** The part, with what is known of its words filled in. */
  readonly text: string;
  readonly because: string;
  /** The way on. */
  readonly instead?: string;
}

/** What a shell carries from line to line; to be handed on, not looked into. */
export interface Session {
  /** Number of lines judged so far. */
  readonly lines: number;
}

export interface GuardOptions {
  readonly shell?: "bash" | "zsh" | "sh";
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
  readonly findings: readonly Finding[];
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
export function createGuard(options?: GuardOptions): Guard;
