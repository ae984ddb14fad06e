/** Parameter expansion: what `$name` and `${…}` stand for. */

import { ANY, either, HOLE, known, nothing, taintOf, textOf, unknown, type Value } from "../session/value.ts";
import type { Parameter, Word } from "../syntax/tree.ts";
import { assignName } from "./assign.ts";
import { type Evaluation, giveUp } from "./context.ts";
import { assignElement } from "./elements.ts";
import { expandText, expandValue } from "./expand.ts";
import { elementOf, elementsOf, isOpen, number, valueOfName, variableOf } from "./names.ts";
import { type Operating, operation } from "./operations.ts";
import { collapse, joined, joiner } from "./parts.ts";
import { fork, lookup, type State } from "./state.ts";
import { flagged, glueOf, zshIndexed } from "./zsh-flags.ts";
import { operandValue, operandWords } from "./zsh-operand.ts";
import { inSomeOrder } from "./zsh-pairs.ts";

export type Expanded =
  | { readonly kind: "one"; readonly value: Value }
  /** The elements of `$@` and arrays: `star` joins them inside double quotes. */
  | { readonly kind: "many"; readonly values: readonly Value[]; readonly star: boolean }
  /** The word behind `:-` and the like, to be expanded where the parameter stands. */
  | { readonly kind: "word"; readonly word: Word }
  | { readonly kind: "either"; readonly choices: readonly Expanded[] };

export const one = (value: Value): Expanded => ({ kind: "one", value });

/** What a parameter expansion stands for. `quoted`: it stands in double quotes or, `single`, where only one value can be. */
export function parameter(
  e: Evaluation,
  s: State,
  p: Parameter,
  quoted: boolean,
  single = false,
  inQuotes = quoted && !single,
): Expanded {
  const zsh = s.dialect === "zsh";
  const op = p.operation;
  let base = baseOf(e, s, p, quoted, inQuotes);
  if (op?.kind === "modifiers" && s.options.has("ksharrays") && !hasBraces(e, p))
    e.host.opaque(e.place, "modifiers without braces with KSH_ARRAYS");
  const own = p.indirect && s.dialect === "bash" ? lookup(s, p.name) : undefined;
  // the name that a reference stands for
  if (own?.kind === "nameref" && p.index === undefined) base = one(own.value);
  else if (p.indirect && op?.kind !== "names") base = indirect(e, s, base);
  const unset = base.kind === "one" && base.value.unset && op?.kind !== "default" && !p.flags.includes("+");
  if (zsh && unset && s.options.has("nounset")) giveUp(e, s);
  if (
    zsh &&
    base.kind === "many" &&
    base.star &&
    inQuotes &&
    !p.flags.includes("@") &&
    !p.length &&
    op &&
    op.kind !== "slice"
  )
    base = one(joined(base.values, glueOf(p.flags) ?? joiner(e, s)));
  // zsh: of what is left when the rest is done
  const strange = zsh && (p.name === "@" || p.name === "*") && p.index !== undefined;
  const counted = (x: Expanded) => (p.flags === "" && !strange ? one(lengthOf(x)) : one(number));
  if (p.length && zsh && s.options.has("posixidentifiers") && !hasBraces(e, p))
    e.host.opaque(e.place, "a length without braces with POSIX_IDENTIFIERS");
  if (p.length && (!zsh || op === undefined || op.kind === "nested")) return counted(base);
  // zsh applies its flags to the value before it is split or joined, and to what was cut
  if (op?.kind === "names") return namesOf(e, s, p);
  // bash does not look at what would be done to nothing (measured: bash 5.2)
  const idle = s.dialect === "bash" && op && op.kind !== "nested" && isNothing(p, op.kind, base);
  if (op?.kind === "default") base = withDefault(e, s, p, op.operator, op.word, base, quoted, single);
  else if (op && op.kind !== "nested" && !idle)
    base =
      op.kind === "slice" && isScalarList(e, s, p, base)
        ? cutText(base, operation(e, s, op, p))
        : apply(base, operation(e, s, op, p), op.kind === "slice" ? sliceable(e, s, p, base) : base);
  if (p.length) return counted(base);
  return perhaps(s, p.flags === "" ? base : flagged(e, s, p, base, quoted, single));
}

function isNothing(p: Parameter, operation: string, base: Expanded): boolean {
  if (base.kind === "many") return base.values.length === 0 && (p.index !== undefined || operation !== "slice");
  if (base.kind !== "one") return false;
  const { texts } = base.value;
  return texts.length === 0 || (operation === "trim" && texts.length === 1 && texts[0] === "" && !base.value.unset);
}

