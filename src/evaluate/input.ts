/** Builtins that take words from input: `read`, `mapfile`. */

import { ANY, either, HOLE, known, nothing, OUTSIDE, textOf, unknown, type Value } from "../session/value.ts";
import { assignName } from "./assign.ts";
import type { Call } from "./builtins.ts";
import { subscript } from "./conditional.ts";
import { type Evaluation, giveUp } from "./context.ts";
import { advance, read as readDescriptor } from "./descriptors.ts";
import { assignElement, scalarOf } from "./elements.ts";
import { lookupText } from "./names.ts";
import { after, bad, failing, misused, type Outcome, ok } from "./outcome.ts";
import { runText } from "./run.ts";
import { fork, type State } from "./state.ts";
import type { Options } from "./zsh-builtins.ts";

interface ReadFlags {
  readonly fd: number;
  readonly raw: boolean;
  readonly delimiter: string;
  readonly array: string | undefined;
  readonly names: readonly string[];
  /** A number of characters, or the terminal: what it gets is not followed. */
  readonly count: boolean;
  /** An option or name that is none: nothing is read. */
  readonly wrong: boolean;
  /** A later name that is none: those before it are assigned, and it takes its share. */
  readonly half: boolean;
}

interface Letters {
  readonly plain: string;
  /** Those with a value. */
  readonly valued: string;
}

/** Options of `read` in bash and in sh, and of bash's `mapfile`. */
const BASH: Letters = { plain: "ers", valued: "adinNptu" };
const SH: Letters = { plain: "r", valued: "p" };
const MAPFILE: Letters = { plain: "t", valued: "dnOsuCc" };

/** The options in front: what was given, how many words they are, and whether one is none. */
function lettersOf(args: readonly string[], { plain, valued }: Letters) {
  const found = new Map<string, string>();
  let wrong = false;
  let i = 0;
  for (; i < args.length; i++) {
    const a = args[i] as string;
    if (a === "--") {
      i++;
      break;
    }
    if (!a.startsWith("-") || a.length < 2) break;
    for (let k = 1; k < a.length; k++) {
      const c = a[k] as string;
      if (valued.includes(c)) {
        found.set(c, (k + 1 < a.length ? a.slice(k + 1) : args[++i]) ?? "");
        break;
      }
      if (plain.includes(c)) found.set(c, "");
      else wrong = true;
    }
  }
  return { found, length: i, wrong };
}

const isName = (n: string) => /^[A-Za-z_]\w*(?:\[[\s\S]*\])?$/.test(n) || HOLE.test(n);

function zshReadFlags({ on, values, length }: Options, args: readonly string[]): ReadFlags {
  const names = args.slice(length).map((n, i) => (i === 0 ? n.replace(/\?[\s\S]*$/, "") : n));
  if (names[0] === "" && args[length] !== "") names.shift();
  const delimiter = values.get("d");
  const fd = values.get("u") ?? "0";
  return {
    fd: on.has("p") || HOLE.test(fd) ? -1 : Number(fd),
    raw: on.has("r"),
    delimiter: delimiter === undefined ? "\n" : delimiter === "" ? "\0" : delimiter.slice(0, 1),
    array: on.has("A") ? (names[0] ?? "reply") : undefined,
    names,
    half: names.some((n) => !isName(n) && !/^\d+$/.test(n)),
    count: [..."nkqzeEt"].some((c) => on.has(c)),
    wrong: on.has("c") || on.has("l") || (!/^\d+$/.test(fd) && !HOLE.test(fd)) || (on.has("A") && names.length > 1),
  };
}

