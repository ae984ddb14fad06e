/** Giving names values: plain assignment, arrays, attributes, export. One place, so that every way of setting a name is seen. */

import type { Variable } from "../session/session.ts";
import { ANY, concat, either, HOLE, known, NUMBER, nothing, textOf, unknown, type Value } from "../session/value.ts";
import type { ArrayLiteral, Assignment } from "../syntax/tree.ts";
import { arithmetic, baseOf, written } from "./arithmetic.ts";
import { type Evaluation, giveUp, placeOf } from "./context.ts";
import { expandText, expandValue, expandWords } from "./expand.ts";
import { mayBeSeveral, textsOf } from "./fields.ts";
import { hooksListed } from "./hooks.ts";
import { names, variableOf } from "./names.ts";
import { joined } from "./parts.ts";
import { assignSpecial, isSpecialArray } from "./special-arrays.ts";
import { type Frame, frameOf, lookup, PERHAPS_EXPORTING, type State } from "./state.ts";
import { zshPairs } from "./zsh-pairs.ts";

/** Names that bash itself makes readonly (bash(1), Shell Variables). */
const BORN_READONLY = new Set(["BASHOPTS", "SHELLOPTS", "BASH_VERSINFO", "UID", "EUID", "PPID"]);

/** What the shell runs before a line: a new value takes away what was to run. */
const CALLED_BY_SHELL = /^(?:preexec_functions|zshaddhistory_functions)$/;

type Attributes = Partial<
  Pick<Variable, "integer" | "base" | "lower" | "upper" | "padded" | "unsure" | "readonly" | "tied">
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

/** zsh arrays that are another face of a colon-separated scalar (zshparam(1)). */
const TIED: { readonly [name: string]: string } = {
  path: "PATH",
  fpath: "FPATH",
  cdpath: "CDPATH",
  manpath: "MANPATH",
  mailpath: "MAILPATH",
  module_path: "MODULE_PATH",
};

/** Assigns to a name, through namerefs and ties, converting as its attributes say. False when it is readonly. */
export function assignName(e: Evaluation, s: State, name: string, value: Value, how: How): boolean {
  if (HOLE.test(name) || !/^[A-Za-z_]\w*$/.test(name)) {
    if (HOLE.test(name)) s.blurred = "a name that is computed was assigned";
    return true;
  }
  if (CALLED_BY_SHELL.test(name) && !how.append && !how.grows) e.host.removed(e.place, name);
  const outer = how.frame === s.globals && s.locals.length > 0;
  const made = s.dialect === "bash" && how.frame === undefined && s.locals.some((l) => l.making);
  const locals = outer ? [] : made ? s.locals.filter((l) => !l.making) : s.locals;
  const old = locals === s.locals ? lookup(s, name) : lookup({ ...s, locals }, name);
  if (old?.kind === "nameref" && how.kind === undefined) {
    const target = textOf(old.value);
    if (target === undefined || target === "") s.blurred = "a nameref to an unknown name was assigned";
    else if (target !== name) return assignName(e, s, target, value, how);
    return true;
  }
  // zsh: a name of the function itself is another one
  const hidden = s.dialect === "zsh" && how.frame !== undefined && how.frame !== s.globals && !how.frame.has(name);
  if (
    old?.readonly &&
    (s.dialect !== "sh" || how.attributes?.readonly === undefined) &&
    !hidden &&
    how.attributes?.readonly !== false
  ) {
    return false;
  }
  if (s.dialect === "bash" && BORN_READONLY.has(name)) return false;
  const current = variableOf(e, s, name);
  const attributes: { -readonly [K in keyof Attributes]: Attributes[K] } = how.plain
    ? {}
    : { ...pick(old), ...how.attributes };
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
  const converted = bounded(convert(e, s, base, attributes));
  const kind =
    how.kind ?? (how.elements ? "array" : old?.kind === "array" || old?.kind === "associative" ? old.kind : "scalar");
  const allexport = s.options.has("allexport") && kind === "scalar";
  const sure = !s.options.has(PERHAPS_EXPORTING);
  const exported =
    how.exported ??
    (old?.pending && old.unsure
      ? "maybe"
      : allexport || old?.pending
        ? sure || old?.exported === true || old?.pending
          ? true
          : "maybe"
        : (old?.exported ?? false));
  let elements = how.elements;
  if (elements && elements.size > MAX_ELEMENTS) elements = new Map([["0", unknown(converted.taint)]]);
  if (elements === undefined && old?.elements && how.kind === undefined && s.dialect !== "zsh")
    elements = new Map([...old.elements, ["0", converted]]);
  const tied = attributes.tied;
  const variable: Variable = {
    value: converted,
    kind: elements ? (kind === "scalar" ? "array" : kind) : kind === "nameref" ? "nameref" : "scalar",
    exported,
    origin: { kind: "line", line: s.session.lines, text: e.place.text.slice(0, 200) },
    ...(elements ? { elements } : {}),
    ...attributes,
  };
  (how.frame ?? (how.exported === true && how.frame === undefined ? frameFor(s, name) : frameOf(s, name))).set(
    name,
    variable,
  );
  // what is being assigned before the command gets it, too
  if (s.dialect === "bash" && how.frame === undefined)
    for (const scope of s.locals) {
      const before = scope.making ? scope.names.get(name) : undefined;
      if (before) scope.names.set(name, { ...before, value: converted });
    }
  // a readonly name cannot be taken back: it is judged like an exported one
  if (how.attributes?.readonly && !inheritable(variable))
    e.host.assign({ place: e.place, name, value: converted, exported: "maybe", cwd: s.cwd });
  else report(e, s, name, variable);
  if (tied && !elements) tieArray(s, tied, variable);
  const other = tied?.name ?? (s.dialect === "zsh" ? TIED[name] : undefined);
  if (other !== undefined && elements) {
    const separator = tied?.separator ?? ":";
    const joined = [...elements.values()].reduce<Value>(
      (a, b, i) => (i === 0 ? b : concat(concat(a, known(separator)), b)),
      known(""),
    );
    const partner = lookup(s, other);
    const set: Variable = {
      ...(partner ?? { kind: "scalar", exported: other === "PATH" }),
      value: joined,
      origin: variable.origin,
    } as Variable;
    frameOf(s, other).set(other, set);
    report(e, s, other, set);
  }
  return true;
}

