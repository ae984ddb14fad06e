/** Giving names values: plain assignment, arrays, attributes, export. One place, so that every way of setting a name is seen. */

import type { Variable } from "../session/session.ts";
import {
  ANY,
  concat,
  either,
  HOLE,
  known,
  NUMBER,
  nothing,
  taintOf,
  textOf,
  unknown,
  type Value,
} from "../session/value.ts";
import type { Assignment, Word } from "../syntax/tree.ts";
import { arithmetic, baseOf, written } from "./arithmetic.ts";
import { type Evaluation, giveUp, placeOf, step } from "./context.ts";
import {
  assignElement,
  assignSlice,
  ELEMENTS_A_STEP,
  elementsOf,
  keyText,
  scalarOf,
  specialElements,
} from "./elements.ts";
import { expandValue, expandWords } from "./expand.ts";
import { textsOf } from "./fields.ts";
import { hooksListed } from "./hooks.ts";
import { perhapsOn } from "./joining.ts";
import { names, TIED, variableOf } from "./names.ts";
import { joined } from "./parts.ts";
import { assignSpecial, isSpecialArray } from "./special-arrays.ts";
import { type Frame, frameOf, lookup, type State } from "./state.ts";
import { nameBehind } from "./unset.ts";

/** Names that bash itself makes readonly (bash(1), Shell Variables). */
const BORN_READONLY = new Set(["BASHOPTS", "SHELLOPTS", "BASH_VERSINFO", "UID", "EUID", "PPID"]);

/** What the shell runs before a line: a new value takes away what was to run. */
const CALLED_BY_SHELL = /^(?:preexec_functions|zshaddhistory_functions)$/;

type Attributes = Partial<
  Pick<Variable, "integer" | "base" | "lower" | "upper" | "padded" | "unsure" | "readonly" | "perhapsReadonly" | "tied">
>;

export interface How {
  readonly append?: boolean;
  /** Sets the attribute; undefined leaves it (or follows allexport). */
  readonly exported?: boolean | undefined;
  readonly elements?: ReadonlyMap<string, Value> | undefined;
  readonly kind?: Variable["kind"];
  readonly attributes?: Attributes;
  /** The frame to write; the one that has the name otherwise. */
  readonly frame?: Frame;
  /** The name's attributes do not count. */
  readonly plain?: boolean;
  /** What was there stays, and more comes. */
  readonly grows?: boolean;
}

