/** Loops: followed while their end is certain, and then until nothing changes any more. */

import { ANY, either, HOLE, known, textOf, unknown, type Value } from "../session/value.ts";
import type { For, While } from "../syntax/tree.ts";
import { assignName } from "./assign.ts";
import { catching, type Evaluation, giveUp } from "./context.ts";
import { emit, read as readDescriptor } from "./descriptors.ts";
import { expandValue, expandWords } from "./expand.ts";
import { mayBeSeveral } from "./fields.ts";
import { join, wander, widen } from "./joining.ts";
import { calculate } from "./names.ts";
import { bad, either_, type Outcome, ok } from "./outcome.ts";
import { outcomeOfList, runList } from "./run.ts";
import { fork, lookup, type State } from "./state.ts";

/** Loops are followed this many times before what they change is given up on. */
const ROUNDS = 40;

export function loopWhile(e: Evaluation, s: State, c: While): Outcome {
  const test = (t: State): Outcome => {
    const o = outcomeOfList(e, t, c.test);
    return c.until ? { yes: o.no, no: o.yes } : o;
  };
  return loop(
    e,
    s,
    test,
    (t) => runList(e, t, c.body),
    () => true,
  );
}

interface Caught<T> {
  readonly done: T;
  readonly broken: State | undefined;
  readonly again: State | undefined;
}

/** Runs a part of a loop; gives the states in which it was left and in which it goes on with the next round. */
function catchJumps<T>(e: Evaluation, run: () => T): Caught<T> {
  const [done, own] = catching(e, "loop", run);
  let broken: State | undefined;
  let again: State | undefined;
  for (const j of own) {
    if (j.kind === "return") {
      e.frames.at(-1)?.jumps.push(j);
      continue;
    }
    if (j.depth > 1) {
      e.frames.at(-1)?.jumps.push({ ...j, depth: j.depth - 1 });
      continue;
    }
    const t = { ...j.state, live: true };
    if (j.kind === "break") broken = join(broken, t);
    else again = join(again, t);
  }
  return { done, broken, again };
}

function round(e: Evaluation, run: () => State): { state: State; broken: State | undefined } {
  const { done, broken, again } = catchJumps(e, run);
  return { state: join(done, again), broken };
}

/** A loop followed while its end is certain, and then until nothing changes any more. */
export function loop(
  e: Evaluation,
  s: State,
  test: (s: State) => Outcome,
  body: (s: State) => State,
  /** False: that may have ended it. */
  update: (s: State) => boolean,
): Outcome {
  let state = s;
  let out: State | undefined;
  const leave = (t: State | undefined) => {
    if (t === undefined) return;
    t.status = undefined;
    out = join(out, t);
  };
  let uncertain = 0;
  for (let count = 0; count < ROUNDS; count++) {
    if (e.exhausted || !state.live) break;
    const before = fork(state);
    const { done: t, broken, again } = catchJumps(e, () => test(state));
    leave(broken);
    // it would be asked again and again
    leave(again);
    if (t.no) leave(t.yes === t.no ? fork(t.no) : t.no);
    if (t.yes === undefined) return either_(out ?? state);
    if (t.no !== undefined) uncertain++;
    const r = round(e, () => body(t.yes as State));
    leave(r.broken);
    state = r.state;
    if (!state.live) return either_(out ?? { ...state, live: false });
    if (!update(state)) leave(fork(state));
    if (count > 2 && !state.cwd.texts.every((t) => before.cwd.texts.includes(t)))
      state.cwd = wander(before.cwd, state.cwd);
    if (uncertain >= 2 || count === ROUNDS - 2) state = widen(before, state);
    if (uncertain >= 3) break;
  }
  leave(state);
  return either_(out ?? state);
}