/** bash `${text[@]:1}` cuts the text of a name that is no array (measured: bash 5.2). */
function isScalarList(e: Evaluation, s: State, p: Parameter, base: Expanded): boolean {
  if (s.dialect !== "bash" || base.kind !== "many" || p.index === undefined) return false;
  return base.values.length === 1 && variableOf(e, s, p.name)?.elements === undefined;
}

function cutText(base: Expanded, how: Operating): Expanded {
  if (base.kind !== "many") return base;
  return { ...base, values: base.values.map(how.each).filter((v) => v.texts.some((t) => t !== "")) };
}

/** Elements that may not be there: with all of them, or with none. */
function perhaps(s: State, x: Expanded): Expanded {
  if (x.kind !== "many" || !x.values.some((v) => v.unset)) return x;
  const there = x.values.map((v) => ({ ...v, unset: false })).filter((v) => v.texts.length > 0);
  const certain = x.values.filter((v) => !v.unset);
  const taint = taintOf(x.values);
  // lists that differ in length differ at their end
  const last = x.values.flatMap((v, i) => (v.unset ? [i] : [])).slice(-6);
  const shorter = last.map((i) =>
    x.values.slice(0, i).flatMap((v) => (v.texts.length > 0 ? [{ ...v, unset: false }] : [])),
  );
  // or with some of what is several, or of what has gaps
  const gaps = x.values.length - certain.length > 1 && s.dialect === "bash";
  const some = gaps || x.values.some((v) => v.many) ? [[{ ...unknown(taint), many: true }]] : [];
  return { kind: "either", choices: [there, ...shorter, certain, ...some].map((values) => ({ ...x, values })) };
}

/** `${@:0}` counts from `$0`. */
function sliceable(e: Evaluation, s: State, p: Parameter, base: Expanded): Expanded {
  const list = s.dialect === "bash" && base.kind === "many" ? variableOf(e, s, p.name) : undefined;
  // bash counts places there, not what is in them
  const keys = list?.kind === "array" ? [...(list.elements?.keys() ?? [])].map(Number) : [];
  if (keys.some((k, i) => k !== i)) e.host.opaque(e.place, "a slice of a list with gaps");
  if (base.kind !== "many" || (p.name !== "@" && p.name !== "*")) return base;
  return { ...base, values: [valueOfName(e, s, "0"), ...base.values] };
}

function apply(base: Expanded, how: Operating, list: Expanded): Expanded {
  switch (base.kind) {
    case "one":
      return one(how.each(base.value));
    case "many": {
      const values = list.kind === "many" ? list.values : base.values;
      return { ...base, values: how.list ? how.list(values) : values.map(how.each) };
    }
    case "either":
      return { kind: "either", choices: base.choices.map((c) => apply(c, how, c)) };
    case "word":
      return base;
    default: {
      const never: never = base;
      return never;
    }
  }
}

function baseOf(e: Evaluation, s: State, p: Parameter, quoted: boolean, inQuotes: boolean): Expanded {
  const { name, index } = p;
  const subject = p.nested ?? (p.operation?.kind === "nested" ? p.operation.word : undefined);
  if (subject !== undefined) {
    const inner = nested(e, s, subject, inQuotes);
    return index === undefined ? inner : picked(e, s, inner, expandValue(e, s, index));
  }
  if (name === "") {
    // zsh has a parameter without a name, which is empty
    if (s.dialect !== "zsh" || p.operation?.kind === "slice") giveUp(e, s);
    return one(s.dialect === "zsh" ? known("") : nothing);
  }
  if (name === "@" || name === "*") {
    const all: Expanded = { kind: "many", values: s.positional, star: name === "*" };
    return index === undefined ? all : zshIndexed(e, s, all, expandValue(e, s, index));
  }
  if (index === undefined) return whole(e, s, name);
  // only braces make it a subscript there
  if (s.options.has("ksharrays") && !hasBraces(e, p))
    e.host.opaque(e.place, "a subscript without braces with KSH_ARRAYS");
  const text = textOf(expandValue(e, s, index)) ?? ANY;
  const v = variableOf(e, s, name);
  if (text === "@" || text === "*") {
    if (s.dialect === "zsh" && v !== undefined && !v.elements) return one(v.value);
    const values = elementsOf(e, s, name);
    // zsh: a name that is not set is one empty word in quotes
    const ordered = s.dialect === "bash" && v?.kind === "associative" ? inSomeOrder(values) : values;
    const many: Expanded = { kind: "many", values: ordered, star: text === "*" };
    const alone = quoted && values.length === 0 && s.dialect === "zsh" && !p.length;
    if (alone && v === undefined) return one(nothing);
    return alone && v?.value.unset ? { kind: "either", choices: [many, one(nothing)] } : many;
  }
  if (s.dialect === "zsh" && v?.kind !== "associative") return zshIndexed(e, s, whole(e, s, name), known(text));
  return one(elementOf(e, s, name, text));
}

