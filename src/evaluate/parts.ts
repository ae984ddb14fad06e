/** The parts of a word, put together to fields. */

import { ANY, concat, known, MAX_ALTERNATIVES, NAME, NUMBER, textOf, unknown, type Value } from "../session/value.ts";
import type { Part } from "../syntax/tree.ts";
import { arithmetic } from "./arithmetic.ts";
import { type Evaluation, placeOf } from "./context.ts";
import { expandValue } from "./expand.ts";
import { names } from "./names.ts";
import { type Expanded, parameter } from "./parameter.ts";
import { quote } from "./pattern.ts";
import type { State } from "./state.ts";
import { runSubstitution } from "./substitute.ts";
import { unquoted } from "./tilde.ts";

/** Fields under construction; `current` is undefined when no field has begun. */
export interface Partial {
  readonly words: readonly string[];
  readonly taints: readonly number[];
  readonly current: string | undefined;
  readonly taint: number;
}

const EMPTY: Partial = { words: [], taints: [], current: undefined, taint: 0 };

export interface Mode {
  /** Inside double quotes, an assignment, a case word: one field, no patterns. */
  readonly single: boolean;
  /** Keep pattern characters apart from quoted ones: the result is a pattern. */
  readonly pattern: boolean;
  /** Tilde also after `:` and `=`. */
  readonly assignment: boolean;
}

export function expandParts(e: Evaluation, s: State, parts: readonly Part[], mode: Mode): Partial[] {
  let out: Partial[] = [EMPTY];
  parts.forEach((part, i) => {
    out = expandPart(e, s, part, i === 0, parts[i + 1], mode, out);
  });
  return out;
}

export function add(partials: readonly Partial[], texts: readonly string[], taint: number): Partial[] {
  if (texts.length === 1)
    return partials.map((p) => ({ ...p, current: (p.current ?? "") + (texts[0] as string), taint: p.taint | taint }));
  if (partials.length * texts.length > MAX_ALTERNATIVES)
    return [{ words: [], taints: [], current: ANY, taint: partials.reduce((t, p) => t | p.taint, taint) }];
  return partials.flatMap((p) => texts.map((t) => ({ ...p, current: (p.current ?? "") + t, taint: p.taint | taint })));
}

function expandPart(
  e: Evaluation,
  s: State,
  part: Part,
  first: boolean,
  next: Part | undefined,
  mode: Mode,
  out: Partial[],
): Partial[] {
  switch (part.kind) {
    case "literal":
      if (part.quoted) return add(out, [quote(part.text)], 0);
      return unquoted(e, s, part.text, first, next, mode, out);
    case "double": {
      let inner = out.map((p) => ({ ...p, current: p.current ?? "" }) as Partial);
      const lone = part.parts.length === 1 ? part.parts[0] : undefined;
      for (const p of part.parts) {
        const x = p.kind === "parameter" ? parameter(e, s, p) : undefined;
        if (x?.kind === "many" && !x.star && !mode.single) {
          if (x.values.length === 0 && lone) return out;
          inner = inner.flatMap((q) => fields(q, x.values));
        } else inner = addValue(inner, x === undefined ? valueOfPart(e, s, p) : collapse(x), true);
      }
      return inner;
    }
    case "parameter": {
      const x = parameter(e, s, part);
      if (mode.single) return addValue(out, collapse(x), !mode.pattern);
      if (x.kind === "many") return x.values.length === 0 ? out : out.flatMap((p) => fields(p, x.values));
      return split(s, out, x.value, part.flags);
    }
    case "command":
    case "arithmetic": {
      const v = valueOfPart(e, s, part);
      return mode.single ? addValue(out, v, !mode.pattern) : split(s, out, v, part.kind === "command" ? "=" : "");
    }
    case "process":
    case "opaque":
      return addValue(out, valueOfPart(e, s, part), true);
    case "extglob": {
      const inner = part.alternatives.map((w) => expandValue(e, s, w, true).texts[0] ?? ANY);
      if (mode.pattern) return add(out, [`${part.operator}(${inner.join("|")})`], 0);
      return add(out, [NAME], 0);
    }
    default: {
      const never: never = part;
      return never;
    }
  }
}

