/** `export`, `declare`, `typeset`, `local`, `readonly`, `integer`, `float`, `private`, `unset`: rules measured in bash 5.2, dash 0.5.12 and zsh 5.9. */

import { layered } from "../session/layers.ts";
import type { Variable } from "../session/session.ts";
import { ANY, either, HOLE, known, nothing, textOf, unknown, type Value } from "../session/value.ts";
import { arithmetic, written } from "./arithmetic.ts";
import { assignName, exportName, type How } from "./assign.ts";
import { builtins, type Call } from "./builtins.ts";
import { LOCAL_OPTIONS } from "./call.ts";
import { subscript } from "./conditional.ts";
import { type Evaluation, giveUp } from "./context.ts";
import { type Flags, flagsOf } from "./declare-flags.ts";
import { emit, emitSomething, emitVariables } from "./descriptors.ts";
import { assignElement, elementsOf, scalarOf } from "./elements.ts";
import { expandText } from "./expand.ts";
import { mayBeSeveral } from "./fields.ts";
import { names, variableOf } from "./names.ts";
import { bad, ended, misused, type Outcome, ok } from "./outcome.ts";
import { runText } from "./run.ts";
import { type Frame, fork, frameOf, functionText, lookup, type State } from "./state.ts";
import { nameBehind, namesLike } from "./unset.ts";

const inFunction = (s: State) => s.locals.some((l) => !l.temporary);

const localFrame = (s: State): Frame => (s.locals.findLast((l) => !l.temporary) ?? { names: s.globals }).names;

export function declare(e: Evaluation, s: State, call: Call): Outcome {
  const { name } = call;
  const f = flagsOf(s, name, call.args);
  if (f.unknown) {
    // bash has assigned arrays by then
    if (s.dialect === "bash")
      for (const operand of f.operands)
        if (call.arrays.has(operand))
          one(e, s, call, { ...f, on: new Set([...f.on].filter((c) => /[aAilu]/.test(c))), off: new Set() }, operand);
    return misused(s);
  }
  if (name === "local" && !inFunction(s) && s.dialect !== "zsh") {
    // an error in the shell, which has assigned lists by then; what it tries to set is said all the same
    for (const operand of f.operands) if (call.arrays.has(operand)) one(e, s, { ...call, name: "declare" }, f, operand);
    const scratch = fork(s);
    scratch.locals.push({ names: layered(), temporary: false });
    for (const operand of f.operands) one(e, scratch, call, { ...f, on: new Set([...f.on, "x"]) }, operand);
    return bad(s);
  }
  if (f.on.has("f") || (f.on.has("F") && s.dialect === "bash")) {
    // zsh exports no functions
    if (s.dialect === "zsh" && (name === "export" || f.on.has("x"))) return bad(s);
    emitSomething(e, s);
    if (s.dialect === "zsh" && (f.on.size > 1 || f.off.size > 0)) return ended(s, undefined);
    return functions(e, s, name, f);
  }
  if (f.operands.length === 0 || f.on.has("p") || f.on.has("m") || f.off.size > 0) emitVariables(e, s, f.operands);
  if (f.operands.length === 0) return ok(s);
  // there may be none
  if (f.operands.every(mayBeSeveral)) emit(e, s, 1, either(known(""), unknown()));
  if ((f.on.has("p") || (f.off.has("p") && s.dialect === "zsh")) && !(name === "export" && s.dialect === "bash"))
    return ended(s, undefined);
  if (f.on.has("T") && s.dialect === "zsh") return tie(e, s, call, f);
  if (s.dialect === "bash" && call.arrays.size > 0 && isKeyed(e) !== f.on.has("A"))
    e.host.opaque(e.place, "a declaration that makes a list of one kind of another");
  if (s.dialect === "bash" && contradicts(f))
    e.host.opaque(e.place, "flags of a declaration that contradict each other");
  const given = e.abandoned.length;
  if (s.dialect === "zsh" && isRare(s, f)) e.host.opaque(e.place, "a declaration of a kind that is rare");
  const operands = f.on.has("m") || f.off.has("m") ? matching(e, s, f) : f.operands;
  let fine = true;
  for (const operand of operands) {
    if (operand === "-" && name === "local" && s.dialect === "bash") {
      s.options.add(LOCAL_OPTIONS);
      continue;
    }
    const outlives = (f.on.has("x") || f.on.has("r") || name === "readonly") && !f.on.has("g");
    const label = labelOf(operand);
    const before = outlives && reaches(s, name, label) ? temporary(s, label) : undefined;
    const done = one(e, s, call, f, operand);
    fine = done && fine;
    // bash takes the mark of a name whose value it refuses
    if (!done && name === "export" && s.dialect === "bash" && lookup(s, label)?.readonly) exportName(e, s, label, true);
    // bash: what stands before the command is then kept (measured: bash 5.2)
    const now = done && before ? lookup(s, label) : undefined;
    if (now) s.globals.set(label, { ...now, exported: true });
  }
  if (s.dialect === "zsh" && (!fine || e.abandoned.length > given || f.operands.some(isAppended))) {
    half(e, s, call, f);
    giveUp(e, s);
  }
  if (!fine && s.dialect === "sh" && f.operands.some((o) => lookup(s, labelOf(o))?.readonly)) giveUp(e, s);
  return fine ? ok(s) : bad(s);
}

