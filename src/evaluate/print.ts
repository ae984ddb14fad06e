/** Builtins that print: `echo`, `printf`, `print`. */

import { ANY, BELOW, HOLE, known, NAME, NUMBER, unknown, type Value } from "../session/value.ts";
import { arithmetic } from "./arithmetic.ts";
import { assignName } from "./assign.ts";
import type { Call } from "./builtins.ts";
import { subscript } from "./conditional.ts";
import { type Evaluation, giveUp } from "./context.ts";
import { emit } from "./descriptors.ts";
import { assignElement, keyIn } from "./elements.ts";
import { expandText } from "./expand.ts";
import { mayBeSeveral } from "./fields.ts";
import { names } from "./names.ts";
import { bad, ended, misused, type Outcome, ok } from "./outcome.ts";
import { joinWords } from "./parts.ts";
import { fork, type State } from "./state.ts";
import type { Options } from "./zsh-builtins.ts";

const taintOf = (call: Call) => call.taints.reduce((a, b) => a | b, 0);

export function echo(e: Evaluation, s: State, call: Call): Outcome {
  const { options } = call;
  let newline = !options?.on.has("n");
  let escapes = options === undefined ? s.dialect !== "bash" : !options.on.has("E") || options.on.has("e");
  let i = options?.length ?? 0;
  for (
    ;
    options === undefined &&
    i < call.args.length &&
    /^-[neE]+$/.test(call.args[i] as string) &&
    (s.dialect !== "sh" || call.args[i] === "-n");
    i++
  ) {
    if (call.args[i]?.includes("n")) newline = false;
    if (call.args[i]?.includes("e")) escapes = true;
    if (call.args[i]?.includes("E")) escapes = false;
  }
  // it may be an option
  if (/^(?:[-neE]*\ud800)+[-neE]*$/.test(call.args[i] ?? "")) {
    emit(e, s, 1, unknown(taintOf(call)));
    return ok(s);
  }
  const whole = joinWords(severally(call).slice(i), " ") + (newline ? "\n" : "");
  emit(e, s, 1, known(escapes ? unescaped(whole) : whole, taintOf(call)));
  return ok(s);
}

/** Of several names the directory stands before each. */
const severally = (call: Call): string[] =>
  call.args.map((a, k) => (call.many.has(k + 1) && a.includes("/") ? a.replaceAll(NAME, BELOW) : a));

