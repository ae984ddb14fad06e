/** Walks the tree: which commands run, on which paths, and the state each path leaves. */

import { ANY, either, known, textOf, unknown, type Value } from "../session/value.ts";
import { read } from "../syntax/read.ts";
import type {
  AndOr,
  Case,
  Command,
  For,
  If,
  List,
  Parsed,
  Pipeline,
  Redirection,
  Test,
  While,
} from "../syntax/tree.ts";
import { arithmetic } from "./arithmetic.ts";
import { assignName } from "./assign.ts";
import { type Evaluation, MAX_DEPTH, placeOf, step } from "./context.ts";
import { expandText, expandValue, expandWords } from "./expand.ts";
import { names } from "./parameter.ts";
import { matches } from "./pattern.ts";
import { read as readDescriptor, redirect } from "./redirect.ts";
import { callFunction, runSimple } from "./simple.ts";
import { fork, join, type State, wander, widen } from "./state.ts";

/** How a command can end: with status 0, with another, or either; the same state object for both when they do not differ. */
export interface Outcome {
  readonly yes: State | undefined;
  readonly no: State | undefined;
}

export const either_ = (s: State): Outcome => ({ yes: s, no: s });
export const ok = (s: State): Outcome => ({ yes: withStatus(s, 0), no: undefined });
export const bad = (s: State): Outcome => ({ yes: undefined, no: withStatus(s, 1) });
export const ended = (s: State, status: 0 | 1 | undefined): Outcome =>
  status === 0 ? ok(s) : status === 1 ? bad(s) : either_(withStatus(s, undefined));

function withStatus(s: State, status: 0 | 1 | undefined): State {
  s.status = status;
  return s;
}

export const after = (o: Outcome): State => join(o.yes, o.no);

/** Loops are followed this many times before what they change is given up on. */
const ROUNDS = 40;

const parsed = new Map<string, Parsed>();

/** `read`, remembering the last texts: functions and loops read the same text again and again. */
export function readAgain(text: string, s: State): Parsed {
  const extglob = s.options.has("extglob");
  const key = `${s.dialect}${extglob ? "+" : "-"}${text}`;
  const found = parsed.get(key);
  if (found) return found;
  const tree = read(text, s.dialect, { extglob });
  if (parsed.size > 128) parsed.clear();
  if (text.length < 20_000) parsed.set(key, tree);
  return tree;
}

/** Evaluates text that is code here: eval, a function body, a file, `-c`. */
export function runText(e: Evaluation, s: State, text: string, label: string, inFile?: "sourced" | "run"): State {
  if (e.depth >= MAX_DEPTH || !step(e, 1 + text.length / 512)) {
    e.host.opaque(e.place, "code inside code, deeper than heed follows");
    s.blurred ??= label;
    return s;
  }
  const tree = readAgain(text, s);
  const saved = { place: e.place, text: e.text, nested: e.nested };
  e.place = { ...e.place, via: [...e.place.via, label], inFile: e.place.inFile ?? inFile };
  e.text = text;
  e.nested = true;
  e.depth++;
  if (tree.kind === "unreadable") {
    e.host.opaque(e.place, tree.reason);
    s.blurred ??= label;
  }
  const result = runList(e, s, tree.body);
  e.depth--;
  e.place = saved.place;
  e.text = saved.text;
  e.nested = saved.nested;
  return result;
}

export function runList(e: Evaluation, s: State, list: List): State {
  return after(outcomeOfList(e, s, list));
}

export function outcomeOfList(e: Evaluation, s: State, list: List): Outcome {
  let state = s;
  let outcome: Outcome = either_(state);
  for (const item of list.items) {
    if (!state.live || e.exhausted) break;
    if (item.background) {
      const inner = fork(state);
      inner.options.add("\0background");
      if (!inner.descriptors.has(0)) inner.descriptors.set(0, { kind: "data", value: known("") });
      const done = runCommand(e, inner, item.command);
      state.files = after(done).files;
      state.status = 0;
      outcome = { yes: state, no: undefined };
    } else {
      outcome = runCommand(e, state, item.command);
      state = after(outcome);
    }
  }
  if (outcome.yes && outcome.no && outcome.yes !== state && outcome.no !== state) return outcome;
  return outcome.yes === undefined || outcome.no === undefined || !state.live
    ? outcome
    : { yes: outcome.yes, no: outcome.no };
}