const labelOf = (operand: string): string => operand.replace(/[+=[][\s\S]*$/, "");

const isAppended = (operand: string): boolean => /^[A-Za-z_]\w*\+=/.test(operand);

/** zsh: what cannot be declared ends the line, and any of the names may have been declared by then, with or without a value. */
function half(e: Evaluation, s: State, call: Call, f: Flags): void {
  for (const name of f.operands.map(labelOf)) {
    const before = lookup(s, name);
    if (before?.readonly) continue;
    assignName(e, s, name, { ...unknown(0), unset: true }, { attributes: { integer: false } });
    const now = lookup(s, name);
    if (now && (call.name === "export" || f.on.has("x"))) frameOf(s, name).set(name, { ...now, exported: "maybe" });
  }
}

/** zsh: operands and letters whose effect together is not followed. */
function isRare(s: State, f: Flags): boolean {
  const isOdd = (o: string) => !/^[A-Za-z_]\w*(?:\+?=|\[[^\]=]*\]=|$)/.test(o) && !HOLE.test(o);
  if (Number.isNaN(f.number)) return true;
  if (f.on.has("T") && lookup(s, f.operands[1] ?? "")?.kind === "scalar") return true;
  if (f.on.has("T") && /=(?!\ud805)/.test(f.operands[1] ?? "")) return true;
  const tied = f.on.has("T") && ["l", "u", "L", "R", "Z", "h", "t"].some((c) => f.on.has(c));
  return tied || f.off.has("T") || (!f.on.has("m") && f.operands.some(isOdd));
}

const makesList = ({ on }: Flags): boolean => on.has("a") || on.has("A");

const isNumeric = (f: Flags): boolean => ["i", "E", "F"].some((c) => f.on.has(c));

/** zsh `private` reads its words as no other declaration does. */
export function declarePrivate(e: Evaluation, s: State, call: Call): Outcome {
  e.host.opaque(e.place, "names that are private to a function");
  return declare(e, s, { ...call, name: "local" });
}

/** bash makes half of it and complains. */
const contradicts = ({ on, off }: Flags): boolean =>
  (on.has("a") && on.has("A")) ||
  (["a", "A"].some((c) => on.has(c)) && ["a", "A"].some((c) => off.has(c))) ||
  (on.has("n") && ["a", "A", "c", "i", "l", "u"].some((c) => on.has(c)));

/** bash: `declare` sees what stands before the call of its own function, and not of one further out (measured: bash 5.2). */
function reaches(s: State, command: string, name: string): boolean {
  if (command === "export" || command === "readonly") return true;
  const own = s.locals.findLastIndex((l) => !l.temporary);
  return s.locals.findLastIndex((l) => l.names.has(name)) >= own - 1;
}

