/** What a name stands for. */

import type { Variable } from "../session/session.ts";
import {
  ANY,
  either,
  HOLE,
  known,
  NAME,
  NUMBER,
  nothing,
  OUTSIDE,
  textOf,
  unknown,
  type Value,
} from "../session/value.ts";
import { arithmetic, type Names, written } from "./arithmetic.ts";
import { assignName } from "./assign.ts";
import { type Evaluation, giveUp, step } from "./context.ts";
import { assignElement, scalarOf } from "./elements.ts";
import { expandText } from "./expand.ts";
import { join } from "./joining.ts";
import { fork, lookup, type State } from "./state.ts";

export const number: Value = known(NUMBER);

export const word: Value = known(NAME);

const maybe: Value = { texts: [ANY], unset: true, taint: OUTSIDE };

const NUMBERS = new Set([
  "$",
  "!",
  "RANDOM",
  "SRANDOM",
  "SECONDS",
  "EPOCHSECONDS",
  "LINENO",
  "UID",
  "EUID",
  "GID",
  "EGID",
  "PPID",
  "BASHPID",
  "SHLVL",
  "COLUMNS",
  "LINES",
  "HISTCMD",
  "OPTIND",
  "BASH_SUBSHELL",
  "PIPESTATUS",
  "pipestatus",
]);

/** What it is assigned is not what it then is. */
const COUNTING = new Set(["RANDOM", "SRANDOM", "SECONDS", "EPOCHSECONDS", "LINENO", "BASHPID"]);

const WORDS = new Set([
  "-",
  "EPOCHREALTIME",
  "HOSTNAME",
  "HOST",
  "HOSTTYPE",
  "OSTYPE",
  "MACHTYPE",
  "BASH_VERSION",
  "ZSH_VERSION",
  "ZSH_NAME",
  "FUNCNAME",
  "BASHOPTS",
  "SHELLOPTS",
]);

/** The value of a plain name. */
export function valueOfName(e: Evaluation, s: State, name: string, hops = 0): Value {
  const v = variableOf(e, s, name, hops);
  if (v && COUNTING.has(name)) return either(v.value, number);
  if (v) return v.value.unset && NUMBERS.has(name) ? either({ ...v.value, unset: false }, number) : v.value;
  if (/^\d+$/.test(name)) return Number(name) === 0 ? unknown(0) : positional(s, Number(name));
  if (name === "?") return s.status === undefined ? number : known(s.status === 0 ? "0" : s.failure);
  if (name === "#") return isOpen(s.positional) ? number : known(String(s.positional.length));
  if (name === "OPTARG" && s.dialect === "zsh" && s.blurred === undefined) return known("");
  if (name === "_" || name === "BASH_COMMAND") return unknown(0);
  // nothing is in the background yet
  if (name === "!") return { ...number, unset: true };
  if (NUMBERS.has(name)) return number;
  if (WORDS.has(name)) return word;
  if (s.blurred !== undefined) return maybe;
  if (isTaken(s, name)) return nothing;
  const live = e.host.live("variable", name);
  switch (live.kind) {
    case "known":
      return known(live.text);
    case "absent":
      return nothing;
    case "unseen":
      return e.waiting ? nothing : { ...maybe, taint: 0 };
    default:
      return maybe;
  }
}

/** Whether a line took the name away. */
const isTaken = (s: State, name: string): boolean => s.globals.get(name) === null || s.session.changed.has(name);

/** Text of a variable the session itself knows. */
export function lookupText(s: State, name: string): string | undefined {
  const v = lookup(s, name);
  return v && textOf(v.value);
}

/** Whether nobody knows how many words a list has. */
export const isOpen = (values: readonly Value[]): boolean => values.some((v) => v.many || v.texts[0] === ANY);

/** Element `n` of a list in which a value may stand for several: that, or one of those behind it. */
export function among(values: readonly Value[], n: number): Value | undefined {
  const first = values.findIndex((v) => v.many);
  if (first < 0 || n < first) return undefined;
  // what may not be there lets the rest move up
  const perhaps = values.slice(first, n + 1).some((v) => v.unset);
  const all = values.slice(first, perhaps ? undefined : n + 1).reduce((a, b) => either(a, b));
  return n < values.length ? all : { ...all, unset: true };
}

