/** zsh's modifiers of a text: `:h`, `:t2`, `:s/a/b/` and the like (zshexpn(1), Modifiers). */

import { ANY, HOLE, NAME } from "../session/value.ts";

interface Modifier {
  readonly letter: string;
  /** How many parts of a path, for `h` and `t`. */
  readonly count: number;
  readonly from: string;
  readonly to: string;
  readonly everywhere: boolean;
  /** `f`, `F`, `w` or `W` stands before it: it is done word by word or again and again. */
  readonly repeated: boolean;
}

const BEFORE = /(?:[gfw]|F(\W)\d+\1|W(\W)(?:(?!\2).)*\2)*/y;
const LETTER = /([ht])(\d*)|[aAcePqQrlu&]|s/y;

/** Undefined where zsh says that something is no modifier. */
export function modifiersIn(text: string): readonly Modifier[] | undefined {
  const out: Modifier[] = [];
  for (let at = 0; at < text.length; ) {
    if (text[at] !== ":") return undefined;
    BEFORE.lastIndex = at + 1;
    const before = BEFORE.exec(text)?.[0] ?? "";
    LETTER.lastIndex = at + 1 + before.length;
    const found = LETTER.exec(text);
    if (!found) return undefined;
    at += 1 + before.length + found[0].length;
    const letter = found[0][0] as string;
    let from = "";
    let to = "";
    if (letter === "s") {
      const delimiter = text[at];
      if (delimiter === undefined || /[\w\s]/.test(delimiter)) return undefined;
      const middle = text.indexOf(delimiter, at + 1);
      if (middle < 0) return undefined;
      const end = text.indexOf(delimiter, middle + 1);
      from = text.slice(at + 1, middle);
      to = text.slice(middle + 1, end < 0 ? text.length : end);
      at = end < 0 ? text.length : end + 1;
    }
    out.push({
      letter,
      count: Number(found[2] ?? "0"),
      from,
      to,
      everywhere: before.includes("g"),
      repeated: /[fFwW]/.test(before),
    });
  }
  return out;
}

export function modify(text: string, modifiers: readonly Modifier[]): string {
  let out = text;
  for (const m of modifiers) {
    if (m.repeated) return ANY;
    out = HOLE.test(out) ? modifiedName(out, m) : modified(out, m);
  }
  return out;
}

/** Of a path whose last name has an unknown part: what does not depend on that. */
function modifiedName(text: string, m: Modifier): string {
  const cut = text.lastIndexOf("/");
  const name = text.slice(cut + 1);
  if (name === "" || HOLE.test(name.replaceAll(NAME, "")) || m.count > 1) return ANY;
  const dot = name.lastIndexOf(".");
  const ending = dot > 0 && !HOLE.test(name.slice(dot)) ? dot : undefined;
  if (m.letter === "t") return name;
  if (m.letter === "h") return cut > 0 ? text.slice(0, cut) : cut === 0 ? "/" : ".";
  if (ending === undefined) return ANY;
  return m.letter === "r" ? text.slice(0, cut + 1 + ending) : m.letter === "e" ? name.slice(ending + 1) : ANY;
}

function modified(text: string, m: Modifier): string {
  switch (m.letter) {
    case "h":
      return m.count > 0 ? ANY : head(text);
    case "t":
      return m.count > 1 ? ANY : text.replace(/\/+$/, "").replace(/^.*\//s, "");
    case "r":
      return text.replace(/\.[^./]*$/, "");
    case "e":
      return /\.[^./]*$/.exec(text)?.[0].slice(1) ?? "";
    case "l":
      return text.toLowerCase();
    case "u":
      return text.toUpperCase();
    case "q":
    case "Q":
      return /^[\w@%+:,./-]+$/.test(text) ? text : ANY;
    case "s":
      // `&` stands for what matched, a backslash takes its meaning
      if (/[&\\]/.test(m.from + m.to) || m.from === "") return ANY;
      return m.everywhere ? text.replaceAll(m.from, () => m.to) : text.replace(m.from, () => m.to);
    default:
      return ANY;
  }
}

function head(text: string): string {
  const path = text.replace(/\/+$/, "");
  if (path.includes("/")) return path.replace(/\/+[^/]*$/, "") || "/";
  return text.startsWith("/") ? "/" : ".";
}
