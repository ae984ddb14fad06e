/** How random a word looks: keys do, names and paths do not. */

import { open } from "./forms.ts";
import { endOf, startOf, type View } from "./view.ts";

/** Letters and digits in no order that a name would have them in. */
export function isMixed(word: string): boolean {
  const letters = word.replace(/[^A-Za-z0-9]/g, "");
  if (letters.length < 16 || !/\d/.test(letters) || !/[A-Za-z]/.test(letters)) return false;
  return entropy(letters) >= 3 && changes(letters) >= letters.length * 0.25;
}

/**
 * Whether a word without a name may be a key. Hexadecimal stays: commits, digests and ids are that, and a log without them tells
 * little. Words of one case, and words that read as names (`ThisIsATestOfSomething`) or paths, are not random.
 */
export function isRandom(word: string): boolean {
  if (/^(?:0x)?[0-9a-f]+$/i.test(word) || /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(word)) return false;
  if (!/[A-Z]/.test(word) || !/[a-z]/.test(word) || !/[0-9]/.test(word)) return false;
  const slashes = word.split("/").length - 1;
  if (entropy(word) < 3.9 || changes(word) < word.length * 0.3 || slashes > word.length / 10) return false;
  return word.replace(/[A-Z]?[a-z]{2,}|[_-]/g, "").length >= word.length * 0.35;
}

/** Bits a character. */
function entropy(word: string): number {
  const counts = new Map<string, number>();
  for (const c of word) counts.set(c, (counts.get(c) ?? 0) + 1);
  return [...counts.values()].reduce((sum, n) => sum - (n / word.length) * Math.log2(n / word.length), 0);
}

/** How often the kind of character changes: keys change all the time, names now and then. */
function changes(word: string): number {
  const kind = (c: string) => (/[A-Z]/.test(c) ? "A" : /[a-z]/.test(c) ? "a" : /[0-9]/.test(c) ? "0" : "-");
  const kinds = [...word].map(kind);
  return kinds.filter((k, i) => i > 0 && k !== kinds[i - 1]).length;
}

const token = /[A-Za-z0-9+/_-]{24,}={0,2}/g;

/** What of a word with slashes may be a key: all of it where it stands alone, else what is between them. */
function* keysIn(text: string): Generator<readonly [start: number, word: string]> {
  for (const { index, 0: word } of text.matchAll(token)) {
    const alone = !/[\w.:/~@%-]/.test(text[index - 1] ?? "") && (word.length >= 40 || /[+=]/.test(word));
    if (!word.includes("/") || (alone && isRandom(word))) yield [index, word];
    else for (const { index: at, 0: part } of word.matchAll(/[^/]{24,}/g)) yield [index + at, part];
  }
}

export interface Place {
  readonly view: View;
  readonly start: number;
  readonly end: number;
}

/** Random words of the views, but for those that lie in what is for everyone to see; `legible` are such places in the source. */
export function randomIn(views: readonly View[], legible: readonly (readonly [number, number])[]): Place[] {
  const shown = [...legible];
  for (const view of views) {
    for (const known of open) {
      for (const { index, 0: whole } of view.text.matchAll(known))
        shown.push([startOf(view, index), endOf(view, index + whole.length - 1)]);
    }
  }
  const isShown = within(shown);
  const places: Place[] = [];
  for (const view of views) {
    for (const [start, word] of keysIn(view.text)) {
      const end = start + word.length;
      if (isRandom(word) && !isShown(startOf(view, start), endOf(view, end - 1))) places.push({ view, start, end });
    }
  }
  return places;
}

/** Whether a place lies in one of these. */
function within(places: readonly (readonly [number, number])[]): (start: number, end: number) => boolean {
  const sorted = [...places].sort(([a], [b]) => a - b);
  // How far what begins up to here reaches.
  const reach = sorted.map(([, end]) => end);
  for (let i = 1; i < reach.length; i++) reach[i] = Math.max(reach[i] as number, reach[i - 1] as number);
  return (start, end) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] as readonly [number, number])[0] <= start) low = middle + 1;
      else high = middle;
    }
    return (reach[low - 1] ?? -1) >= end;
  };
}
