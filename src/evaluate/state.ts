/** The shell's state while a line is evaluated: mutable, forked for subshells and branches, joined after them. */

import { type LayeredMap, layered } from "../session/layers.ts";
import type { Descriptor, FileMark, Session, Variable } from "../session/session.ts";
import { ANY, BELOW, either, known, NUMBER, nothing, OUTSIDE, unknown, type Value } from "../session/value.ts";
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

/** What a child process would be given: not what is still being assigned before the command. */
export function lookupInherited(s: State, name: string): Variable | undefined {
  for (let i = s.locals.length - 1; i >= 0; i--) {
    const scope = s.locals[i] as Scope;
    const v = scope.names.get(name);
    if (scope.making && scope.away?.has(name)) return v ?? undefined;
    if (v !== undefined && scope.making) {
      // bash gives it to some of what the assignments run, and not to the rest
      const outer = lookupInherited({ ...s, locals: s.locals.slice(0, i) }, name);
      return joinVariable(v ?? undefined, outer && { ...outer, exported: outer.exported || "maybe" }) ?? undefined;
    }
    // bash: a local name that has no value yet does not hide the exported one from programs (measured: bash 5.2)
    if (v && s.dialect === "bash" && v.value.unset && v.value.texts.length === 0) continue;
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

/** Texts of a function that different paths have defined differently stand behind each other. */
const OR = "\0";

export function functionText(s: State, name: string): string | undefined {
  return functionTexts(s, name)[0];
}

/** Every text the function may have; empty: there is none of that name. */
export function functionTexts(s: State, name: string): readonly string[] {
  const own = s.functions.get(name);
  const text = own === undefined ? s.session.functions.get(name) : own;
  return text === undefined || text === null ? [] : text.split(OR);
}

const joinFunctions = (a: string | null | undefined, b: string | null | undefined): string | null => {
  const texts = new Set([...(b?.split(OR) ?? []), ...(a?.split(OR) ?? [])]);
  return texts.size === 0 ? null : [...texts].slice(0, 4).join(OR);
};

export function aliasText(s: State, name: string): string | undefined {
  const own = s.aliases.get(name);
  return own === undefined ? s.session.aliases.get(name) : (own ?? undefined);
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

const converts = (v: Variable) => v.integer || v.lower || v.upper || v.padded;

function joinVariable(a: Variable | undefined, b: Variable | undefined): Variable | null {
  if (a === b) return a ?? null;
  if (a === undefined || b === undefined) {
    const { readonly: _, ...v } = (a ?? b) as Variable;
    const elements = v.elements && new Map([...v.elements].map(([k, x]) => [k, either(x, nothing)]));
    return {
      ...v,
      ...(elements ? { elements } : {}),
      ...(converts(v) || v.pending ? { unsure: true } : {}),
      exported: v.exported && "maybe",
      value: either(v.value, nothing),
    };
  }
  const { elements: _, readonly, ...rest } = a;
  const joined: Variable = {
    ...rest,
    ...(readonly && b.readonly ? { readonly } : {}),
    ...(b.integer ? { integer: true } : {}),
    ...(b.lower ? { lower: true } : {}),
    ...(b.upper ? { upper: true } : {}),
    ...(a.unsure || b.unsure || a.integer !== b.integer || a.lower !== b.lower || a.upper !== b.upper
      ? { unsure: true }
      : {}),
    value: either(a.value, b.value),
    exported: a.exported === b.exported ? a.exported : "maybe",
    origin: a.origin.kind === "start" ? b.origin : a.origin,
    kind: a.kind === b.kind ? a.kind : "scalar",
  };
  if (!a.elements && !b.elements) return joined;
  const elements = new Map<string, Value>();
  for (const k of new Set([...(a.elements?.keys() ?? []), ...(b.elements?.keys() ?? [])]))
    elements.set(k, either(a.elements?.get(k) ?? nothing, b.elements?.get(k) ?? nothing));
  return { ...joined, elements };
}

function joinFrames(a: Frame, b: Frame, base: (name: string) => Variable | undefined): Frame {
  const out = a.copy();
  const of = (f: Frame, n: string) => (f.has(n) ? (f.get(n) ?? undefined) : base(n));
  for (const name of a.differing(b)) out.set(name, joinVariable(of(a, name), of(b, name)));
  return out;
}

function joinMaps<V>(
  a: LayeredMap<V>,
  b: LayeredMap<V>,
  merge: (x: V | undefined, y: V | undefined) => V,
): LayeredMap<V> {
  const out = a.copy();
  for (const key of a.differing(b)) if (a.get(key) !== b.get(key)) out.set(key, merge(a.get(key), b.get(key)));
  return out;
}

const same = (a: Value, b: Value) =>
  a === b ||
  (a.texts.length === b.texts.length &&
    a.texts.every((t, i) => t === b.texts[i]) &&
    a.unset === b.unset &&
    a.taint === b.taint);
export const joinValues = (a: Value, b: Value): Value => (same(a, b) ? a : either(a, b));

/** The state after one of two paths; either may be the other or be missing. */
export function join(a: State | undefined, b: State | undefined): State {
  if (a === undefined || a === b) return b as State;
  if (b === undefined) return a;
  if (!a.live) return b.live ? withFiles(b, a) : a;
  if (!b.live) return withFiles(a, b);
  const base = (n: string) => a.session.variables.get(n);
  return {
    ...a,
    globals: joinFrames(a.globals, b.globals, base),
    locals: a.locals.map((l, i) => ({
      ...l,
      names: joinFrames(l.names, b.locals[i]?.names ?? layered(), (n) =>
        lookup({ ...a, locals: a.locals.slice(0, i) }, n),
      ),
    })),
    cwd: joinValues(a.cwd, b.cwd),
    previous: joinValues(a.previous, b.previous),
    functions: joinMaps<string | null>(a.functions, b.functions, joinFunctions),
    aliases: joinMaps<string | null>(a.aliases, b.aliases, (x, y) => y ?? x ?? null),
    exportedFunctions: new Set([...a.exportedFunctions, ...b.exportedFunctions]),
    options: joinOptions(a.options, b.options),
    positional: joinPositional(a.positional, b.positional),
    traps: new Map([...a.traps, ...b.traps]),
    files: joinMaps(a.files, b.files, (x, y) =>
      x && y ? { from: y.from, value: joinValues(x.value, y.value) } : ((x ?? y) as FileMark),
    ),
    descriptors: joinDescriptors(a.descriptors, b.descriptors),
    out: joinValues(a.out, b.out),
    racing: a.racing || b.racing,
    blurred: a.blurred ?? b.blurred,
    status: a.status === b.status ? a.status : undefined,
    failure: a.failure === b.failure ? a.failure : NUMBER,
    later: new Map([...a.later, ...b.later]),
  };
}

/** What is written may go to either; what is read may be either's. */
function joinDescriptors(a: Map<number, Descriptor>, b: Map<number, Descriptor>): Map<number, Descriptor> {
  const out = new Map(a);
  for (const fd of new Set([...a.keys(), ...b.keys()])) {
    const x = a.get(fd);
    const y = b.get(fd);
    if (x === y || y === undefined) continue;
    if (x === undefined) out.set(fd, y);
    else if (x.kind === "data" && y.kind === "data")
      out.set(fd, { ...y, value: joinValues(x.value, y.value), piped: x.piped === true || y.piped === true });
    else if (x.kind === y.kind && x.kind !== "file" && x.kind !== "several") out.set(fd, y);
    else if (x.kind === "file" && y.kind === "file" && x.path === y.path) out.set(fd, y);
    else if (x.kind === "data" || y.kind === "data") out.set(fd, { kind: "data", value: unknown() });
    else out.set(fd, { kind: "several", all: [x, y] });
  }
  return out;
}

/** What a path that ended still left on disk. */
function withFiles(s: State, ended: State): State {
  return s.files === ended.files
    ? s
    : {
        ...s,
        files: joinMaps(s.files, ended.files, (x, y) =>
          x && y ? { from: y.from, value: joinValues(x.value, y.value) } : ((x ?? y) as FileMark),
        ),
      };
}

/** Options that make more things happen stay on when either path has them. */
function joinOptions(a: Set<string>, b: Set<string>): Set<string> {
  const out = new Set([...a, ...b]);
  if (a.has("allexport") !== b.has("allexport")) out.add(PERHAPS_EXPORTING);
  return out;
}

/** Only one of the paths exports what is assigned. */
export const PERHAPS_EXPORTING = "\0perhaps allexport";

function joinPositional(a: readonly Value[], b: readonly Value[]): readonly Value[] {
  if (a === b) return a;
  if (a.length !== b.length) return [{ ...unknown(), many: true }];
  return a.map((v, i) => joinValues(v, b[i] as Value));
}

/** Goes on beside what ends in `end`: what that prints and writes comes before or after what comes next. */
export function beside(s: State, end: State): void {
  const files = end.files.copy();
  for (const path of files.differing(s.files)) {
    const mark = files.get(path);
    if (mark) files.set(path, { ...mark, value: unknown(mark.value.taint), racing: true });
  }
  s.files = files;
  s.racing ||= end.racing || !same(end.out, s.out);
  s.out = end.out;
}

/** What has been printed. */
export const outOf = (s: State): Value => (s.racing ? unknown(s.out.taint) : s.out);

/** Gives up on what differs between two rounds of a loop: such names may be anything. */
export function widen(before: State, after: State): State {
  const out = join(before, after);
  const give = (v: Value | undefined): Value => ({ texts: [ANY], unset: false, taint: (v?.taint ?? 0) | OUTSIDE });
  for (const name of after.globals.differing(before.globals)) {
    const v = after.globals.get(name);
    const old = before.globals.get(name);
    if (v === old || !v || (old && same(v.value, old.value))) continue;
    const { elements: _, ...rest } = v;
    const exported = out.globals.get(name)?.exported ?? rest.exported;
    out.globals.set(name, { ...rest, exported, value: give(v.value) });
  }
  if (!same(before.cwd, after.cwd)) out.cwd = joinValues(out.cwd, wander(before.cwd, after.cwd));
  for (const path of after.files.differing(before.files)) {
    const mark = after.files.get(path);
    const old = before.files.get(path);
    if (mark && old && !same(mark.value, old.value)) out.files.set(path, { ...mark, value: give(mark.value) });
  }
  if (!same(before.out, after.out)) out.out = give(either(before.out, after.out));
  return out;
}

/** Directories a loop may get to: below where it began if each round goes deeper, else anywhere. */
export function wander(before: Value, after: Value): Value {
  const inside = after.texts.every((t) => before.texts.some((b) => t === b || t.startsWith(`${b === "/" ? "" : b}/`)));
  return inside ? { ...before, texts: before.texts.map((b) => `${b === "/" ? "" : b}/${BELOW}`) } : unknown();
}

/** The next line goes on with one text for each function. */
function lastTexts(functions: LayeredMap<string | null>): LayeredMap<string | null> {
  if (![...functions.values()].some((t) => t?.includes(OR))) return functions;
  const out = functions.copy();
  for (const [name, text] of functions) if (text?.includes(OR)) out.set(name, text.slice(0, text.indexOf(OR)));
  return out;
}

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
    functions: over(base.functions, lastTexts(s.functions)),
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
