/** zsh: subscripts of lists and texts, and the flags of `${(flags)name}` that matter to what runs and where words end. */

import { ANY, either, HOLE, known, NUMBER, taintOf, textOf, unknown, type Value } from "../session/value.ts";
import type { Parameter } from "../syntax/tree.ts";
import { type Evaluation, giveUp } from "./context.ts";
import { among, calculate, isOpen, lookupText } from "./names.ts";
import { expandAll } from "./operations.ts";
import { type Expanded, indirect, one } from "./parameter.ts";
import { collapse, joined, joiner } from "./parts.ts";
import type { State } from "./state.ts";
import { operandWords } from "./zsh-operand.ts";

/** `$name[2]`, `$name[2,-1]`; a subscript with flags may be anything. */
export function zshIndexed(e: Evaluation, s: State, base: Expanded, index: Value): Expanded {
  const text = textOf(index);
  const taint = collapse(e, s, base).taint;
  if (text === undefined || /^\s*\(/.test(text) || s.options.has("ksharrays"))
    return one({ texts: [ANY], unset: true, taint });
  if (text === "@" || text === "*") return base.kind === "many" ? { ...base, star: base.star && text === "*" } : base;
  if (splitRange(text).some((t) => t.trim() === "")) giveUp(e, s);
  const bounds = splitRange(text).map((t) => calculate(e, s, known(t)));
  const [from, to = from] = bounds;
  const range = bounds.length > 1;
  if (from === undefined || to === undefined) return one({ texts: [ANY], unset: true, taint });
  if (base.kind === "many") {
    if (isOpen(base.values) || base.values.some((v) => v.texts.includes(ANY)))
      return one((from > 0 && !range && among(base.values, from - 1)) || { texts: [ANY], unset: true, taint });
    const picked = between(base.values, from, to);
    return range ? { ...base, values: picked } : one(picked[0] ?? { texts: [], unset: true, taint: 0 });
  }
  const value = base.kind === "one" ? base.value : collapse(e, s, base);
  // there is no such character
  if (from === 0 && !range) return one({ texts: [], unset: true, taint });
  return one({ ...value, texts: value.texts.map((t) => (HOLE.test(t) ? ANY : between([...t], from, to).join(""))) });
}

/** At the comma that is not inside brackets. */
export function splitRange(text: string): string[] {
  let depth = 0;
  for (const [i, c] of [...text].entries()) {
    if (c === "[" || c === "(") depth++;
    else if (c === "]" || c === ")") depth--;
    else if (c === "," && depth === 0) return [text.slice(0, i), text.slice(i + 1)];
  }
  return [text];
}

function between<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const start = from < 0 ? list.length + from : from - 1;
  const end = to < 0 ? list.length + to : to - 1;
  if (from === 0 && to === 0) return [];
  return list.slice(Math.max(0, start), Math.max(0, end + 1));
}

/** Flags that change each element to something heed does not spell out. */
const CHANGING = /[CQqVDgXtpmSBENRbliIrwWcT%#~A-Z]/;

/** Words the flags stand for without the strings they carry. */
const letters = (flags: string) =>
  flags
    .replace(/([lr])(\W)(?:(?!\2).)*\2(?:\2(?:(?!\2).)*\2){0,2}/g, "$1")
    .replace(/([gjsZI_])([^\w\s)])(?:(?!\2).)*\2/g, "$1");

export function flagged(
  e: Evaluation,
  s: State,
  p: Parameter,
  base: Expanded,
  quoted: boolean,
  single: boolean,
): Expanded {
  const flags = letters(p.flags);
  const has = (flag: string) => flags.includes(flag);
  let out = base.kind === "word" && !single ? operandWords(e, s, base.word, quoted) : base;
  if (has("+")) return one(isSet(base));
  if (has("P")) out = indirect(e, s, out.kind === "one" ? out : one(collapse(e, s, out)));
  if (has("e") || has("%")) out = each(e, s, out, (v) => expandAll(e, s, v));
  if (has("U")) out = each(e, s, out, (v) => mapped(v, (t) => t.toUpperCase()));
  if (has("L")) out = each(e, s, out, (v) => mapped(v, (t) => t.toLowerCase()));
  const glue = glueOf(p.flags);
  if (glue !== undefined) out = one(joined(valuesOf(e, s, out), glue));
  else if (quoted && out.kind === "many" && out.star && !has("@")) out = one(joined(out.values, joiner(e, s)));
  // an assignment takes one value, and nothing is split
  if (!single && (has("f") || has("s") || has("z") || has("=") || has("0")))
    out = splitAt(e, s, out, p.flags, flags, quoted, base);
  if (has("@") && out.kind === "many") out = { ...out, star: false };
  if (/[kvoOuain]/.test(flags)) out = unordered(e, s, out, flags);
  const rest = flags.replace(/[PefUL@jFsz=0kvoOuain^M+]/g, "");
  if (CHANGING.test(rest) && !/^~+$/.test(rest)) out = each(e, s, out, (v) => ({ ...v, texts: [ANY] }));
  return out;
}

