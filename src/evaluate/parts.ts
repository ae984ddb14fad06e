/** The parts of a word, put together to fields. */

import {
  ANY,
  concat,
  either,
  HOLE,
  known,
  MANY,
  NAME,
  NUMBER,
  taintOf,
  textOf,
  unknown,
  type Value,
} from "../session/value.ts";
import type { Parameter, Part, Word } from "../syntax/tree.ts";
import { type Evaluation, giveUp, placeOf } from "./context.ts";
import { expandValue } from "./expand.ts";
import {
  add,
  addFields,
  addSplit,
  addValue,
  before,
  endField,
  NO_FIELD,
  type Partial,
  type Splitting,
} from "./fields.ts";
import { calculate, lookupText, valueOfName, variableOf } from "./names.ts";
import { type Expanded, parameter } from "./parameter.ts";
import { live, quote } from "./pattern.ts";
import type { State } from "./state.ts";
import { runSubstitution } from "./substitute.ts";
import { unquoted } from "./tilde.ts";
import { multiplied, multiplies } from "./zsh-elements.ts";
import { addZsh, operandValue, zshOperand } from "./zsh-operand.ts";

export interface Mode {
  /** An assignment, a case word: one field, no patterns. */
  readonly single: boolean;
  /** Keep pattern characters apart from quoted ones: the result is a pattern. */
  readonly pattern: boolean;
  /** Tilde also after `:`. */
  readonly assignment: boolean;
  /** It may begin with NAME=, and tilde counts behind it. */
  readonly head: boolean;
}