/** bash looks for the A in any word that begins with a dash, as it is written, before anything is expanded. */
const isKeyed = (e: Evaluation): boolean => /(?:^|\s)-\S*A/.test(e.place.text.replace(/=\([\s\S]*$/, ""));

function functions(e: Evaluation, s: State, name: string, f: Flags): Outcome {
  const exports = name === "export" || f.on.has("x");
  if (exports) for (const n of f.operands) if (!f.on.has("n") && !f.off.has("x")) exportFunction(e, s, n);
  if (exports) for (const n of f.operands) if (f.on.has("n") || f.off.has("x")) s.exportedFunctions.delete(n);
  const missing = (n: string) =>
    !HOLE.test(n) && functionText(s, n) === undefined && e.host.live("function", n).kind === "absent";
  return s.blurred === undefined && f.operands.some(missing) ? bad(s) : ok(s);
}

/** Every bash below gets it. */
export function exportFunction(e: Evaluation, s: State, name: string): void {
  e.host.shadow(e.place, builtins.has(name) ? "exported builtin" : "exported function", name, "");
  s.exportedFunctions.add(name);
}

/** zsh `typeset -m PATTERN`: every name that fits. */
function matching(e: Evaluation, s: State, f: Flags): string[] {
  if (f.off.has("x")) for (const pattern of f.operands) e.host.removed(e.place, pattern);
  if (f.operands.some((o) => o.includes("="))) e.host.opaque(e.place, "a pattern for names that get a value");
  return f.operands.flatMap((pattern) => namesLike(e, s, pattern));
}

/** zsh `typeset -T SCALAR array [separator]`. */
function tie(e: Evaluation, s: State, call: Call, f: Flags): Outcome {
  const { name } = call;
  const [first = "", second = "", separator = ":"] = f.operands;
  if (f.operands.length < 2 || f.operands.length > 3) return bad(s);
  const literal = call.arrays.get(second)?.assignment;
  const array = literal?.name ?? second;
  const [scalar = "", text] = first.split(/=([\s\S]*)/);
  const exported = name === "export" || f.on.has("x");
  const value = text === undefined ? (lookup(s, scalar)?.value ?? known("")) : known(text);
  const plain = textOf(value) ?? "";
  assignName(e, s, scalar, value, { exported, attributes: { tied: { name: array, separator } } });
  const elements = new Map((plain === "" ? [] : plain.split(separator)).map((v, i) => [String(i), known(v)]));
  frameOf(s, array).set(array, {
    value: nothing,
    kind: "array",
    elements,
    exported: false,
    tied: { name: scalar, separator },
    origin: { kind: "line", line: s.session.lines, text: e.place.text },
  });
  if (literal) one(e, s, call, { ...f, on: new Set(), off: new Set() }, second);
  return ok(s);
}

function one(e: Evaluation, s: State, call: Call, f: Flags, operand: string): boolean {
  const m = /^([^=[+]*)(?:\[([\s\S]*?)\])?(\+?=)([\s\S]*)$/.exec(operand);
  const name = (m ? m[1] : operand) as string;
  if (HOLE.test(name)) {
    s.blurred ??= "a name that is computed was declared";
    return true;
  }
  if (!m && /\[/.test(operand)) {
    const [base = "", index = ""] = operand.split(/\[([\s\S]*)\]$/);
    arithmetic(expandText(e, s, index).texts[0] ?? "", names(e, s));
    return /^[A-Za-z_]\w*$/.test(base);
  }
  if (!/^[A-Za-z_]\w*$/.test(name)) {
    if (s.dialect !== "bash") giveUp(e, s);
    return false;
  }
  if (s.dialect === "zsh" && m?.[2] === "") {
    giveUp(e, s);
    return false;
  }
  const append = m?.[3] === "+=";
  if (append && s.dialect !== "bash") return false;
  const how = howOf(s, call.name, f, name);
  const array = call.arrays.get(operand);
  const there = how.frame && how.frame !== s.globals ? how.frame.get(name) : lookup(s, name);
  // zsh makes no text of a list, and no list of a text
  const isList = makesList(f) || (there?.elements !== undefined && !isNumeric(f));
  const fits = array ? !isNumeric(f) : !m || !isList || (m[2] !== undefined && !makesList(f));
  if (s.dialect === "zsh" && !fits && there?.tied === undefined) {
    giveUp(e, s);
    return false;
  }
  const literal = array?.assignment?.value;
  if (literal?.kind === "array") {
    const associative = f.on.has("A") || lookup(s, name)?.kind === "associative";
    const elements = elementsOf(e, s, literal, associative);
    // bash assigns it before what stands before the command comes into being
    const frame = how.frame ?? (temporary(s, name) ? s.globals : undefined);
    return assignName(e, s, name, scalarOf(s, elements), {
      ...how,
      ...(frame ? { frame } : {}),
      elements,
      kind: associative ? "associative" : "array",
    });
  }
  if (m) {
    const text = m[4] as string;
    // where it splits, the rest belongs to other words
    const own = mayBeSeveral(text) ? text.slice(0, text.indexOf(ANY)) + ANY : text;
    const value = known(own, taintOf(call, operand));
    if (m[2] !== undefined) {
      if (s.dialect === "zsh" && isNumeric(f)) return false;
      // there may be no such element
      if (s.dialect === "zsh") giveUp(e, s);
      if (s.dialect === "bash" && (call.name === "export" || call.name === "readonly")) return false;
      if (call.name !== "export" && call.name !== "readonly") subscript(e, s, known(`${name}[${m[2]}]`));
      if (m[2] === "" && s.dialect === "bash") {
        bare(e, s, call, { ...f, on: new Set([...f.on, f.on.has("A") ? "A" : "a"]) }, name, how);
        return false;
      }
      if (makesList(f)) bare(e, s, call, f, name, how);
      return assignElement(e, s, name, m[2], value, { ...how, append });
    }
    if (f.on.has("n") && call.name !== "export") {
      // the subscript runs when the name is used
      subscript(e, s, value);
      const refused = !/^[A-Za-z_]\w*(?:\[[\s\S]*\])?$/.test(text) || text === name;
      if (s.dialect === "bash" && refused && !HOLE.test(text)) return false;
      return assignName(e, s, name, value, { ...how, kind: "nameref" });
    }
    const compound = elementsIn(e, s, call, f, name, m[4] as string);
    if (compound) return assignName(e, s, name, scalarOf(s, compound), { ...how, elements: compound });
    if (makesList(f)) {
      const elements = new Map([["0", value]]);
      return assignName(e, s, name, value, { ...how, elements, kind: f.on.has("A") ? "associative" : "array" });
    }
    // an expression that is none ends the line
    if (s.dialect === "zsh" && isNumeric(f) && !isNumber(e, s, value)) giveUp(e, s);
    return assignName(e, s, name, value, { ...how, append });
  }
  return bare(e, s, call, f, name, how);
}

/** bash reads `(…)` that comes as text for an array as if it stood there: what it holds runs (measured: bash 5.2). */
function elementsIn(e: Evaluation, s: State, call: Call, f: Flags, name: string, text: string) {
  const old = lookup(s, name)?.kind;
  const array = makesList(f) || ((old === "array" || old === "associative") && call.name !== "export");
  if (s.dialect !== "bash" || !array || !/^\s*\([\s\S]*\)\s*$/.test(text)) return undefined;
  const inner = fork(s);
  if (f.on.has("A") || old === "associative") e.host.opaque(e.place, "a list with keys that stands in quotes");
  inner.globals.set(name, null);
  inner.locals = [];
  runText(e, inner, `${name}=${text.trim()}`, call.name);
  return lookup(inner, name)?.elements;
}

const isNumber = (e: Evaluation, s: State, { texts }: Value): boolean =>
  texts.every((t) => /^\s*-?\d+(?:\.\d*)?\s*$/.test(t) || (!HOLE.test(t) && arithmetic(t, names(e, s)) !== undefined));

const taintOf = (call: Call, operand: string) => call.taints[call.argv.indexOf(operand)] ?? 0;

/** Attributes and place of what a declaration command assigns. */
function howOf(s: State, command: string, f: Flags, name: string): How {
  const old = lookup(s, name);
  const local =
    inFunction(s) &&
    !f.on.has("g") &&
    command !== "export" &&
    !(command === "readonly" && s.dialect !== "zsh") &&
    !(
      s.dialect === "zsh" &&
      (f.on.has("x") || f.off.has("x")) &&
      command !== "local" &&
      command !== "private" &&
      !s.options.has("noglobalexport")
    );
  const inherits = local && s.dialect !== "zsh" ? old?.exported : undefined;
  const exported =
    command === "export"
      ? !f.on.has("n")
      : f.on.has("x")
        ? true
        : f.off.has("x")
          ? false
          : inherits === true
            ? true
            : local
              ? s.dialect === "zsh" && localFrame(s).has(name)
                ? undefined
                : !!s.options.has("allexport")
              : undefined;
  const attributes = {
    ...(f.on.has("i") && { integer: true, ...(f.number === undefined ? {} : { base: f.number }) }),
    ...(f.off.has("i") && { integer: false }),
    ...casing(s, f),
    ...(s.dialect === "zsh" && ["L", "R", "Z", "E", "F"].some((c) => f.on.has(c)) && { padded: true }),
    ...(s.dialect === "zsh" && (f.on.has("E") || f.on.has("F")) && { integer: false }),
    ...((f.on.has("r") || command === "readonly") && { readonly: true }),
    ...(s.dialect === "zsh" && f.off.has("r") && { readonly: false }),
  };
  return { exported, attributes, ...(local ? { frame: localFrame(s) } : f.on.has("g") ? { frame: s.globals } : {}) };
}

/** One takes the place of another, and several at once are none (measured: bash 5.2, zsh 5.9). */
function casing(s: State, { on, off }: Flags) {
  const given = ["c", "l", "u"].filter((c) => on.has(c));
  const only = given.length === 1 ? given[0] : undefined;
  if (given.length > 0)
    return { lower: only === "l", upper: only === "u", ...(s.dialect === "bash" && { padded: only === "c" }) };
  return {
    ...(off.has("l") && { lower: false }),
    ...(off.has("u") && { upper: false }),
    ...(off.has("c") && { padded: false }),
  };
}

/** What zsh gives a name that is only declared. */
const fresh = (f: Flags) =>
  f.on.has("F") || f.on.has("E") ? unknown(0) : known(f.on.has("i") ? written(0, f.number) : "");

/** bash: what stands before the call of a function is where its local names begin (measured: bash 5.2). */
function temporary(s: State, name: string): Variable | undefined {
  const scope = s.dialect === "bash" ? s.locals.findLast((l) => l.names.has(name)) : undefined;
  return (scope?.temporary && scope.names.get(name)) || undefined;
}

/** A name without a value: attributes change, the value stays (or a local one begins unset). */
function bare(e: Evaluation, s: State, call: Call, f: Flags, name: string, how: How): boolean {
  const converts = s.dialect === "zsh" && ["i", "l", "u", "L", "R", "Z", "E", "F"].some((c) => f.on.has(c));
  if (call.name === "export" && !f.on.has("n") && !converts) {
    exportName(e, s, name, true);
    return true;
  }
  // what it refers to
  const behind = s.dialect === "bash" && !how.frame && !f.on.has("n") && !f.off.has("n") ? nameBehind(s, name) : name;
  if (behind !== name) return bare(e, s, call, f, behind, how);
  const before = temporary(s, name);
  if (how.frame && how.frame !== s.globals && !how.frame.has(name) && before) {
    // as an array it is exported as something odd
    const odd = makesList(f);
    const value = odd ? { ...unknown(before.value.taint), unset: true } : before.value;
    how.frame.set(name, { ...before, value, exported: odd ? "maybe" : !f.off.has("x"), ...how.attributes });
    return true;
  }
  if (how.frame && how.frame !== s.globals && !how.frame.has(name)) {
    const value = s.dialect === "zsh" ? fresh(f) : s.dialect === "sh" ? (lookup(s, name)?.value ?? nothing) : nothing;
    how.frame.set(name, {
      value,
      kind: f.on.has("A") ? "associative" : f.on.has("a") ? "array" : f.on.has("n") ? "nameref" : "scalar",
      // zsh exports it when it gets a value
      exported: how.exported === true && s.dialect !== "zsh",
      ...(how.exported === true && s.dialect === "zsh" ? { pending: true } : {}),
      origin: { kind: "line", line: s.session.lines, text: e.place.text },
      ...how.attributes,
      ...(makesList(f) ? { elements: new Map() } : {}),
    });
    return true;
  }
  const old = variableOf(e, s, name);
  // zsh converts what is there
  if (converts && old === undefined && isNumeric(f) && how.exported !== true)
    return assignName(e, s, name, fresh(f), how);
  if (converts && old && isNumeric(f)) {
    // a text that is no expression ends the line
    if (!isNumber(e, s, old.value)) giveUp(e, s);
    if (old.kind !== "scalar") return assignName(e, s, name, fresh(f), how);
  }
  if (converts && old?.kind === "scalar" && how.exported !== false) {
    // where it may not be set it may begin here
    const had = old.value.unset && isNumeric(f) ? either({ ...old.value, unset: false }, fresh(f)) : old.value;
    const done = assignName(e, s, name, had, { ...how, attributes: { ...how.attributes, readonly: false } });
    const now = lookup(s, name);
    // what children get stays as it was until the name is given a value
    const value = now && old.exported !== false && !isNumeric(f) ? either(now.value, old.value) : now?.value;
    const readonly = old.readonly || how.attributes?.readonly === true;
    if (now && value) frameOf(s, name).set(name, { ...now, value, readonly });
    return done;
  }
  // zsh shows what it is not told to change
  if (s.dialect === "zsh" && old && f.on.size + f.off.size === 0 && !/^(?:export|readonly)$/.test(call.name))
    emitVariables(e, s, [name]);
  if (how.exported === true && (f.on.has("x") || s.dialect !== "bash")) {
    exportName(e, s, name, true);
    const now = lookup(s, name);
    const begun = s.dialect === "zsh" && old === undefined ? { value: fresh(f) } : {};
    if (now && Object.keys(how.attributes ?? {}).length > 0)
      frameOf(s, name).set(name, { ...now, ...begun, ...how.attributes });
    return true;
  }
  if (how.exported === false || f.on.has("n")) {
    if (old?.exported !== false && (f.off.has("x") || call.name === "export"))
      e.host.removed(e.place, nameBehind(s, name));
    if (old === undefined && s.dialect === "zsh" && f.off.has("x"))
      frameOf(s, name).set(name, {
        value: known(""),
        kind: "scalar",
        exported: false,
        origin: { kind: "line", line: s.session.lines, text: e.place.text },
      });
    if (old && (f.off.has("x") || call.name === "export")) exportName(e, s, name, false);
    if (call.name === "export" || f.off.has("x")) return true;
  }
  const other = s.dialect === "bash" && f.on.has("n") ? "nameref" : (old?.kind ?? "scalar");
  const kind: Variable["kind"] = f.on.has("A") ? "associative" : f.on.has("a") ? "array" : other;
  const base: Variable = old ?? {
    value: s.dialect === "zsh" ? fresh(f) : nothing,
    kind,
    exported: false,
    origin: { kind: "line", line: s.session.lines, text: e.place.text },
  };
  // zsh begins a list anew
  const isOther = s.dialect === "zsh" && kind !== "scalar" && base.kind !== kind;
  (how.frame ?? frameOf(s, name)).set(name, {
    ...base,
    ...(isOther ? { value: known("") } : {}),
    kind,
    ...how.attributes,
    ...(kind === "array" || kind === "associative"
      ? { elements: isOther ? new Map() : (base.elements ?? new Map()) }
      : {}),
  });
  return true;
}
