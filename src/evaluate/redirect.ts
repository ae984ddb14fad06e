/** Redirections: where file descriptors lead, and which paths are opened on the way. */

import type { Descriptor } from "../session/session.ts";
import { ANY, concat, HOLE, known, NETWORK, OUTSIDE, textOf, unknown, type Value } from "../session/value.ts";
import type { Redirection } from "../syntax/tree.ts";
import { assignName } from "./assign.ts";
import { type Evaluation, placeOf } from "./context.ts";
import { expandValue, expandWords } from "./expand.ts";
import { globHoles, hasGlob, unquote } from "./pattern.ts";
import type { State } from "./state.ts";

/** A text longer than this is not kept; only where it came from is. */
const MAX_TEXT = 65_536;

/** Absolute form of a path for each directory the shell may be in. */
export function absolute(s: State, path: string): string[] {
  if (path.startsWith("/") || path.startsWith(ANY)) return [path];
  return s.cwd.texts.map((d) => `${d === "/" ? "" : d}/${path.replace(/^(?:\.\/)+/, "")}`);
}

/** What a path holds: written by this session, or a readable file. */
export function contentOf(e: Evaluation, s: State, path: string): Value | undefined {
  const fd =
    /^\/(?:dev|proc\/self)\/fd\/(?:\.\.\/fd\/)*(\d+)$/.exec(path)?.[1] ??
    (path === "/dev/stdin" || path === "-" ? "0" : undefined);
  if (fd !== undefined) {
    const d = s.descriptors.get(Number(fd));
    return d === undefined ? undefined : read(e, s, d);
  }
  if (path === "/dev/null") return known("");
  for (const p of absolute(s, path)) {
    const mark = s.files.get(p);
    if (mark) return mark.value;
  }
  if (HOLE.test(path)) return undefined;
  const [first] = absolute(s, path);
  const text = first === undefined || HOLE.test(first) ? undefined : e.host.read(first);
  return text === undefined ? undefined : known(text);
}

/** What reading a descriptor gives; undefined for the terminal or nobody knows what. */
export function read(e: Evaluation, s: State, d: Descriptor | undefined): Value | undefined {
  if (d === undefined || d.kind === "inherited" || d.kind === "capture") return undefined;
  if (d.kind === "data") return d.value;
  if (d.kind === "network") return unknown(NETWORK);
  if (d.kind === "file") return contentOf(e, s, d.path) ?? unknown();
  return known("");
}

/** Sends output where a descriptor leads. */
export function emit(e: Evaluation, s: State, fd: number, value: Value): void {
  const d = s.descriptors.get(fd);
  if (d === undefined || d.kind === "inherited" || d.kind === "closed" || d.kind === "data") return;
  if (d.kind === "capture") {
    s.out = bounded(concat(s.out, value));
    return;
  }
  if (d.kind === "network") {
    e.host.sent(e.place, value);
    return;
  }
  const old = s.files.get(d.path);
  const before = old?.value ?? (d.append ? (contentOf(e, s, d.path) ?? unknown(0)) : known(""));
  s.files.set(d.path, { value: bounded(concat(before, value)), from: e.place.text.slice(0, 120) });
}

function bounded(v: Value): Value {
  return v.texts.some((t) => t.length > MAX_TEXT) ? { texts: [ANY], unset: false, taint: v.taint } : v;
}

/** Applies redirections in order to `s.descriptors`. False when one cannot work. */
export function redirect(e: Evaluation, s: State, redirections: readonly Redirection[]): boolean {
  for (const r of redirections) {
    const saved = e.place;
    e.place = placeOf(e, r.span);
    one(e, s, r);
    e.place = saved;
  }
  return true;
}

