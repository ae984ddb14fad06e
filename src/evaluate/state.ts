/** The shell's state while a line is evaluated: mutable, forked for subshells and branches, joined after them. */

import { textsIn } from "../session/alternatives.ts";
import { keysThat, type LayeredMap, layered } from "../session/layers.ts";
import type { Descriptor, FileMark, Session, Variable } from "../session/session.ts";
import { known, unknown, type Value } from "../session/value.ts";
import type { Dialect } from "../syntax/tree.ts";

export type Frame = LayeredMap<Variable | null>;

/** Names of a function call, or of the assignments before one command (`temporary`). */
export interface Scope {
  readonly names: Frame;
  readonly temporary: boolean;
  /** The assignments before a command are still being made: what they run does not inherit them. */
  making?: boolean;
  /** Names that no child is given while they are. */
  readonly away?: ReadonlySet<string>;
}

/** A jump out of a loop or function, with the state at that point. */
export interface Jump {
  readonly kind: "break" | "continue" | "return";
  /** Loops still to leave. */
  readonly depth: number;
  readonly state: State;
}

export interface State {
  readonly session: Session;
  dialect: Dialect;
  /** Changes to global variables; null is unset. */
  globals: Frame;
  /** Function-local names, innermost last. */
  locals: Scope[];
  cwd: Value;
  previous: Value;
  stack: readonly Value[];
  functions: LayeredMap<string | null>;
  exportedFunctions: Set<string>;
  aliases: LayeredMap<string | null>;
  globalAliases: Map<string, string>;
  options: Set<string>;
  positional: readonly Value[];
  traps: Map<string, string>;
  files: LayeredMap<FileMark>;
  descriptors: Map<number, Descriptor>;
  /** What the current command substitution or pipeline part has printed so far. */
  out: Value;
  /** Something beside the shell prints there too, and nobody knows when. */
  racing: boolean;
  blurred: string | undefined;
  /** False after a jump: nothing further runs on this path. */
  live: boolean;
  /** Success or failure when certain. */
  status: 0 | 1 | undefined;
  /** Text of `$?` after a failure. */
  failure: string;
  /** A command substitution has set the status since the command began. */
  substituted: boolean;
  /** Names set with `mise set` and the like: the next line has them. */
  later: Map<string, Value>;
}

const EMPTY = known("");

export function stateOf(session: Session): State {
  return {
    session,
    dialect: session.dialect,
    globals: layered(),
    locals: [],
    cwd: session.cwd,
    previous: session.previous,
    stack: session.stack,
    functions: layered(),
    exportedFunctions: new Set(session.exportedFunctions),
    aliases: layered(),
    globalAliases: new Map(session.globalAliases),
    options: new Set(session.options),
    positional: session.positional,
    traps: new Map(session.traps),
    files: layered(session.files),
    descriptors: new Map(session.descriptors),
    out: EMPTY,
    racing: false,
    blurred: session.blurred,
    live: true,
    status: undefined,
    failure: "1",
    substituted: false,
    later: new Map(),
  };
}

export function fork(s: State): State {
  return {
    ...s,
    globals: s.globals.copy(),
    locals: s.locals.map((l) => ({ ...l, names: l.names.copy() })),
    functions: s.functions.copy(),
    exportedFunctions: new Set(s.exportedFunctions),
    aliases: s.aliases.copy(),
    globalAliases: new Map(s.globalAliases),
    options: new Set(s.options),
    traps: new Map(s.traps),
    files: s.files.copy(),
    descriptors: new Map(s.descriptors),
    later: new Map(s.later),
  };
}

/** Makes `target` the same as `source` in place. */
export function assign(target: State, source: State): void {
  Object.assign(target, source);
}

export function lookup(s: State, name: string): Variable | undefined {
  for (let i = s.locals.length - 1; i >= 0; i--) {
    const v = (s.locals[i] as Scope).names.get(name);
    if (v !== undefined) return v ?? undefined;
  }
  const v = s.globals.get(name);
  if (v !== undefined) return v ?? undefined;
  return s.session.variables.get(name);
}