export function runCommand(e: Evaluation, s: State, c: Command): Outcome {
  if (!step(e)) return either_(s);
  switch (c.kind) {
    case "simple":
      return runSimple(e, s, c);
    case "pipeline":
      return pipeline(e, s, c);
    case "and-or":
      return andOr(e, s, c);
    case "if":
      return redirected(e, s, c.redirections, (t) => branches(e, t, c));
    case "while":
      return redirected(e, s, c.redirections, (t) => loopWhile(e, t, c));
    case "for":
    case "select":
    case "repeat":
      return redirected(e, s, c.redirections, (t) => loopFor(e, t, c));
    case "arithmetic-for":
      return redirected(e, s, c.redirections, (t) => {
        const test = (u: State): Outcome => {
          const text = expandValue(e, u, c.test);
          if (textOf(text)?.trim() === "") return ok(u);
          return number(u, calculate(e, u, text));
        };
        calculate(e, t, expandValue(e, t, c.init));
        return loop(
          e,
          t,
          test,
          (u) => runList(e, u, c.body),
          (u) => void calculate(e, u, expandValue(e, u, c.update)),
        );
      });
    case "case":
      return redirected(e, s, c.redirections, (t) => choose(e, t, c));
    case "group": {
      const run = (t: State): Outcome => {
        const done = outcomeOfList(e, t, c.body);
        return c.always ? outcomeOfList(e, after(done), c.always) : done;
      };
      return redirected(e, s, c.redirections, run);
    }
    case "subshell": {
      const inner = fork(s);
      const done = redirected(e, inner, c.redirections, (t) => outcomeOfList(e, t, c.body));
      return isolated(s, done);
    }
    case "function":
      return define(e, s, c);
    case "conditional":
      // dash has no `[[`: it would look for a program of that name
      if (s.dialect === "sh") return (test(e, fork(s), c.test), either_(s));
      return redirected(e, s, c.redirections, (t) => test(e, t, c.test));
    case "arithmetic":
      // dash reads `((` as two subshells
      if (s.dialect === "sh") return (calculate(e, fork(s), expandValue(e, s, c.text)), bad(s));
      return redirected(e, s, c.redirections, (t) => number(t, calculate(e, t, expandValue(e, t, c.text))));
    case "coprocess":
      return coprocess(e, s, c.name, c.body);
    case "opaque":
      e.host.opaque(placeOf(e, c.span), c.reason);
      s.blurred ??= c.reason;
      return either_(s);
    default: {
      const never: never = c;
      return never;
    }
  }
}

const number = (s: State, n: number | undefined): Outcome => (n === undefined ? either_(s) : n === 0 ? bad(s) : ok(s));

export function calculate(e: Evaluation, s: State, text: Value): number | undefined {
  const results = text.texts.map((t) => arithmetic(t, names(e, s)));
  return results.length === 1 ? results[0] : undefined;
}

/** The parent after a subshell: unchanged but for the files and the output. */
function isolated(s: State, done: Outcome): Outcome {
  const keep = (inner: State | undefined): State | undefined => {
    if (inner === undefined) return undefined;
    return { ...fork(s), files: inner.files, out: inner.out, status: inner.status };
  };
  if (done.yes === done.no) {
    const one = keep(done.yes);
    return { yes: one, no: one };
  }
  return { yes: keep(done.yes), no: keep(done.no) };
}