function positional(s: State, n: number): Value {
  const one = among(s.positional, n - 1);
  if (one) return one;
  const found = s.positional[n - 1];
  return found ?? (s.positional.some((p) => p.texts[0] === ANY) ? maybe : nothing);
}

/** zsh arrays that are another face of a colon-separated scalar (zshparam(1)). */
export const TIED: ReadonlyMap<string, string> = new Map([
  ["path", "PATH"],
  ["fpath", "FPATH"],
  ["cdpath", "CDPATH"],
  ["manpath", "MANPATH"],
  ["mailpath", "MAILPATH"],
  ["module_path", "MODULE_PATH"],
]);

/** The variable behind a name, through namerefs. */
export function variableOf(e: Evaluation, s: State, name: string, hops = 0): Variable | undefined {
  if (name === "PWD" && !s.globals.has("PWD"))
    return { value: s.cwd, kind: "scalar", exported: true, origin: { kind: "start" } };
  if (name === "OLDPWD" && !s.globals.has("OLDPWD"))
    return { value: s.previous, kind: "scalar", exported: true, origin: { kind: "start" } };
  if (name === "argv" && s.dialect === "zsh")
    return {
      value: s.positional.at(0) ?? nothing,
      kind: "array",
      elements: new Map(s.positional.map((value, i) => [String(i), value])),
      exported: false,
      origin: { kind: "start" },
    };
  const v = lookup(s, name) ?? (s.dialect === "zsh" ? tiedTo(s, TIED.get(name)) : undefined);
  if (v?.kind === "nameref" && hops < 8) {
    const target = textOf(v.value);
    if (target?.includes("[")) e.host.opaque(e.place, "a name that stands for an element");
    if (target === undefined) return { ...v, kind: "scalar", value: unknown(v.value.taint) };
    return variableOf(e, s, target, hops + 1);
  }
  // it may be what it was, or anything
  if (v && s.blurred !== undefined && v.origin.kind === "start") return { ...v, value: either(v.value, maybe) };
  return v;
}

/** The list that nobody has assigned: the parts of its scalar. */
function tiedTo(s: State, scalar: string | undefined): Variable | undefined {
  const text = scalar === undefined ? undefined : lookupText(s, scalar);
  if (text === undefined) return undefined;
  const parts = text === "" ? [] : text.split(":").map((part) => known(part));
  const elements = new Map(parts.map((part, i) => [String(i), part]));
  return { value: scalarOf(s, elements), kind: "array", elements, exported: false, origin: { kind: "start" } };
}

export function elementsOf(e: Evaluation, s: State, name: string): readonly Value[] {
  if (name === "@" || name === "*") return s.positional;
  const v = variableOf(e, s, name);
  if (!v) {
    const value = valueOfName(e, s, name);
    return value.unset && value.texts.length === 0 ? [] : [value];
  }
  return v.elements ? [...v.elements.values()] : v.value.unset && v.value.texts.length === 0 ? [] : [v.value];
}

