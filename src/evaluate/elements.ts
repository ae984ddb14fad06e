import { ANY, concat, either, known, nothing, taintOf, textOf, unknown, type Value } from "../session/value.ts";
import type { ArrayLiteral, Assignment } from "../syntax/tree.ts";
import { arithmetic } from "./arithmetic.ts";
import { assignName, type How, MAX_ELEMENTS } from "./assign.ts";
import { type Evaluation, giveUp, step } from "./context.ts";
import { expandText, expandValue, expandWords } from "./expand.ts";
import { mayBeSeveral } from "./fields.ts";
import { highestOf, isOpen, names, variableOf } from "./names.ts";
import { assignSpecial } from "./special-arrays.ts";
import type { State } from "./state.ts";
import { splitRange } from "./zsh-flags.ts";
import { zshPairs } from "./zsh-pairs.ts";

/** `[…]=` whose subscript is not read for one. */
const isKeyed = (e: Evaluation, element: ArrayLiteral["elements"][number] | undefined): boolean =>
  element !== undefined && /^\[[^\]]*\]\+?=/.test(e.text.slice(element.value.span.start, element.value.span.end));

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
  if (associative && s.dialect === "bash" && first?.index === undefined && !isKeyed(e, first))
    return pairsOf(e, s, literal);
  if (associative && s.dialect === "zsh" && literal.elements.every((x) => x.index === undefined))
    return zshPairs(e, s, literal);
  let next = start;
  let odd = false;
  const keyed = literal.elements.filter((x) => x.index !== undefined).length;
  if (associative && s.dialect === "zsh" && keyed < literal.elements.length) giveUp(e, s);
  for (const element of literal.elements) {
    if (element.index !== undefined) {
      const text = textOf(expandValue(e, s, element.index));
      if (text === "" && s.dialect === "zsh" && !associative) giveUp(e, s);
      // bash leaves it out, and complains
      if (text === "" && s.dialect === "bash") continue;
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
    if (associative && s.dialect === "bash" && isKeyed(e, element)) {
      const text = expandValue(e, s, element.value);
      const [, key, value] = /^\[([^\]]*)\]\+?=([\s\S]*)$/.exec(textOf(text) ?? "") ?? [];
      if (key === undefined || value === undefined) out.set(ANY, unknown(text.taint));
      else if (key !== "") out.set(key, known(value, text.taint));
      continue;
    }
    // bash says that it lacks a key
    odd ||= associative && s.dialect === "bash";
    if (odd) {
      expandValue(e, s, element.value);
      continue;
    }
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
  const last = highestOf(ordered);
  // zsh fills what is left out
  if (s.dialect === "zsh" && last < MAX_ELEMENTS)
    for (let i = start; i < last; i++) if (!ordered.has(String(i))) ordered.set(String(i), known(""));
  return inOrder(ordered);
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
export const keyText = (e: Evaluation, { index, append }: ArrayLiteral["elements"][number]): Value =>
  known(index === undefined ? "" : `[${e.text.slice(index.span.start, index.span.end)}]${append ? "+" : ""}=`);

/** `(name text …)` in zsh, `([name]=text …)` in both. */
export function specialElements(e: Evaluation, s: State, name: string, literal: ArrayLiteral): void {
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

/** Each assignment to an element makes the array anew. */
export const ELEMENTS_A_STEP = 8;

/** `name[index]=value`. */
export function assignElement(e: Evaluation, s: State, name: string, index: string, value: Value, how: How): boolean {
  const old = variableOf(e, s, name);
  const associative = old?.kind === "associative";
  if (old?.unsure && associative) e.host.opaque(e.place, "a list that may have keys or numbers");
  if (s.dialect === "zsh" && !associative) return assignZshElement(e, s, name, index, value, how);
  const elements = new Map(old?.elements ?? (old && !old.value.unset ? [["0", old.value] as const] : []));
  step(e, elements.size / ELEMENTS_A_STEP);
  const key = associative ? index : keyOf(e, s, index, elements);
  if (key === undefined || (associative && index === "" && s.dialect === "bash")) {
    giveUp(e, s);
    return true;
  }
  // nobody knows which of them that is
  if (!associative && [...elements.values()].some((x) => x.many)) {
    const any = unknown(taintOf([...elements.values(), value]));
    const some = new Map([["0", { ...any, many: true }]]);
    return assignName(e, s, name, any, { ...how, append: false, elements: some, kind: "array" });
  }
  elements.set(key, how.append && elements.has(key) ? concat(elements.get(key) as Value, value) : value);
  const ordered = associative ? elements : inOrder(elements);
  const kind = associative ? "associative" : "array";
  return assignName(e, s, name, scalarOf(s, ordered), { ...how, append: false, elements: ordered, kind });
}

/** The subscript in a word that names an element: expanded once more, and for a key without its quotes. */
export function keyIn(e: Evaluation, s: State, name: string, index: string): string {
  const keyed = variableOf(e, s, name)?.kind === "associative";
  return textOf(expandText(e, s, keyed ? index.replace(/^'(.*)'$|^"(.*)"$/s, "$1$2") : index)) ?? ANY;
}

/** A number counts from the end when it is negative; undefined where it points before the beginning. */
function keyOf(e: Evaluation, s: State, index: string, elements: ReadonlyMap<string, Value>): string | undefined {
  const n = arithmetic(index, names(e, s));
  if (n === undefined) return ANY;
  if (n >= 0) return String(n);
  const at = highestOf(elements) + 1 + n;
  return at < 0 ? undefined : String(at);
}

/** Elements come by their numbers, not by when they were assigned. */
function inOrder(elements: ReadonlyMap<string, Value>): Map<string, Value> {
  return new Map([...elements].sort(([a], [b]) => Number(a) - Number(b) || 0));
}

/** `name[index]=(a b)`: zsh puts them in place of one element or of a range, bash refuses. */
export function assignSlice(e: Evaluation, s: State, a: Assignment, literal: ArrayLiteral, how: How): boolean {
  const index = a.index === undefined ? ANY : (textOf(expandValue(e, s, a.index)) ?? ANY);
  const old = variableOf(e, s, a.name);
  const values = [...elementsOf(e, s, literal, false).values()];
  if (s.dialect !== "zsh" || (old !== undefined && (old.kind === "associative" || !old.elements))) {
    giveUp(e, s);
    return true;
  }
  return putElements(e, s, a.name, index, values, how);
}

/** zsh counts from 1 and fills gaps; a scalar is changed character by character, which is not followed. */
function assignZshElement(e: Evaluation, s: State, name: string, index: string, value: Value, how: How): boolean {
  const old = variableOf(e, s, name);
  if (old && !old.elements) {
    const n = arithmetic(index, names(e, s));
    if (n === undefined || n === 0) giveUp(e, s);
    const only = n === 1 && textOf(old.value)?.length === 1;
    return assignName(e, s, name, only ? value : unknown(value.taint), { ...how, append: false });
  }
  return putElements(e, s, name, index, value, how);
}

/** One value takes the place of the elements, or is put behind what the last of them holds; a list is put behind them. */
function putElements(
  e: Evaluation,
  s: State,
  name: string,
  index: string,
  given: Value | readonly Value[],
  how: How,
): boolean {
  const values = "texts" in given ? [given] : given;
  const bounds = splitRange(index).map((t) => arithmetic(t, names(e, s)));
  const [from] = bounds;
  const to = bounds.at(-1);
  const list = [...(variableOf(e, s, name)?.elements?.values() ?? [])];
  step(e, list.length / ELEMENTS_A_STEP);
  const first = s.options.has("ksharrays") ? 0 : 1;
  const at = (n: number) => (n < 0 ? list.length + n : n - first);
  const start = from === undefined ? -1 : at(from);
  const end = Math.max(start, at(to ?? 0) + 1);
  if (to === undefined || start < 0 || start > list.length + 256 || isOpen(list)) {
    giveUp(e, s);
    const any = unknown(taintOf([...list, ...values]));
    return assignName(e, s, name, any, { ...how, append: false, elements: new Map([["0", any]]), kind: "array" });
  }
  while (list.length < start) list.push(known(""));
  if ("texts" in given && how.append && end > start && end <= list.length + 256) {
    while (list.length < end) list.push(known(""));
    list[end - 1] = concat(list[end - 1] as Value, given);
  } else list.splice(how.append ? end : start, how.append ? 0 : end - start, ...values);
  const elements = new Map(list.map((v, i) => [String(i), v]));
  return assignName(e, s, name, scalarOf(s, elements), { ...how, append: false, elements, kind: "array" });
}

/** What `$name` gives for an array. */
export function scalarOf(s: State, elements: ReadonlyMap<string, Value>): Value {
  if (s.dialect === "zsh") {
    const values = [...elements.values()];
    // nobody knows how many there are
    if (isOpen(values)) return unknown(taintOf(values));
    return values.reduce<Value>((a, b, i) => (i === 0 ? b : concat(concat(a, known(" ")), b)), known(""));
  }
  return elements.get("0") ?? nothing;
}