function readFlags(s: State, { args, options: given }: Call): ReadFlags {
  if (given !== undefined) return zshReadFlags(given, args);
  const { found, length, wrong } = lettersOf(args, s.dialect === "bash" ? BASH : SH);
  const names = args.slice(length).map((n) => n.replace(/\?[\s\S]*$/, ""));
  const fd = Number.parseInt(found.get("u") ?? "0", 10);
  const delimiter = found.get("d");
  const last = names.findIndex((n) => !isName(n));
  return {
    fd,
    raw: found.has("r"),
    delimiter: delimiter === undefined ? "\n" : delimiter === "" ? "\0" : delimiter.slice(0, 1),
    array: s.dialect === "bash" ? found.get("a") : undefined,
    names: last < 0 ? names : names.slice(0, last),
    half: last >= 0,
    count: [..."nNit"].some((c) => found.has(c)),
    wrong: wrong || last === 0 || (s.dialect === "bash" && !isSound(found)),
  };
}

/** bash takes nothing for a number that is none. */
function isSound(found: ReadonlyMap<string, string>): boolean {
  const number = (flag: string, form: RegExp) => HOLE.test(found.get(flag) ?? "") || form.test(found.get(flag) ?? "0");
  return (
    number("u", /^\s*\+?\d+\s*$/) &&
    number("n", /^\s*\+?\d+\s*$/) &&
    number("N", /^\s*\+?\d+\s*$/) &&
    number("t", /^\d*\.?\d*$/)
  );
}

export function read(e: Evaluation, s: State, call: Call): Outcome {
  const f = readFlags(s, call);
  if (f.wrong) return misused(s);
  const from = s.descriptors.get(f.fd);
  // it may not be open
  const before = from?.kind === "data" && from.value.unset ? fork(s) : undefined;
  if (before && from?.kind === "data") advance(s, f.fd, { ...from, value: { ...from.value, unset: false } });
  const read = readNames(e, s, f);
  const done = before === undefined ? read : failing(read, [before]);
  // zsh takes a name that is none for the end of the line
  if (f.half && s.dialect === "zsh") giveUp(e, after(done));
  return f.half ? bad(after(done)) : done;
}

function readNames(e: Evaluation, s: State, f: ReadFlags): Outcome {
  const d = s.descriptors.get(f.fd);
  const data = f.fd < 0 ? unknown() : readDescriptor(e, s, d);
  const text = data === undefined || f.count ? undefined : textOf(data);
  const taint = (data?.taint ?? 0) | (text === undefined ? OUTSIDE : 0);
  const names = f.names.length > 0 ? f.names : [s.dialect === "sh" ? "" : "REPLY"];
  for (const n of [...names, f.array ?? ""]) subscript(e, s, known(n));
  if (text === undefined && data && !f.count && f.array === undefined && data.texts.every((t) => !HOLE.test(t)))
    return readEither(e, s, f, names, data);
  if (text === undefined || names.some((n) => HOLE.test(n))) return readUnknown(e, s, f, names, data, taint);
  if (text === "") {
    const none = new Map(s.dialect === "zsh" ? [["0", known("")]] : []);
    if (f.array !== undefined) assignName(e, s, f.array, known(""), { elements: none });
    else for (const n of names) put(e, s, n, known(""));
    return bad(s);
  }
  const { line, rest, ended } = cut(text, f);
  advance(s, f.fd, { kind: "data", value: known(rest, data?.taint ?? 0) });
  const ifs = lookupText(s, "IFS") ?? " \t\n";
  if (f.array !== undefined) {
    const fields = splitFields(s, line, ifs, Number.POSITIVE_INFINITY);
    // zsh makes one of nothing, and of what stands behind the last blank
    const last = line.at(-1);
    const behind = last !== undefined && !last.escaped && /[ \t]/.test(last.char) && ifs.includes(last.char);
    if ((fields.length === 0 || behind) && s.dialect === "zsh") fields.push("");
    const elements = new Map(fields.map((v, i) => [String(i), known(v, taint)]));
    assignName(e, s, f.array, scalarOf(s, elements), { elements });
  } else {
    const fields = shares(s, f, line, ifs);
    // bash stops at a name that is readonly
    for (const [i, n] of names.entries())
      if (!put(e, s, n, known(fields[i] ?? "", taint)) && s.dialect === "bash") return bad(s);
  }
  return ended ? ok(s) : bad(s);
}