/** Of what an expansion inside gave; what is not there is empty. */
function picked(e: Evaluation, s: State, x: Expanded, index: Value): Expanded {
  if (x.kind === "either") return { ...x, choices: x.choices.map((c) => picked(e, s, c, index)) };
  const found = zshIndexed(e, s, x, index);
  const none = found.kind === "one" && found.value.unset && found.value.texts.length === 0;
  return none ? one({ ...nothing, texts: [""] }) : found;
}

const hasBraces = (e: Evaluation, p: Parameter) => e.text[p.span.start + 1] === "{";

/** A plain name: in zsh an array is all its elements. */
function whole(e: Evaluation, s: State, name: string): Expanded {
  if (s.dialect !== "zsh") return one(valueOfName(e, s, name));
  if (name === "argv") return { kind: "many", values: s.positional, star: true };
  const v = variableOf(e, s, name);
  if (!v?.elements) return one(valueOfName(e, s, name));
  if (s.options.has("ksharrays")) return one(unknown(v.value.taint));
  const values = elementsOf(e, s, name);
  return { kind: "many", values: v.kind === "associative" ? inSomeOrder(values) : values, star: true };
}

const isEmpty = (v: Value): boolean => !v.unset && v.texts.length === 1 && v.texts[0] === "";

/** zsh `${${…}…}`: the inner expansion keeps its elements. */
function nested(e: Evaluation, s: State, word: Word, quoted: boolean): Expanded {
  const part = word.parts.length === 1 ? word.parts[0] : undefined;
  if (part?.kind === "parameter") {
    const inner = spelledOut(e, s, parameter(e, s, part, quoted), quoted);
    // outside quotes nothing empty stays
    return quoted || inner.kind !== "many" ? inner : { ...inner, values: inner.values.filter((v) => !isEmpty(v)) };
  }
  const only = part?.kind === "double" && part.parts.length === 1 ? part.parts[0] : undefined;
  if (only?.kind === "parameter" && s.dialect === "zsh") {
    const inner = spelledOut(e, s, parameter(e, s, only, true), true);
    if (inner.kind === "many" && inner.star) return one(joined(inner.values, joiner(e, s)));
    const open = inner.kind === "many" && inner.values.some(isEmpty) && inner.values.length > 1;
    return open ? { ...inner, values: [{ ...unknown(collapse(e, s, inner).taint), many: true }] } : inner;
  }
  const value = expandValue(e, s, word);
  if (part?.kind !== "command" || quoted) return one(value);
  // a bare command substitution splits into words
  const text = textOf(value);
  if (text === undefined || joiner(e, s) !== " ")
    return { kind: "many", values: [{ ...unknown(value.taint), many: true }], star: true };
  const words = text.split(/[ \t\n]+/).filter((w) => w !== "");
  return { kind: "many", values: words.map((w) => known(w, value.taint)), star: true };
}

/** A word behind `:-` as the value that something is done to. */
function spelledOut(e: Evaluation, s: State, x: Expanded, quoted: boolean): Expanded {
  if (x.kind === "word") return operandWords(e, s, x.word, quoted);
  return x.kind === "either" ? { ...x, choices: x.choices.map((c) => spelledOut(e, s, c, quoted)) } : x;
}

