/** What a shell carries from line to line. Values are plain data; every transition gives a new session. */

import type { Dialect } from "../syntax/tree.ts";
import type { Value } from "./value.ts";

export interface Variable {
  readonly value: Value;
  /** Elements of an array, by index or key; the scalar `value` is then what `$name` gives. */
  readonly elements?: ReadonlyMap<string, Value>;
  readonly kind: "scalar" | "array" | "associative" | "nameref";
  readonly exported: boolean | "maybe";
  readonly readonly?: boolean;
  /** Only one of two paths made it readonly. */
  readonly perhapsReadonly?: boolean;
  /** zsh: exported as soon as it is assigned; until then it is empty and children do not see it. */
  readonly pending?: boolean;
  /** Conversion on assignment: declare -i, -l, -u. */
  readonly integer?: boolean;
  /** zsh: the base in which an integer is written. */
  readonly base?: number;
  readonly lower?: boolean;
  readonly upper?: boolean;
  /** zsh -L, -R, -Z: cut or filled to a width, -E, -F: a floating-point number; bash -c: begins with a capital. */
  readonly padded?: boolean;
  /** It may not have these conversions. */
  readonly unsure?: boolean;
  /** zsh tied: the other name and the separator. */
  readonly tied?: { readonly name: string; readonly separator: string };
  /** Where the value comes from, for explanations; `start` means it was there when the session began and is not judged. */
  readonly origin: Origin;
}

export type Origin =
  | { readonly kind: "start" }
  | { readonly kind: "line"; readonly line: number; readonly text: string }
  /** The live shell was seen to have it; no line said so. */
  | { readonly kind: "seen" };

/** What a file that this session wrote, moved or linked holds, as far as known. */
export interface FileMark {
  readonly value: Value;
  /** What put it there, for explanations. */
  readonly from: string;
  /** A directory that came as a whole. */
  readonly tree?: true;
  /** A directory that things were put into: the names that it had before. */
  readonly besides?: readonly string[];
  /** Only one of two paths put it there; on the other there is what was there before. */
  readonly perhaps?: boolean;
  /** Something beside the shell writes there too, and nobody knows when. */
  readonly racing?: boolean;
}

export interface Session {
  readonly dialect: Dialect;
  readonly variables: ReadonlyMap<string, Variable>;
  /** The variables the session began with: their values pass, whatever happened since. */
  readonly initial: ReadonlyMap<string, Variable>;
  /** Names whose variable does not have origin `start`: the only ones judged when a command inherits them. */
  readonly changed: ReadonlySet<string>;
  /** Absolute directory; a value with holes when unknown. */
  readonly cwd: Value;
  readonly previous: Value;
  readonly stack: readonly Value[];
  /** Function name → source text of its definition. */
  readonly functions: ReadonlyMap<string, string>;
  /** Names of functions that children inherit. */
  readonly exportedFunctions: ReadonlySet<string>;
  readonly aliases: ReadonlyMap<string, string>;
  readonly globalAliases: ReadonlyMap<string, string>;
  readonly options: ReadonlySet<string>;
  readonly positional: readonly Value[];
  readonly traps: ReadonlyMap<string, string>;
  /** Files this session wrote, moved or linked, by absolute path. */
  readonly files: ReadonlyMap<string, FileMark>;
  /** File descriptors above 2 that `exec` opened: where they lead. */
  readonly descriptors: ReadonlyMap<number, Descriptor>;
  /** Values of listed names that a person approved: `NAME=value`. */
  readonly approved: ReadonlySet<string>;
  /** Interactive shells expand aliases and history. */
  readonly interactive: boolean;
  /** Set when something ran whose effect on names could not be followed: any name may have changed. */
  readonly blurred: string | undefined;
  /** Number of lines judged so far. */
  readonly lines: number;
}

/** Where an open file descriptor leads. */
export type Descriptor =
  /** What the shell was started with: the terminal, or unknown data. */
  | { readonly kind: "inherited" }
  /** Collected by a command substitution or the next part of a pipeline. */
  | { readonly kind: "capture"; readonly piped?: boolean; readonly perhaps?: boolean }
  | { readonly kind: "closed" }
  /** Reading from it gives this. */
  | { readonly kind: "data"; readonly value: Value; readonly piped?: boolean }
  /** `perhaps`: or to another; `racing`: what writes there goes on beside the shell. */
  | {
      readonly kind: "file";
      readonly path: string;
      readonly append: boolean;
      readonly perhaps?: boolean;
      readonly racing?: boolean;
    }
  /** zsh multios: what is written goes to all, what is read is one after the other. */
  | { readonly kind: "several"; readonly all: readonly Descriptor[] }
  /** A socket: what is written leaves the machine, what is read comes from it. */
  | { readonly kind: "network"; readonly address: string };