/** Values and lists beyond these sizes are not kept. */
const MAX_VALUE = 262_144;
const MAX_ELEMENTS = 4_096;

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
  const elements = new Map(values.map((v, i) => [String(i), v]));
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
  };
}

function convert(e: Evaluation, s: State, value: Value, a: Attributes): Value {
  const converted = converting(e, s, value, a);
  return a.unsure ? either(converted, value) : converted;
}

function converting(e: Evaluation, s: State, value: Value, a: Attributes): Value {
  if (a.padded) return { ...value, texts: [ANY] };
  if (a.integer) {
    const results = value.texts.map((t) => arithmetic(t, names(e, s)));
    return { ...value, texts: results.map((n) => (n === undefined ? NUMBER : written(n, a.base))) };
  }
  if (a.lower) return { ...value, texts: value.texts.map((t) => t.toLowerCase()) };
  if (a.upper) return { ...value, texts: value.texts.map((t) => t.toUpperCase()) };
  return value;
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

/** The elements of `(a b [k]=v)`. */
export function elementsOf(
  e: Evaluation,
  s: State,
  literal: ArrayLiteral,
  associative: boolean,
  start = 0,
): Map<string, Value> {
  const out = new Map<string, Value>();
  const first = literal.elements[0];
  if (associative && s.dialect === "bash" && first?.index === undefined && e.text[first?.value.span.start ?? 0] !== "[")
    return pairsOf(e, s, literal);
  if (associative && s.dialect === "zsh" && literal.elements.every((x) => x.index === undefined))
    return zshPairs(e, s, literal);
  let next = start;
  let odd = false;
  for (const element of literal.elements) {
    if (element.index !== undefined) {
      const text = textOf(expandValue(e, s, element.index));
      // bash expands a subscript that came from a variable once more (measured: bash 5.2)
      if (!associative && s.dialect === "bash" && text !== undefined && /[$`]/.test(text)) expandText(e, s, text);
      const n = associative ? 0 : (arithmetic(text ?? ANY, names(e, s)) ?? next);
      // zsh counts from 1
      const key = associative ? (text ?? ANY) : String(s.dialect === "zsh" ? n - 1 : n);
      const given = expandValue(e, s, element.value, false, s.dialect === "zsh" ? "inside" : "value");
      // bash may give up at an element without a key
      const value = odd ? either(given, nothing) : given;
      out.set(key, element.append && out.has(key) ? concat(out.get(key) as Value, value) : value);
      if (!associative) next = Number(key) + 1;
      continue;
    }
    odd ||= associative && s.dialect === "bash";
    const alternatives = expandWords(e, s, [element.value], "elements");
    const fields = alternatives[0];
    const certain = alternatives.length === 1;
    fields?.words.forEach((w, i) => {
      const one = certain && !mayBeSeveral(w);
      const value = one ? known(w, fields.taints[i] ?? 0) : unknown(fields.taints[i] ?? 0);
      out.set(String(next++), fields.many.has(i) ? { ...value, many: true } : value);
    });
  }
  if (associative) return out;
  const ordered = inOrder(out);
  const last = Math.max(-1, ...[...ordered.keys()].map(Number));
  // zsh fills what is left out
  if (s.dialect === "zsh" && last < MAX_ELEMENTS)
    for (let i = start; i < last; i++) if (!ordered.has(String(i))) ordered.set(String(i), known(""));
  return inOrder(ordered);
}

/** Before a command bash takes `name=(…)` for text, and `name[1]=x` for a mistake (measured: bash 5.2). */
export function assignBefore(e: Evaluation, s: State, a: Assignment, frame: Frame): boolean {
  if (s.dialect !== "bash") return assignment(e, s, a, frame, true);
  if (a.index !== undefined) return true;
  // a name that is not there yet has nothing to append to, whatever the value makes of it
  const fresh = a.append && variableOf(e, s, a.name) === undefined;
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
  return assignName(e, s, a.name, text, { append: a.append, exported: true, frame });
}

/** bash `(key value key value)`, where `[key]=value` is text like any other (measured: bash 5.2). */
function pairsOf(e: Evaluation, s: State, literal: ArrayLiteral): Map<string, Value> {
  const words = literal.elements.map((element) => {
    const { index } = element;
    return index === undefined
      ? expandValue(e, s, element.value)
      : concat(keyText(e, element), expandValue(e, s, element.value));
  });
  return new Map(
    words.flatMap((w, i) => (i % 2 === 0 ? [[textOf(w) ?? ANY, words[i + 1] ?? known("")] as const] : [])),
  );
}

/** `[key]=` as it is written. */
const keyText = (e: Evaluation, { index, append }: ArrayLiteral["elements"][number]): Value =>
  known(index === undefined ? "" : `[${e.text.slice(index.span.start, index.span.end)}]${append ? "+" : ""}=`);

/** One assignment of a simple command, in the frame given or where the name lives. */
export function assignment(
  e: Evaluation,
  s: State,
  a: Assignment,
  frame?: Frame,
  exported?: boolean,
  more: How = {},
): boolean {
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
    if (a.value.kind === "array") {
      const old = variableOf(e, s, a.name);
      const previous = a.append ? [...(old?.elements ?? (old ? [["0", old.value] as const] : []))] : [];
      const associative = old?.kind === "associative";
      const own = elementsOf(e, s, a.value, associative, previous.length);
      const elements = new Map([...previous, ...own]);
      return assignName(e, s, a.name, scalarOf(s, elements), {
        ...how,
        append: false,
        grows: a.index === undefined && (a.append || usesItself(e, a)),
        elements,
        kind: associative ? "associative" : "array",
      });
    }
    const value = expandValue(e, s, a.value, false, "value");
    if (a.index === undefined) {
      if (s.dialect === "zsh" && (variableOf(e, s, a.name)?.elements || TIED[a.name]) && a.append) {
        const old = [...(variableOf(e, s, a.name)?.elements?.values() ?? tiedElements(e, s, a.name))];
        return assignName(e, s, a.name, nothing, {
          ...how,
          append: false,
          elements: new Map([...old, value].map((v, i) => [String(i), v])),
        });
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

/** `(name text …)` in zsh, `([name]=text …)` in both. */
function specialElements(e: Evaluation, s: State, name: string, literal: ArrayLiteral): void {
  let key: string | undefined;
  for (const { index, value } of literal.elements) {
    const text = expandValue(e, s, value);
    if (index !== undefined) assignSpecial(e, s, name, textOf(expandValue(e, s, index)) ?? ANY, text);
    else if (key === undefined) key = textOf(text) ?? ANY;
    else {
      assignSpecial(e, s, name, key, text);
      key = undefined;
    }
  }
}

/** Elements of a zsh tied array that nobody has assigned: the parts of its scalar. */
function tiedElements(e: Evaluation, s: State, name: string): Value[] {
  const scalar = variableOf(e, s, TIED[name] ?? "");
  const text = scalar && textOf(scalar.value);
  return text === undefined || text === "" ? [] : text.split(":").map((t) => known(t));
}

/** `name[index]=value`. */
export function assignElement(e: Evaluation, s: State, name: string, index: string, value: Value, how: How): boolean {
  const old = variableOf(e, s, name);
  const associative = old?.kind === "associative";
  if (s.dialect === "zsh" && !associative) return assignZshElement(e, s, name, index, value, how);
  const elements = new Map(old?.elements ?? (old && !old.value.unset ? [["0", old.value] as const] : []));
  const key = associative ? index : keyOf(e, s, index, elements);
  if (key === undefined) {
    giveUp(e, s);
    return true;
  }
  elements.set(key, how.append && elements.has(key) ? concat(elements.get(key) as Value, value) : value);
  const ordered = associative ? elements : inOrder(elements);
  const kind = associative ? "associative" : "array";
  return assignName(e, s, name, scalarOf(s, ordered), { ...how, append: false, elements: ordered, kind });
}

/** A number counts from the end when it is negative; undefined where it points before the beginning. */
function keyOf(e: Evaluation, s: State, index: string, elements: ReadonlyMap<string, Value>): string | undefined {
  const n = arithmetic(index, names(e, s));
  if (n === undefined) return ANY;
  if (n >= 0) return String(n);
  const at = Math.max(-1, ...[...elements.keys()].map(Number)) + 1 + n;
  return at < 0 ? undefined : String(at);
}

/** Elements come by their numbers, not by when they were assigned. */
function inOrder(elements: ReadonlyMap<string, Value>): Map<string, Value> {
  return new Map([...elements].sort(([a], [b]) => Number(a) - Number(b) || 0));
}

/** zsh counts from 1 and fills gaps; a scalar is changed character by character, which is not followed. */
function assignZshElement(e: Evaluation, s: State, name: string, index: string, value: Value, how: How): boolean {
  const old = variableOf(e, s, name);
  const n = arithmetic(index, names(e, s));
  if (old && !old.elements) {
    const only = n === 1 && textOf(old.value)?.length === 1;
    return assignName(e, s, name, only ? value : unknown(value.taint), { ...how, append: false });
  }
  const list = [...(old?.elements?.values() ?? [])];
  if (n === undefined || n === 0 || n < -list.length || n > list.length + 256) {
    giveUp(e, s);
    const some = [...list, value].reduce((a, b) => either(a, b));
    return assignName(e, s, name, unknown(some.taint), {
      ...how,
      append: false,
      elements: new Map([["0", unknown(some.taint)]]),
      kind: "array",
    });
  }
  const at = n > 0 ? n - 1 : list.length + n;
  while (list.length < at) list.push(known(""));
  list[at] = how.append && list[at] ? concat(list[at], value) : value;
  const elements = new Map(list.map((v, i) => [String(i), v]));
  return assignName(e, s, name, scalarOf(s, elements), { ...how, append: false, elements, kind: "array" });
}

/** What `$name` gives for an array. */
export function scalarOf(s: State, elements: ReadonlyMap<string, Value>): Value {
  if (s.dialect === "zsh")
    return [...elements.values()].reduce<Value>(
      (a, b, i) => (i === 0 ? b : concat(concat(a, known(" ")), b)),
      known(""),
    );
  return elements.get("0") ?? nothing;
}
