/** Command and process substitution: what runs inside a word, and what it gives. */

import { ANY, known, NETWORK, OUTSIDE, unknown, type Value } from "../session/value.ts";
import type { List } from "../syntax/tree.ts";
import { type Evaluation, step } from "./context.ts";
import { runList, runText } from "./run.ts";
import { fork, type State } from "./state.ts";

/** Output without the newlines at its end. */
const chomp = (v: Value): Value => ({ ...v, texts: [...new Set(v.texts.map((t) => t.replace(/\n+$/, "")))] });

/** Runs a list for its output. A subshell unless `inline`; files it writes stay written. */
export function capture(s: State, run: (inner: State) => State | undefined, inline = false): Value {
  const inner = inline ? s : fork(s);
  const saved = { out: s.out, one: s.descriptors.get(1) };
  inner.out = known("");
  inner.descriptors.set(1, { kind: "capture" });
  const after = run(inner) ?? inner;
  const value = after.out;
  s.files = after.files;
  if (inline) {
    s.out = saved.out;
    if (saved.one) s.descriptors.set(1, saved.one);
    else s.descriptors.delete(1);
  }
  s.status = after.status;
  return value;
}

function command(e: Evaluation, s: State, body: List, inline: boolean): Value {
  if (!step(e)) return unknown();
  return chomp(capture(s, (inner) => runList(e, inner, body), inline));
}

/** The value is a path that stands for what the list prints (`<`, `=`), or takes what is written to it (`>`). */
function process(e: Evaluation, s: State, body: List, direction: "<" | ">" | "="): Value {
  if (!step(e)) return unknown();
  e.counter++;
  const path = direction === "=" ? `/tmp/zsh-substitution-${e.counter}` : `/dev/fd/substitution-${e.counter}`;
  if (direction === ">") {
    const inner = fork(s);
    const stdin = s.descriptors.get(0);
    const taint = (stdin?.kind === "data" ? stdin.value.taint : 0) | OUTSIDE;
    inner.descriptors.set(0, { kind: "data", value: { texts: [ANY], unset: false, taint: taint & ~NETWORK } });
    inner.out = known("");
    inner.descriptors.set(1, { kind: "capture" });
    runList(e, inner, body);
    return known(path);
  }
  const value = capture(s, (inner) => runList(e, inner, body));
  s.files.set(path, { value, from: "a process substitution" });
  return known(path, 0);
}

function text(e: Evaluation, s: State, code: string, label: string): Value {
  return chomp(capture(s, (inner) => runText(e, inner, code, label)));
}

export const runSubstitution = { command, process, text };
