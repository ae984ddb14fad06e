/** Parameter expansion: what `$name` and `${…}` stand for. */

import type { Variable } from "../session/session.ts";
import {
  ANY,
  concat,
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
import type { Parameter, Word } from "../syntax/tree.ts";
import { arithmetic } from "./arithmetic.ts";
import { assignName } from "./assign.ts";
import { type Evaluation, placeOf } from "./context.ts";
import { expandText, expandValue } from "./expand.ts";
import { compile, patternSource } from "./pattern.ts";
import { lookup, type State } from "./state.ts";

/** One value, or the elements of `$@` and arrays: `star` joins them inside double quotes. */
export type Expanded =
  | { readonly kind: "one"; readonly value: Value }
  | { readonly kind: "many"; readonly values: readonly Value[]; readonly star: boolean };

const one = (value: Value): Expanded => ({ kind: "one", value });
const number: Value = known(NUMBER);
const word: Value = known(NAME);
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
  if (v) return v.value;
  if (/^\d+$/.test(name)) return name === "0" ? known(s.dialect) : positional(s, Number(name));
  if (name === "?") return s.status === undefined ? number : known(String(s.status));
  if (name === "#") return s.positional.some((p) => p.texts[0] === ANY) ? number : known(String(s.positional.length));
  if (name === "_") return unknown(0);
  if (NUMBERS.has(name)) return number;
  if (WORDS.has(name)) return word;
  if (s.blurred !== undefined) return maybe;
  const live = e.host.live("variable", name);
  return live.kind === "known" ? known(live.text) : live.kind === "absent" ? nothing : maybe;
}

/** Text of a variable the session itself knows. */
export function lookupText(s: State, name: string): string | undefined {
  const v = lookup(s, name);
  return v && textOf(v.value);
}

function positional(s: State, n: number): Value {
  const found = s.positional[n - 1];
  return found ?? (s.positional.some((p) => p.texts[0] === ANY) ? maybe : nothing);
}

/** The variable behind a name, through namerefs. */
export function variableOf(e: Evaluation, s: State, name: string, hops = 0): Variable | undefined {
  if (name === "PWD" && !s.globals.has("PWD"))
    return { value: s.cwd, kind: "scalar", exported: true, origin: { kind: "start" } };
  if (name === "OLDPWD" && !s.globals.has("OLDPWD"))
    return { value: s.previous, kind: "scalar", exported: true, origin: { kind: "start" } };
  const v = lookup(s, name);
  if (v?.kind === "nameref" && hops < 8) {
    const target = textOf(v.value);
    if (target === undefined) return { ...v, kind: "scalar", value: unknown(v.value.taint) };
    return variableOf(e, s, target, hops + 1);
  }
  if (v && s.blurred !== undefined && v.origin.kind === "start") return { ...v, value: maybe };
  return v;
}

function elementsOf(e: Evaluation, s: State, name: string): readonly Value[] {
  if (name === "@" || name === "*") return s.positional;
  const v = variableOf(e, s, name);
  if (!v) {
    const value = valueOfName(e, s, name);
    return value.unset && value.texts.length === 0 ? [] : [value];
  }
  return v.elements ? [...v.elements.values()] : v.value.unset && v.value.texts.length === 0 ? [] : [v.value];
}

export function names(e: Evaluation, s: State) {
  return {
    get: (name: string) => {
      const v = valueOfName(e, s, name);
      if (v.taint !== 0) e.host.code(e.place, v, "arithmetic");
      return v.texts.length === 1
        ? v.texts[0]
        : v.texts.length === 0
          ? undefined
          : (v.texts.find((t) => t.includes("[")) ?? NUMBER);
    },
    set: (name: string, value: number | undefined) =>
      assignName(e, s, name, value === undefined ? number : known(String(value)), {}),
    expand: (text: string) => expandText(e, s, text).texts[0] ?? "",
  };
}