/** Redirections of a compound command hold while it runs. */
function redirected(
  e: Evaluation,
  s: State,
  redirections: readonly Redirection[],
  run: (s: State) => Outcome,
): Outcome {
  if (redirections.length === 0) return run(s);
  const saved = new Map(s.descriptors);
  redirect(e, s, redirections);
  const done = run(s);
  for (const t of new Set([done.yes, done.no])) if (t) t.descriptors = new Map(saved);
  return done;
}

function andOr(e: Evaluation, s: State, c: AndOr): Outcome {
  let outcome = runCommand(e, s, c.parts[0] as Command);
  c.operators.forEach((operator, i) => {
    const next = c.parts[i + 1] as Command;
    const go = operator === "&&" ? outcome.yes : outcome.no;
    const stay = operator === "&&" ? outcome.no : outcome.yes;
    if (go === undefined || !go.live) {
      outcome = operator === "&&" ? { yes: go, no: stay } : { yes: stay, no: go };
      return;
    }
    const done = runCommand(e, go === stay ? fork(go) : go, next);
    outcome =
      operator === "&&"
        ? { yes: done.yes, no: stay === undefined ? done.no : join(done.no, stay) }
        : { yes: stay === undefined ? done.yes : join(done.yes, stay), no: done.no };
  });
  return outcome;
}

function pipeline(e: Evaluation, s: State, c: Pipeline): Outcome {
  if (c.parts.length === 1) {
    const inner = c.timed && s.dialect === "sh" ? fork(s) : s;
    const done = runCommand(e, inner, c.parts[0] as Command);
    if (inner !== s) return isolated(s, done);
    return c.negated ? negate(done) : done;
  }
  let input: Value | undefined;
  let last: Outcome = either_(s);
  const files = s.files;
  let now = files;
  c.parts.forEach((part, i) => {
    const final = i === c.parts.length - 1;
    const current = final && (s.dialect === "zsh" || s.options.has("lastpipe"));
    const inner = current ? s : fork(s);
    inner.files = now;
    const saved = { descriptors: new Map(inner.descriptors), out: inner.out };
    if (!current) inner.options.add("\0pipe");
    if (input !== undefined) inner.descriptors.set(0, { kind: "data", value: input, piped: true });
    if (!final) {
      inner.out = known("");
      inner.descriptors.set(1, { kind: "capture" });
      if (c.stderr[i]) inner.descriptors.set(2, { kind: "capture" });
    }
    const done = runCommand(e, inner, part);
    const end = after(done);
    now = end.files;
    if (!final) input = end.out;
    else if (current) {
      for (const t of new Set([done.yes, done.no])) if (t) t.descriptors = new Map(saved.descriptors);
      last = done;
    } else {
      s.out = end.out;
      s.files = now;
      last = isolated(s, done);
    }
  });
  return c.negated ? negate(last) : last;
}

function negate(o: Outcome): Outcome {
  if (o.yes === o.no) return o;
  return { yes: o.no && withStatus(o.no, 0), no: o.yes && withStatus(o.yes, 1) };
}

function branches(e: Evaluation, s: State, c: If): Outcome {
  let rest: State | undefined = s;
  let yes: State | undefined;
  let no: State | undefined;
  const take = (o: Outcome) => {
    if (o.yes) yes = yes === undefined ? o.yes : join(yes, o.yes);
    if (o.no) no = no === undefined ? o.no : join(no, o.no);
  };
  for (const clause of c.clauses) {
    if (rest === undefined || !rest.live) break;
    const t = outcomeOfList(e, rest, clause.test);
    const same = t.yes === t.no;
    if (t.yes) take(outcomeOfList(e, same ? fork(t.yes) : t.yes, clause.body));
    rest = t.no;
  }
  if (rest !== undefined) take(c.otherwise ? outcomeOfList(e, rest, c.otherwise) : { yes: rest, no: undefined });
  return { yes, no };
}