/** Names as arithmetic sees them: their text is an expression again. */
export function names(e: Evaluation, s: State): Names {
  return {
    zsh: s.dialect === "zsh",
    ...(s.dialect === "zsh"
      ? {
          octal: s.options.has("octalzeroes"),
          likeC: s.options.has("cprecedences"),
          floats: s.options.has("forcefloat"),
        }
      : {}),
    get(name, index) {
      const v = index === undefined ? valueOfName(e, s, name) : elementOf(e, s, name, index);
      if (s.dialect === "zsh" && v.unset && s.options.has("nounset"))
        e.host.opaque(e.place, "arithmetic with a name that may not be set");
      if (v.taint !== 0) e.host.code(e.place, v, "arithmetic");
      if (v.texts.length === 1)
        return v.unset && v.texts[0] !== "" ? (v.texts[0]?.includes("[") ? v.texts[0] : NUMBER) : v.texts[0];
      return v.texts.length === 0 ? undefined : (v.texts.find((t) => t.includes("[")) ?? NUMBER);
    },
    set(name, index, value, certain, base) {
      // zsh: perhaps a floating-point number
      const old = variableOf(e, s, name);
      // zsh: a name that arithmetic makes is an integer
      const floats = s.options.has("forcefloat");
      const made = s.dialect === "zsh" && old === undefined && index === undefined && !floats;
      // and one that may not be there may become one
      const perhaps = s.dialect === "zsh" && old?.value.unset === true && !old.integer && index === undefined;
      const integer = made || (old?.integer === true && index === undefined);
      const text = (n: number) => (integer ? written(n, old?.base ?? base) : String(n));
      const result =
        value !== undefined && !(floats && !integer) ? known(text(value)) : s.dialect === "zsh" ? unknown(0) : number;
      // what may be an integer may be a text
      const plain = perhaps || old?.unsure ? either(result, known(String(value ?? NUMBER))) : result;
      const assigned = certain ? plain : either(plain, valueOfName(e, s, name));
      const own = (integer || perhaps) && base !== undefined && old?.base === undefined ? { base } : {};
      const attributes =
        made || perhaps
          ? { integer: true, ...own, ...(made && certain && value !== undefined ? {} : { unsure: true }) }
          : own;
      // of a floating-point number nobody here says the digits
      if (index === undefined) return assignName(e, s, name, assigned, { attributes }) && !old?.padded;
      const given = e.abandoned.length;
      return assignElement(e, s, name, index, assigned, {}) && e.abandoned.length === given;
    },
    expand: (text) => expandText(e, s, text).texts[0] ?? "",
    fail: () => giveUp(e, s),
    step: (length) => step(e, 1 + length / 16),
    unclear: (reason) => e.host.opaque(e.place, reason),
  };
}

/** The number that a text stands for, its expressions calculated in the order given. */
export function calculate(e: Evaluation, s: State, text: Value): number | undefined {
  if (text.texts.length === 1) return arithmetic(text.texts[0] as string, names(e, s));
  // one of them is calculated
  const ways = text.texts.map((t) => {
    const way = fork(s);
    arithmetic(t, names(e, way));
    return way;
  });
  if (ways.length > 0) Object.assign(s, ways.reduce(join));
  return undefined;
}

/** `name[index]`, the index as written. */
export function elementOf(e: Evaluation, s: State, name: string, index: string): Value {
  const v = variableOf(e, s, name);
  const key = HOLE.test(index) ? undefined : index;
  if (v?.kind === "associative")
    return key === undefined
      ? anyOf(v.elements)
      : (v.elements?.get(key) ?? either(v.elements?.get(ANY) ?? nothing, nothing));
  if (s.dialect === "zsh") return zshElement(e, s, name, v, index);
  const n = calculate(e, s, known(index));
  if (!v?.elements) {
    const value = valueOfName(e, s, name);
    return n === 0 || (n === -1 && s.dialect !== "bash") ? value : n === undefined ? either(value, nothing) : nothing;
  }
  const all = [...v.elements.values()];
  if (n !== undefined && n >= 0 && all.some((x) => x.many)) return among(all, n) ?? all[n] ?? nothing;
  if (n === undefined || v.elements.has(ANY) || all.some((x) => x.many)) return either(anyOf(v.elements), nothing);
  const highest = highestOf(v.elements);
  return v.elements.get(String(n < 0 ? highest + 1 + n : n)) ?? nothing;
}

/** The highest number among the keys of an array. */
export const highestOf = (elements: ReadonlyMap<string, Value>): number =>
  [...elements.keys()].reduce((highest, key) => Math.max(highest, Number(key)), -1);

/** zsh counts from 1, takes ranges, and subscripts a scalar by character. */
function zshElement(e: Evaluation, s: State, name: string, v: Variable | undefined, index: string): Value {
  const value = valueOfName(e, s, name);
  if (s.options.has("ksharrays") || HOLE.test(index)) return either(unknown(value.taint), nothing);
  const n = /^[\w$+*-]+$/.test(index) ? calculate(e, s, known(index)) : undefined;
  if (n === undefined) return either(unknown(value.taint), nothing);
  if (v?.elements) {
    const list = [...v.elements.values()];
    return list[n > 0 ? n - 1 : list.length + n] ?? nothing;
  }
  return {
    ...value,
    texts: value.texts.map((t) => (HOLE.test(t) ? ANY : (([...t].at(n > 0 ? n - 1 : n) ?? "") as string))),
  };
}

const anyOf = (elements: ReadonlyMap<string, Value> | undefined): Value =>
  [...(elements?.values() ?? [])].reduce<Value>((a, b) => either(a, b), nothing);
