/** What `${name…}` does to a value or to each element of a list. Its words are expanded once, before. */

import { ANY, either, HOLE, nothing, taintOf, textOf, unknown, type Value } from "../session/value.ts";
import type { Parameter, Word } from "../syntax/tree.ts";
import { type Evaluation, giveUp, placeOf } from "./context.ts";
import { changeCase, quoted, replace, slice, trim } from "./cutting.ts";
import { expandText, expandValue } from "./expand.ts";
import { textsOf } from "./fields.ts";
import { type Flavor, flavorOf } from "./match.ts";
import { modifiersIn, modify } from "./modifiers.ts";
import { calculate, word } from "./names.ts";
import { compile, unquote } from "./pattern.ts";
import type { State } from "./state.ts";

type Operation = Exclude<NonNullable<Parameter["operation"]>, { kind: "default" | "names" | "nested" }>;

export interface Operating {
  /** To one value. */
  readonly each: (v: Value) => Value;
  /** To a list as a whole, where that is something else. */
  readonly list?: (values: readonly Value[]) => readonly Value[];
}

/** Every text with every pattern. */
function withTexts(
  v: Value,
  patterns: readonly string[],
  taint: number,
  f: (t: string, pattern: string) => string,
): Value {
  // nobody knows which name the shell gives a process substitution
  const of = (t: string, p: string) => (t.includes("substitution-") ? ANY : f(t, p));
  const texts = new Set(v.texts.flatMap((t) => patterns.map((p) => of(t, p))));
  return { ...v, texts: texts.size > 16 ? [ANY] : [...texts], taint: v.taint | taint };
}

const map = (v: Value, f: (t: string) => string): Value => withTexts(v, [""], 0, f);

export function operation(e: Evaluation, s: State, op: Operation, p: Parameter): Operating {
  switch (op.kind) {
    case "trim": {
      const pattern = expandValue(e, s, op.pattern, true);
      // `:|`, `:*` and `:^` are followed by a name
      if (/^:[|*^]/.test(op.operator) && !/^[A-Za-z_]\w*$/.test(textOf(pattern) ?? "")) giveUp(e, s);
      if (op.operator.startsWith(":")) return filtering(op.operator, pattern, p.flags, flavorOf(s));
      return { each: (v) => withTexts(v, pattern.texts, 0, (t, q) => trim(t, op.operator, q, flavorOf(s))) };
    }
    case "replace": {
      const pattern = expandValue(e, s, op.pattern, true);
      const replacement = expandValue(e, s, op.replacement);
      const by = textOf(replacement);
      // `&` and, with (#m), a variable stand for what matched
      if (by === undefined || (s.dialect === "bash" && by.includes("&")) || op.operator.startsWith(":"))
        return { each: (v) => ({ ...v, texts: [ANY], taint: v.taint | replacement.taint }) };
      return {
        each: (v) =>
          withTexts(v, pattern.texts, replacement.taint, (t, q) => replace(t, op.operator, q, by, flavorOf(s))),
      };
    }
    case "slice":
      return slicing(e, s, op.offset, op.length);
    case "case": {
      const pattern = op.pattern === undefined ? undefined : expandValue(e, s, op.pattern, true).texts;
      const text = pattern?.length === 1 ? pattern[0] : undefined;
      const regexp = text === undefined || text === "" ? undefined : compile(text, flavorOf(s));
      const open = pattern !== undefined && text !== "" && regexp === undefined;
      return { each: (v) => map(v, (t) => (open ? ANY : changeCase(t, op.operator, regexp))) };
    }
    case "transform":
      return { each: (v) => transformed(e, s, op.operator, v) };
    case "modifiers": {
      const modifiers = modifiersIn(op.text);
      if (modifiers === undefined) giveUp(e, s);
      // nothing is the empty text to them
      const each = (t: string) => (modifiers ? modify(t, modifiers) : ANY);
      return { each: (v) => map({ ...v, texts: textsOf(v), unset: false }, each) };
    }
    default: {
      const never: never = op;
      e.host.opaque(placeOf(e, p.span), "an expansion heed does not know");
      return never;
    }
  }
}

