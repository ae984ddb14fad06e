/** What `${name…}` does to a text: cut, replace, slice, modify. Texts and patterns may hold holes. */

import { ANY, BELOW, HOLE, NAME, QUOTE } from "../session/value.ts";
import type { Flavor, Matcher } from "./match.ts";
import { compile } from "./pattern.ts";

/** Longer texts are not cut: it may take a look at every character for every character. */
const MAX_TEXT = 1_024;

export function trim(text: string, operator: string, pattern: string, flavor: Flavor): string {
  if (HOLE.test(pattern)) return ANY;
  const front = operator[0] === "#";
  const long = operator.length > 1;
  if (HOLE.test(text)) return trimHoles(text, front, long, pattern, flavor);
  const matcher = compile(pattern, flavor);
  if (matcher === undefined || text.length > MAX_TEXT) return ANY;
  const all = [...text];
  if (front) {
    const ends = matcher.ends(all, 0);
    const end = long ? ends.at(-1) : ends[0];
    return end === undefined ? text : all.slice(end).join("");
  }
  for (let i = 0; i <= all.length; i++) {
    const start = long ? i : all.length - i;
    if (matcher.ends(all, start).at(-1) === all.length - start) return all.slice(0, start).join("");
  }
  return text;
}

/** Trimming text that is not all known: exact where the known end is cut, else as far as it keeps its place. */
function trimHoles(text: string, front: boolean, long: boolean, pattern: string, flavor: Flavor): string {
  const literal = pattern.replaceAll(QUOTE, "");
  if (literal === "") return text;
  if (front && long && pattern === "*/") {
    const tail = text.slice(text.lastIndexOf("/") + 1);
    return tail.includes(ANY) ? ANY : tail === BELOW ? NAME : tail;
  }
  const first = text.search(HOLE);
  const tail = /[^\ud800-\ud804]*$/.exec(text)?.[0] ?? "";
  const edge = front ? text.slice(0, first) : tail;
  const plain = !/[*?[(]/.test(literal);
  if (!long || plain) {
    const left = trim(edge, front ? "#" : "%", pattern, flavor);
    if (left !== edge && left !== ANY)
      return front ? left + text.slice(first) : text.slice(0, text.length - tail.length) + left;
  }
  if (plain && edge.length >= literal.length) return text;
  return front ? ANY : cutInHole(text, first, long, pattern);
}

/** The cut is at the first hole or behind it, unless what the pattern begins with stands before. */
function cutInHole(text: string, first: number, long: boolean, pattern: string): string {
  const lead = /^(?:\ud805[\s\S]|[^*?[(])*/.exec(pattern)?.[0].replaceAll(QUOTE, "") ?? "";
  const before = text.slice(0, first);
  const found = lead === "" ? -1 : before.indexOf(lead);
  if (found >= 0)
    return long && pattern.endsWith("*") && pattern.length === lead.length + 1 ? text.slice(0, found) : ANY;
  for (let n = 1; n < lead.length; n++) if (before.endsWith(lead.slice(0, n))) return ANY;
  const hole = text[first];
  if (lead === "" || hole === ANY) return ANY;
  if (hole === BELOW) return before + BELOW;
  return /[/\ud800\ud802]/.test(text.slice(first + 1)) ? ANY : before + NAME;
}

/** `by` in place of what matches: the first that is found, as long as can be; every one for `//`. */
export function replace(text: string, operator: string, pattern: string, by: string, flavor: Flavor): string {
  if (HOLE.test(text) || HOLE.test(pattern)) return ANY;
  if (pattern === "" && flavor !== "plain") return emptyReplaced(text, operator, by);
  if (pattern === "") return operator === "/#" ? by + text : operator === "/%" ? text + by : text;
  const matcher = compile(pattern, flavor);
  if (matcher === undefined || text.length > MAX_TEXT || text.length * by.length > 1_048_576) return ANY;
  const all = [...text];
  const everywhere = operator.startsWith("//");
  let out = "";
  let at = 0;
  while (at <= all.length) {
    const ends = matcher.ends(all, at);
    const end = operator.endsWith("%") ? ends.find((n) => at + n === all.length) : ends.at(-1);
    if (end !== undefined && (end > 0 || !everywhere)) {
      out += by;
      at += end;
      if (!everywhere) break;
      continue;
    }
    if (operator.endsWith("#") || at === all.length) break;
    out += all[at++];
  }
  return out + all.slice(at).join("");
}

/** zsh finds nothing before everything. */
function emptyReplaced(text: string, operator: string, by: string): string {
  if (operator === "/%") return text + by;
  return operator === "//" && text !== "" ? [...text].map((c) => by + c).join("") : by + text;
}

export function slice(text: string, from: number, length: number): string {
  const all = [...text];
  const start = from < 0 ? all.length + from : from;
  if (start < 0) return "";
  return all.slice(start, length < 0 ? all.length + length : start + length).join("");
}

export function changeCase(text: string, operator: string, pattern: Matcher | undefined): string {
  const upper = operator.startsWith("^");
  const all = operator.length > 1;
  return [...text]
    .map((c, i) =>
      (all || i === 0) && (pattern === undefined || pattern.test(c)) ? (upper ? c.toUpperCase() : c.toLowerCase()) : c,
    )
    .join("");
}

/** As bash writes a word so that it can be read again; a text that takes `$'…'` is not spelled out. */
export function quoted(text: string): string {
  if (HOLE.test(text) || !/^[ -~]*$/.test(text)) return ANY;
  return `'${text.replaceAll("'", "'\\''")}'`;
}