/** Assigns to a name, through namerefs and ties, converting as its attributes say. False when it is readonly. */
export function assignName(e: Evaluation, s: State, name: string, value: Value, how: How): boolean {
  if (HOLE.test(name) || !/^(?:[A-Za-z_]\w*|[1-9]\d*)$/.test(name)) {
    if (HOLE.test(name)) s.blurred = "a name that is computed was assigned";
    return true;
  }
  if (isPositional(s, name)) {
    assignPositional(s, name, value, how);
    return true;
  }
  if (CALLED_BY_SHELL.test(name) && !how.append && !how.grows) e.host.removed(e.place, name);
  const outer = how.frame === s.globals && s.locals.length > 0;
  const made = s.dialect === "bash" && how.frame === undefined && s.locals.some((l) => l.making);
  const locals = outer ? [] : made ? s.locals.filter((l) => !l.making) : s.locals;
  const old = locals === s.locals ? lookup(s, name) : lookup({ ...s, locals }, name);
  if (old?.kind === "nameref" && how.kind === undefined) {
    const target = textOf(old.value);
    // one that refers to nothing yet gets what it is to refer to
    if (old.value.unset && old.value.texts.length === 0)
      return assignName(e, s, name, value, { ...how, kind: "nameref" });
    if (target !== undefined && /\[/.test(target)) e.host.opaque(e.place, "a name that stands for an element");
    if (target === undefined || target === "") s.blurred = "a nameref to an unknown name was assigned";
    else if (target !== name) return assignName(e, s, target, value, how);
    return true;
  }
  // zsh: a name of the function itself is another one
  const hidden = s.dialect === "zsh" && how.frame !== undefined && how.frame !== s.globals && !how.frame.has(name);
  const keeps = !hidden && how.attributes?.readonly !== false;
  if (old?.readonly && keeps && (s.dialect !== "sh" || how.attributes?.readonly === undefined)) return false;
  if (s.dialect === "bash" && BORN_READONLY.has(name)) return false;
  const current = variableOf(e, s, name);
  // zsh: a list in place of a text is another variable, and a text in place of a list
  const isOther =
    s.dialect === "zsh" && old !== undefined && !old.tied && (how.elements !== undefined) !== (old.kind !== "scalar");
  const own = isOther ? undefined : old;
  const attributes: { -readonly [K in keyof Attributes]: Attributes[K] } = how.plain
    ? {}
    : { ...pick(own), ...how.attributes };
  // its elements are no numbers
  if (s.dialect === "zsh" && how.elements) delete attributes.integer;
  if (s.dialect === "zsh" && attributes.integer && attributes.base === undefined) {
    const base = value.texts.map(baseOf).find((b) => b !== undefined);
    if (base !== undefined) attributes.base = base;
  }
  const before = how.append ? settledValue(current?.value) : known("");
  // `+=` of an integer adds
  const base = !how.append
    ? value
    : attributes.integer
      ? concat(concat(before, known("+")), value)
      : concat(before, value);
  const given = e.abandoned.length;
  const assigned = bounded(convert(e, s, base, attributes));
  const failed = s.dialect === "zsh" && e.abandoned.length > given;
  const mayKeep = old?.perhapsReadonly === true && keeps;
  if (mayKeep) giveUp(e, s);
  const converted = mayKeep ? either(assigned, old.value) : assigned;
  const kind =
    how.kind ?? (how.elements ? "array" : own?.kind === "array" || own?.kind === "associative" ? own.kind : "scalar");
  const allexport = s.options.has("allexport") && kind === "scalar";
  const sure = !s.options.has(perhapsOn("allexport"));
  const exported =
    how.exported ??
    (own?.pending && own.unsure
      ? "maybe"
      : allexport || own?.pending
        ? sure || own?.exported === true || own?.pending
          ? true
          : "maybe"
        : (own?.exported ?? false));
  const { integer, lower, upper } = attributes;
  let elements =
    s.dialect === "bash" && how.elements && (integer || lower || upper)
      ? new Map([...how.elements].map(([k, v]) => [k, convert(e, s, v, attributes)] as const))
      : how.elements;
  if (elements && elements.size > MAX_ELEMENTS) elements = new Map([["0", unknown(converted.taint)]]);
  if (elements === undefined && old?.elements && how.kind === undefined && s.dialect !== "zsh")
    elements = new Map([...old.elements, ["0", converted]]);
  const tied = attributes.tied;
  const variable: Variable = {
    value: converted,
    kind: elements ? (kind === "scalar" ? "array" : kind) : kind === "nameref" ? "nameref" : "scalar",
    exported,
    origin: originHere(e, s),
    ...(elements ? { elements } : {}),
    ...attributes,
  };
  const frame = how.frame ?? (how.exported ? frameFor(s, name) : frameOf(s, name));
  frame.set(name, variable);
  // what is being assigned before the command gets it, too
  if (s.dialect === "bash" && how.frame === undefined)
    for (const scope of s.locals) {
      const before = scope.making ? scope.names.get(name) : undefined;
      if (before) scope.names.set(name, { ...before, value: converted });
    }
  // where that is no number, zsh has made it zero
  if (failed) giveUp(e, s);
  // a readonly name cannot be taken back: it is judged like an exported one
  if (how.attributes?.readonly && !inheritable(variable))
    e.host.assign({ place: e.place, name, value: converted, exported: "maybe", cwd: s.cwd });
  else report(e, s, name, variable);
  if (tied && !elements) tieArray(s, tied, variable);
  const other = tied?.name ?? (s.dialect === "zsh" ? TIED.get(name) : undefined);
  if (other !== undefined && elements) {
    const separator = tied?.separator ?? ":";
    const joined = [...elements.values()].reduce<Value>(
      (a, b, i) => (i === 0 ? b : concat(concat(a, known(separator)), b)),
      known(""),
    );
    const partner = lookup(s, other);
    const set: Variable = {
      ...(partner ?? { kind: "scalar", exported: other === "PATH" }),
      // perhaps they belong together
      value: attributes.unsure ? either(joined, partner?.value ?? nothing) : joined,
      origin: variable.origin,
    } as Variable;
    frameOf(s, other).set(other, set);
    report(e, s, other, set);
  }
  return true;
}

/** zsh: `$1` and its like are names as any other, and `argv` is the list of them. */
const isPositional = (s: State, name: string) => s.dialect === "zsh" && (name === "argv" || /^\d/.test(name));

function assignPositional(s: State, name: string, value: Value, how: How): void {
  if (name === "argv") {
    s.positional = how.elements ? [...how.elements.values()] : [value];
    return;
  }
  const at = Number(name) - 1;
  const all = [...s.positional];
  if (at >= MAX_ELEMENTS || all.some((p) => p.texts.includes(ANY))) {
    s.positional = [unknown(taintOf([...all, value]))];
    return;
  }
  while (all.length < at) all.push(known(""));
  all[at] = how.append ? concat(all[at] ?? known(""), value) : value;
  s.positional = all;
}

/** Values and lists beyond these sizes are not kept. */
const MAX_VALUE = 262_144;

export const MAX_ELEMENTS = 4_096;

const bounded = (v: Value): Value => (v.texts.some((t) => t.length > MAX_VALUE) ? { ...v, texts: [ANY] } : v);

/** A value with nothing as the empty text. */
const settledValue = (v: Value | undefined): Value =>
  v === undefined
    ? known("")
    : { ...v, texts: textsOf(v.unset || v.texts.length === 0 ? { ...v, unset: true } : v), unset: false };

/** zsh: the array side follows what the scalar gets. */
function tieArray(s: State, tied: NonNullable<Variable["tied"]>, scalar: Variable): void {
  const text = textOf(scalar.value);
  const values =
    text === undefined
      ? [unknown(scalar.value.taint)]
      : text === ""
        ? []
        : text.split(tied.separator).map((t) => known(t, scalar.value.taint));
  const partner = lookup(s, tied.name);
  if (partner === undefined) return;
  // perhaps they belong together
  const own = scalar.unsure ? values.map((v) => either(v, nothing)) : values;
  const elements = new Map(own.map((v, i) => [String(i), v]));
  frameOf(s, tied.name).set(tied.name, { ...partner, elements, value: scalarOf(s, elements), origin: scalar.origin });
}

function pick(v: Variable | undefined): Attributes {
  return {
    ...(v?.integer ? { integer: true } : {}),
    ...(v?.base !== undefined ? { base: v.base } : {}),
    ...(v?.lower ? { lower: true } : {}),
    ...(v?.upper ? { upper: true } : {}),
    ...(v?.padded ? { padded: true } : {}),
    ...(v?.unsure ? { unsure: true } : {}),
    ...(v?.tied ? { tied: v.tied } : {}),
    ...(v?.readonly ? { readonly: true } : {}),
    ...(v?.perhapsReadonly ? { perhapsReadonly: true } : {}),
  };
}

function convert(e: Evaluation, s: State, value: Value, a: Attributes): Value {
  const converted = converting(e, s, value, a);
  return a.unsure ? either(converted, value) : converted;
}

const someNumber = (base: number | undefined) => (base === undefined ? NUMBER : ANY);

/** With C_BASES zsh writes some bases in another way. */
const inBase = (s: State, n: number, base: number | undefined): string =>
  base !== undefined && s.options.has("cbases") ? ANY : written(n, base);

function converting(e: Evaluation, s: State, value: Value, a: Attributes): Value {
  if (a.padded) return { ...value, texts: [ANY] };
  if (a.integer) {
    const results = value.texts.map((t) => arithmetic(t, names(e, s)));
    return { ...value, texts: results.map((n) => (n === undefined ? someNumber(a.base) : inBase(s, n, a.base))) };
  }
  if (!a.lower && !a.upper) return value;
  const cased = { ...value, texts: value.texts.map((t) => (a.lower ? t.toLowerCase() : t.toUpperCase())) };
  // zsh gives children letters of other alphabets as they are
  return s.dialect === "zsh" && value.texts.some((t) => /[^\0-\x7f]/.test(t)) ? either(cased, value) : cased;
}

/** What children would see of a variable. */
export function inheritable(v: Variable): boolean {
  return v.exported !== false && (v.kind === "scalar" || v.kind === "nameref" || v.tied !== undefined);
}

export function report(e: Evaluation, s: State, name: string, v: Variable): void {
  e.host.assign({ place: e.place, name, value: v.value, exported: inheritable(v) ? v.exported : false, cwd: s.cwd });
  // bash runs every element of PROMPT_COMMAND
  if (s.dialect === "bash" && v.elements)
    for (const [key, value] of v.elements)
      if (key !== "0") e.host.assign({ place: e.place, name, value, exported: false, cwd: s.cwd });
  hooksListed(e, s, name);
}

/** Marks a name exported or not without changing its value. */
export function exportName(e: Evaluation, s: State, name: string, on: boolean): void {
  if (HOLE.test(name)) {
    s.blurred = "a name that is computed was exported";
    return;
  }
  const old = lookup(s, name);
  if (old?.kind === "nameref") {
    const target = textOf(old.value);
    if (target !== undefined && target !== name) {
      exportName(e, s, target, on);
      return;
    }
  }
  const found = variableOf(e, s, name) ?? livingVariable(e, name);
  const frame = on ? frameFor(s, name) : frameOf(s, name);
  if (found === undefined && s.dialect === "zsh") {
    frame.set(name, { value: known(""), kind: "scalar", exported: false, pending: true, origin: originHere(e, s) });
    return;
  }
  const value = found?.value ?? nothing;
  const kept = found?.origin.kind === "start" && found.exported === on;
  const variable: Variable = {
    ...(found ?? { kind: "scalar" as const }),
    value: s.dialect === "zsh" && value.unset ? either(value, known("")) : value,
    exported: on,
    origin: kept ? found.origin : originHere(e, s),
  };
  frame.set(name, variable);
  if (on) report(e, s, name, variable);
}

/** What the shell has that the session does not know of. */
function livingVariable(e: Evaluation, name: string): Variable | undefined {
  const live = e.host.live("variable", name);
  if (live.kind === "absent") return undefined;
  return {
    value: live.kind === "known" ? known(live.text) : unknown(),
    kind: "scalar",
    exported: false,
    origin: { kind: "seen" },
  };
}

/** bash: `A=1 export A` and an export inside `A=1 f` outlive the command (measured: bash 5.2; not in dash and zsh). */
function frameFor(s: State, name: string): Frame {
  return s.dialect === "bash" && s.locals.some((l) => l.temporary && l.names.has(name)) ? s.globals : frameOf(s, name);
}

const originHere = (e: Evaluation, s: State) => ({
  kind: "line" as const,
  line: s.session.lines,
  text: e.place.text.slice(0, 200),
});

const assigns = (word: Word): boolean =>
  word.parts.some(
    (p) => p.kind === "parameter" && p.operation?.kind === "default" && p.operation.operator.endsWith("="),
  );

/** Before a command bash takes `name=(…)` for text, and `name[1]=x` for a mistake (measured: bash 5.2). */
export function assignBefore(e: Evaluation, s: State, a: Assignment, frame: Frame): boolean {
  if (s.dialect !== "bash") return assignment(e, s, a, frame, true);
  if (a.index !== undefined) return true;
  // a name that is not there yet has nothing to append to, whatever the value makes of it
  const there = variableOf(e, s, a.name);
  const fresh = a.append && there === undefined;
  if (a.append && there?.value.unset && a.value.kind !== "array" && assigns(a.value))
    e.host.opaque(e.place, "a value appended to a name that it may make itself");
  if (a.value.kind !== "array") {
    const append = a.append && !fresh;
    const old = lookup(s, a.name);
    // it neither calculates nor changes case, unless it adds
    const how: How = old === undefined || old.kind === "nameref" || append ? {} : { plain: true, kind: "scalar" };
    return assignment(e, s, { ...a, append }, frame, true, how);
  }
  const words = a.value.elements.map((element) => {
    // no tilde counts there
    const parts = [{ kind: "literal" as const, text: "", quoted: true }, ...element.value.parts];
    return concat(keyText(e, element), expandValue(e, s, { ...element.value, parts }));
  });
  const text = concat(concat(known("("), joined(words, " ")), known(")"));
  const how: How = a.append ? {} : { plain: true, kind: "scalar" };
  return assignName(e, s, a.name, text, { ...how, append: a.append, exported: true, frame });
}

/** One assignment of a simple command, in the frame given or where the name lives. */
export function assignment(
  e: Evaluation,
  s: State,
  a: Assignment,
  frame?: Frame,
  exported?: boolean,
  more: How = {},
): boolean {
  // an element or a list of what a name refers to
  const behind =
    s.dialect === "bash" && (a.index !== undefined || a.value.kind === "array") ? nameBehind(s, a.name) : a.name;
  if (behind !== a.name && /^[A-Za-z_]\w*$/.test(behind))
    return assignment(e, s, { ...a, name: behind }, frame, exported, more);
  // dash knows neither `+=` nor subscripts: such a word is a command name there
  if (s.dialect === "sh" && (a.append || a.index !== undefined)) return true;
  const saved = e.place;
  e.place = placeOf(e, a.span);
  try {
    const how: How = { ...more, append: a.append, exported, ...(frame ? { frame } : {}) };
    if (a.value.kind === "array" && isSpecialArray(s, a.name)) {
      specialElements(e, s, a.name, a.value);
      return true;
    }
    if (a.value.kind === "array" && a.index !== undefined) return assignSlice(e, s, a, a.value, how);
    if (a.value.kind === "array") {
      const old = variableOf(e, s, a.name);
      // zsh: by keys if it is one of those
      if (s.dialect === "zsh" && old?.kind === "associative" && old.value.unset) {
        expandWords(
          e,
          s,
          a.value.elements.map((x) => x.value),
          "elements",
        );
        giveUp(e, s);
        const some = { ...unknown(), many: true };
        return assignName(e, s, a.name, some, {
          ...how,
          append: false,
          elements: new Map([["0", some]]),
          kind: "array",
        });
      }
      const previous = a.append ? [...(old?.elements ?? (old ? [["0", old.value] as const] : []))] : [];
      step(e, previous.length / ELEMENTS_A_STEP);
      const associative = old?.kind === "associative";
      if (old?.unsure && associative) e.host.opaque(e.place, "a list that may have keys or numbers");
      const own = elementsOf(e, s, a.value, associative, Math.max(-1, ...previous.map(([k]) => Number(k) || 0)) + 1);
      const elements = new Map([...previous, ...own]);
      return assignName(e, s, a.name, scalarOf(s, elements), {
        ...how,
        append: false,
        grows: a.index === undefined && (a.append || usesItself(e, a)),
        elements,
        kind: associative ? "associative" : "array",
      });
    }
    const given = expandValue(e, s, a.value, false, "value");
    // zsh: a pattern there is one, and its files a list
    const value =
      s.options.has("globassign") && /[*?[<(]/.test(given.texts.join(""))
        ? { ...unknown(given.taint), unset: true }
        : given;
    if (a.index === undefined) {
      if (s.dialect === "zsh" && (variableOf(e, s, a.name)?.elements || TIED.has(a.name)) && a.append) {
        const old = [...(variableOf(e, s, a.name)?.elements?.values() ?? [])];
        const elements = new Map([...old, value].map((v, i) => [String(i), v]));
        return assignName(e, s, a.name, scalarOf(s, elements), { ...how, append: false, elements });
      }
      return assignName(e, s, a.name, value, how);
    }
    const index = textOf(expandValue(e, s, a.index)) ?? ANY;
    if (isSpecialArray(s, a.name)) {
      assignSpecial(e, s, a.name, index, value);
      return true;
    }
    return assignElement(e, s, a.name, index, value, how);
  } finally {
    e.place = saved;
  }
}

/** `name=($name more)` */
const usesItself = (e: Evaluation, a: Assignment): boolean =>
  new RegExp(`\\$\\{?${a.name}\\b`).test(e.text.slice(a.value.span.start, a.value.span.end));
