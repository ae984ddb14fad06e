/** `unset`, and which names a word that takes names away means. */

import { ANY, either, HOLE, known, nothing, textOf, unknown } from "../session/value.ts";
import { unalias } from "./aliases.ts";
import { arithmetic } from "./arithmetic.ts";
import type { Call } from "./builtins.ts";
import { type Evaluation, giveUp, step } from "./context.ts";
import { keyIn, scalarOf } from "./elements.ts";
import { flavorOf } from "./match.ts";
import { highestOf, isOpen, names } from "./names.ts";
import { bad, ended, type Outcome } from "./outcome.ts";
import { matches } from "./pattern.ts";
import { isSpecialArray } from "./special-arrays.ts";
import { changedNames, frameOf, functionText, lookup, type State } from "./state.ts";

export function unset(e: Evaluation, s: State, call: Call): Outcome {
  const { options } = call;
  let functionsOnly = options?.on.has("f") ?? false;
  const patterns = options?.on.has("m") ?? false;
  let fine = true;
  let unsure = false;
  for (const a of call.args.slice(options?.length ?? 0)) {
    if (options === undefined && /^-[vfn]+$/.test(a)) {
      functionsOnly = a.includes("f");
      continue;
    }
    if (options === undefined && a === "--") continue;
    e.host.removed(e.place, functionsOnly || call.args.includes("-n") ? a : nameBehind(s, a));
    if (HOLE.test(a)) {
      s.blurred ??= "a name that is computed was unset";
      continue;
    }
    if (patterns) {
      const functions = [...s.functions.keys(), ...s.session.functions.keys()];
      const all = functionsOnly
        ? functions.filter((name) => matches(a, name, flavorOf(s)) !== false)
        : namesLike(e, s, a);
      unsure ||= all.length === 0;
      for (const each of all) functionsOnly ? s.functions.set(each, null) : frameOf(s, each).set(each, null);
      continue;
    }
    const [name = "", index] = a.split(/\[([\s\S]*)\]$/);
    if (s.dialect !== "bash" && !functionsOnly && !/^[A-Za-z_]\w*$/.test(name)) giveUp(e, s);
    if (index !== undefined && !functionsOnly) {
      if (isSpecialArray(s, name)) e.host.removed(e.place, index);
      fine = unsetElement(e, s, s.dialect === "bash" ? nameBehind(s, name) : name, index) && fine;
      continue;
    }
    if (functionsOnly) {
      const missing = functionText(s, name) === undefined && e.host.live("function", name).kind === "absent";
      if (missing && s.dialect === "zsh") fine = false;
      s.functions.set(name, null);
      s.exportedFunctions.delete(name);
      continue;
    }
    if (s.dialect === "bash" && !/^[A-Za-z_]\w*$/.test(name) && call.args.some((o) => /^-\w*v/.test(o))) fine = false;
    const v = lookup(s, name);
    if (v?.readonly) {
      // zsh does not go on
      if (s.dialect === "zsh") giveUp(e, s);
      fine = false;
    } else if (v?.kind === "nameref" && !call.args.includes("-n"))
      frameOf(s, textOf(v.value) ?? name).set(textOf(v.value) ?? name, null);
    else if (v?.perhapsReadonly) frameOf(s, name).set(name, { ...v, value: either(v.value, nothing) });
    else if (v) frameOf(s, name).set(name, null);
    else if (s.dialect === "bash" && s.functions.has(name)) s.functions.set(name, null);
    else s.globals.set(name, null);
  }
  return fine ? ended(s, unsure ? undefined : 0) : bad(s);
}

/** zsh `unfunction` and `unhash`. */
export function unhash(e: Evaluation, s: State, call: Call): Outcome {
  const on = new Set(call.options?.on);
  if (call.name === "unfunction") on.add("f");
  if (on.has("f")) return unset(e, s, { ...call, ...(call.options && { options: { ...call.options, on } }) });
  if (on.has("a") || on.has("s")) return unalias(e, s, call);
  return ended(s, undefined);
}

/** False when the shell says that it cannot. */
function unsetElement(e: Evaluation, s: State, name: string, index: string): boolean {
  const v = lookup(s, name);
  const keyed = v?.kind === "associative";
  const text = s.dialect === "zsh" ? index : keyIn(e, s, name, index);
  if (keyed && v?.unsure) e.host.opaque(e.place, "a list that may have keys or numbers");
  const all = /^[@*]$/.test(index) && !keyed;
  const n = keyed || all ? undefined : arithmetic(text, names(e, s));
  if (v === undefined || v.readonly) return v === undefined;
  const frame = frameOf(s, name);
  // zsh takes a character out of a text
  if (s.dialect === "zsh" && !v.elements) frame.set(name, { ...v, value: unknown(v.value.taint) });
  // bash: a name that is no array is its own first element
  if (s.dialect === "bash" && !v.elements && n === 0) frame.set(name, null);
  if (!v.elements) return s.dialect === "zsh" || n === 0;
  if (index === "" && s.dialect === "bash") return true;
  const elements = new Map(all && s.dialect === "bash" ? [] : v.elements);
  const highest = highestOf(elements);
  // zsh: what stands from here to there becomes one empty element
  const range = s.dialect === "zsh" && !keyed ? (all ? ["1", "-1"] : index.split(",")) : [];
  if (range.length === 2 && v.elements) {
    const list = [...v.elements.values()];
    const [from = Number.NaN, to = Number.NaN] = range
      .map((t) => arithmetic(t, names(e, s)) ?? Number.NaN)
      .map((k) => (k < 0 ? list.length + k + 1 : k));
    const certain = from >= 1 && to >= from - 1 && to <= list.length && !isOpen(list);
    if (certain) list.splice(from - 1, to - from + 1, known(""));
    const left = new Map((certain ? list : [{ ...unknown(v.value.taint), many: true }]).map((x, k) => [String(k), x]));
    frame.set(name, { ...v, elements: left, value: scalarOf(s, left) });
    return true;
  }
  const open = [...v.elements.values()].some((x) => x.many);
  const key = keyed
    ? text
    : n === undefined || (open && s.dialect === "bash")
      ? ANY
      : String(n < 0 ? highest + 1 + n : s.dialect === "zsh" ? n - 1 : n);
  // one of them, or none
  if (HOLE.test(key))
    for (const [k, x] of elements) elements.set(k, { ...either(x, nothing), ...(x.many ? { many: true } : {}) });
  else if (s.dialect !== "zsh" || keyed) elements.delete(key);
  // zsh empties an element of an array and keeps its place
  else if (elements.has(key) || (elements.size === 0 && n === -1)) elements.set(key === "-1" ? "0" : key, known(""));
  frame.set(name, { ...v, elements, value: scalarOf(s, elements) });
  return n === undefined || n >= 0 || Number(key) >= 0;
}

/** The name that a nameref stands for. */
export function nameBehind(s: State, name: string): string {
  const v = lookup(s, name);
  return v?.kind === "nameref" ? (textOf(v.value) ?? name) : name;
}

/** Names of variables that fit a pattern. */
export function namesLike(e: Evaluation, s: State, pattern: string): string[] {
  const fits = (name: string) => matches(pattern, name, flavorOf(s)) !== false && lookup(s, name) !== undefined;
  const names = new Set([...changedNames(s), ...s.session.variables.keys()]);
  step(e, names.size / 16);
  return [...names].filter(fits);
}
