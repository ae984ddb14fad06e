/** What a name stands for. */

import type { Variable } from "../session/session.ts";
import { ANY, known, NAME, NUMBER, nothing, OUTSIDE, textOf, unknown, type Value } from "../session/value.ts";
import { assignName } from "./assign.ts";
import type { Evaluation } from "./context.ts";
import { expandText } from "./expand.ts";
import { lookup, type State } from "./state.ts";

export const number: Value = known(NUMBER);

export const word: Value = known(NAME);

const maybe: Value = { texts: [ANY], unset: true, taint: OUTSIDE };

const NUMBERS = new Set([
  "$",
  "!",
  "RANDOM",
  "SRANDOM",
  "SECONDS",
  "EPOCHSECONDS",
  "LINENO",
  "UID",
  "EUID",
  "GID",
  "EGID",
  "PPID",
  "BASHPID",
  "SHLVL",
  "COLUMNS",
  "LINES",
  "HISTCMD",
  "OPTIND",
  "BASH_SUBSHELL",
  "PIPESTATUS",
  "pipestatus",
]);

const WORDS = new Set([
  "-",
  "EPOCHREALTIME",
  "HOSTNAME",
  "HOST",
  "HOSTTYPE",
  "OSTYPE",
  "MACHTYPE",
  "BASH_VERSION",
  "ZSH_VERSION",
  "ZSH_NAME",
  "FUNCNAME",
  "BASHOPTS",
  "SHELLOPTS",
]);

/** The value of a plain name. */
export function valueOfName(e: Evaluation, s: State, name: string, hops = 0): Value {
  const v = variableOf(e, s, name, hops);
  if (v) return v.value;
  if (/^\d+$/.test(name)) return name === "0" ? known(s.dialect) : positional(s, Number(name));
  if (name === "?") return s.status === undefined ? number : known(String(s.status));
  if (name === "#") return s.positional.some((p) => p.texts[0] === ANY) ? number : known(String(s.positional.length));
  if (name === "_") return unknown(0);
  if (NUMBERS.has(name)) return number;
  if (WORDS.has(name)) return word;
  if (s.blurred !== undefined) return maybe;
  const live = e.host.live("variable", name);
  return live.kind === "known" ? known(live.text) : live.kind === "absent" ? nothing : maybe;
}

/** Text of a variable the session itself knows. */
export function lookupText(s: State, name: string): string | undefined {
  const v = lookup(s, name);
  return v && textOf(v.value);
}

function positional(s: State, n: number): Value {
  const found = s.positional[n - 1];
  return found ?? (s.positional.some((p) => p.texts[0] === ANY) ? maybe : nothing);
}

/** The variable behind a name, through namerefs. */
export function variableOf(e: Evaluation, s: State, name: string, hops = 0): Variable | undefined {
  if (name === "PWD" && !s.globals.has("PWD"))
    return { value: s.cwd, kind: "scalar", exported: true, origin: { kind: "start" } };
  if (name === "OLDPWD" && !s.globals.has("OLDPWD"))
    return { value: s.previous, kind: "scalar", exported: true, origin: { kind: "start" } };
  const v = lookup(s, name);
  if (v?.kind === "nameref" && hops < 8) {
    const target = textOf(v.value);
    if (target === undefined) return { ...v, kind: "scalar", value: unknown(v.value.taint) };
    return variableOf(e, s, target, hops + 1);
  }
  if (v && s.blurred !== undefined && v.origin.kind === "start") return { ...v, value: maybe };
  return v;
}

export function elementsOf(e: Evaluation, s: State, name: string): readonly Value[] {
  if (name === "@" || name === "*") return s.positional;
  const v = variableOf(e, s, name);
  if (!v) {
    const value = valueOfName(e, s, name);
    return value.unset && value.texts.length === 0 ? [] : [value];
  }
  return v.elements ? [...v.elements.values()] : v.value.unset && v.value.texts.length === 0 ? [] : [v.value];
}

export function names(e: Evaluation, s: State) {
  return {
    get: (name: string) => {
      const v = valueOfName(e, s, name);
      if (v.taint !== 0) e.host.code(e.place, v, "arithmetic");
      return v.texts.length === 1
        ? v.texts[0]
        : v.texts.length === 0
          ? undefined
          : (v.texts.find((t) => t.includes("[")) ?? NUMBER);
    },
    set: (name: string, value: number | undefined) =>
      assignName(e, s, name, value === undefined ? number : known(String(value)), {}),
    expand: (text: string) => expandText(e, s, text).texts[0] ?? "",
  };
}