/** What a parameter expansion stands for. */
export function parameter(e: Evaluation, s: State, p: Parameter): Expanded {
  const subject = p.nested ?? (p.operation?.kind === "nested" ? p.operation.word : undefined);
  let base = subject === undefined ? baseOf(e, s, p) : one(expandValue(e, s, subject));
  if (p.indirect && p.operation?.kind !== "names") base = indirect(e, s, base);
  if (p.length) return one(lengthOf(base));
  const op = p.operation;
  if (op && op.kind !== "nested") {
    if (op.kind === "names") return one(word);
    if (op.kind === "default") base = withDefault(e, s, p, op.operator, op.word, base);
    else base = each(base, (v) => operate(e, s, op, v, p));
  }
  return p.flags === "" ? base : flagged(e, s, p, base);
}

function baseOf(e: Evaluation, s: State, p: Parameter): Expanded {
  const { name } = p;
  if (name === "@" || name === "*") return { kind: "many", values: s.positional, star: name === "*" };
  const index = p.index;
  if (index === undefined) {
    if (s.dialect === "zsh" && !p.length) {
      const v = variableOf(e, s, name);
      if (v?.elements)
        return { kind: "many", values: [...v.elements.values()].filter((x) => x.texts[0] !== ""), star: false };
    }
    return one(valueOfName(e, s, name));
  }
  const text = textOf(expandValue(e, s, index));
  if (text === "@" || text === "*") return { kind: "many", values: elementsOf(e, s, name), star: text === "*" };
  const v = variableOf(e, s, name);
  if (v?.kind === "associative")
    return one(text === undefined ? anyOf([...(v.elements?.values() ?? [])]) : (v.elements?.get(text) ?? nothing));
  const n = arithmetic(text ?? ANY, names(e, s));
  if (!v?.elements)
    return one(v && n === 0 ? v.value : v ? either(valueOfName(e, s, name), nothing) : valueOfName(e, s, name));
  if (n === undefined) return one(anyOf([...v.elements.values()]));
  const list = [...v.elements.values()];
  const at = s.dialect === "zsh" ? (n > 0 ? n - 1 : list.length + n) : n < 0 ? list.length + n : n;
  return one(s.dialect === "zsh" ? (list[at] ?? nothing) : (v.elements.get(String(at)) ?? nothing));
}

const anyOf = (values: readonly Value[]): Value => values.reduce<Value>((a, b) => either(a, b), nothing);

function indirect(e: Evaluation, s: State, base: Expanded): Expanded {
  if (base.kind === "many") return one(unknown());
  const targets = base.value.texts;
  if (targets.length === 0) return one(nothing);
  return one(
    targets
      .map((t) =>
        HOLE.test(t)
          ? unknown(base.value.taint)
          : /^[A-Za-z_]\w*$|^\d+$/.test(t)
            ? valueOfName(e, s, t)
            : unknown(base.value.taint),
      )
      .reduce<Value>((a, b) => either(a, b), nothing),
  );
}

function lengthOf(base: Expanded): Value {
  if (base.kind === "many") return known(String(base.values.length));
  const t = textOf(base.value);
  return t === undefined
    ? base.value.unset && base.value.texts.length === 0
      ? known("0")
      : number
    : known(String([...t].length));
}

function each(base: Expanded, f: (v: Value) => Value): Expanded {
  return base.kind === "one" ? one(f(base.value)) : { ...base, values: base.values.map(f) };
}

function withDefault(
  e: Evaluation,
  s: State,
  p: Parameter,
  operator: string,
  alternative: Word,
  base: Expanded,
): Expanded {
  const colon = operator.startsWith(":");
  const kind = operator.replaceAll(":", "");
  if (operator === "::=") {
    const value = expandValue(e, s, alternative);
    assignName(e, s, p.name, value, {});
    return one(value);
  }
  const value = base.kind === "one" ? base.value : base.values.length > 0 ? concatAll(base.values) : nothing;
  const absent = (t: string) => (colon ? t === "" : false);
  const mayBeAbsent = value.unset || (colon && value.texts.some((t) => t === "" || t === ANY));
  const mayBePresent = value.texts.some((t) => !absent(t));
  if (kind === "+") {
    const yes = mayBePresent ? expandValue(e, s, alternative) : nothing;
    return one(mayBeAbsent || !mayBePresent ? either(yes, known("")) : yes);
  }
  const present: Value = { ...value, texts: value.texts.filter((t) => !absent(t)), unset: false };
  if (!mayBeAbsent && mayBePresent) return base.kind === "many" ? base : one(present);
  const other = kind === "?" ? known("") : expandValue(e, s, alternative);
  if (kind === "=") {
    const after = mayBePresent ? either(present, other) : other;
    assignName(e, s, p.name, after, {});
    return one(after);
  }
  return one(mayBePresent ? either(present, other) : other);
}

