/** zsh's brace expansion, which reads fields whose parameters are expanded already: the rules of `hasbraces` and `xpandbraces` (zsh 5.9, Src/glob.c). */

import { ANY, HOLE, LIVE, NUMBER } from "../session/value.ts";
import { padded } from "./braces.ts";
import { unitsOf } from "./pattern.ts";

/** Words beyond this are not spelled out. */
const MAX_WORDS = 256;

const OPEN = `${LIVE}{`;
const CLOSE = `${LIVE}}`;
const COMMA = `${LIVE},`;

const RANGE = /^-?\d*\.\.-?\d*(?:\.\.-?\d*)?$/;

/** The fields that a field stands for; what is live in it no longer means anything is left marked. */
export function zshBraces(field: string): readonly string[] {
  if (![OPEN, CLOSE, COMMA].some((mark) => field.includes(mark))) return [field];
  const out: string[] = [];
  const todo = [unitsOf(field)];
  for (let next = todo.shift(); next !== undefined; next = todo.shift()) {
    if (!expands(next)) out.push(next.join(""));
    else todo.unshift(...expand(next));
    if (out.length + todo.length > MAX_WORDS) return [ANY];
  }
  return out;
}

/** Whether something expands; braces and commas before it that mean nothing lose their mark. */
function expands(units: string[]): boolean {
  let open = -1;
  let inner = -1;
  let comma = -1;
  const again = (end: number) => {
    i = comma >= 0 ? comma : end;
    if (inner >= 0 && inner < i) i = inner;
    open = inner = comma = -1;
  };
  let i = 0;
  for (;;) {
    const unit = units[i++];
    if (unit === undefined) {
      if (open >= 0) units[open] = "{";
      if (inner < 0 && comma < 0) return false;
      again(i);
    } else if (unit === OPEN && open < 0) {
      open = i - 1;
      const text = numeric(units, open);
      if (characters(units, open) || (RANGE.test(text) && /^\d|\d$/.test(text))) return true;
    } else if (unit === OPEN) {
      const end = skip(units, i - 1);
      if (end === undefined) {
        units[open] = units[i - 1] = "{";
        again(units.length);
      } else {
        if (inner < 0) inner = i - 1;
        i = end;
      }
    } else if (unit === CLOSE) {
      if (open < 0) units[i - 1] = "}";
      else if (comma >= 0) return true;
      else {
        units[open] = "{";
        units[i - 1] = "}";
        if (inner >= 0) i = inner;
        inner = open = -1;
      }
    } else if (unit === COMMA) {
      if (open < 0) units[i - 1] = ",";
      else if (comma < 0) comma = i - 1;
    }
  }
}

/** Where the text goes on behind the brace that closes the one at `open`. */
function skip(units: readonly string[], open: number): number | undefined {
  let depth = 0;
  for (let i = open; i < units.length; i++) {
    if (units[i] === OPEN) depth++;
    else if (units[i] === CLOSE && --depth === 0) return i + 1;
  }
  return undefined;
}

const plain = (unit: string | undefined) => (unit ?? "").replace(/^[\ud805\ud806]/, "");

/** The ends of `{a..z}`. */
function characters(units: readonly string[], open: number): readonly [string, string] | undefined {
  const [from, one, two, to, close] = units.slice(open + 1, open + 6);
  if (one !== "." || two !== "." || close !== CLOSE || from === OPEN || to === OPEN) return undefined;
  return HOLE.test(`${from}${to}`) ? undefined : [plain(from), plain(to)];
}

/** The text between the braces, what is not known in it being a number. */
function numeric(units: readonly string[], open: number): string {
  const end = units.indexOf(CLOSE, open);
  return units
    .slice(open + 1, Math.max(end, 0))
    .map((u) => (HOLE.test(u) ? "0" : u))
    .join("");
}

function expand(units: readonly string[]): string[][] {
  const open = units.indexOf(OPEN);
  const end = skip(units, open) ?? units.length;
  const before = units.slice(0, open);
  const behind = units.slice(end);
  const inner = units.slice(open + 1, end - 1);
  const around = (middle: readonly string[]) => [...before, ...middle, ...behind];
  const parts: string[][] = [[]];
  let depth = 0;
  for (const unit of inner) {
    if (unit === OPEN) depth++;
    else if (unit === CLOSE) depth--;
    if (unit === COMMA && depth === 0) parts.push([]);
    else parts.at(-1)?.push(unit);
  }
  const range = parts.length === 1 ? (letters(units, open) ?? numbers(inner.join(""))) : undefined;
  return range ? range.map((text) => around([text])) : parts.map(around);
}

function letters(units: readonly string[], open: number): string[] | undefined {
  const ends = characters(units, open)?.map((c) => c.codePointAt(0) ?? 0);
  if (ends === undefined) return undefined;
  const [from = 0, to = 0] = ends;
  if (Math.abs(from - to) > MAX_WORDS) return [ANY];
  const out: string[] = [];
  for (let c = Math.min(from, to); c <= Math.max(from, to); c++) out.push(String.fromCodePoint(c));
  return from > to ? out.reverse() : out;
}

/** `1..3`, `1..9..2`, `03..1`; padded to the width of the first that begins with a zero. */
function numbers(text: string): string[] | undefined {
  if (HOLE.test(text)) return [NUMBER];
  const m = /^(-?\d+)\.\.(-?\d+)(?:\.\.(-?\d+))?$/.exec(text);
  if (!m) return undefined;
  const [from, to, step] = [Number(m[1]), Number(m[2]), Number(m[3] ?? 1)];
  if (step === 0) return undefined;
  const by = Math.abs(step);
  if (Math.abs(to - from) / by >= MAX_WORDS) return [NUMBER];
  const width = m.slice(1).find((t) => t !== undefined && /^-?0/.test(t))?.length ?? 0;
  const last = from > to ? from : to - ((to - from) % by);
  const values: number[] = [];
  for (let n = last; n >= Math.min(from, to); n -= by) values.unshift(n);
  const down = from > to !== step < 0;
  return (down ? values.reverse() : values).map((n) => padded(n, width));
}