export function loopFor(e: Evaluation, s: State, c: For): Outcome {
  if (c.kind === "repeat") {
    const count = calculate(e, s, c.words?.[0] ? expandValue(e, s, c.words[0]) : known(""));
    let left = count ?? Number.NaN;
    return loop(
      e,
      s,
      (t) => (Number.isNaN(left) ? either_(t) : left-- > 0 ? { yes: t, no: undefined } : { yes: undefined, no: t }),
      (t) => runList(e, t, c.body),
      () => true,
    );
  }
  if (s.dialect === "bash" && !/^[A-Za-z_]\w*$/.test(c.names[0] ?? "")) {
    emit(e, s, 2, unknown());
    return bad(s);
  }
  const lists =
    c.words === undefined
      ? [
          {
            words: s.positional.map((p) => (p.texts.length === 1 && !p.unset ? (p.texts[0] as string) : ANY)),
            taints: s.positional.map((p) => p.taint),
          },
        ]
      : expandWords(e, s, c.words, "arguments");
  // zsh: no job has begun that it could belong to
  if (s.dialect === "zsh" && c.words?.some((w) => w.parts.some((p) => p.kind === "process"))) giveUp(e, s);
  const name = c.names[0] ?? "";
  const width = Math.max(1, c.names.length);
  if (c.kind === "select") {
    const answer = Number(textOf(readDescriptor(e, s, s.descriptors.get(0)) ?? unknown())?.trim());
    if (s.descriptors.has(0)) s.descriptors.set(0, { kind: "data", value: unknown() });
    const certain = lists.length === 1 && !lists[0]?.words.some((w) => HOLE.test(w));
    const chosen = certain ? lists[0]?.words[answer - 1] : undefined;
    if (chosen !== undefined) {
      assignName(e, s, "REPLY", known(String(answer)), {});
      assignName(e, s, name, known(chosen), {});
      const r = round(e, () => runList(e, s, c.body));
      return either_(r.broken ? (r.state.live ? join(r.state, r.broken) : r.broken) : r.state);
    }
    const any = lists.flatMap((l) => l.words).reduce<Value>((a, w) => either(a, known(w)), known(""));
    assignName(e, s, "REPLY", unknown(), {});
    return loop(
      e,
      s,
      either_,
      (t) => {
        assignName(e, t, name, any, {});
        return runList(e, t, c.body);
      },
      () => true,
    );
  }
  if (lists.every((list) => list.words.length === 0)) return ok(s);
  let out: State | undefined;
  let refused = false;
  for (const list of lists) {
    let state: State = lists.length > 1 ? fork(s) : s;
    let broken: State | undefined;
    const groups = Math.ceil(list.words.length / width);
    const many = groups > ROUNDS;
    for (let g = 0; g < (many ? ROUNDS : groups); g++) {
      if (!state.live || e.exhausted) break;
      const open = width > 1 ? list.words : c.names.map((_, k) => list.words[g * width + k] ?? "");
      const holes = open.some((w) => HOLE.test(w));
      // a word with a hole may stand for many words, or a pattern for none
      const unassigned = holes ? fork(state) : undefined;
      c.names.forEach((n, k) => {
        const i = g * width + k;
        const values = many && g === ROUNDS - 1 ? list.words.slice(i) : [list.words[i] ?? ""];
        const one = (w: string) => (mayBeSeveral(w) ? either(known(w), unknown()) : known(w));
        const own = values.map((w) => ({ ...one(w), taint: list.taints[i] ?? 0 })).reduce((a, b) => either(a, b));
        // several names take what one word stands for
        const all: readonly string[] = width > 1 ? list.words : [];
        const value = all.some((w) => HOLE.test(w))
          ? all.reduce<Value>((a, w) => either(a, one(w)), either(own, known("")))
          : own;
        // bash: a name that refers to another is given another to refer to
        const refers = s.dialect === "bash" && lookup(state, n)?.kind === "nameref";
        if (assignName(e, state, n, value, refers ? { kind: "nameref" } : {})) return;
        if (s.dialect === "zsh") giveUp(e, state);
        else refused = true;
      });
      // bash ends the loop
      if (refused) break;
      const before = holes ? fork(state) : undefined;
      const r = round(e, () => runList(e, state, c.body));
      if (r.broken) broken = join(broken, r.broken);
      state = before && r.state.live ? widen(before, r.state) : r.state;
      if (before === undefined || !state.live) continue;
      const once = fork(state);
      const again = round(e, () => runList(e, state, c.body));
      if (again.broken) broken = join(broken, again.broken);
      state = again.state.live ? widen(once, again.state) : again.state;
      if (unassigned && s.options.has("nullglob") && state.live) state = join(state, unassigned);
    }
    const end: State = broken ? (state.live ? join(state, broken) : broken) : state;
    out = join(out, end);
  }
  return refused ? bad(out ?? s) : either_(out ?? s);
}