function concatAll(values: readonly Value[]): Value {
  return values.reduce<Value>((a, b, i) => (i === 0 ? b : concat(concat(a, known(" ")), b)), known(""));
}

const map = (v: Value, f: (t: string) => string): Value => ({ ...v, texts: [...new Set(v.texts.map(f))] });

function operate(
  e: Evaluation,
  s: State,
  op: Exclude<NonNullable<Parameter["operation"]>, { kind: "default" | "names" | "nested" }>,
  v: Value,
  p: Parameter,
): Value {
  switch (op.kind) {
    case "trim": {
      const pattern = expandValue(e, s, op.pattern, true).texts[0] ?? ANY;
      return map(v, (t) => trim(t, op.operator, pattern));
    }
    case "replace": {
      const pattern = expandValue(e, s, op.pattern, true).texts[0] ?? ANY;
      const replacement = expandValue(e, s, op.replacement);
      const by = textOf(replacement);
      return {
        ...map(v, (t) => (by === undefined ? ANY : replace(t, op.operator, pattern, by))),
        taint: v.taint | replacement.taint,
      };
    }
    case "slice": {
      const from = arithmetic(textOf(expandValue(e, s, op.offset)) ?? ANY, names(e, s));
      const length =
        op.length === undefined
          ? Number.POSITIVE_INFINITY
          : arithmetic(textOf(expandValue(e, s, op.length)) ?? ANY, names(e, s));
      return map(v, (t) => (from === undefined || length === undefined || HOLE.test(t) ? ANY : slice(t, from, length)));
    }
    case "case":
      return map(v, (t) => {
        if (op.pattern !== undefined && textOf(expandValue(e, s, op.pattern)) !== "?") return HOLE.test(t) ? t : ANY;
        const change = op.operator.startsWith("^") ? (x: string) => x.toUpperCase() : (x: string) => x.toLowerCase();
        return op.operator.length > 1 ? change(t) : change(t.slice(0, 1)) + t.slice(1);
      });
    case "transform":
      if (op.operator === "P") return expandAll(e, s, v);
      if (op.operator === "Q") return map(v, (t) => (HOLE.test(t) ? ANY : `'${t.replaceAll("'", "'\\''")}'`));
      if (op.operator === "U") return map(v, (t) => t.toUpperCase());
      if (op.operator === "L") return map(v, (t) => t.toLowerCase());
      if (op.operator === "a") return word;
      return unknown(v.taint);
    case "modifiers":
      return map(v, (t) => modify(t, op.text));
    default: {
      const never: never = op;
      e.host.opaque(placeOf(e, p.span), "an expansion heed does not know");
      return never;
    }
  }
}

function expandAll(e: Evaluation, s: State, v: Value): Value {
  e.host.code(e.place, v, "a prompt expansion");
  return v.texts.map((t) => expandText(e, s, t)).reduce<Value>((a, b) => either(a, b), nothing);
}

function trim(text: string, operator: string, pattern: string): string {
  if (HOLE.test(pattern)) return ANY;
  const front = operator[0] === "#";
  const long = operator.length > 1;
  if (HOLE.test(text)) return trimHoles(text, front, long, pattern);
  const source = patternSource(pattern);
  if (source === undefined || text.length > 4096) return ANY;
  const lengths = Array.from({ length: text.length + 1 }, (_, i) => i);
  if (long) lengths.reverse();
  const regexp = compile(pattern);
  for (const n of lengths) {
    const piece = front ? text.slice(0, n) : text.slice(text.length - n);
    if (regexp?.test(piece)) return front ? text.slice(n) : text.slice(0, text.length - n);
  }
  return text;
}

