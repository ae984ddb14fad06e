/** Word expansion in the shell's own order: braces, tilde, parameters, commands, arithmetic, splitting, patterns. */

import {
  ANY,
  concat,
  HOLE,
  known,
  MAX_ALTERNATIVES,
  NAME,
  NUMBER,
  textOf,
  unknown,
  type Value,
} from "../session/value.ts";
import { readWord } from "../syntax/read.ts";
import type { Part, Word } from "../syntax/tree.ts";
import { arithmetic } from "./arithmetic.ts";
import { braces } from "./braces.ts";
import { type Evaluation, placeOf, step } from "./context.ts";
import { type Expanded, names, parameter, valueOfName } from "./parameter.ts";
import { compile, globHoles, hasGlob, quote, unquote } from "./pattern.ts";
import type { State } from "./state.ts";
import { runSubstitution } from "./substitute.ts";

/** One possible outcome of expanding words: the fields and where their data came from. */
export interface Fields {
  readonly words: readonly string[];
  readonly taints: readonly number[];
}

/** Fields under construction; `current` is undefined when no field has begun. */
interface Partial {
  readonly words: readonly string[];
  readonly taints: readonly number[];
  readonly current: string | undefined;
  readonly taint: number;
}

const EMPTY: Partial = { words: [], taints: [], current: undefined, taint: 0 };

interface Mode {
  /** Inside double quotes, an assignment, a case word: one field, no patterns. */
  readonly single: boolean;
  /** Keep pattern characters apart from quoted ones: the result is a pattern. */
  readonly pattern: boolean;
  /** Tilde also after `:` and `=`. */
  readonly assignment: boolean;
}

const FIELDS: Mode = { single: false, pattern: false, assignment: false };
const SINGLE: Mode = { single: true, pattern: false, assignment: true };
const PATTERN: Mode = { single: true, pattern: true, assignment: false };

/** Every argv that the words can become, at most `MAX_ALTERNATIVES`. */
export function expandWords(e: Evaluation, s: State, words: readonly Word[], declaration = false): Fields[] {
  let out: { words: string[]; taints: number[] }[] = [{ words: [], taints: [] }];
  for (const word of words) {
    const pieces = s.dialect === "sh" ? [word] : braces(word);
    for (const piece of pieces) {
      const first = out.some((o) => o.words.length === 0);
      const alternatives = expandFields(e, s, piece, declaration, first);
      if (alternatives.length !== 1 && out.length * alternatives.length <= MAX_ALTERNATIVES) {
        out = out.flatMap((o) =>
          alternatives.map((a) => ({ words: [...o.words, ...a.words], taints: [...o.taints, ...a.taints] })),
        );
        continue;
      }
      const taint = alternatives.reduce((t, a) => a.taints.reduce((x, y) => x | y, t), 0);
      const one = alternatives.length === 1 ? (alternatives[0] as Fields) : { words: [ANY], taints: [taint] };
      for (const o of out) {
        for (const w of one.words) o.words.push(w);
        for (const t of one.taints) o.taints.push(t);
      }
    }
    if (!step(e)) break;
  }
  return out;
}

