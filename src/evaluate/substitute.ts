/** Command and process substitution: what runs inside a word, and what it gives. */

import { ANY, either, known, NETWORK, nothing, OUTSIDE, unknown, type Value } from "../session/value.ts";
import type { List, Redirection } from "../syntax/tree.ts";
import { type Evaluation, step } from "./context.ts";
import { emit, read } from "./descriptors.ts";
import { beside } from "./joining.ts";
import { after, either_ } from "./outcome.ts";
import { redirect, shareInput } from "./redirect.ts";
import { runList, runText } from "./run.ts";
import { fork, lookup, outOf, type Scope, type State } from "./state.ts";
import { apart, trapsBelow } from "./traps.ts";

/** Output without the newlines at its end. */
const chomp = (v: Value): Value => ({
  ...v,
  texts: [...new Set(v.texts.map((t) => t.replace(/\n+(?=\ud800*$)/, "").replace(/\n+$/, "")))],
});

/** Runs a list for its output. A subshell unless `inline`; files it writes stay written. */
export function capture(e: Evaluation, s: State, run: (inner: State) => State | undefined, inline = false): Value {
  const inner = inline ? s : fork(s);
  const saved = { out: s.out, racing: s.racing, one: s.descriptors.get(1) };
  inner.out = known("");
  inner.racing = false;
  inner.descriptors.set(1, { kind: "capture" });
  const input = s.descriptors.get(0);
  if (!inline) inner.traps = trapsBelow(inner);
  const end = inline ? (run(inner) ?? inner) : after(apart(e, () => either_(run(inner) ?? inner)));
  const value = outOf(end);
  s.racing = saved.racing;
  if (!inline) shareInput(s, input, end);
  s.files = end.files;
  if (inline) {
    s.out = saved.out;
    if (saved.one) s.descriptors.set(1, saved.one);
    else s.descriptors.delete(1);
  }
  s.status = end.status;
  s.failure = end.failure;
  s.substituted = true;
  return value;
}

/** bash `$(<file)`: nothing but one input redirection. */
function fileOf(body: List): Redirection | undefined {
  const only = body.items.length === 1 ? body.items[0] : undefined;
  if (only?.command.kind !== "simple" || only.background) return undefined;
  const { words, assignments, redirections } = only.command;
  const [redirection] = redirections;
  if (words.length > 0 || assignments.length > 0 || redirections.length !== 1) return undefined;
  return redirection?.operator === "<" && redirection.descriptor === undefined ? redirection : undefined;
}

function printFile(e: Evaluation, s: State, file: Redirection): State {
  redirect(e, s, [file]);
  emit(e, s, 1, read(e, s, s.descriptors.get(0)) ?? unknown());
  return s;
}

/** bash: what is being assigned before the command is there for the first command of a substitution, not for the rest (measured: bash 5.2). */
function runInside(e: Evaluation, s: State, body: List): State {
  const only = body.items.length === 1 && body.items[0]?.command.kind === "simple";
  if (s.dialect === "bash" && !only) s.locals = s.locals.map((l, i) => (l.making ? softened(s, i) : l));
  return runList(e, s, body);
}

function softened(s: State, i: number): Scope {
  const scope = s.locals[i] as Scope;
  const outside = { ...s, locals: s.locals.slice(0, i) };
  const names = scope.names.copy();
  for (const [name, v] of scope.names)
    if (v) names.set(name, { ...v, value: either(v.value, lookup(outside, name)?.value ?? nothing) });
  return { ...scope, names };
}

function command(e: Evaluation, s: State, body: List, inline: boolean): Value {
  if (!step(e)) return unknown();
  const file = s.dialect === "bash" ? fileOf(body) : undefined;
  const value = chomp(
    file
      ? capture(e, s, (inner) => printFile(e, inner, file), inline)
      : capture(e, s, (inner) => runInside(e, inner, body), inline),
  );
  if (!value.texts.some((t) => t.includes("\0"))) return value;
  // bash drops NUL bytes, zsh splits at them and passes on what stands before the first (measured: bash 5.2, zsh 5.9)
  if (s.dialect === "zsh") return unknown(value.taint);
  return { ...value, texts: value.texts.map((t) => t.replaceAll("\0", "")) };
}

/** Runs beside the shell: who reads the input first is not certain. */
function share(s: State): void {
  const input = s.descriptors.get(0);
  if (input?.kind === "data")
    s.descriptors.set(0, { ...input, value: either(input.value, known("", input.value.taint)) });
}

/** The value is a path that stands for what the list prints (`<`, `=`), or takes what is written to it (`>`). */
function process(e: Evaluation, s: State, body: List, direction: "<" | ">" | "="): Value {
  if (!step(e)) return unknown();
  // bash: nothing to run, nothing to read from
  if (s.dialect === "bash" && body.items.length === 0) return known("");
  e.counter++;
  const path = direction === "=" ? `/tmp/zsh-substitution-${e.counter}-` : `/dev/fd/substitution-${e.counter}-`;
  share(s);
  if (direction === ">") {
    const inner = fork(s);
    const stdin = s.descriptors.get(0);
    const taint = (stdin?.kind === "data" ? stdin.value.taint : 0) | OUTSIDE;
    inner.descriptors.set(0, { kind: "data", value: { texts: [ANY], unset: false, taint: taint & ~NETWORK } });
    inner.traps = trapsBelow(inner);
    // it prints where the shell does, before the command or after it
    const end = after(apart(e, () => either_(runList(e, inner, body))));
    beside(s, end);
    return known(path);
  }
  const { status, failure, substituted } = s;
  const value = capture(e, s, (inner) => runInside(e, inner, body));
  Object.assign(s, { status, failure, substituted });
  s.files.set(path, { value, from: "a process substitution" });
  return known(path, 0);
}

function text(e: Evaluation, s: State, code: string, label: string): Value {
  return chomp(capture(e, s, (inner) => runText(e, inner, code, label)));
}

export const runSubstitution = { command, process, text };
