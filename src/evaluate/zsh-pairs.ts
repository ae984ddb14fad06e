/** `(key value …)`: what zsh makes an associative array of. */

import { ANY, either, HOLE, known, unknown, type Value } from "../session/value.ts";
import type { ArrayLiteral } from "../syntax/tree.ts";
import { type Evaluation, giveUp } from "./context.ts";
import { expandWords } from "./expand.ts";
import type { State } from "./state.ts";

export function zshPairs(e: Evaluation, s: State, literal: ArrayLiteral): Map<string, Value> {
  const all = expandWords(
    e,
    s,
    literal.elements.map((x) => x.value),
    "elements",
  );
  const [fields] = all;
  const out = new Map<string, Value>();
  if (fields === undefined) return out;
  const taint = fields.taints.reduce((a, b) => a | b, 0);
  const certain = all.length === 1 && fields.many.size === 0 && !fields.words.some((w) => HOLE.test(w));
  // nobody knows which are keys
  if (!certain) return new Map([[ANY, unknown(taint)]]);
  // one is left over
  if (fields.words.length % 2 === 1) giveUp(e, s);
  for (let i = 0; i < fields.words.length; i += 2)
    out.set(fields.words[i] as string, known(fields.words[i + 1] ?? "", fields.taints[i + 1] ?? 0));
  return out;
}

/** Values that come in an order of their own. */
export function inSomeOrder(values: readonly Value[]): readonly Value[] {
  if (values.length < 2) return values;
  const any = values.reduce((a, b) => either(a, b));
  return values.map(() => any);
}