function choose(e: Evaluation, s: State, c: Case): Outcome {
  const word = expandValue(e, s, c.word);
  let rest: State | undefined = s;
  let done: State | undefined;
  const finish = (t: State) => {
    done = done === undefined ? t : join(done, t);
  };
  let falling: State | undefined;
  for (const arm of c.arms) {
    if (rest === undefined && falling === undefined) break;
    let enter: State | undefined = falling;
    falling = undefined;
    if (rest !== undefined) {
      const verdicts: (boolean | undefined)[] = [];
      for (const p of arm.patterns) {
        const pattern = expandValue(e, rest, p, true);
        for (const t of word.texts) for (const q of pattern.texts) verdicts.push(matches(q, t));
      }
      const certain = verdicts.some((v) => v === true) && word.texts.length === 1;
      const possible = verdicts.some((v) => v !== false);
      if (possible) {
        const t = certain ? rest : fork(rest);
        enter = enter === undefined ? t : join(enter, t);
        if (certain) rest = undefined;
      }
    }
    if (enter === undefined) {
      // `case x in y) …`: literal to literal, so nobody can mean it to run; what it would do is said all the same
      if (rest !== undefined && c.word.parts.every((p) => p.kind === "literal")) dead(e, rest, arm.body);
      continue;
    }
    const result = runList(e, enter, arm.body);
    if (arm.then === ";&") falling = result;
    else if (arm.then === ";;&") rest = rest === undefined ? result : join(rest, result);
    else finish(result);
  }
  if (falling) finish(falling);
  if (rest) finish(rest);
  return either_(done ?? s);
}

function dead(e: Evaluation, s: State, body: List): void {
  const saved = e.place;
  e.place = { ...e.place, dead: true };
  e.jumps.push([]);
  runList(e, fork(s), body);
  e.jumps.pop();
  e.place = saved;
}

function loopWhile(e: Evaluation, s: State, c: While): Outcome {
  const test = (t: State): Outcome => {
    const o = outcomeOfList(e, t, c.test);
    return c.until ? { yes: o.no, no: o.yes } : o;
  };
  return loop(
    e,
    s,
    test,
    (t) => runList(e, t, c.body),
    () => undefined,
  );
}

function catchJumps(e: Evaluation, run: () => State): { state: State; broken: State | undefined } {
  e.jumps.push([]);
  let state = run();
  const own = e.jumps.pop() ?? [];
  let broken: State | undefined;
  for (const j of own) {
    if (j.kind === "return") {
      e.jumps.at(-1)?.push(j);
      continue;
    }
    if (j.depth > 1) {
      e.jumps.at(-1)?.push({ ...j, depth: j.depth - 1 });
      continue;
    }
    const t = { ...j.state, live: true };
    if (j.kind === "break") broken = broken === undefined ? t : join(broken, t);
    else state = join(state, t);
  }
  return { state, broken };
}

/** A loop followed while its end is certain, and then until nothing changes any more. */
function loop(
  e: Evaluation,
  s: State,
  test: (s: State) => Outcome,
  body: (s: State) => State,
  update: (s: State) => void,
): Outcome {
  let state = s;
  let out: State | undefined;
  const leave = (t: State | undefined) => {
    if (t) out = out === undefined ? t : join(out, t);
  };
  let uncertain = 0;
  for (let round = 0; round < ROUNDS; round++) {
    if (e.exhausted || !state.live) break;
    const before = fork(state);
    const t = test(state);
    if (t.no) leave(t.yes === t.no ? fork(t.no) : t.no);
    if (t.yes === undefined) return either_(out ?? state);
    if (t.no !== undefined) uncertain++;
    const r = catchJumps(e, () => {
      const done = body(t.yes as State);
      return done;
    });
    leave(r.broken);
    state = r.state;
    if (!state.live) return either_(out ?? { ...state, live: false });
    update(state);
    if (round > 2 && !state.cwd.texts.every((t) => before.cwd.texts.includes(t))) state.cwd = wander(before.cwd, state.cwd);
    if (uncertain >= 2 || round === ROUNDS - 2) state = widen(before, state);
    if (uncertain >= 3) break;
  }
  leave(state);
  return either_(out ?? state);
}