/** zsh `${name:#pattern}` leaves out what matches, with (M) what does not. */
function filtering(operator: string, pattern: Value, flags: string, flavor: Flavor): Operating {
  const keepsMatches = flags.includes("M");
  const regexp =
    operator === ":#" && pattern.texts.length === 1 ? compile(pattern.texts[0] as string, flavor) : undefined;
  const each = (v: Value): Value =>
    map(v, (t) => (regexp === undefined || HOLE.test(t) ? ANY : regexp.test(t) === keepsMatches ? t : ""));
  const list = (values: readonly Value[]): readonly Value[] => {
    const texts = values.map(textOf);
    if (regexp === undefined || texts.includes(undefined)) return [unknown(0)];
    return values.filter((_, i) => regexp.test(texts[i] as string) === keepsMatches);
  };
  return { each, list };
}

function slicing(e: Evaluation, s: State, offset: Word, count: Word | undefined): Operating {
  const start = expandValue(e, s, offset);
  // `${x:}`
  if (textOf(start) === "") giveUp(e, s);
  const from = calculate(e, s, start);
  const size = count === undefined ? undefined : expandValue(e, s, count);
  if (s.dialect === "zsh" && size && textOf(size) === "") giveUp(e, s);
  const length = size === undefined ? Number.POSITIVE_INFINITY : calculate(e, s, size);
  if (from === undefined || length === undefined) {
    const each = (v: Value): Value => ({ ...v, texts: [ANY] });
    return { each, list: (values) => [unknown(taintOf(values))] };
  }
  return {
    each: (v) =>
      map({ ...v, texts: textsOf(v) }, (t) => {
        if (HOLE.test(t)) return ANY;
        const size = [...t].length;
        // an end before the beginning is an error
        const start = from < 0 ? size + from : from;
        if (length < 0 && size + length < (s.dialect === "zsh" ? Math.max(0, start) : start)) giveUp(e, s);
        return slice(t, from, length);
      }),
    list: (values) => {
      // bash counts no list from its end
      if (s.dialect === "bash" && length < 0) {
        giveUp(e, s);
        return [unknown(taintOf(values))];
      }
      const open = values.findIndex((v) => v.many);
      if (open >= 0 && (length < Number.POSITIVE_INFINITY || from < 0 || from > open))
        return [{ ...unknown(taintOf(values)), unset: true, many: true }];
      const start = from < 0 ? values.length + from : from;
      if (start < 0) return [];
      return values.slice(start, length < 0 ? values.length + length : start + length);
    },
  };
}

function transformed(e: Evaluation, s: State, operator: string, v: Value): Value {
  switch (operator) {
    case "P":
      return expandAll(e, s, v);
    case "Q":
      return map(v, quoted);
    case "U":
      return map(v, (t) => t.toUpperCase());
    case "u":
      return map(v, (t) => changeCase(t, "^", undefined));
    case "L":
      return map(v, (t) => t.toLowerCase());
    case "a":
      return either(word, nothing);
    case "E":
      return map(v, (t) => (t.includes("\\") ? ANY : t));
    default:
      return unknown(v.taint);
  }
}

/** A value expanded as a prompt or once more. */
export function expandAll(e: Evaluation, s: State, v: Value): Value {
  e.host.code(e.place, v, "a prompt expansion");
  return v.texts
    .map((t) => {
      const expanded = expandText(e, s, unquote(t));
      return /[\\%!]/.test(t) ? unknown(v.taint | expanded.taint) : expanded;
    })
    .reduce<Value>(
      (a, b) => either(a, b),
      v.unset ? nothing : { texts: [], unset: v.texts.length === 0, taint: v.taint },
    );
}