/** One of several inputs. */
function readEither(e: Evaluation, s: State, f: ReadFlags, names: readonly string[], data: Value): Outcome {
  const ifs = lookupText(s, "IFS") ?? " \t\n";
  const cuts = [...data.texts, ...(data.unset ? [""] : [])].map((t) => cut(t, f));
  const fields = cuts.map((c) => shares(s, f, c.line, ifs));
  for (const [i, n] of names.entries())
    put(
      e,
      s,
      n,
      fields.map((x) => known(x[i] ?? "", data.taint)).reduce((a, b) => either(a, b)),
    );
  advance(s, f.fd, {
    kind: "data",
    value: cuts.map((c) => known(c.rest, data.taint)).reduce((a, b) => either(a, b)),
  });
  const ended = cuts.some((c) => c.ended);
  return { yes: ended ? s : undefined, no: cuts.every((c) => c.ended) ? undefined : ended ? fork(s) : s };
}

/** Input that is not known, or of which not all is: any of its lines, and then none. */
function readUnknown(
  e: Evaluation,
  s: State,
  f: ReadFlags,
  names: readonly string[],
  data: Value | undefined,
  taint: number,
): Outcome {
  const oneLine = !f.count && data?.texts.every((t) => !t.includes("\n")) && data.texts[0] !== ANY;
  // without a terminal zsh gives the name nothing
  const value = f.count
    ? { ...unknown(taint), unset: s.dialect === "zsh" }
    : oneLine && data
      ? either(data, trimmed(data))
      : either(linesOf(data, taint), trimmed(linesOf(data, taint)));
  if (f.array !== undefined) assignName(e, s, f.array, value, { elements: new Map([["0", unknown(taint)]]) });
  else
    for (const n of names)
      put(e, s, n, names.length === 1 ? either(value, known("")) : { ...unknown(taint), unset: value.unset });
  if (data !== undefined) advance(s, f.fd, { kind: "data", value: isAlike(data) && oneLine ? data : unknown(taint) });
  const none = fork(s);
  none.status = 1;
  s.status = 0;
  return { yes: s, no: none };
}

/** Blanks at the ends of a line do not count. */
const trimmed = (v: Value): Value => ({ ...v, texts: v.texts.map((t) => t.replace(/^[ \t\n]+|[ \t\n]+$/g, "")) });

/** What stands for many lines of one kind, as names of files do: the next line is like this one, or there is none. */
function isAlike(data: Value): boolean {
  const lines = data.texts.filter((t) => t !== "");
  return lines.length > 0 && lines.every((t) => HOLE.test(t) && !t.includes(ANY) && !t.includes("\n"));
}

function put(e: Evaluation, s: State, name: string, value: Value): boolean {
  const [base = "", index] = name.split(/\[([\s\S]*)\]$/);
  const fine = index === undefined ? assignName(e, s, name, value, {}) : assignElement(e, s, base, index, value, {});
  if (!fine && s.dialect === "zsh") giveUp(e, s);
  return fine;
}

interface Char {
  readonly char: string;
  /** A backslash stood before it. */
  readonly escaped: boolean;
}

const textOfChars = (chars: readonly Char[]): string => chars.map((c) => c.char).join("");

/** One line of input; without -r a backslash takes the meaning from what follows, and joins lines. */
function cut(text: string, f: ReadFlags): { line: Char[]; rest: string; ended: boolean } {
  const line: Char[] = [];
  for (let i = 0; i < text.length; i++) {
    const c = text[i] as string;
    if (c === "\\" && !f.raw) {
      i++;
      if (text[i] !== "\n" && i < text.length) line.push({ char: text[i] as string, escaped: true });
    } else if (c === f.delimiter) return { line, rest: text.slice(i + 1), ended: true };
    else line.push({ char: c, escaped: false });
  }
  return { line, rest: "", ended: false };
}