function loopFor(e: Evaluation, s: State, c: For): Outcome {
  if (c.kind === "repeat") {
    const count = calculate(e, s, c.words?.[0] ? expandValue(e, s, c.words[0]) : known(""));
    let left = count ?? Number.NaN;
    return loop(
      e,
      s,
      (t) => (Number.isNaN(left) ? either_(t) : left-- > 0 ? ok(t) : bad(t)),
      (t) => runList(e, t, c.body),
      () => undefined,
    );
  }
  const lists =
    c.words === undefined
      ? [{ words: s.positional.map((p) => textOf(p) ?? ANY), taints: s.positional.map((p) => p.taint) }]
      : expandWords(e, s, c.words);
  const name = c.names[0] ?? "";
  const width = Math.max(1, c.names.length);
  if (c.kind === "select") {
    const answer = Number(textOf(readDescriptor(e, s, s.descriptors.get(0)) ?? unknown())?.trim());
    const chosen = lists.length === 1 ? lists[0]?.words[answer - 1] : undefined;
    if (chosen !== undefined) {
      assignName(e, s, name, known(chosen), {});
      const r = catchJumps(e, () => runList(e, s, c.body));
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
      () => undefined,
    );
  }
  let out: State | undefined;
  for (const list of lists) {
    let state: State = lists.length > 1 ? fork(s) : s;
    let broken: State | undefined;
    const groups = Math.ceil(list.words.length / width);
    const many = groups > ROUNDS;
    for (let g = 0; g < (many ? ROUNDS : groups); g++) {
      if (!state.live || e.exhausted) break;
      c.names.forEach((n, k) => {
        const i = g * width + k;
        const values = many && g === ROUNDS - 1 ? list.words.slice(i) : [list.words[i] ?? ""];
        const value = values.map((w) => known(w, list.taints[i] ?? 0)).reduce((a, b) => either(a, b));
        assignName(e, state, n, value, {});
      });
      const holes = c.names.some((_, k) => /[\ud800-\ud804]/.test(list.words[g * width + k] ?? ""));
      const before = holes ? fork(state) : undefined;
      const r = catchJumps(e, () => runList(e, state, c.body));
      if (r.broken) broken = broken === undefined ? r.broken : join(broken, r.broken);
      // a word with a hole may stand for many words, or a pattern for none
      state = before && r.state.live ? widen(before, r.state) : r.state;
    }
    const end: State = broken ? (state.live ? join(state, broken) : broken) : state;
    out = out === undefined ? end : join(out, end);
  }
  return either_(out ?? s);
}

function define(e: Evaluation, s: State, c: Command & { kind: "function" }): Outcome {
  if (c.names.length === 0) {
    const words = expandWords(e, s, c.words)[0];
    return callFunction(
      e,
      s,
      c.source,
      "anonymous function",
      (words?.words ?? []).map((w, i) => known(w, words?.taints[i] ?? 0)),
      c.body,
    );
  }
  for (const name of c.names) {
    s.functions.set(name, c.source);
    e.host.shadow(placeOf(e, c.span), "function", name, c.source);
  }
  return ok(s);
}

function coprocess(e: Evaluation, s: State, name: string, body: Command): Outcome {
  const inner = fork(s);
  inner.out = known("");
  inner.options.add("\0background");
  inner.descriptors.set(0, { kind: "data", value: unknown() });
  inner.descriptors.set(1, { kind: "capture" });
  const end = after(runCommand(e, inner, body));
  s.files = end.files;
  s.descriptors.set(63, { kind: "data", value: end.out });
  assignName(e, s, name === "" ? "COPROC" : name, known("63"), {
    elements: new Map([
      ["0", known("63")],
      ["1", known("62")],
    ]),
  });
  return ok(s);
}

const NUMERIC = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);