function one(e: Evaluation, s: State, r: Redirection): void {
  const input = r.operator.startsWith("<") && r.operator !== "<>";
  let fd = typeof r.descriptor === "number" ? r.descriptor : input || r.operator === "<>" ? 0 : 1;
  if (typeof r.descriptor === "object") {
    const name = r.descriptor.variable;
    const value = expandValue(e, s, r.target);
    if (/^[<>]&$/.test(r.operator) && textOf(value) === "-") return;
    fd = s.dialect === "zsh" ? 11 : 10;
    while (s.descriptors.has(fd)) fd++;
    assignName(e, s, name, known(String(fd)), {});
  }
  switch (r.operator) {
    case "<<":
    case "<<<": {
      const v = expandValue(e, s, r.target);
      s.descriptors.set(fd, { kind: "data", value: r.operator === "<<<" ? concat(v, known("\n")) : v });
      return;
    }
    case "<&":
    case ">&": {
      const target = expandValue(e, s, r.target);
      const text = textOf(target);
      if (text === "-") s.descriptors.set(fd, { kind: "closed" });
      else if (text !== undefined && /^\d+-?$/.test(text)) {
        const from = Number.parseInt(text, 10);
        s.descriptors.set(fd, s.descriptors.get(from) ?? strange(from));
        if (text.endsWith("-")) s.descriptors.set(from, { kind: "closed" });
      } else if (r.operator === ">&" && (text === undefined || typeof r.descriptor !== "number")) {
        if (text === undefined && /^[\ud803]$/.test(target.texts.join("")))
          s.descriptors.set(fd, { kind: "data", value: unknown() });
        else if (text === "p") s.descriptors.set(fd, { kind: "data", value: unknown() });
        else for (const d of open(e, s, r, "write", false)) for (const n of [1, 2]) s.descriptors.set(n, d);
      } else if (target.texts.every((t) => /^\d+$/.test(t))) {
        const values = target.texts.map((t) => s.descriptors.get(Number(t)));
        s.descriptors.set(fd, values.find((d) => d?.kind === "network") ?? values[0] ?? { kind: "inherited" });
      } else s.descriptors.set(fd, { kind: "data", value: unknown() });
      return;
    }
    case "<":
      for (const d of open(e, s, r, "read", false)) s.descriptors.set(fd, d);
      return;
    case "<>":
      open(e, s, r, "read", false);
      for (const d of open(e, s, r, "write", true)) s.descriptors.set(fd, d);
      return;
    case "&>":
    case "&>>":
      for (const d of open(e, s, r, "write", r.operator === "&>>")) for (const n of [1, 2]) s.descriptors.set(n, d);
      return;
    default:
      for (const d of open(e, s, r, "write", r.operator === ">>")) s.descriptors.set(fd, d);
  }
}

/** Opens every path the target may be. */
function open(e: Evaluation, s: State, r: Redirection, role: "read" | "write", append: boolean): Descriptor[] {
  const targets =
    s.dialect === "bash" || s.dialect === "zsh"
      ? expandWords(e, s, [r.target]).flatMap((f) =>
          f.words.length === 1 ? f.words : f.words.length > 1 && s.dialect === "zsh" ? f.words : [f.words.join(" ")],
        )
      : expandValue(e, s, r.target).texts;
  const out: Descriptor[] = [];
  for (const target of targets) {
    const socket = /^\/dev\/(?:tcp|udp)\//.exec(target);
    const path = hasGlob(target) ? globHoles(target) : unquote(target);
    const taint = e.host.path({ place: e.place, path, role, cwd: s.cwd, taint: 0 });
    if (socket && s.dialect === "bash") {
      out.push({ kind: "network", address: path });
      continue;
    }
    if (path === "/dev/null") {
      out.push(role === "read" ? { kind: "data", value: known("") } : { kind: "inherited" });
      continue;
    }
    const [full] = absolute(s, path);
    if (role === "read") {
      const value = contentOf(e, s, path) ?? unknown(OUTSIDE);
      out.push({ kind: "data", value: { ...value, taint: value.taint | taint } });
    } else {
      if (!append && full !== undefined) s.files.set(full, { value: known(""), from: e.place.text.slice(0, 120) });
      out.push({ kind: "file", path: full ?? path, append });
    }
  }
  return out;
}

/** A descriptor that nobody here opened: the first three came with the shell, what others hold is not known. */
function strange(fd: number): Descriptor {
  return fd <= 2 ? { kind: "inherited" } : { kind: "data", value: unknown() };
}
