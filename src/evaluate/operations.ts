/** What `${name…}` does to a value: cut, replace, slice, change case. */

import { ANY, either, HOLE, NAME, nothing, textOf, unknown, type Value } from "../session/value.ts";
import type { Parameter } from "../syntax/tree.ts";
import { arithmetic } from "./arithmetic.ts";
import { type Evaluation, placeOf } from "./context.ts";
import { expandText, expandValue } from "./expand.ts";
import { names, word } from "./names.ts";
import { compile, patternSource } from "./pattern.ts";
import type { State } from "./state.ts";

const map = (v: Value, f: (t: string) => string): Value => ({ ...v, texts: [...new Set(v.texts.map(f))] });

export function operate(
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

export function expandAll(e: Evaluation, s: State, v: Value): Value {
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