function collapse(x: Expanded): Value {
  if (x.kind === "one")
    return x.value.unset
      ? { ...x.value, texts: x.value.texts.includes("") ? x.value.texts : [...x.value.texts, ""], unset: false }
      : x.value;
  return x.values.reduce<Value>((a, b, i) => (i === 0 ? b : concat(concat(a, known(" ")), b)), known(""));
}

/** Value of a part that is not a parameter. */
function valueOfPart(e: Evaluation, s: State, part: Part): Value {
  switch (part.kind) {
    case "literal":
      return known(part.text);
    case "parameter":
      return collapse(parameter(e, s, part));
    case "double":
      return part.parts.map((p) => valueOfPart(e, s, p)).reduce(concat, known(""));
    case "command":
      return runSubstitution.command(e, s, part.body, part.inline);
    case "process":
      return runSubstitution.process(e, s, part.body, part.direction);
    case "arithmetic": {
      const text = expandValue(e, s, part.text);
      const result = text.texts.map((t) => arithmetic(t, names(e, s)));
      return result.length === 1 && result[0] !== undefined ? known(String(result[0])) : known(NUMBER);
    }
    case "opaque":
      e.host.opaque(placeOf(e, part.span), part.reason);
      return unknown();
    case "extglob":
      return known(NAME);
    default: {
      const never: never = part;
      return never;
    }
  }
}

export function addValue(out: readonly Partial[], v: Value, quoted: boolean): Partial[] {
  const texts = v.unset && !v.texts.includes("") ? [...v.texts, ""] : v.texts;
  return add(out, quoted ? texts.map(quote) : texts, v.taint);
}

/** `"a$@b"`: the first element joins what stands before, the last what follows. */
function fields(p: Partial, values: readonly Value[]): Partial[] {
  let out: Partial[] = [p];
  values.forEach((v, i) => {
    if (i > 0)
      out = out.map((q) => ({
        words: [...q.words, q.current ?? ""],
        taints: [...q.taints, q.taint],
        current: undefined,
        taint: 0,
      }));
    out = addValue(out, v, true);
  });
  return out;
}

/** An unquoted expansion: split at IFS in bash and sh; empty results vanish. */
function split(s: State, out: readonly Partial[], v: Value, flags: string): Partial[] {
  const texts = v.unset && !v.texts.includes("") ? [...v.texts, ""] : v.texts;
  const splits = s.dialect !== "zsh" || flags.includes("=") || s.options.has("shwordsplit");
  const globs = s.dialect !== "zsh" || flags.includes("~");
  const ifs = ifsOf(s);
  if (out.length * texts.length > MAX_ALTERNATIVES) return add(out, [ANY], v.taint);
  return out.flatMap((p) => texts.map((t) => splitOne(p, globs ? t : quote(t), splits ? ifs : "", v.taint)));
}

function ifsOf(s: State): string {
  const frame = s.globals.get("IFS");
  const v = frame === undefined ? s.session.variables.get("IFS") : frame;
  return v ? (textOf(v.value) ?? " \t\n") : " \t\n";
}

function splitOne(p: Partial, text: string, ifs: string, taint: number): Partial {
  if (text === "") return p;
  if (ifs === "" || ![...ifs].some((c) => text.includes(c)))
    return { ...p, current: (p.current ?? "") + text, taint: p.taint | taint };
  const words = [...p.words];
  const taints = [...p.taints];
  let current = p.current;
  let any = p.taint;
  let wasSpace = true;
  for (const c of text) {
    if (!ifs.includes(c)) {
      current = (current ?? "") + c;
      any |= taint;
      wasSpace = false;
      continue;
    }
    const space = /[ \t\n]/.test(c);
    if (current !== undefined || (!space && !wasSpace)) {
      words.push(current ?? "");
      taints.push(any | taint);
    }
    current = undefined;
    any = 0;
    wasSpace = space;
  }
  return { words, taints, current, taint: any };
}
