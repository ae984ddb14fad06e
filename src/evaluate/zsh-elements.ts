/** zsh RC_EXPAND_PARAM, `$^name`: one word for each element, with all that stands around it. */

import { ANY, textOf, type Value } from "../session/value.ts";
import type { Parameter, Part } from "../syntax/tree.ts";
import type { Evaluation } from "./context.ts";
import { NO_FIELD, type Partial } from "./fields.ts";
import { expandParts, type Mode } from "./parts.ts";
import { quote } from "./pattern.ts";
import type { State } from "./state.ts";

export const multiplies = (s: State, p: Parameter): boolean =>
  s.dialect === "zsh" && (p.flags.includes("^") || s.options.has("rcexpandparam")) && !p.flags.includes("^^");

/** Where the element goes in what stands behind it. */
const GAP = "\ud808";

export function multiplied(
  e: Evaluation,
  s: State,
  values: readonly Value[],
  rest: readonly Part[],
  mode: Mode,
  out: readonly Partial[],
): Partial[] {
  const behind = expandParts(e, s, rest, mode, [{ ...NO_FIELD, current: GAP }]);
  const taint = values.reduce((all, v) => all | v.taint, 0);
  const elements = values.map((v) => quote(textOf(v) ?? ANY));
  return out.flatMap((before) =>
    behind.map((after): Partial => {
      const all = after.current === undefined ? after.words : [...after.words, after.current];
      const at = all.filter((w) => w.startsWith(GAP)).map((w) => w.slice(1));
      const combined = elements.flatMap((x) => at.map((w) => (before.current ?? "") + x + w));
      // what is empty altogether is no word
      const each = rest.length === 0 && before.current === undefined ? combined.filter((w) => w !== "") : combined;
      const words = [...each, ...all.filter((w) => !w.startsWith(GAP))];
      const mark = before.taint | taint | after.taint | after.taints.reduce((x, y) => x | y, 0);
      return {
        words: [...before.words, ...words.slice(0, -1)],
        taints: [...before.taints, ...words.slice(0, -1).map(() => mark)],
        current: words.at(-1),
        taint: mark,
      };
    }),
  );
}
