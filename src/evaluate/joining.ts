/** What a shell has when it may have gone either way: states, values and names of two branches as one. */

import { eitherText } from "../session/alternatives.ts";
import { type LayeredMap, layered } from "../session/layers.ts";
import type { Descriptor, FileMark, Variable } from "../session/session.ts";
import { ANY, BELOW, either, NUMBER, nothing, OUTSIDE, unknown, type Value } from "../session/value.ts";
import { alternativesOf, type Frame, lookup, type Scope, type State } from "./state.ts";

/** What a child process would be given: not what is still being assigned before the command. */
export function lookupInherited(s: State, name: string): Variable | undefined {
  for (let i = s.locals.length - 1; i >= 0; i--) {
    const scope = s.locals[i] as Scope;
    const v = scope.names.get(name);
    if ((v !== undefined || scope.away?.has(name)) && scope.making) {
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

/** In a list each may stand for several. */
const joinElements = (a: Value, b: Value): Value => {
  const joined = joinValues(a, b);
  return a.many || b.many ? { ...joined, many: true } : joined;
};

const converts = (v: Variable) => v.integer || v.lower || v.upper || v.padded;

function joinVariable(a: Variable | undefined, b: Variable | undefined): Variable | null {
  if (a === b) return a ?? null;
  if (a === undefined || b === undefined) {
    const { readonly, ...v } = (a ?? b) as Variable;
    const elements = v.elements && new Map([...v.elements].map(([k, x]) => [k, joinElements(x, nothing)]));
    return {
      ...v,
      ...(elements ? { elements } : {}),
      ...(converts(v) || v.pending || v.tied || v.kind === "associative" ? { unsure: true } : {}),
      ...(readonly ? { perhapsReadonly: true } : {}),
      exported: v.exported && "maybe",
      value: either(v.value, nothing),
    };
  }
  const { elements: _, readonly, ...rest } = a;
  const joined: Variable = {
    ...rest,
    ...(readonly && b.readonly ? { readonly } : {}),
    ...(!readonly !== !b.readonly || b.perhapsReadonly ? { perhapsReadonly: true } : {}),
    ...(b.integer ? { integer: true } : {}),
    ...(b.lower ? { lower: true } : {}),
    ...(b.upper ? { upper: true } : {}),
    ...(a.unsure ||
    b.unsure ||
    a.integer !== b.integer ||
    a.lower !== b.lower ||
    a.upper !== b.upper ||
    a.kind !== b.kind
      ? { unsure: true }
      : {}),
    value: either(a.value, b.value),
    exported: a.exported === b.exported ? a.exported : "maybe",
    origin: a.origin.kind === "start" ? b.origin : a.origin,
    kind: a.kind === b.kind ? a.kind : "scalar",
  };
  if (!a.elements && !b.elements) return joined;
  const elements = new Map<string, Value>();
  const own = itemsOf(a);
  const others = itemsOf(b);
  for (const k of new Set([...own.keys(), ...others.keys()]))
    elements.set(k, joinElements(own.get(k) ?? nothing, others.get(k) ?? nothing));
  return { ...joined, elements };
}

/** A text is the first and only element where a list may be. */
const itemsOf = (v: Variable): ReadonlyMap<string, Value> => v.elements ?? new Map([["0", v.value]]);

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

function joinTexts(
  a: LayeredMap<string | null>,
  b: LayeredMap<string | null>,
  base: ReadonlyMap<string, string>,
): LayeredMap<string | null> {
  const out = a.copy();
  for (const name of a.differing(b)) {
    const x = alternativesOf(a, base, name);
    const y = alternativesOf(b, base, name);
    if (x !== y) out.set(name, eitherText(y, x));
  }
  return out;
}

export const same = (a: Value, b: Value) =>
  a === b ||
  (a.texts.length === b.texts.length &&
    a.texts.every((t, i) => t === b.texts[i]) &&
    a.unset === b.unset &&
    a.taint === b.taint);

const joinValues = (a: Value, b: Value): Value => (same(a, b) ? a : either(a, b));

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
    stack: joinStacks(a.stack, b.stack),
    functions: joinTexts(a.functions, b.functions, a.session.functions),
    aliases: joinTexts(a.aliases, b.aliases, a.session.aliases),
    globalAliases: new Map([...a.globalAliases, ...b.globalAliases]),
    exportedFunctions: new Set([...a.exportedFunctions, ...b.exportedFunctions]),
    options: joinOptions(a.options, b.options),
    positional: joinPositional(a.positional, b.positional),
    traps: new Map([...a.traps, ...b.traps]),
    files: joinMaps(a.files, b.files, joinMarks),
    descriptors: joinDescriptors(a.descriptors, b.descriptors),
    out: joinValues(a.out, b.out),
    racing: a.racing || b.racing,
    blurred: a.blurred ?? b.blurred,
    status: a.status === b.status ? a.status : undefined,
    failure: a.failure === b.failure ? a.failure : NUMBER,
    later: new Map([...a.later, ...b.later]),
  };
}

function joinMarks(x: FileMark | undefined, y: FileMark | undefined): FileMark {
  if (x === undefined || y === undefined) return { ...((x ?? y) as FileMark), perhaps: true };
  return {
    from: y.from,
    value: joinValues(x.value, y.value),
    ...(x.perhaps || y.perhaps ? { perhaps: true } : {}),
  };
}

/** What is written may go to either; what is read may be either's. */
function joinDescriptors(a: Map<number, Descriptor>, b: Map<number, Descriptor>): Map<number, Descriptor> {
  const out = new Map(a);
  for (const fd of new Set([...a.keys(), ...b.keys()])) {
    const x = a.get(fd);
    const y = b.get(fd);
    if (x === y) continue;
    if (x === undefined || y === undefined) out.set(fd, perhapsOpen((x ?? y) as Descriptor));
    else if (x.kind === "data" && y.kind === "data")
      out.set(fd, { ...y, value: joinValues(x.value, y.value), piped: x.piped === true || y.piped === true });
    else if (x.kind === y.kind && x.kind !== "file" && x.kind !== "several") out.set(fd, y);
    else if (x.kind === "file" && y.kind === "file" && x.path === y.path) out.set(fd, y);
    else if (x.kind === "data" || y.kind === "data") out.set(fd, { kind: "data", value: unknown() });
    else out.set(fd, { kind: "several", all: [x, y] });
  }
  return out;
}

/** Only one of two paths opened it. */
const perhapsOpen = (d: Descriptor): Descriptor =>
  d.kind === "data" ? { ...d, value: { ...d.value, unset: true } } : d.kind === "file" ? { ...d, perhaps: true } : d;

/** What a path that ended still left on disk. */
function withFiles(s: State, ended: State): State {
  return s.files === ended.files
    ? s
    : {
        ...s,
        files: joinMaps(s.files, ended.files, joinMarks),
      };
}

/** Options that make more things happen stay on when either path has them. */
function joinOptions(a: Set<string>, b: Set<string>): Set<string> {
  const out = new Set([...a, ...b]);
  for (const name of UNSURE) if (a.has(name) !== b.has(name)) out.add(perhapsOn(name));
  if (WORDS.some((name) => a.has(name) !== b.has(name))) out.add(perhapsOn("words"));
  return out;
}

/** Options for which it counts that only one of the paths has them. */
const UNSURE = ["allexport", "keyword", "lastpipe", "nobraceexpand", "noglob"];

/** zsh: options that change what words and numbers stand for. */
const WORDS =
  "shwordsplit globsubst ksharrays octalzeroes cprecedences rcexpandparam braceccl globassign magicequalsubst ignorebraces nomultios posixbuiltins nullglob cshnullglob nonomatch extendedglob".split(
    " ",
  );

/** Only one of the paths has the option. */
export const perhapsOn = (option: string): string => `\0perhaps ${option}`;

/** What only one of them has may be missing. */
function joinStacks(a: readonly Value[], b: readonly Value[]): readonly Value[] {
  if (a === b) return a;
  const longer = a.length < b.length ? b : a;
  return longer.map((_, i) => joinValues(a[i] ?? nothing, b[i] ?? nothing));
}

function joinPositional(a: readonly Value[], b: readonly Value[]): readonly Value[] {
  if (a === b) return a;
  if (a.length !== b.length) return [{ ...unknown(), many: true }];
  return a.map((v, i) => joinElements(v, b[i] as Value));
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
  const below = (b: string) => (b.endsWith(`/${BELOW}`) ? b : `${b === "/" ? "" : b}/${BELOW}`);
  return inside ? { ...before, texts: [...new Set(before.texts.map(below))] } : unknown();
}