function test(e: Evaluation, s: State, t: Test): Outcome {
  switch (t.kind) {
    case "and":
    case "or": {
      const left = test(e, s, t.left);
      const go = t.kind === "and" ? left.yes : left.no;
      const stay = t.kind === "and" ? left.no : left.yes;
      if (go === undefined) return left;
      const right = test(e, go, t.right);
      if (stay === undefined) return right;
      return either_(join(after(right), stay));
    }
    case "not":
      return negate(test(e, s, t.inner));
    case "word":
    case "unary": {
      const word = t.kind === "word" ? t.word : t.operand;
      const operator = t.kind === "word" ? "-n" : t.operator;
      if (operator === "-v" || operator === "-R") {
        subscript(e, s, expandValue(e, s, word));
        return either_(s);
      }
      return unaryTest(s, operator, expandValue(e, s, word));
    }
    case "binary": {
      const pattern = ["==", "=", "!="].includes(t.operator);
      const left = expandValue(e, s, t.left);
      const right = expandValue(e, s, t.right, pattern);
      if (NUMERIC.has(t.operator)) {
        const a = calculate(e, s, left);
        const b = calculate(e, s, right);
        return a === undefined || b === undefined ? either_(s) : ended(s, compare(t.operator, a, b));
      }
      if (t.operator === "=~") {
        return regularExpression(e, s, left, right);
      }
      const l = textOf(left);
      const r = right.texts.length === 1 ? right.texts[0] : undefined;
      if (!pattern || l === undefined || r === undefined) return either_(s);
      const m = matches(r, l);
      if (m === undefined) return either_(s);
      return ended(s, m === (t.operator !== "!=") ? 0 : 1);
    }
    default: {
      const never: never = t;
      return never;
    }
  }
}

/** `=~` where both sides are known and the expression means the same in JavaScript. */
function regularExpression(e: Evaluation, s: State, left: Value, right: Value): Outcome {
  const text = textOf(left);
  const source = textOf(right);
  const name = s.dialect === "zsh" ? "MATCH" : "BASH_REMATCH";
  const plain =
    source !== undefined &&
    source.length < 200 &&
    /^\^?(?:[\w\s:/=,@%-]|\.|\[[\w^-]+\][+*?]?|\w[+*?])*\$?$/.test(source);
  const found = plain && text !== undefined && text.length < 2000 ? new RegExp(source).exec(text) : undefined;
  if (found === null) return bad(s);
  const value = found === undefined ? unknown(left.taint) : known(found[0], left.taint);
  if (s.dialect === "zsh") assignName(e, s, name, value, {});
  else assignName(e, s, name, value, { elements: new Map([["0", value]]) });
  return found === undefined ? either_(s) : ok(s);
}

export function unaryTest(s: State, operator: string, v: Value): Outcome {
  const empty = v.texts.every((x) => x === "");
  const full = v.texts.every((x) => x !== "" && x !== ANY) && !v.unset;
  if (operator === "-n") return full && v.texts.length > 0 ? ok(s) : empty ? bad(s) : either_(s);
  if (operator === "-z") return full && v.texts.length > 0 ? bad(s) : empty ? ok(s) : either_(s);
  return either_(s);
}

export function compare(operator: string, a: number, b: number): 0 | 1 {
  const holds =
    operator === "-eq"
      ? a === b
      : operator === "-ne"
        ? a !== b
        : operator === "-lt"
          ? a < b
          : operator === "-le"
            ? a <= b
            : operator === "-gt"
              ? a > b
              : a >= b;
  return holds ? 0 : 1;
}

/** `name[subscript]` given as data: the subscript is expanded and calculated, so what it holds runs. */
export function subscript(e: Evaluation, s: State, v: Value): void {
  for (const t of v.texts) {
    const inner = /^[A-Za-z_]\w*\[([\s\S]*)\]$/.exec(t)?.[1];
    if (inner !== undefined && /[$`]/.test(inner)) expandText(e, s, inner);
    if (inner !== undefined) arithmetic(inner, names(e, s));
  }
}