/** `${+name}` */
function isSet(x: Expanded): Value {
  if (x.kind === "many") return known("1");
  if (x.kind !== "one") return known(NUMBER);
  if (!x.value.unset) return known("1");
  return x.value.texts.length === 0 ? known("0") : either(known("0"), known("1"));
}

/** What (j) and (F) join with. */
export function glueOf(flags: string): string | undefined {
  const plain = letters(flags);
  return plain.includes("F") ? "\n" : plain.includes("j") ? (argument(flags, "j") ?? ANY) : undefined;
}

/** The string a flag carries: `j:,:`. */
function argument(flags: string, flag: string): string | undefined {
  const m = new RegExp(
    `${flag}(?:\\(([^)]*)\\)|\\[([^\\]]*)\\]|\\{([^}]*)\\}|<([^>]*)>|([^\\w\\s])((?:(?!\\5).)*)\\5)`,
  ).exec(flags);
  const text = m?.[1] ?? m?.[2] ?? m?.[3] ?? m?.[4] ?? m?.[6];
  // with (p) escapes count in it, with $ its value does
  return text === undefined || (/p/.test(flags) && /[\\$]/.test(text)) ? undefined : text;
}

function splitAt(
  e: Evaluation,
  s: State,
  base: Expanded,
  all: string,
  flags: string,
  quoted: boolean,
  from: Expanded,
): Expanded {
  const values = valuesOf(e, s, base);
  const taint = taintOf(values);
  const separator = flags.includes("f")
    ? "\n"
    : flags.includes("0")
      ? "\0"
      : flags.includes("s")
        ? argument(all, "s")
        : undefined;
  const texts = values.map(textOf);
  const open = { kind: "many", star: false, values: [{ ...unknown(taint), many: true }] } as const;
  const glue = flags.includes("@") ? (separator ?? " ") : joiner(e, s);
  const atBlanks = separator === undefined && !flags.includes("z");
  // nothing joins them
  if (atBlanks && texts.length > 1 && glue === "") return base;
  if (texts.some((t) => t === undefined) || (texts.length > 1 && glue === ANY)) return open;
  const text = flags.includes("z") ? texts.join(glue).trim() : texts.join(glue);
  // what is quoted behind `:-` does not split
  if (atBlanks && from.kind === "word" && texts.some((t) => /\s/.test(t ?? ""))) return open;
  // outside quotes it splits where it stands
  if (atBlanks && !quoted) return one(known(text, taint));
  if (atBlanks && !/^[ \t\n]+$/.test(lookupText(s, "IFS") ?? " ")) return open;
  if (flags.includes("z") && !/^[\w\s./-]*$/.test(text)) return open;
  if (flags.includes("s") && text === "") return quoted ? one(known("", taint)) : { ...open, values: [] };
  if (flags.includes("s") && (separator === undefined || separator === "")) return open;
  const pieces = text.split(separator ?? /[ \t\n]+/);
  // in quotes without (@) empty pieces stay at the ends
  const inner = (i: number) => quoted && !flags.includes("@") && i > 0 && i < pieces.length - 1;
  const kept = pieces.filter((t, i) => t !== "" || !(inner(i) || flags.includes("z")));
  if (kept.length === 0 && quoted) return one(known("", taint));
  return { kind: "many", star: false, values: kept.map((t) => known(t, taint)) };
}

/** Keys, and orders that heed does not follow: the same elements somehow, or not known. */
function unordered(e: Evaluation, s: State, base: Expanded, flags: string): Expanded {
  const values = valuesOf(e, s, base);
  const taint = taintOf(values);
  if (values.length < 2 && !/[kv]/.test(flags)) return base;
  return one(unknown(taint));
}

function valuesOf(e: Evaluation, s: State, x: Expanded): readonly Value[] {
  return x.kind === "many" ? x.values : [collapse(e, s, x)];
}

function each(e: Evaluation, s: State, x: Expanded, f: (v: Value) => Value): Expanded {
  if (x.kind === "many") return { ...x, values: x.values.map(f) };
  return one(f(x.kind === "one" ? x.value : collapse(e, s, x)));
}

const mapped = (v: Value, f: (t: string) => string): Value => ({ ...v, texts: v.texts.map(f) });
