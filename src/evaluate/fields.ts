/** Fields under construction: how values join what stands before them, and where they split. */

import { ANY, LIVE, MANY, MAX_ALTERNATIVES, type Value } from "../session/value.ts";
import { quote } from "./pattern.ts";

/** `current` is undefined when no field has begun. */
export interface Partial {
  readonly words: readonly string[];
  readonly taints: readonly number[];
  readonly current: string | undefined;
  readonly taint: number;
}

export const NO_FIELD: Partial = { words: [], taints: [], current: undefined, taint: 0 };

/** A field longer than this is not spelled out. */
const MAX_FIELD = 1_048_576;

function together(a: string | undefined, b: string): string {
  return (a?.length ?? 0) + b.length > MAX_FIELD ? ANY : (a ?? "") + b;
}

/** Puts each text behind each of the fields: one alternative for every pair. */
export function add(partials: readonly Partial[], texts: readonly string[], taint: number): Partial[] {
  if (texts.length === 1)
    return partials.map((p) => ({ ...p, current: together(p.current, texts[0] as string), taint: p.taint | taint }));
  if (partials.length * texts.length > MAX_ALTERNATIVES)
    return [{ words: [], taints: [], current: ANY, taint: partials.reduce((t, p) => t | p.taint, taint) }];
  return partials.flatMap((p) => texts.map((t) => ({ ...p, current: together(p.current, t), taint: p.taint | taint })));
}

/** The texts of a value, nothing being the empty text. */
export function textsOf(v: Value): readonly string[] {
  if (v.unset || v.texts.length === 0) return v.texts.includes("") ? v.texts : [...v.texts, ""];
  return v.texts;
}

export function addValue(out: readonly Partial[], v: Value, quoted: boolean): Partial[] {
  const texts = textsOf(v);
  return add(out, quoted ? texts.map(quote) : texts, v.taint);
}

/** Ends the field, if one has begun. */
export function endField(p: Partial): Partial {
  if (p.current === undefined) return p;
  return { words: [...p.words, p.current], taints: [...p.taints, p.taint], current: undefined, taint: 0 };
}

/** What stands before a value that is several joins only the first of them. */
export const before = (p: Partial): Partial => (p.current ? endField({ ...p, current: p.current + SPLIT }) : p);

/** `"a$@b"`: the first element joins what stands before, the last what follows. */
export function addFields(p: Partial, values: readonly Value[]): Partial[] {
  const first = values[0];
  if (first === undefined) return [p];
  if (first.many && p.current) return addFields(before(p), values);
  // elements that are one text each need no alternatives
  if (values.every((v) => !v.unset && v.texts.length === 1)) {
    const [head = "", ...tail] = values.map((v) => quote(v.texts[0] as string) + (v.many ? MANY : ""));
    const texts = [(p.current ?? "") + head, ...tail];
    const taints = [p.taint | first.taint, ...values.slice(1).map((v) => v.taint)];
    return [
      {
        words: [...p.words, ...texts.slice(0, -1)],
        taints: [...p.taints, ...taints.slice(0, -1)],
        current: texts.at(-1),
        taint: taints.at(-1) ?? 0,
      },
    ];
  }
  let out: Partial[] = [p];
  for (const [i, v] of values.entries()) {
    if (i > 0) out = out.map((q) => endField({ ...q, current: q.current ?? "" }));
    out = addValue(out, v, true);
    if (v.many) out = out.map((q) => ({ ...q, current: (q.current ?? "") + MANY }));
  }
  return out;
}

export interface Splitting {
  /** Characters that end a field, as many ways as IFS may be; empty: none do. */
  readonly ifs: readonly string[];
  /** Pattern characters in the value are patterns. */
  readonly globs: boolean;
  /** zsh: and a tilde or `=` means what it does in a word. */
  readonly names?: boolean;
}

/** Adds an unquoted expansion, which may become several fields or none. */
export function addSplit(out: readonly Partial[], v: Value, how: Splitting): Partial[] {
  const texts = textsOf(v);
  // where it makes no difference they are one
  const counts = how.ifs.length > 1 && texts.some((t) => how.ifs.some((ifs) => [...ifs].some((c) => t.includes(c))));
  const ways = counts ? how.ifs : how.ifs.slice(0, 1);
  if (out.length * texts.length * ways.length > MAX_ALTERNATIVES) return add(out, [ANY], v.taint);
  const split = (t: string) => (ways[0] === "" && ways.length === 1 ? t : t.replaceAll(ANY, SPLIT));
  const marked = (t: string) => (!how.globs ? quote(t) : how.names ? t.replace(/[~=]/g, `${LIVE}$&`) : t);
  return out.flatMap((p) => texts.flatMap((t) => ways.map((ifs) => splitOne(p, split(marked(t)), ifs, v.taint))));
}

/** A word in which a hole may end it: nobody knows into how many words the shell splits it. */
export const SPLIT = ANY + ANY;

export function mayBeSeveral(word: string): boolean {
  return word === ANY || word.includes(SPLIT);
}

/** A word that is nothing but holes is one hole. */
export function plainHole(word: string): string {
  return word.startsWith(SPLIT) && /^\ud800+$/.test(word) ? ANY : word;
}

const isBlank = (c: string) => c === " " || c === "\t" || c === "\n";

/** Blanks of `ifs` around a field vanish; each other character of `ifs` ends one, which may be empty. */
function splitOne(p: Partial, text: string, ifs: string, taint: number): Partial {
  if (text === "") return p;
  if (ifs === "" || ![...ifs].some((c) => text.includes(c)))
    return { ...p, current: (p.current ?? "") + text, taint: p.taint | taint };
  const words = [...p.words];
  const taints = [...p.taints];
  let { current } = p;
  let any = p.taint;
  let i = 0;
  const end = () => {
    if (current !== undefined) {
      words.push(current);
      taints.push(any | taint);
    }
    current = undefined;
    any = 0;
  };
  const skipBlanks = () => {
    const start = i;
    while (i < text.length && ifs.includes(text[i] as string) && isBlank(text[i] as string)) i++;
    return i > start;
  };
  if (skipBlanks() && i < text.length && !ifs.includes(text[i] as string)) end();
  else if (i >= text.length) end();
  while (i < text.length) {
    const start = i;
    while (i < text.length && !ifs.includes(text[i] as string)) i++;
    current = (current ?? "") + text.slice(start, i);
    any |= taint;
    if (i >= text.length) break;
    skipBlanks();
    if (i < text.length && ifs.includes(text[i] as string) && !isBlank(text[i] as string)) i++;
    skipBlanks();
    end();
  }
  return { words, taints, current, taint: any };
}