export function indirect(e: Evaluation, s: State, base: Expanded): Expanded {
  if (base.kind !== "one") return one(unknown());
  const { texts, taint } = base.value;
  if (texts.length === 0) {
    giveUp(e, s);
    return one(nothing);
  }
  const targets = texts.map((t): Expanded => {
    if (HOLE.test(t)) return one(unknown(taint));
    if (/^[A-Za-z_]\w*$|^\d+$|^[?#!$-]$/.test(t)) return whole(e, s, t);
    if (t === "@" || t === "*") return { kind: "many", values: s.positional, star: t === "*" };
    const list = /^([A-Za-z_]\w*)\[[@*]\]$/.exec(t)?.[1];
    if (list !== undefined) return { kind: "many", values: elementsOf(e, s, list), star: t.endsWith("*]") };
    if (/^[A-Za-z_]\w*\[.*\]$/.test(t)) return one(expandText(e, s, `\${${t}}`));
    giveUp(e, s);
    return one(unknown(taint));
  });
  return targets.length === 1 ? (targets[0] as Expanded) : { kind: "either", choices: targets };
}

/** `${!prefix*}`, `${!name[@]}`: names or keys, in an order of their own. */
function namesOf(e: Evaluation, s: State, p: Parameter): Expanded {
  if (p.index === undefined) return one(unknown(0));
  const v = variableOf(e, s, p.name);
  const none = v === undefined || (v.value.unset && v.value.texts.length === 0);
  const keys = v?.elements ? [...v.elements.keys()] : none ? [] : ["0"];
  if (v?.elements && isOpen([...v.elements.values()]))
    return { kind: "many", values: [{ ...number, many: true }], star: false };
  const perhaps = (k: string): Value => ({ ...known(k), unset: (v?.elements?.get(k) ?? v?.value)?.unset === true });
  const values = v?.kind === "associative" && keys.length > 1 ? [unknown(0)] : keys.map(perhaps);
  return { kind: "many", values, star: textOf(expandValue(e, s, p.index)) === "*" };
}

function lengthOf(base: Expanded): Value {
  if (base.kind === "many")
    return base.values.some((v) => v.many || v.unset || v.texts.includes(ANY))
      ? number
      : known(String(base.values.length));
  if (base.kind !== "one") return number;
  const { texts, unset } = base.value;
  if (texts.some((t) => HOLE.test(t) || /substitution-/i.test(t)) || texts.length > 4) return number;
  const lengths = texts.map((t) => String([...t].length));
  return { texts: [...new Set(unset || texts.length === 0 ? [...lengths, "0"] : lengths)], unset: false, taint: 0 };
}

/** `-` `:-` `=` `:=` `?` `:?` `+` `:+` and zsh `::=`. */
function withDefault(
  e: Evaluation,
  s: State,
  p: Parameter,
  operator: string,
  alternative: Word,
  base: Expanded,
  quoted: boolean,
  single: boolean,
): Expanded {
  const colon = operator.startsWith(":");
  const kind = operator.replaceAll(":", "");
  if (operator === "::=") {
    const value = expandValue(e, s, alternative);
    put(e, s, p, value);
    return one(value);
  }
  const { absent, present } = presence(s, p, base, colon);
  const word: Expanded = { kind: "word", word: alternative };
  switch (kind) {
    case "+":
      if (!present)
        return base.kind === "many" && !(quoted && s.dialect === "zsh") ? { ...base, values: [] } : one(known(""));
      return absent ? { kind: "either", choices: [word, one(nothing)] } : word;
    case "=": {
      // bash looks for tildes in an expansion inside it, and not beside it
      if (
        s.dialect === "bash" &&
        alternative.parts.some((x) => x.kind === "parameter" && x.operation?.kind === "default")
      )
        if (/:~/.test(e.text.slice(p.span.start, p.span.end)))
          e.host.opaque(e.place, "a tilde deep inside an assignment");
      if (!absent) return base;
      const given = e.abandoned.length;
      const value = quoted && !single ? expandValue(e, s, alternative) : operandValue(e, s, alternative);
      const kept = base.kind === "one" ? full(base.value, colon) : undefined;
      const after = present && kept ? either(kept, value) : value;
      put(e, s, p, after);
      if (s.dialect === "zsh" && e.abandoned.length > given) {
        // where the word fails, zsh has assigned a part of it
        const broken = fork(s);
        put(e, broken, p, unknown(0));
        giveUp(e, broken);
      }
      return one(after);
    }
    case "?":
      if (!absent) return base;
      expandValue(e, s, alternative);
      giveUp(e, s);
      return present ? base : one(nothing);
    default:
      if (!absent) return base;
      if (!present) return word;
      return { kind: "either", choices: [base.kind === "one" ? one(full(base.value, colon)) : base, word] };
  }
}

function put(e: Evaluation, s: State, p: Parameter, value: Value): void {
  if (!/^[A-Za-z_]\w*$/.test(p.name)) {
    giveUp(e, s);
    return;
  }
  if (p.index === undefined) assignName(e, s, p.name, value, {});
  else assignElement(e, s, p.name, textOf(expandValue(e, s, p.index)) ?? ANY, value, {});
}

/** The texts for which the default is not taken. */
const full = (v: Value, colon: boolean): Value => ({
  ...v,
  texts: colon ? v.texts.filter((t) => t !== "") : v.texts,
  unset: false,
});

/** Whether the default may be taken, and whether the value itself may. */
function presence(s: State, p: Parameter, base: Expanded, colon: boolean): { absent: boolean; present: boolean } {
  if (base.kind === "many") {
    const open = base.values.some((v) => v.unset || v.texts.includes(ANY));
    const empty = base.values.length === 0;
    // zsh: `$@` and a declared array are set, even to nothing
    if (s.dialect === "zsh" && !colon) return { absent: open && p.name !== "@", present: true };
    const blank = base.values.every((v) => v.texts.includes("")) && colon;
    return { absent: open || empty || blank, present: !empty };
  }
  if (base.kind !== "one") return { absent: true, present: true };
  const { texts, unset } = base.value;
  return {
    absent:
      unset ||
      texts.length === 0 ||
      (colon && texts.some((t) => t === "" || (HOLE.test(t) && /^[\ud800-\ud804]+$/.test(t)))),
    present: texts.some((t) => !(colon && t === "")),
  };
}