/** Trimming text that is not all known: only what keeps its place (the last name of a path, a suffix) is kept. */
function trimHoles(text: string, front: boolean, long: boolean, pattern: string): string {
  if (front && long && pattern === "*/") {
    const tail = text.slice(text.lastIndexOf("/") + 1);
    return tail.includes(ANY) ? ANY : tail === "\ud802" ? NAME : tail;
  }
  if (!front && /^(?:\.|\*\.)/.test(pattern.replaceAll("\ud805", "")) && !text.includes(ANY)) return text;
  const literal = pattern.replaceAll("\ud805", "");
  if (!/[*?[]/.test(literal) && !text.includes(ANY)) {
    if (front && text.startsWith(literal)) return text.slice(literal.length);
    if (!front && text.endsWith(literal)) return text.slice(0, -literal.length);
    return text;
  }
  return ANY;
}

function replace(text: string, operator: string, pattern: string, by: string): string {
  if (HOLE.test(text) || HOLE.test(pattern)) return ANY;
  const source = patternSource(pattern);
  if (source === undefined || source === "") return source === "" ? text : ANY;
  try {
    const anchored = operator === "/#" ? `^(?:${source})` : operator === "/%" ? `(?:${source})$` : source;
    return text.replace(new RegExp(anchored, operator === "//" ? "g" : ""), () => by);
  } catch {
    return ANY;
  }
}

function slice(text: string, from: number, length: number): string {
  const start = from < 0 ? Math.max(0, text.length + from) : from;
  return length < 0 ? text.slice(start, text.length + length) : text.slice(start, start + length);
}

function modify(text: string, modifiers: string): string {
  let out = text;
  for (const m of modifiers.split(":").filter((x) => x !== "")) {
    if (m === "h") out = out.replace(/\/[^/]*$/, "") || (out.startsWith("/") ? "/" : ".");
    else if (m === "t") out = out.slice(out.lastIndexOf("/") + 1);
    else if (m === "r") out = out.replace(/\.[^./]*$/, "");
    else if (m === "e") out = out.slice(out.lastIndexOf(".") + 1);
    else if (m === "l") out = out.toLowerCase();
    else if (m === "u") out = out.toUpperCase();
    else return ANY;
  }
  return out;
}

/** zsh `${(flags)name}`: the flags that matter to what runs and where words end. */
function flagged(e: Evaluation, s: State, p: Parameter, base: Expanded): Expanded {
  let out = base;
  const flags = p.flags;
  if (flags.includes("P")) out = indirect(e, s, out);
  if (flags.includes("e")) out = each(out, (v) => expandAll(e, s, v));
  if (flags.includes("f") || flags.includes("=") || /s[:.(]/.test(flags) || flags.includes("z")) {
    if (out.kind === "one") {
      const t = textOf(out.value);
      const separator = /s(.)(.*?)\1/.exec(flags)?.[2];
      const parts =
        t === undefined
          ? undefined
          : flags.includes("f")
            ? t.split("\n")
            : separator
              ? t.split(separator)
              : t.split(/[ \t\n]+/);
      const taint = out.value.taint;
      out = {
        kind: "many",
        star: false,
        values: parts === undefined ? [unknown(taint)] : parts.filter((x) => x !== "").map((x) => known(x, taint)),
      };
    }
  }
  if (flags.includes("k") || flags.includes("v")) out = one(unknown());
  if (/[LUCQqVDg%#]/.test(flags.replace(/[sj](.).*?\1/g, "")))
    out = each(out, (v) => (flags.includes("q") ? v : { ...v, texts: [ANY] }));
  if (/j(.)/.test(flags) && out.kind === "many") out = one(concatAll(out.values));
  return out;
}
