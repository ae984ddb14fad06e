/** The small set of questions about the machine that the core may ask. Answered by the real machine at the edge, by a table in tests. */

export type FileKind = "file" | "directory" | "block" | "character" | "other" | "none";

/**
 * What the live shell says of a name; `unasked` when nobody has looked yet (the edge notes it and may ask back), `unseen` when there is
 * nobody to ask: the shell may have it, but neither its environment nor a line that was judged brought it.
 */
export type Live =
  | { readonly kind: "known"; readonly text: string }
  | { readonly kind: "absent" }
  | { readonly kind: "unseen" }
  | { readonly kind: "unasked" };

export type Settings =
  | { readonly kind: "none" }
  | { readonly kind: "broken"; readonly because: string }
  | { readonly kind: "table"; readonly table: { readonly [key: string]: unknown } };

export interface World {
  /** Absolute home directory of the person. */
  readonly home: string;
  /** Absolute root of the project; undefined when the session works in none. Never home, `/` or a system tree. */
  readonly project: string | undefined;
  /** Absolute directories that count as temp. */
  readonly temp: readonly string[];
  /** Absolute directories of the guard's own, besides those it has in every home. */
  readonly guard?: readonly string[];
  /** Absolute path with symlinks followed as far as it exists; the part that does not exist is kept. */
  realPath(path: string): string;
  kind(path: string): FileKind;
  /** Text of a regular file of at most `limit` bytes; undefined if missing, larger, binary or unreadable. */
  read(path: string, limit: number): string | undefined;
  /** A TOML file, read; `none` when it is not there. */
  settings(path: string): Settings;
  /** Names in a directory, sorted, at most 10,000; undefined if it cannot be listed. */
  list(path: string): readonly string[] | undefined;
  /** Alias text, function definition or variable value in the shell that is about to run the line. */
  live(what: "alias" | "function" | "variable", name: string): Live;
  /** What git and the file system say would be lost if `paths` went away, bounded in work. */
  loss(request: LossRequest): Loss;
}

export type LossRequest =
  | { readonly kind: "paths"; readonly paths: readonly string[] }
  | { readonly kind: "worktree"; readonly directory: string; readonly untracked: boolean; readonly ignored: boolean }
  | { readonly kind: "stash"; readonly directory: string }
  | { readonly kind: "branch"; readonly directory: string; readonly names: readonly string[] };

/** `lost` is true when something cannot be had again, `unknown` when that could not be found out. `facts` is one sentence for a person. */
export interface Loss {
  readonly lost: boolean | "unknown";
  readonly facts: string;
}