/** The fields of one word after brace expansion. */
function expandFields(e: Evaluation, s: State, word: Word, declaration: boolean, first: boolean): Fields[] {
  const only = word.parts.length === 1 ? word.parts[0] : undefined;
  if (only?.kind === "literal" && (only.quoted || !/[~*?[=({^#]/.test(only.text)))
    return [{ words: [only.text], taints: [0] }];
  const assignment = /^[A-Za-z_]\w*\+?=/.test(firstLiteral(word));
  const single = declaration && assignment && s.dialect !== "sh";
  const partials = expandParts(e, s, word.parts, {
    ...FIELDS,
    assignment: assignment && (declaration || s.dialect === "bash"),
    single,
  });
  const named = first && partials.length === 1 ? programs(e, partials[0]?.current ?? "") : undefined;
  if (named !== undefined && named.length > 0) return named.map((n) => ({ words: [n], taints: [0] }));
  return partials.map((p) => {
    const words = p.current === undefined ? p.words : [...p.words, p.current];
    const taints = p.current === undefined ? p.taints : [...p.taints, p.taint];
    return { words: words.map((w) => finish(e, s, w, single)), taints };
  });
}

/** The programs a pattern in command position stands for: `/bin/r[m]`. */
function programs(e: Evaluation, field: string): string[] | undefined {
  const cut = field.lastIndexOf("/");
  const directory = unquote(field.slice(0, cut + 1));
  if (cut < 0 || !hasGlob(field) || !directory.startsWith("/") || hasGlob(field.slice(0, cut))) return undefined;
  const pattern = compile(field.slice(cut + 1), true);
  const names = e.host
    .list(directory)
    ?.filter((n) => pattern?.test(n))
    .slice(0, 8);
  return names?.map((n) => directory + n);
}

function finish(e: Evaluation, s: State, field: string, single: boolean): string {
  if (single || !hasGlob(field) || s.options.has("noglob")) return unquote(field);
  if (s.dialect === "zsh") qualifiers(e, s, field);
  // `name=*` matches nothing as a rule, and then stays as it is
  const option = /^-{0,2}[\w.-]+=/.exec(field)?.[0];
  if (option !== undefined && s.dialect !== "zsh") {
    const here = s.cwd.texts.length === 1 ? e.host.list(s.cwd.texts[0] ?? "") : undefined;
    if (here !== undefined && !here.some((n) => n.startsWith(option))) return unquote(field);
  }
  return globHoles(field);
}

/** zsh glob qualifiers `*(e:'code':)` and `*(+cmd)` run code. */
function qualifiers(e: Evaluation, s: State, field: string): void {
  const m = /\((?:[^()]*[^()\w])?(?:e(.)([\s\S]*?)\1|\+([\w-]+))[^()]*\)$/.exec(unquote(field));
  if (m) e.host.code(e.place, known(m[2] ?? m[3] ?? ""), "a glob qualifier");
  if (m) runSubstitution.text(e, s, m[2] ?? m[3] ?? "", "glob qualifier");
}

const firstLiteral = (word: Word): string => {
  const p = word.parts[0];
  return p?.kind === "literal" && !p.quoted ? p.text : "";
};

/** One value: no splitting, no patterns. With `pattern`, quoted characters stay marked. */
export function expandValue(e: Evaluation, s: State, word: Word, pattern = false): Value {
  const only = word.parts.length === 1 ? word.parts[0] : undefined;
  if (only?.kind === "literal" && (only.quoted || !/[~=]/.test(only.text)))
    return known(pattern && only.quoted ? quote(only.text) : only.text);
  const partials = expandParts(e, s, word.parts, pattern ? PATTERN : SINGLE);
  const texts = new Set<string>();
  let taint = 0;
  for (const p of partials) {
    const text = [...p.words, ...(p.current === undefined ? [] : [p.current])].join(" ");
    texts.add(pattern ? text : unquote(text));
    taint |= p.taints.reduce((a, b) => a | b, p.taint);
  }
  return { texts: [...texts], unset: false, taint };
}

/** Text read again as in double quotes: subscripts, prompts, arithmetic. */
export function expandText(e: Evaluation, s: State, text: string): Value {
  if (!/[$`\\]/.test(text)) return known(text);
  if (!step(e, 1 + text.length / 256)) return unknown();
  if (HOLE.test(text)) {
    // what is known of it still runs
    const read = readWord(text.replace(new RegExp(HOLE, "gu"), "0"), s.dialect);
    if (read) expandNested(e, s, read, text);
    return unknown();
  }
  const word = readWord(text, s.dialect);
  if (word === undefined) {
    e.host.opaque(e.place, "text that is expanded as a command and cannot be read");
    return unknown();
  }
  return expandNested(e, s, word, text);
}

function expandNested(e: Evaluation, s: State, word: Word, text: string): Value {
  const saved = { text: e.text, nested: e.nested };
  e.text = text;
  e.nested = true;
  try {
    return expandValue(e, s, word);
  } finally {
    e.text = saved.text;
    e.nested = saved.nested;
  }
}

function expandParts(e: Evaluation, s: State, parts: readonly Part[], mode: Mode): Partial[] {
  let out: Partial[] = [EMPTY];
  parts.forEach((part, i) => {
    out = expandPart(e, s, part, i === 0, parts[i + 1], mode, out);
  });
  return out;
}

function add(partials: readonly Partial[], texts: readonly string[], taint: number): Partial[] {
  if (texts.length === 1)
    return partials.map((p) => ({ ...p, current: (p.current ?? "") + (texts[0] as string), taint: p.taint | taint }));
  if (partials.length * texts.length > MAX_ALTERNATIVES)
    return [{ words: [], taints: [], current: ANY, taint: partials.reduce((t, p) => t | p.taint, taint) }];
  return partials.flatMap((p) => texts.map((t) => ({ ...p, current: (p.current ?? "") + t, taint: p.taint | taint })));
}

function expandPart(
  e: Evaluation,
  s: State,
  part: Part,
  first: boolean,
  next: Part | undefined,
  mode: Mode,
  out: Partial[],
): Partial[] {
  switch (part.kind) {
    case "literal":
      if (part.quoted) return add(out, [quote(part.text)], 0);
      return unquoted(e, s, part.text, first, next, mode, out);
    case "double": {
      let inner = out.map((p) => ({ ...p, current: p.current ?? "" }) as Partial);
      const lone = part.parts.length === 1 ? part.parts[0] : undefined;
      for (const p of part.parts) {
        const x = p.kind === "parameter" ? parameter(e, s, p) : undefined;
        if (x?.kind === "many" && !x.star && !mode.single) {
          if (x.values.length === 0 && lone) return out;
          inner = inner.flatMap((q) => fields(q, x.values));
        } else inner = addValue(inner, x === undefined ? valueOfPart(e, s, p) : collapse(x), true);
      }
      return inner;
    }
    case "parameter": {
      const x = parameter(e, s, part);
      if (mode.single) return addValue(out, collapse(x), !mode.pattern);
      if (x.kind === "many") return x.values.length === 0 ? out : out.flatMap((p) => fields(p, x.values));
      return split(s, out, x.value, part.flags);
    }
    case "command":
    case "arithmetic": {
      const v = valueOfPart(e, s, part);
      return mode.single ? addValue(out, v, !mode.pattern) : split(s, out, v, part.kind === "command" ? "=" : "");
    }
    case "process":
    case "opaque":
      return addValue(out, valueOfPart(e, s, part), true);
    case "extglob": {
      const inner = part.alternatives.map((w) => expandValue(e, s, w, true).texts[0] ?? ANY);
      if (mode.pattern) return add(out, [`${part.operator}(${inner.join("|")})`], 0);
      return add(out, [NAME], 0);
    }
    default: {
      const never: never = part;
      return never;
    }
  }
}

function collapse(x: Expanded): Value {
  if (x.kind === "one")
    return x.value.unset
      ? { ...x.value, texts: x.value.texts.includes("") ? x.value.texts : [...x.value.texts, ""], unset: false }
      : x.value;
  return x.values.reduce<Value>((a, b, i) => (i === 0 ? b : concat(concat(a, known(" ")), b)), known(""));
}

/** Value of a part that is not a parameter. */
function valueOfPart(e: Evaluation, s: State, part: Part): Value {
  switch (part.kind) {
    case "literal":
      return known(part.text);
    case "parameter":
      return collapse(parameter(e, s, part));
    case "double":
      return part.parts.map((p) => valueOfPart(e, s, p)).reduce(concat, known(""));
    case "command":
      return runSubstitution.command(e, s, part.body, part.inline);
    case "process":
      return runSubstitution.process(e, s, part.body, part.direction);
    case "arithmetic": {
      const text = expandValue(e, s, part.text);
      const result = text.texts.map((t) => arithmetic(t, names(e, s)));
      return result.length === 1 && result[0] !== undefined ? known(String(result[0])) : known(NUMBER);
    }
    case "opaque":
      e.host.opaque(placeOf(e, part.span), part.reason);
      return unknown();
    case "extglob":
      return known(NAME);
    default: {
      const never: never = part;
      return never;
    }
  }
}

function addValue(out: readonly Partial[], v: Value, quoted: boolean): Partial[] {
  const texts = v.unset && !v.texts.includes("") ? [...v.texts, ""] : v.texts;
  return add(out, quoted ? texts.map(quote) : texts, v.taint);
}

/** `"a$@b"`: the first element joins what stands before, the last what follows. */
function fields(p: Partial, values: readonly Value[]): Partial[] {
  let out: Partial[] = [p];
  values.forEach((v, i) => {
    if (i > 0)
      out = out.map((q) => ({
        words: [...q.words, q.current ?? ""],
        taints: [...q.taints, q.taint],
        current: undefined,
        taint: 0,
      }));
    out = addValue(out, v, true);
  });
  return out;
}

/** An unquoted expansion: split at IFS in bash and sh; empty results vanish. */
function split(s: State, out: readonly Partial[], v: Value, flags: string): Partial[] {
  const texts = v.unset && !v.texts.includes("") ? [...v.texts, ""] : v.texts;
  const splits = s.dialect !== "zsh" || flags.includes("=") || s.options.has("shwordsplit");
  const globs = s.dialect !== "zsh" || flags.includes("~");
  const ifs = ifsOf(s);
  if (out.length * texts.length > MAX_ALTERNATIVES) return add(out, [ANY], v.taint);
  return out.flatMap((p) => texts.map((t) => splitOne(p, globs ? t : quote(t), splits ? ifs : "", v.taint)));
}

function ifsOf(s: State): string {
  const frame = s.globals.get("IFS");
  const v = frame === undefined ? s.session.variables.get("IFS") : frame;
  return v ? (textOf(v.value) ?? " \t\n") : " \t\n";
}

function splitOne(p: Partial, text: string, ifs: string, taint: number): Partial {
  if (text === "") return p;
  if (ifs === "" || ![...ifs].some((c) => text.includes(c)))
    return { ...p, current: (p.current ?? "") + text, taint: p.taint | taint };
  const words = [...p.words];
  const taints = [...p.taints];
  let current = p.current;
  let any = p.taint;
  let wasSpace = true;
  for (const c of text) {
    if (!ifs.includes(c)) {
      current = (current ?? "") + c;
      any |= taint;
      wasSpace = false;
      continue;
    }
    const space = /[ \t\n]/.test(c);
    if (current !== undefined || (!space && !wasSpace)) {
      words.push(current ?? "");
      taints.push(any | taint);
    }
    current = undefined;
    any = 0;
    wasSpace = space;
  }
  return { words, taints, current, taint: any };
}

/** Unquoted literal text: tilde at the start (and after `:` and `=` in assignments), zsh `=cmd`. */
function unquoted(
  e: Evaluation,
  s: State,
  text: string,
  first: boolean,
  next: Part | undefined,
  mode: Mode,
  out: Partial[],
): Partial[] {
  let rest = text;
  let now = out;
  const head = /^([A-Za-z_]\w*\+?=)([\s\S]*)$/.exec(rest);
  if (first && mode.assignment && !mode.single && head) {
    now = add(now, [head[1] as string], 0);
    rest = head[2] as string;
  } else if (first && mode.single && mode.assignment && head && text !== "") {
    // a declaration operand NAME=VALUE
    now = add(now, [head[1] as string], 0);
    rest = head[2] as string;
  } else if (!first && !(mode.assignment && /:~/.test(rest)))
    return add(now, [mode.single && !mode.pattern ? quote(rest) : rest], 0);
  if (s.dialect === "zsh" && /^=[\w.-]+$/.test(rest) && next === undefined && (first || head)) {
    const found = which(e, s, rest.slice(1));
    // a program that cannot be found is an error there; its name still says what is meant
    return add(now, [found ?? rest.slice(1)], 0);
  }
  const pieces = mode.assignment ? rest.split(/(?<=:)(?=~)/) : [rest];
  pieces.forEach((piece, i) => {
    const m = i > 0 || first ? /^~([^/:]*)/.exec(piece) : null;
    const ends = m && (m[0].length < piece.length || i < pieces.length - 1 || next === undefined);
    if (m && ends) {
      now = addValue(now, tilde(e, s, m[1] as string), true);
      piece = piece.slice(m[0].length);
    }
    if (piece !== "" || pieces.length === 1) now = add(now, [mode.single && !mode.pattern ? quote(piece) : piece], 0);
  });
  return now;
}

function tilde(e: Evaluation, s: State, name: string): Value {
  if (name === "") {
    const home = valueOfName(e, s, "HOME");
    return home.texts.length === 0 ? known(e.host.home) : { ...home, unset: false };
  }
  if (name === "+") return s.cwd;
  if (name === "-") return s.previous;
  if (/^[\w.-]+$/.test(name)) {
    if (name === e.host.home.slice(e.host.home.lastIndexOf("/") + 1)) return known(e.host.home);
    if (name === "root") return known("/root");
    const dir = e.host.home.slice(0, e.host.home.lastIndexOf("/"));
    return s.dialect === "zsh" && !/^[a-z_][a-z0-9_-]*$/.test(name)
      ? unknown(0)
      : known(`${dir === "" ? "/home" : dir}/${name}`);
  }
  return known(`~${name}`);
}

/** The path PATH gives a program name, when it can be seen. */
export function which(e: Evaluation, s: State, name: string): string | undefined {
  const path = textOf(valueOfName(e, s, "PATH"));
  if (path === undefined) return undefined;
  for (const dir of path.split(":"))
    if (dir.startsWith("/") && e.host.kind(`${dir}/${name}`) === "file") return `${dir}/${name}`;
  return undefined;
}
