/** Fields of zsh, whose parameters are expanded already: braces in them, then names of directories and programs. */

import { ANY, LIVE, MAX_ALTERNATIVES } from "../session/value.ts";
import type { Evaluation } from "./context.ts";
import type { Marked } from "./expand.ts";
import { mayBeSeveral, type Partial } from "./fields.ts";
import type { State } from "./state.ts";
import { zshBraces } from "./zsh-braces.ts";
import { type Kind, zshNames } from "./zsh-tilde.ts";

/** With BRACE_CCL, or where nobody knows how many words there are, nobody here says which letters the braces hold. */
const piecesOf = (s: State, word: string): readonly string[] =>
  (s.options.has("braceccl") || mayBeSeveral(word)) && word.includes(`${LIVE}{`) ? [ANY] : zshBraces(word);

/** Each way the words can come out. Pattern characters keep their marks. */
export function zshFields(
  e: Evaluation,
  s: State,
  partials: readonly Partial[],
  kind: Kind,
  braces = !s.options.has("ignorebraces"),
): Marked[] {
  return partials.flatMap((p) => {
    const words = p.current === undefined ? p.words : [...p.words, p.current];
    const taints = p.current === undefined ? p.taints : [...p.taints, p.taint];
    let out: Marked[] = [{ words: [], taints: [] }];
    for (const [i, word] of words.entries())
      for (const piece of braces ? piecesOf(s, word) : [word]) {
        const named = zshNames(e, s, piece, kind);
        const taint = named.taint | (taints[i] ?? 0);
        const texts = out.length * named.texts.length > MAX_ALTERNATIVES ? [ANY] : named.texts;
        out = out.flatMap((o) => texts.map((t) => ({ words: [...o.words, t], taints: [...o.taints, taint] })));
      }
    return out;
  });
}