/** What each name gets of a line; without names bash and sh take it whole. */
function shares(s: State, f: ReadFlags, line: readonly Char[], ifs: string): string[] {
  if (s.dialect === "zsh") return splitFields(s, line, ifs, Math.max(f.names.length, 1));
  if (f.names.length === 0) return [textOfChars(line)];
  return splitFields(s, line, ifs, f.names.length + (f.half ? 1 : 0));
}

/** Fields as `read` gives them to its names: the last gets the rest, in zsh with the separators at its end. */
function splitFields(s: State, line: readonly Char[], ifs: string, limit: number): string[] {
  const separates = (c: Char | undefined) => c !== undefined && !c.escaped && ifs.includes(c.char);
  const blank = (c: Char | undefined) => separates(c) && /[ \t\n]/.test(c?.char ?? "");
  const out: string[] = [];
  let i = 0;
  const skip = () => {
    while (blank(line[i])) i++;
  };
  skip();
  while (i < line.length && out.length < limit) {
    const start = i;
    while (i < line.length && !separates(line[i])) i++;
    const end = i;
    skip();
    const delimited = i < line.length && separates(line[i]);
    if (out.length === limit - 1 && (i < line.length || s.dialect === "zsh")) {
      // the last name: a single separator at the very end goes as well
      let last = line.length;
      while (last > start && blank(line[last - 1])) last--;
      const only = s.dialect !== "zsh" && delimited && line.slice(i + 1).every(blank);
      out.push(textOfChars(line.slice(start, only ? end : last)));
      return out;
    }
    out.push(textOfChars(line.slice(start, end)));
    if (delimited) {
      i++;
      skip();
      if (s.dialect === "zsh" && i >= line.length) out.push("");
    }
  }
  return out;
}

/** One of the lines of data that is not wholly known. */
function linesOf(data: Value | undefined, taint: number): Value {
  if (data === undefined || data.texts.length === 0) return unknown(taint);
  const lines = data.texts.flatMap((t) => t.split("\n")).filter((l) => l !== "");
  return lines.length === 0 || lines.length > 16
    ? unknown(taint)
    : lines.map((l) => known(l, taint)).reduce((a, b) => either(a, b));
}

/** Lines to an array: those that are known, or something. */
export function mapfile(e: Evaluation, s: State, call: Call): Outcome {
  const { found, length, wrong } = lettersOf(call.args, MAPFILE);
  if (wrong) return bad(s);
  const name = call.args[length] ?? "MAPFILE";
  if (!/^[A-Za-z_]\w*$/.test(name) && !HOLE.test(name)) return bad(s);
  if (["c", "n", "O", "s", "u"].some((c) => !/^\d+$/.test(found.get(c) ?? "0") && !HOLE.test(found.get(c) ?? "")))
    return bad(s);
  const callback = found.get("C");
  if (callback !== undefined) {
    e.host.code(e.place, known(callback, OUTSIDE), "mapfile's callback");
    if (!HOLE.test(callback)) runText(e, fork(s), `${callback} 0 ''`, "mapfile's callback");
  }
  const fd = Number(found.get("u") ?? "0");
  const data = readDescriptor(e, s, s.descriptors.get(fd));
  const text = data && textOf(data);
  const taint = data?.taint ?? OUTSIDE;
  const plain = [..."dnOsC"].every((c) => !found.has(c));
  if (text === undefined || !plain) {
    const some = data !== undefined && found.has("t") && plain && isAlike(data) ? data : unknown(taint);
    const fine = assignName(e, s, name, { ...some, unset: true }, { elements: new Map([["0", some]]) });
    return fine ? ok(s) : bad(s);
  }
  const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  const ended = text.endsWith("\n");
  const values = lines.map((l, k) => known(found.has("t") || (k === lines.length - 1 && !ended) ? l : `${l}\n`, taint));
  advance(s, fd, { kind: "data", value: known("") });
  const elements = new Map(values.map((v, k) => [String(k), v]));
  return assignName(e, s, name, values[0] ?? nothing, { elements }) ? ok(s) : bad(s);
}
