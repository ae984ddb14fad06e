/** Brace expansion in bash: one word to several, before anything else is expanded. */

import { ANY, NUMBER } from "../session/value.ts";
import type { Part, Word } from "../syntax/tree.ts";

/** Words beyond this are not spelled out: `{1..1000000000}` is one word with an unknown number. */
const MAX_WORDS = 256;

type Atom = { readonly char: string } | { readonly part: Part };

/** The words that a word stands for; itself when it holds no brace expression. */
export function braces(word: Word): readonly Word[] {
  if (!word.parts.some((p) => p.kind === "literal" && !p.quoted && p.text.includes("{"))) return [word];
  const atoms: Atom[] = word.parts.flatMap((part): Atom[] =>
    part.kind === "literal" && !part.quoted ? [...part.text].map((char) => ({ char })) : [{ part }],
  );
  const out = expand(atoms);
  return out.map((a) => toWord(a, word));
}

function toWord(atoms: readonly Atom[], word: Word): Word {
  const parts: Part[] = [];
  let text = "";
  const flush = () => {
    if (text !== "") parts.push({ kind: "literal", text, quoted: false });
    text = "";
  };
  for (const a of atoms)
    if ("char" in a) text += a.char;
    else {
      flush();
      parts.push(a.part);
    }
  flush();
  extendNames(parts);
  return { kind: "word", parts, span: word.span };
}

/** bash looks for braces in the text: in `$v{a,b}` the names are `va` and `vb`. */
function extendNames(parts: Part[]): void {
  for (const [i, part] of parts.entries()) {
    const next = parts[i + 1];
    const text = part.kind === "literal" && !part.quoted ? part.text : "";
    if (/\$[\w{(@*#?!$-]/.test(text) || (text.endsWith("$") && next !== undefined)) {
      parts.splice(0, parts.length, { kind: "literal", text: ANY, quoted: true });
      return;
    }
    if (part.kind !== "parameter" || next?.kind !== "literal" || next.quoted) continue;
    const width = part.span.end - part.span.start;
    if (width !== part.name.length + 1 || !/^[A-Za-z_]/.test(part.name)) continue;
    const more = /^\w+/.exec(next.text)?.[0];
    if (more === undefined) continue;
    parts[i] = { ...part, name: part.name + more };
    const rest = next.text.slice(more.length);
    parts.splice(i + 1, 1, ...(rest === "" ? [] : [{ ...next, text: rest }]));
  }
}

const charOf = (a: Atom | undefined): string => (a !== undefined && "char" in a ? a.char : "");

function expand(atoms: readonly Atom[]): Atom[][] {
  for (let open = 0; open < atoms.length; open++) {
    if (charOf(atoms[open]) !== "{" || (open > 0 && dollar(atoms[open - 1]))) continue;
    const close = matching(atoms, open);
    if (close === undefined) continue;
    const choices = choose(atoms.slice(open + 1, close));
    if (choices === undefined) continue;
    const before = atoms.slice(0, open);
    const tails = expand(atoms.slice(close + 1));
    const out: Atom[][] = [];
    for (const c of choices)
      for (const t of tails) {
        if (out.length >= MAX_WORDS) return out;
        out.push([...before, ...c, ...t]);
      }
    return out;
  }
  return [[...atoms]];
}

const dollar = (a: Atom | undefined) => charOf(a) === "$";

/** Where the brace at `open` closes: only behind a comma or dots of its own does a brace close it (`{}` is text). */
function matching(atoms: readonly Atom[], open: number): number | undefined {
  if (charOf(atoms[open + 1]) === "}" && open === 0) return undefined;
  let depth = 0;
  let parted = false;
  for (let i = open + 1; i < atoms.length; i++) {
    const c = charOf(atoms[i]);
    if (c === "{") depth++;
    else if (c === "}" && depth > 0) depth--;
    else if (c === "}" && parted) return i;
    else if (depth === 0 && (c === "," || (c === "." && charOf(atoms[i + 1]) === "."))) parted = true;
  }
  return undefined;
}

const hasComma = (part: Part): boolean =>
  part.kind === "double"
    ? part.parts.some((p) => p.kind === "literal" && p.text.includes(","))
    : part.kind === "literal" && /,./.test(part.text);

function choose(inner: readonly Atom[]): Atom[][] | undefined {
  const parts: Atom[][] = [[]];
  let depth = 0;
  for (const a of inner) {
    const c = charOf(a);
    if (c === "{") depth++;
    else if (c === "}" && depth > 0) depth--;
    if (c === "," && depth === 0) parts.push([]);
    else (parts[parts.length - 1] as Atom[]).push(a);
  }
  if (parts.length > 1) return parts.flatMap((p) => expand(p));
  // bash takes the braces away where a comma stands deeper inside or between quotes (measured: bash 5.2)
  const deeper = inner.some((a) => ("part" in a ? hasComma(a.part) : a.char === ","));
  return sequence(inner) ?? (deeper ? expand(inner) : undefined);
}

const literal = (text: string): Atom[] => [...text].map((char) => ({ char }));

/** As printf's `%0*d`. */
export function padded(n: number, width: number): string {
  const sign = n < 0 ? "-" : "";
  return sign + String(Math.abs(n)).padStart(width - sign.length, "0");
}

function sequence(inner: readonly Atom[]): Atom[][] | undefined {
  if (!inner.every((a) => "char" in a)) return undefined;
  const m = /^(?:(-?\d+)\.\.(-?\d+)|([A-Za-z])\.\.([A-Za-z]))(?:\.\.(-?\d+))?$/.exec(inner.map(charOf).join(""));
  if (!m) return undefined;
  const letters = m[3] !== undefined;
  const from = letters ? (m[3] as string).charCodeAt(0) : Number(m[1]);
  const to = letters ? (m[4] as string).charCodeAt(0) : Number(m[2]);
  const step = Math.max(1, Math.abs(Number(m[5] ?? 1)));
  if (Math.abs(to - from) / step >= MAX_WORDS) return [[{ part: { kind: "literal", text: NUMBER, quoted: true } }]];
  const width = [m[1], m[2]].some((t) => t !== undefined && /^-?0\d/.test(t))
    ? Math.max((m[1] as string).length, (m[2] as string).length)
    : 0;
  const out: Atom[][] = [];
  for (let n = from; from <= to ? n <= to : n >= to; n += from <= to ? step : -step)
    out.push(literal(letters ? String.fromCharCode(n) : padded(n, width)));
  return out;
}
