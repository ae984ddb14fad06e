/** Parameter expansion: what `$name` and `${…}` stand for. */

import { ANY, concat, either, HOLE, known, nothing, textOf, unknown, type Value } from "../session/value.ts";
import type { Parameter, Word } from "../syntax/tree.ts";
import { arithmetic } from "./arithmetic.ts";
import { assignName } from "./assign.ts";
import type { Evaluation } from "./context.ts";
import { expandValue } from "./expand.ts";
import { elementsOf, names, number, valueOfName, variableOf, word } from "./names.ts";
import { expandAll, operate } from "./operations.ts";
import type { State } from "./state.ts";

/** One value, or the elements of `$@` and arrays: `star` joins them inside double quotes. */
export type Expanded =
  | { readonly kind: "one"; readonly value: Value }
  | { readonly kind: "many"; readonly values: readonly Value[]; readonly star: boolean };

const one = (value: Value): Expanded => ({ kind: "one", value });

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