export function expandParts(
  e: Evaluation,
  s: State,
  parts: readonly Part[],
  mode: Mode,
  start: Partial[] = [NO_FIELD],
): Partial[] {
  let out = start;
  for (const [i, part] of parts.entries()) {
    if (part.kind === "parameter" && !mode.single && multiplies(s, part)) {
      const x = parameter(e, s, part, false);
      if (x.kind === "many") return multiplied(e, s, x.values, parts.slice(i + 1), mode, out);
      out = bare(e, s, x, part.flags, mode, out);
    } else out = expandPart(e, s, part, i === 0, parts[i + 1], mode, out);
  }
  return out;
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
      if (s.dialect === "zsh") return add(out, [live(part.text)], 0);
      return unquoted(e, s, part.text, first, next, mode, out);
    case "double":
      return double(e, s, part.parts, mode, out);
    case "parameter":
      return bare(e, s, parameter(e, s, part, mode.single, mode.single, false), part.flags, mode, out);
    case "command": {
      const v = valueOfPart(e, s, part);
      if (mode.single && s.dialect === "zsh") return addZsh(out, v, mode, splitting(e, s, "").globs);
      return mode.single ? addValue(out, v, !mode.pattern) : addSplit(out, v, splitting(e, s, "="));
    }
    case "arithmetic": {
      const v = valueOfPart(e, s, part);
      return mode.single ? addValue(out, v, true) : addSplit(out, v, splitting(e, s, ""));
    }
    case "process": {
      // nothing to run is nothing at all
      const v = valueOfPart(e, s, part);
      return textOf(v) === "" ? out : addValue(out, v, true);
    }
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

/** An expansion outside quotes. */
function bare(e: Evaluation, s: State, x: Expanded, flags: string, mode: Mode, out: Partial[]): Partial[] {
  if (x.kind === "either") return x.choices.flatMap((c) => bare(e, s, c, flags, mode, out));
  if (x.kind === "word") {
    if (s.dialect === "zsh") return zshOperand(e, s, x.word, mode, out);
    const alone = mode.assignment ? "value" : "inside";
    if (mode.single) return addValue(out, expandValue(e, s, x.word, mode.pattern, alone), !mode.pattern);
    return operand(e, s, x.word, out);
  }
  const how = splitting(e, s, flags);
  if (mode.single && s.dialect === "zsh") return addZsh(out, collapse(e, s, x), mode, how.globs);
  if (mode.single) return addValue(out, collapse(e, s, x), !mode.pattern);
  if (x.kind === "one") return addSplit(out, x.value, how);
  // one of several outcomes: what stands around each element is not followed
  if (flags.includes("^") && x.values.length !== 1) {
    const taint = x.values.reduce((all, v) => all | v.taint, 0);
    return add(out, [ANY], taint);
  }
  let now = out;
  for (const [i, v] of x.values.entries()) {
    if (i > 0 || v.many) now = now.map(i > 0 ? endField : before);
    now = addSplit(now, v, how);
    if (v.many) now = now.map((p) => ({ ...p, current: (p.current ?? "") + MANY }));
  }
  return now;
}

/** `${A-a "b c"}` outside quotes: what is not quoted in the word splits like the value would. */
function operand(e: Evaluation, s: State, word: Word, out: Partial[]): Partial[] {
  let now = out;
  const mode: Mode = { single: false, pattern: false, assignment: false, head: false };
  for (const [i, part] of word.parts.entries()) {
    if (part.kind === "literal" && !part.quoted && (s.dialect === "bash" || i > 0 || !part.text.startsWith("~"))) {
      // what stands behind a blank is no name of a person
      const tilde = i > 0 ? "" : (/^~[^/\s]*(?=\/|$)/.exec(part.text)?.[0] ?? "");
      const next = part.text === tilde ? word.parts[i + 1] : undefined;
      if (tilde !== "") now = expandPart(e, s, { ...part, text: tilde }, true, next, mode, now);
      const rest = part.text.slice(tilde.length);
      if (rest !== "") now = addSplit(now, known(rest), { ...splitting(e, s, ""), globs: true });
    } else now = expandPart(e, s, part, i === 0, word.parts[i + 1], mode, now);
  }
  return now;
}

/** Inside double quotes: only `"$@"` and its like make more than one field. */
function double(e: Evaluation, s: State, parts: readonly Part[], mode: Mode, out: Partial[]): Partial[] {
  const found = parts.map((p): readonly Expanded[] => {
    if (p.kind !== "parameter") return [{ kind: "one", value: valueOfPart(e, s, p) }];
    escapesInQuotes(e, s, p);
    const given = parameter(e, s, p, true, mode.single, true);
    if (given.kind === "word" && s.dialect !== "sh") return inside(e, s, given.word);
    const x = settled(e, s, given);
    // one word for each element, with all that stands around it
    const each = x.kind === "many" && !x.star && multiplies(s, p);
    return [each ? { kind: "one", value: unknown(0) } : x];
  });
  const pieces = found.flat();
  // zsh does so with some of what can stand there
  const vanishes = pieces.length === 1 || s.dialect !== "zsh";
  const stays =
    s.dialect === "bash"
      ? found.map((x, i) => (x.length === 1 ? leaves(e, s, parts[i], x[0] as Expanded) : true)).reduce(eitherWay, false)
      : false;
  return out.flatMap((before) => {
    let now: { readonly partial: Partial; readonly none: boolean }[] = [
      { partial: { ...before, current: before.current ?? "" }, none: false },
    ];
    const step = (x: Expanded, from: typeof now): typeof now => {
      if (x.kind === "either") return x.choices.flatMap((c) => step(c, from));
      if (x.kind === "many" && !x.star && !mode.single) {
        if (x.values.length === 0) return from.map((n) => ({ ...n, none: true }));
        return from.flatMap((n) => addFields(n.partial, x.values).map((partial) => ({ partial, none: n.none })));
      }
      const value = collapse(e, s, x);
      return from.flatMap((n) => addValue([n.partial], value, true).map((partial) => ({ partial, none: n.none })));
    };
    for (const x of pieces) now = step(x, now);
    // `"$@"` without arguments is no word at all; bash also drops what is empty around it, if no operation made it so
    return now.flatMap(({ partial, none }) => {
      const empty = partial.words.length === before.words.length && partial.current === (before.current ?? "");
      if (!none || !empty || stays === true) return [partial];
      return vanishes && stays === false ? [before] : [before, partial];
    });
  });
}

const eitherWay = (a: boolean | undefined, b: boolean | undefined): boolean | undefined =>
  a === true || b === true ? true : a === false && b === false ? false : undefined;

/** bash: what an operation makes of a value that is set is a word, even where it is empty; undefined: perhaps (measured: bash 5.2). */
function leaves(e: Evaluation, s: State, part: Part | undefined, x: Expanded): boolean | undefined {
  const op = part?.kind === "parameter" ? part.operation : undefined;
  if (part?.kind !== "parameter" || op === undefined) return false;
  if (x === EMPTIED) return true;
  const text = e.text.slice(part.span.start, part.span.end);
  if (op.kind === "default") return op.operator.endsWith("=") || text.includes("@") ? undefined : false;
  if (x.kind !== "one" || x.value.texts.length === 0) return x.kind === "one" || x.kind === "many" ? false : undefined;
  if (op.kind === "transform" && !/[ULuEQ]/.test(op.operator)) return false;
  if (x.value.unset) return undefined;
  // nothing was cut off what was empty
  if (op.kind === "trim") return part.index || part.indirect ? undefined : textOf(valueOfName(e, s, part.name)) !== "";
  return op.kind === "slice" || op.kind === "replace" || op.kind === "case" || op.kind === "transform";
}

/** bash `"${x-"\n"}"`: between the inner quotes a backslash does what it does outside quotes, and a name goes on behind one. */
function escapesInQuotes(e: Evaluation, s: State, p: Parameter): void {
  if (s.dialect !== "bash" || p.operation?.kind !== "default") return;
  const text = e.text.slice(p.span.start, p.span.end);
  if (/"[^"]*\\[^"$`\\\n]|\$(?:[A-Za-z_]\w*"+\w|["'])/.test(text))
    e.host.opaque(placeOf(e, p.span), "a backslash or a name between quotes inside an expansion");
  // bash takes it for code first, and writes it in its own way
  if (/[<>]\((?!\w+(?: \w+)*\))/.test(text))
    e.host.opaque(placeOf(e, p.span), "a process substitution in quotes inside an expansion");
}

/** The word behind `:-` in quotes is part of the quoted text, whatever quotes it has itself. */
function inside(e: Evaluation, s: State, word: Word): readonly Expanded[] {
  const parts = word.parts.flatMap((p) => (p.kind === "double" ? p.parts : [p]));
  const pieces = parts.flatMap((p): readonly Expanded[] => {
    if (p.kind !== "parameter") return [{ kind: "one", value: valueOfPart(e, s, p) }];
    const x = parameter(e, s, p, true);
    return x.kind === "word" ? inside(e, s, x.word) : [settled(e, s, x)];
  });
  // no elements at all are then the empty text
  return pieces.every((x) => x.kind === "many" && x.values.length === 0) ? [EMPTIED] : pieces;
}

/** The word behind `:-` is expanded before what stands behind it. */
function settled(e: Evaluation, s: State, x: Expanded): Expanded {
  const found = settledFully(e, s, x);
  // no elements at all are then the empty text
  const none = s.dialect !== "sh" && x.kind === "word" && found.kind === "many" && found.values.length === 0;
  return none ? EMPTIED : found;
}

const EMPTIED: Expanded = { kind: "one", value: known("") };

function settledFully(e: Evaluation, s: State, x: Expanded): Expanded {
  if (x.kind === "either") return { ...x, choices: x.choices.map((c) => settled(e, s, c)) };
  if (x.kind !== "word") return x;
  const only = x.word.parts.length === 1 ? x.word.parts[0] : undefined;
  // quotes inside these quotes
  const part = only?.kind === "double" && only.parts.length === 1 ? only.parts[0] : only;
  if (part?.kind === "parameter") return settled(e, s, parameter(e, s, part, true));
  return { kind: "one", value: expandValue(e, s, x.word) };
}

/** How an unquoted expansion splits and whether it globs. */
function splitting(e: Evaluation, s: State, flags: string): Splitting {
  const zsh = s.dialect === "zsh";
  const splits = !zsh || flags.includes("=") || s.options.has("shwordsplit");
  const globs = !zsh || flags.includes("~") || s.options.has("globsubst");
  return { ifs: splits ? separators(e, s) : [""], globs, names: zsh };
}

/** What IFS may be; the default where it is not known. */
function separators(e: Evaluation, s: State): readonly string[] {
  const v = variableOf(e, s, "IFS");
  const texts = (v?.value.texts ?? []).map((t) => (HOLE.test(t) ? BLANKS : t));
  return v === undefined || v.value.unset ? [...new Set([...texts, BLANKS])] : texts;
}

const BLANKS = " \t\n";

/** What joins the elements of `"$*"`: the first character of IFS. */
export function joiner(e: Evaluation, s: State): string {
  const first = new Set(separators(e, s).map((t) => t.slice(0, 1)));
  return first.size === 1 ? ([...first][0] as string) : ANY;
}

/** An expansion as one value. */
export function collapse(e: Evaluation, s: State, x: Expanded): Value {
  switch (x.kind) {
    case "one":
      return x.value.unset
        ? { ...x.value, texts: x.value.texts.includes("") ? x.value.texts : [...x.value.texts, ""], unset: false }
        : x.value;
    case "many":
      return joined(x.values, x.star || s.dialect === "zsh" ? joiner(e, s) : " ");
    case "either":
      return x.choices.map((c) => collapse(e, s, c)).reduce((a, b) => either(a, b));
    case "word":
      return operandValue(e, s, x.word);
    default: {
      const never: never = x;
      return never;
    }
  }
}

export function joined(values: readonly Value[], separator: string): Value {
  if (values.every((v) => !v.unset && v.texts.length === 1))
    return known(
      joinWords(
        values.map((v) => v.texts[0] as string),
        separator,
      ),
      taintOf(values),
    );
  return values.reduce<Value>(
    (a, b, i) => (i === 0 ? concat(a, b) : concat(concat(a, known(separator)), b)),
    known(""),
  );
}

/** A word that is unknown altogether may be none: then it has no separator either. */
export function joinWords(words: readonly string[], separator: string): string {
  let out = "";
  for (const [i, word] of words.entries()) {
    const free = i === 0 || word === ANY || words[i - 1] === ANY;
    out += free ? word : separator + word;
  }
  return out;
}

function number(e: Evaluation, s: State, word: Word): Value {
  const text = expandValue(e, s, word);
  const result = calculate(e, s, text);
  if (result !== undefined) return known(String(result));
  // zsh has floating point and other bases of output
  const float = (n: string) => /^(?:inf|nan)$/i.test(n) || /\.|^(?:inf|nan)$/i.test(lookupText(s, n) ?? "");
  const plain = text.texts.every(
    (t) =>
      /^[\w\s$+*()-]*$/.test(t) && !t.includes("**") && !HOLE.test(t) && !(t.match(/[A-Za-z_]\w*/g) ?? []).some(float),
  );
  return s.dialect === "zsh" && !plain ? unknown(0) : known(NUMBER);
}

/** Value of a part that is not a parameter. */
function valueOfPart(e: Evaluation, s: State, part: Part): Value {
  switch (part.kind) {
    case "literal":
      return known(part.text);
    case "parameter":
      return collapse(e, s, parameter(e, s, part, true));
    case "double":
      return part.parts.map((p) => valueOfPart(e, s, p)).reduce(concat, known(""));
    case "command":
      return runSubstitution.command(e, s, part.body, part.inline);
    case "process":
      // zsh cannot make a file of nothing
      if (part.direction === "=" && part.body.items.length === 0) giveUp(e, s);
      return runSubstitution.process(e, s, part.body, part.direction);
    case "arithmetic":
      return number(e, s, part.text);
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