/** The frame a plain assignment writes to: the innermost that has the name, else the globals. */
export function frameOf(s: State, name: string): Frame {
  for (let i = s.locals.length - 1; i >= 0; i--) {
    const scope = s.locals[i] as Scope;
    // what is still being assigned before a command cannot be assigned by what its values run (measured: bash 5.2)
    if (scope.names.has(name) && !(s.dialect === "bash" && scope.making)) return scope.names;
  }
  return s.globals;
}

export function functionText(s: State, name: string): string | undefined {
  return functionTexts(s, name)[0];
}

/** Every text the function may have; empty: there is none of that name. */
export function functionTexts(s: State, name: string): readonly string[] {
  const found = functionAlternatives(s, name);
  return found === undefined ? [] : textsIn(found);
}

export const functionAlternatives = (s: State, name: string): string | undefined =>
  alternativesOf(s.functions, s.session.functions, name);

export function aliasText(s: State, name: string): string | undefined {
  const found = aliasAlternatives(s, name);
  return found === undefined ? undefined : textsIn(found)[0];
}

export const aliasAlternatives = (s: State, name: string): string | undefined =>
  alternativesOf(s.aliases, s.session.aliases, name);

/** What this line has made of a name counts before what the session had; undefined: there is none of that name. */
export function alternativesOf(
  own: LayeredMap<string | null>,
  before: ReadonlyMap<string, string>,
  name: string,
): string | undefined {
  const text = own.get(name);
  return text === undefined ? before.get(name) : (text ?? undefined);
}

/** Every name that may differ from the session's start, with its variable now. */
export function* changedNames(s: State): Iterable<string> {
  const seen = new Set<string>();
  for (const frame of [s.globals, ...s.locals.map((l) => l.names)])
    for (const name of frame.keys())
      if (!seen.has(name)) {
        seen.add(name);
        yield name;
      }
  for (const name of s.session.changed) if (!seen.has(name)) yield name;
}

/** Those of them that pass a test, which is always the same function: every command asks. */
export function changedNamesThat(s: State, test: (name: string) => boolean): ReadonlySet<string> {
  const frames = [s.globals, ...s.locals.map((l) => l.names)];
  return new Set([...frames.flatMap((frame) => frame.keysThat(test)), ...keysThat(s.session.changed, test)]);
}

/** What has been printed. */
export const outOf = (s: State): Value => (s.racing ? unknown(s.out.taint) : s.out);

/** The session after the line. */
export function sessionOf(s: State): Session {
  const base = s.session;
  const changes = s.globals.copy();
  for (const [name, value] of s.later)
    changes.set(name, { value, kind: "scalar", exported: true, origin: { kind: "line", line: base.lines, text: "" } });
  let variables = base.variables;
  let changed = base.changed;
  if (changes.size > 0) {
    const next = layered(base.variables);
    const names = new Set(base.changed);
    for (const [name, v] of changes) {
      if (v === null) next.delete(name);
      else next.set(name, v);
      if (v === null) names.delete(name);
      else if (v.origin.kind !== "start") names.add(name);
    }
    variables = next;
    changed = names;
  }
  const over = <V>(old: ReadonlyMap<string, V>, own: LayeredMap<V | null>): ReadonlyMap<string, V> => {
    if (own.size === 0) return old;
    const out = layered(old);
    for (const [k, v] of own)
      if (v === null) out.delete(k);
      else out.set(k, v);
    return out;
  };
  return {
    ...base,
    dialect: s.dialect,
    variables,
    changed,
    cwd: s.cwd,
    previous: s.previous,
    stack: s.stack,
    functions: over(base.functions, s.functions),
    exportedFunctions: s.exportedFunctions,
    aliases: over(base.aliases, s.aliases),
    globalAliases: s.globalAliases,
    options: s.options,
    positional: s.positional,
    traps: s.traps,
    files: s.files,
    descriptors: s.descriptors,
    blurred: s.blurred,
    lines: base.lines + 1,
  };
}