/** Backslash escapes as `echo -e` and `%b` read them. */
function unescaped(text: string): string {
  return text.replace(
    /\\(?:([abefnrtv\\'"?])|0?([0-7]{1,3})|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|c[\s\S]*)/g,
    (whole, c, octal, hex, u, U) => {
      if (c)
        return (
          ({ a: "\x07", b: "\b", e: "\x1b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" } as Record<string, string>)[
            c
          ] ?? c
        );
      if (octal) return String.fromCharCode(Number.parseInt(octal, 8) & 255);
      const code = Number.parseInt(hex ?? u ?? U ?? "", 16);
      if (Number.isNaN(code)) return whole.startsWith("\\c") ? "" : whole;
      return code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code).toWellFormed();
    },
  );
}

export function printf(e: Evaluation, s: State, call: Call): Outcome {
  let args: readonly string[] = severally(call);
  let target: string | undefined;
  if (call.options !== undefined) {
    target = call.options.values.get("v");
    args = args.slice(call.options.length);
  } else if (args[0]?.startsWith("-v") && s.dialect === "bash") {
    target = args[0] === "-v" ? args[1] : args[0]?.slice(2);
    args = args.slice(args[0] === "-v" ? 2 : 1);
  }
  if (args[0] === "--" && call.options === undefined) args = args.slice(1);
  if (args.length === 0) return misused(s);
  const [form = "", ...given] = args;
  const rest = s.dialect === "zsh" ? calculated(e, s, form, given) : given;
  // zsh counts bytes
  const bytes = s.dialect === "zsh" && /%-?\d/.test(form) && rest.some((a) => /[^\0-\x7f]/.test(a));
  const value: Value = bytes ? unknown(taintOf(call)) : known(format(form, rest), taintOf(call));
  const status = statusOf(form, rest);
  if (target === undefined) {
    emit(e, s, 1, value);
    return ended(s, status);
  }
  if (s.dialect === "bash" && !/^[A-Za-z_]\w*(?:\[[\s\S]+\])?$/.test(target) && !HOLE.test(target)) return misused(s);
  subscript(e, s, known(target));
  const [name = "", index] = target.split(/\[([\s\S]*)\]$/);
  const fine =
    s.dialect === "bash" && index !== undefined
      ? assignElement(e, s, name, keyIn(e, s, name, index), value, {})
      : store(e, s, target, value);
  return fine ? ended(s, status) : bad(s);
}

/** zsh: a name that is none ends the line, and so does one that may not be assigned. */
function store(e: Evaluation, s: State, target: string, value: Value): boolean {
  const [name = "", index] = target.split(/\[([\s\S]*)\]$/);
  const isNamed = /^(?:[A-Za-z_]\w*|\d+)$/.test(name) || HOLE.test(name);
  const fine = isNamed && assignName(e, s, name, index === undefined ? value : unknown(value.taint), {});
  // there may be no such element, and of a list each round makes one
  if (s.dialect === "zsh" && (!fine || index !== undefined)) giveUp(e, s);
  return fine;
}

const CONVERSION =
  /%(?:%|[-+ #0']*\*?\d*(?:\.\*?\d*)?(?:\([^)]*\))?[a-zA-Z])|\\(?:[abefnrtv\\'"?]|[0-7]{1,3}|x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|c)|[\s\S]/g;

/** zsh takes numbers for expressions. */
function calculated(e: Evaluation, s: State, form: string, args: readonly string[]): string[] {
  const kinds = [...form.matchAll(/%%|%[^%a-zA-Z]*([a-zA-Z])/g)].flatMap((m) => m[1] ?? []);
  return args.map((a, i) => {
    if (!/[diouxX]/.test(kinds[i % kinds.length] ?? "") || /^-?\d*$|^['"]/.test(a) || HOLE.test(a)) return a;
    return String(arithmetic(a, names(e, s)) ?? NUMBER);
  });
}

/** It fails on a conversion that is none, and on a number that is none. */
function statusOf(form: string, args: readonly string[]): 0 | 1 | undefined {
  if (HOLE.test(form) || form.includes("*")) return undefined;
  const kinds = (form.match(CONVERSION) ?? []).filter((p) => /^%[^%]|^%$/.test(p)).map((p) => p.at(-1) as string);
  if (kinds.some((k) => !/[diouxXeEfFgGaAcsbqQThlLjzt]/.test(k))) return 1;
  if (kinds.some((k) => /[hlLjzt]/.test(k))) return undefined;
  const isNumeric = (kind: string | undefined) => /[diouxXeEfFgGaA]/.test(kind ?? "");
  const numbers = args.filter((_, i) => isNumeric(kinds[i % kinds.length]));
  if (numbers.some((n) => HOLE.test(n)) || (kinds.some(isNumeric) && args.some((a) => HOLE.test(a)))) return undefined;
  return numbers.every((n) => /^\s*[-+]?(?:\d+|0[xX][0-9a-fA-F]+)?$|^['"]/.test(n))
    ? 0
    : numbers.some((n) => /[.eE]/.test(n))
      ? undefined
      : 1;
}

/** The text printf makes, or a hole where it depends on something not known. */
export function format(form: string, args: readonly string[]): string {
  if (HOLE.test(form)) return ANY;
  const pieces: readonly string[] = form.match(CONVERSION) ?? [];
  if (/\d{5}|\*/.test(form)) return ANY;
  // an error: what stood before it may be printed
  if (pieces.includes("%")) return ANY;
  const wants = pieces.filter((p) => /^%[^%]/.test(p) && p.length > 1).length;
  // a word with a hole may be several, which then fill the other places
  if (wants > 1 && args.some((a) => HOLE.test(a))) return ANY;
  if (wants === 1 && args.some(mayBeSeveral))
    return args.map((a) => (mayBeSeveral(a) ? ANY : format(form, [a]))).join("");
  let out = "";
  let i = 0;
  for (let round = 0; round < 64; round++) {
    for (const p of pieces) {
      if (p === "%%") out += "%";
      else if (p.startsWith("%") && p.length > 1) {
        const raw = args[i++] ?? "";
        const kind = p.at(-1) as string;
        if (p.includes("*")) i++;
        if (kind === "s" && p === "%s") out += raw;
        else if (kind === "b" && p === "%b") out += unescaped(raw);
        else if (HOLE.test(raw)) out += ANY;
        else if (kind === "q") out += /^[\w@%+=:./-]+$/.test(raw) && p === "%q" ? raw : ANY;
        else if (kind === "d" || kind === "i")
          out += /^-?(?:0|[1-9]\d*)$/.test(raw) ? pad(p, raw) : raw === "" ? pad(p, "0") : ANY;
        else if (kind === "s") out += pad(p, raw);
        else if (kind === "c") out += raw.slice(0, 1);
        else if (kind === "x" && /^\d+$/.test(raw)) out += Number(raw).toString(16);
        else out += ANY;
      } else out += p.startsWith("\\") ? unescaped(p) : p;
    }
    if (wants === 0 || i >= args.length) return out;
  }
  return ANY;
}

function pad(spec: string, text: string): string {
  const m = /^%([-0]*)(\d*)(?:\.(\d+))?/.exec(spec);
  // bash counts bytes
  const width = Number(m?.[2] ?? 0) - (new TextEncoder().encode(text).length - text.length);
  const cut = m?.[3] !== undefined && spec.endsWith("s") ? text.slice(0, Number(m[3])) : text;
  if (m?.[1]?.includes("-")) return cut.padEnd(width);
  return m?.[1]?.includes("0") && !spec.endsWith("s") ? cut.padStart(width, "0") : cut.padStart(width);
}

const NO_OPTIONS: Pick<Options, "on" | "values" | "length"> = { on: new Set(), values: new Map(), length: 0 };

/** zsh `print`. */
export function print(e: Evaluation, s: State, call: Call): Outcome {
  const { on, values: found, length } = call.options ?? NO_OPTIONS;
  const words = severally(call).slice(length);
  const taint = taintOf(call);
  const has = (flags: string) => [...flags].some((c) => on.has(c));
  const count = (flags: string) => [...flags].filter((c) => on.has(c)).length;
  const isNumber = (c: string) => HOLE.test(found.get(c) ?? "") || /^\d+$/.test(found.get(c) ?? "0");
  if (count("sSvz") > 1 || (has("sSvz") && has("pu")) || !["u", "C", "x", "X"].every(isNumber)) return bad(s);
  if (has("S") && words.length !== 1) return bad(s);
  const isRare = has("mpCxXaciDN");
  const form = found.get("f");
  const value = known(form === undefined ? joinWords(words, on.has("l") ? "\n" : " ") : format(form, words), taint);
  const shown = form !== undefined || (has("rR") && !has("e")) ? value : known(unescaped(value.texts[0] ?? ""), taint);
  if (on.has("z")) {
    e.host.code(e.place, shown, "the command line that is typed next");
    return ok(s);
  }
  if (has("sS")) return ok(s);
  if (on.has("P")) {
    e.host.code(e.place, shown, "a prompt expansion");
    if (s.options.has("promptsubst")) for (const t of shown.texts) expandText(e, fork(s), t);
  }
  const target = found.get("v");
  const end = has("n") || form !== undefined || (target !== undefined && !on.has("l")) ? "" : "\n";
  const certain = !isRare && !has("AoOPb");
  const out: Value = certain ? { ...shown, texts: shown.texts.map((t) => t + end) } : unknown(taint);
  if (target !== undefined && !store(e, s, target, out)) return bad(s);
  const fd = Number(found.get("u") ?? "1");
  if (target === undefined) emit(e, s, Number.isNaN(fd) ? 1 : fd, out);
  return isRare || fd > 2 || Number.isNaN(fd)
    ? ended(s, undefined)
    : ended(s, form === undefined ? 0 : statusOf(form, words));
}
