/** What evaluating a line reports as it goes, and what it is told in return. */

import type { Dialect } from "../syntax/tree.ts";
import type { FileMark, Variable } from "./session.ts";
import type { Value } from "./value.ts";
import type { FileKind, Live } from "./world.ts";

/** Where in the judged line something stands. Text inside `eval`, functions and files points at what brought it in. */
export interface Place {
  readonly start: number;
  readonly end: number;
  /** The segment as written. */
  readonly text: string;
  /** How evaluation came here, outermost first: `function f`, `eval`, `file ./x.sh`. */
  readonly via: readonly string[];
  /** The text stands in a file, not in the line: only its worst effects and its effect on the session count. */
  readonly inFile: "sourced" | "run" | undefined;
  /** It happens in a container or on another machine; `own`: in a container that the project starts for itself. */
  readonly elsewhere: boolean | "own";
  /** It does not run as the line stands; written out, it still says what is meant. Only its worst effects count. */
  readonly dead?: boolean;
}

/** How the mark of a file names the place that left it: as much of it as a message shows. */
export const markedBy = (place: Place): string => place.text.slice(0, 120);

/** A command is about to run with exactly this argv, this environment and these redirections. */
export interface CommandEvent {
  readonly place: Place;
  readonly argv: readonly string[];
  /** Provenance of each word of argv. */
  readonly taints: readonly number[];
  /** Absolute, one or several; holes when not known. */
  readonly cwd: Value;
  /** Content of standard input; undefined when it is whatever the shell has. */
  readonly stdin: Value | undefined;
  /** Standard input is the output of another command. */
  readonly piped: boolean;
  readonly dialect: Dialect;
  /** A builtin that evaluation does not model: it sees no environment change and starts no process. */
  readonly builtin: boolean;
  /** Exported names that did not come with the session and that the command would inherit; those that pass `which`, the same function each time. */
  inherited(which?: (name: string) => boolean): Iterable<readonly [string, Variable]>;
  variable(name: string): Variable | undefined;
  /** What is known of a file's content: written by this session or readable now. */
  content(path: string): Value | undefined;
  /** What this session knows of it without looking into the file. */
  mark(path: string): Value | undefined;
  /** Where a symbolic link that this session made leads. */
  link(path: string): string | undefined;
  /** Files that this session got from the network. */
  fetched(): readonly string[];
  /** Files that this session wrote, moved or linked. */
  written(): readonly string[];
  /** What the session brought from outside as a whole and that a path is part of. */
  brought(path: string): FileMark | undefined;
  /** Whether the session made the file, or a directory above it. */
  made(path: string): boolean;
  /** The last command of a pipeline or alone, with standard output on the terminal. */
  readonly terminal: boolean;
}

/** A name gets a value, is exported, or both. */
export interface AssignEvent {
  readonly place: Place;
  readonly name: string;
  readonly value: Value;
  readonly exported: boolean | "maybe";
  readonly cwd: Value;
}

/** A redirection opens a path. */
export interface PathEvent {
  readonly place: Place;
  readonly path: string;
  readonly role: "read" | "write";
  readonly cwd: Value;
  /** What is written, when known already. */
  readonly taint: number;
  /** Whether the session made the file, or a directory above it. */
  readonly made: boolean;
}

/** A command that runs because another one does. */
export interface Entry {
  readonly kind: "argv" | "line" | "file";
  /** `argv`: the words; `line`: the text; `file`: the path, then positional parameters. */
  readonly words: readonly string[];
  readonly taint: number;
  /** For lines and files. */
  readonly dialect: Dialect;
  /** `$0`, `$1` … for a line. */
  readonly positional: readonly string[];
  readonly set: readonly (readonly [string, string])[];
  readonly unset: readonly string[];
  readonly clear: boolean;
  readonly cwd: string | undefined;
  readonly elsewhere: boolean | "own";
  readonly stdin: Value | undefined;
  readonly label: string;
  /** A line that stands in a file of the project. */
  readonly inFile?: "run";
  /** Options the shell is started with: names as in `set -o`. */
  readonly options: readonly string[];
}

/** Of an entry that starts where its command stands, with all that the command has. */
export const UNCHANGED = {
  taint: 0,
  set: [],
  unset: [],
  clear: false,
  cwd: undefined,
  elsewhere: false,
  stdin: undefined,
  options: [],
} as const satisfies Partial<Entry>;

/** What a command leaves behind, as its row says. */
export interface Consequence {
  /** What it prints; undefined: what its entries print. */
  readonly stdout: Value | undefined;
  readonly entries: readonly Entry[];
  /** Files whose content is now this. */
  readonly writes: readonly ({ readonly path: string } & FileMark)[];
  /** Names that later lines will have. */
  readonly assignments: readonly { readonly name: string; readonly value: Value; readonly when: "now" | "next-line" }[];
  /** Exit status when certain. */
  readonly status: 0 | 1 | undefined;
}

/** What gives a name its new meaning; `exported builtin` is a function that children get in place of a builtin. */
export type Shadow = "function" | "exported function" | "exported builtin" | "alias" | "command";

/** Stands before the name of an option that is turned off. */
export const OPTION = "set +o ";

/** Who listens to an evaluation. */
export interface Host {
  command(event: CommandEvent): Consequence;
  assign(event: AssignEvent): void;
  /** Returns provenance marks that reading the path gives its data. */
  path(event: PathEvent): number;
  /** Data leaves the machine through a socket of the shell itself. */
  sent(place: Place, value: Value, address: string): void;
  /** Something whose meaning is not certain. */
  opaque(place: Place, reason: string): void;
  /** Text that came from somewhere is about to be run as code. `what` names the reader. */
  code(place: Place, value: Value, what: string): void;
  /** A name that commands are called by gets another meaning. */
  shadow(place: Place, what: Shadow, name: string, text: string): void;
  /** A variable, function or option (`OPTION`) is taken away, or kept from what the shell starts; a name, or a pattern of names. */
  removed(place: Place, name: string): void;
  /** A function that starts itself again beside itself, without end. */
  forkBomb(place: Place): void;
  live(what: "alias" | "function" | "variable", name: string): Live;
  read(path: string): string | undefined;
  kind(path: string): FileKind;
  list(path: string): readonly string[] | undefined;
  readonly home: string;
}
