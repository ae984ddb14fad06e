/** What zsh's parameters put into a word: a value, or the word behind `:-` and its like. */

import { either, known, LIVE, type Value } from "../session/value.ts";
import type { Word } from "../syntax/tree.ts";
import type { Evaluation } from "./context.ts";
import { expandValue } from "./expand.ts";
import { add, addValue, endField, NO_FIELD, type Partial, textsOf } from "./fields.ts";
import type { Expanded } from "./parameter.ts";
import { expandParts, joiner, joinWords, type Mode } from "./parts.ts";
import { quote, unquote } from "./pattern.ts";
import type { State } from "./state.ts";
import { zshFields } from "./zsh-fields.ts";
import { settled } from "./zsh-tilde.ts";

/** One value, where patterns and names in it count only when asked for. */
export function addZsh(out: Partial[], v: Value, mode: Mode, globs: boolean): Partial[] {
  if (!globs) return addValue(out, v, true);
  const marked = (t: string) =>
    t.replace(/[~=]|[^~=]+/g, (run) => (/[~=]/.test(run) ? LIVE + run : mode.pattern ? run : quote(run)));
  return add(out, textsOf(v).map(marked), v.taint);
}

/** The word behind `:-` and its like, a word of its own: braces in it make several. */
export function zshOperand(e: Evaluation, s: State, word: Word, mode: Mode, out: Partial[]): Partial[] {
  const parts = expandParts(e, s, word.parts, { ...mode, single: false });
  const alternatives = zshFields(e, s, parts, "inner");
  return out.flatMap((before) =>
    alternatives.map(({ words, taints }) => {
      if (mode.single) {
        const taint = taints.reduce((a, b) => a | b, before.taint);
        return { ...before, current: (before.current ?? "") + joinWords(words, joiner(e, s)), taint };
      }
      let now = before;
      for (const [i, w] of words.entries()) {
        if (i > 0) now = endField(now);
        const current = w === "" && words.length > 1 ? now.current : (now.current ?? "") + w;
        now = { ...now, current, taint: now.taint | (taints[i] ?? 0) };
      }
      return now;
    }),
  );
}

/** The word behind `:-` and its like as one value. */
export function operandValue(e: Evaluation, s: State, word: Word): Value {
  if (s.dialect !== "zsh") return expandValue(e, s, word);
  const mode: Mode = { single: true, pattern: false, assignment: false, head: false };
  const partials = zshOperand(e, s, word, mode, [NO_FIELD]);
  return partials.map((p) => known(unquote(settled(p.current ?? "")), p.taint)).reduce((a, b) => either(a, b));
}

/** The word behind `:-` and its like as what something else is done to. */
export function operandWords(e: Evaluation, s: State, word: Word, quoted: boolean): Expanded {
  if (s.dialect !== "zsh" || quoted) return { kind: "one", value: operandValue(e, s, word) };
  const mode: Mode = { single: false, pattern: false, assignment: false, head: false };
  const choices = zshOperand(e, s, word, mode, [NO_FIELD]).map((p): Expanded => {
    const words = p.current === undefined ? p.words : [...p.words, p.current];
    const values = words.map((w, i) => known(unquote(settled(w)), p.taints[i] ?? p.taint));
    return values.length === 1 ? { kind: "one", value: values[0] as Value } : { kind: "many", values, star: true };
  });
  return choices.length === 1 ? (choices[0] as Expanded) : { kind: "either", choices };
}
