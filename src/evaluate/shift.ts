/** `shift`: drops arguments, in zsh also elements of arrays. */

import { ANY, HOLE, known, unknown, type Value } from "../session/value.ts";
import { arithmetic } from "./arithmetic.ts";
import { assignName } from "./assign.ts";
import type { Call } from "./builtins.ts";
import type { Evaluation } from "./context.ts";
import { scalarOf } from "./elements.ts";
import { isOpen, names, variableOf } from "./names.ts";
import { bad, ended, type Outcome, ok } from "./outcome.ts";
import type { State } from "./state.ts";

export function shift(e: Evaluation, s: State, call: Call): Outcome {
  if (s.dialect === "zsh") return zshShift(e, s, call);
  const [given] = call.args;
  if (given !== undefined && !HOLE.test(given) && !/^[-+]?\d+$/.test(given)) return bad(s);
  return shiftArguments(s, given === undefined ? 1 : arithmetic(given, names(e, s)), false);
}

function shiftArguments(s: State, n: number | undefined, last: boolean): Outcome {
  const open = isOpen(s.positional);
  if (n !== undefined && !open && (n > s.positional.length || n < 0)) return bad(s);
  if (n === undefined || (last && open)) s.positional = [known(ANY)];
  else if (last) s.positional = s.positional.slice(0, s.positional.length - n);
  else s.positional = leftOf(s.positional, n);
  return open || n === undefined ? ended(s, undefined) : ok(s);
}

/** Of several words some may be left. */
function leftOf(values: readonly Value[], n: number): readonly Value[] {
  const first = values.findIndex((v) => v.many || v.texts[0] === ANY);
  return first < 0 || first >= n ? values.slice(n) : values.slice(first).map((v) => ({ ...v, unset: true }));
}

/** `shift [-p] [n] [array …]`: `-p` from the end, arrays instead of the arguments. */
function zshShift(e: Evaluation, s: State, call: Call): Outcome {
  const last = call.options?.on.has("p") ?? false;
  const args = call.args.slice(call.options?.length ?? 0);
  for (const name of args) if (/^[A-Za-z_]/.test(name)) e.host.removed(e.place, name);
  const isArray = (a: string) => /^[A-Za-z_]\w*$/.test(a) && variableOf(e, s, a)?.elements !== undefined;
  const counts = args[0] !== undefined && !isArray(args[0]);
  const n = counts ? arithmetic(args[0] as string, names(e, s)) : 1;
  const arrays = args.slice(counts ? 1 : 0);
  if (arrays.length === 0) return shiftArguments(s, n, last);
  let fine = true;
  for (const name of arrays) {
    const elements = [...(variableOf(e, s, name)?.elements?.values() ?? [])];
    if (n === undefined || isOpen(elements))
      assignName(e, s, name, unknown(), { elements: new Map([["0", unknown()]]), kind: "array" });
    else if (n > elements.length || !isArray(name)) fine &&= !isArray(name);
    else {
      const kept = last ? elements.slice(0, elements.length - n) : elements.slice(n);
      const left = new Map(kept.map((v, i) => [String(i), v]));
      assignName(e, s, name, scalarOf(s, left), { elements: left, kind: "array" });
    }
  }
  return fine ? ok(s) : bad(s);
}
