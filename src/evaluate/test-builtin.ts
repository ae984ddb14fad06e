/** The `test` builtin. */

import { HOLE, known } from "../session/value.ts";
import type { Call } from "./builtins.ts";
import { compare, subscript, unaryTest } from "./conditional.ts";
import type { Evaluation } from "./context.ts";
import { bad, ended, misused, type Outcome, ok } from "./outcome.ts";
import type { State } from "./state.ts";

export function test(e: Evaluation, s: State, call: Call): Outcome {
  if (call.name === "[" && call.args.at(-1) !== "]")
    return HOLE.test(call.args.at(-1) ?? "") ? ended(s, undefined) : misused(s);
  const args = call.name === "[" ? call.args.slice(0, -1) : call.args;
  args.forEach((a, i) => {
    if (a === "-v" || a === "-R") subscript(e, s, known(args[i + 1] ?? ""));
  });
  if (args.some((a) => HOLE.test(a))) return ended(s, undefined);
  if (args.length === 0) return bad(s);
  if (args.length === 1) return args[0] === "" ? bad(s) : ok(s);
  const [a = "", b = "", c = ""] = args;
  if (args.length === 2)
    return a === "!"
      ? ended(s, b === "" ? 0 : 1)
      : a === "-n" || a === "-z"
        ? unaryTest(s, a, known(b))
        : ended(s, undefined);
  if (args.length === 3) {
    if (b === "=" || b === "==") return ended(s, a === c ? 0 : 1);
    if (b === "!=") return ended(s, a !== c ? 0 : 1);
    if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(b) && /^-?\d+$/.test(a) && /^-?\d+$/.test(c))
      return ended(s, compare(b, Number(a), Number(c)));
  }
  return ended(s, undefined);
}
