/** Walks the tree: which commands run, on which paths, and the state each path leaves. */

import { ANY, HOLE, known, NUMBER, textOf, unknown, type Value } from "../session/value.ts";
import { read } from "../syntax/read.ts";
import type { AndOr, Command, List, Parsed, Redirection } from "../syntax/tree.ts";
import { assignName } from "./assign.ts";
import { callFunction } from "./call.ts";
import { branches, choose } from "./choices.ts";
import { test } from "./conditional.ts";
import { type Evaluation, giveUp, MAX_DEPTH, placeOf, restoring, step } from "./context.ts";
import { exportFunction } from "./declare.ts";
import { expandValue, expandWords, type Fields } from "./expand.ts";
import { mayBeSeveral } from "./fields.ts";
import { hookDefined } from "./hooks.ts";
import { beside, join } from "./joining.ts";
import { loop, loopFor, loopWhile } from "./loops.ts";
import { calculate } from "./names.ts";
import { after, bad, either_, failing, mayFail, number, type Outcome, ok } from "./outcome.ts";
import { pipeline } from "./pipeline.ts";
import { giveBack, redirect, shareInput } from "./redirect.ts";
import { runSimple } from "./simple.ts";
import { fork, outOf, type State } from "./state.ts";
import { afterCommand, apart, beforeCommand, trapsBelow } from "./traps.ts";

const parsed = new Map<string, Parsed>();

/** `read`, remembering the last texts: functions and loops read the same text again and again. */
export function readAgain(text: string, s: State): Parsed {
  const extglob = s.options.has("extglob");
  const key = `${s.dialect}${extglob ? "+" : "-"}${text}`;
  const found = parsed.get(key);
  if (found) return found;
  const tree = read(text, s.dialect, { extglob, holes: true });
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
  const given = readAgain(text, s);
  const whole = s.dialect === "bash" && given.kind === "incomplete" ? endingDocuments(text, given.reason, s) : text;
  const tree = whole === text ? given : readAgain(whole, s);
  const saved = { place: e.place, text: e.text, nested: e.nested, aliases: e.aliases };
  e.aliases = s.aliases.copy();
  e.place = { ...e.place, via: [...e.place.via, label], inFile: e.place.inFile ?? inFile };
  e.text = whole;
  e.nested = true;
  e.depth++;
  if (tree.kind === "unreadable") {
    e.host.opaque(e.place, tree.reason);
    s.blurred ??= label;
  }
  // zsh runs nothing of a line that it cannot read
  const before = s.dialect === "zsh" && tree.kind !== "complete" ? fork(s) : undefined;
  const ran = runList(e, s, tree.body);
  const result = before ? join(before, ran) : ran;
  if (tree.kind === "incomplete") {
    result.status = undefined;
    result.failure = NUMBER;
  }
  e.depth--;
  e.place = saved.place;
  e.text = saved.text;
  e.nested = saved.nested;
  e.aliases = saved.aliases;
  return result;
}

/** bash takes a here-document that is not closed to end with the text. */
function endingDocuments(text: string, reason: string, s: State): string {
  if (!/here-document/.test(reason)) return text;
  const delimiters = [...text.matchAll(/<<-?[ \t]*(['"\\]?)(\w+)\1/g)].slice(0, 4);
  const ended = delimiters.map((m) => `${text}\n${m[2]}\n`);
  return ended.find((t) => readAgain(t, s).kind === "complete") ?? text;
}

export function runList(e: Evaluation, s: State, list: List): State {
  return after(outcomeOfList(e, s, list));
}

export function outcomeOfList(e: Evaluation, s: State, list: List): Outcome {
  if (s.dialect === "zsh" && list.items.length === 0) return ok(s);
  let state = s;
  let outcome: Outcome = either_(state);
  const abandoned = e.abandoned.length;
  for (const [i, item] of list.items.entries()) {
    if (e.exhausted) break;
    // bash drops the line, not the lines behind it
    if (s.dialect === "bash" && e.abandoned.length > abandoned && onNewLine(e, list, i))
      state = e.abandoned.slice(abandoned).map(fork).reduce(join, state);
    if (!state.live && s.dialect === "bash" && e.abandoned.length > abandoned) continue;
    if (!state.live) break;
    if (item.background) {
      // zsh puts only the last pipeline of `a && b &` in the background
      const last = state.dialect === "zsh" && item.command.kind === "and-or";
      outcome = last ? andOr(e, state, item.command as AndOr, true) : background(e, state, item.command);
      state = after(outcome);
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

function onNewLine(e: Evaluation, list: List, i: number): boolean {
  const before = list.items[i - 1]?.command.span.end ?? 0;
  return e.text.slice(before, list.items[i]?.command.span.start).includes("\n");
}

export function background(e: Evaluation, s: State, c: Command): Outcome {
  const inner = fork(s);
  inner.options.add("\0background");
  if (!inner.descriptors.has(0)) inner.descriptors.set(0, { kind: "data", value: known("") });
  inner.traps = trapsBelow(inner);
  const input = inner.descriptors.get(0);
  const end = after(apart(e, () => runCommand(e, inner, c)));
  beside(s, end);
  shareInput(s, input, end);
  return ok(s);
}

const FIRES_DEBUG: ReadonlySet<Command["kind"]> = new Set(["conditional", "arithmetic", "for", "select", "case"]);

const FIRES_ERR: ReadonlySet<Command["kind"]> = new Set(["conditional", "arithmetic", "subshell"]);

export function runCommand(e: Evaluation, s: State, c: Command): Outcome {
  if (!step(e)) return either_(s);
  // simple commands see to it themselves
  const traps = s.traps.size > 0 && s.dialect !== "sh";
  if (traps && s.dialect === "bash" && FIRES_DEBUG.has(c.kind)) beforeCommand(e, s);
  const done = runKind(e, s, c);
  if (traps && FIRES_ERR.has(c.kind)) afterCommand(e, done);
  return done;
}

function runKind(e: Evaluation, s: State, c: Command): Outcome {
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
          // what `$?` is stays as it was
          const { status, failure } = u;
          const done = textOf(text)?.trim() === "" ? ok(u) : number(u, calculate(e, u, text));
          Object.assign(u, { status, failure });
          return done;
        };
        const abandoned = e.abandoned.length;
        calculate(e, t, expandValue(e, t, c.init));
        // where that is no expression there is no loop
        const without = e.abandoned.slice(abandoned);
        const done = loop(
          e,
          t,
          test,
          (u) => runList(e, u, c.body),
          (u) => {
            const given = e.abandoned.length;
            calculate(e, u, expandValue(e, u, c.update));
            // what is no expression ends it
            return e.abandoned.length === given;
          },
        );
        return without.length > 0 ? failing(done, without) : done;
      });
    case "case":
      return redirected(e, s, c.redirections, (t) => choose(e, t, c));
    case "group": {
      const run = (t: State): Outcome => {
        const abandoned = e.abandoned.length;
        const jumps = e.frames.at(-1)?.jumps ?? [];
        const before = jumps.length;
        const done = outcomeOfList(e, t, c.body);
        if (!c.always) return done;
        // also when the line is given up in it; the status is that of what stood before
        const { always } = c;
        const behind = (u: State): State => {
          const { status, failure } = u;
          const from = e.abandoned.length;
          // what fails in it fails only there
          const end = [runList(e, u, always), ...e.abandoned.splice(from)].reduce(join);
          return end.live ? Object.assign(end, { status, failure }) : end;
        };
        const given = e.abandoned.slice(abandoned);
        for (const { state } of jumps.slice(before)) Object.assign(state, behind(state));
        if (given.length > 0 || done.yes === done.no) return either_(behind(given.reduce(join, after(done))));
        return { yes: done.yes && behind(done.yes), no: done.no && behind(done.no) };
      };
      return redirected(e, s, c.redirections, run);
    }
    case "subshell": {
      const inner = fork(s);
      inner.traps = trapsBelow(inner);
      const done = apart(e, () => redirected(e, inner, c.redirections, (t) => outcomeOfList(e, t, c.body)));
      shareInput(s, s.descriptors.get(0), after(done));
      return isolated(s, done);
    }
    case "function":
      return define(e, s, c);
    case "conditional":
      // dash has no `[[`: it would look for a program of that name
      if (s.dialect === "sh") {
        apart(e, () => test(e, fork(s), c.test));
        return either_(s);
      }
      return redirected(e, s, c.redirections, (t) => test(e, t, c.test));
    case "arithmetic":
      // dash reads `((` as two subshells
      if (s.dialect === "sh") {
        const text = expandValue(e, s, c.text);
        apart(e, () => {
          calculate(e, fork(s), text);
          return either_(s);
        });
        return bad(s);
      }
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

/** The parent after a subshell: unchanged but for the files and the output. */
export function isolated(s: State, done: Outcome): Outcome {
  const keep = (inner: State | undefined): State | undefined => {
    if (inner === undefined) return undefined;
    return {
      ...fork(s),
      files: inner.files,
      out: inner.out,
      racing: inner.racing,
      status: inner.status,
      failure: inner.failure,
    };
  };
  if (done.yes === done.no) {
    const one = keep(done.yes);
    return { yes: one, no: one };
  }
  return { yes: keep(done.yes), no: keep(done.no) };
}

/** Redirections of a compound command hold while it runs. */
export function redirected(
  e: Evaluation,
  s: State,
  redirections: readonly Redirection[],
  run: (s: State) => Outcome,
): Outcome {
  if (redirections.length === 0) return run(s);
  const old = new Map(s.descriptors);
  const before = redirect(e, s, redirections) ? undefined : fork(s);
  const restore = giveBack(e, old, s.descriptors, redirections);
  const done = restoring(e, () => run(s), restore);
  for (const t of new Set([done.yes, done.no])) if (t) restore(t);
  if (before === undefined) return done;
  restore(before);
  return mayFail(done, before);
}

function andOr(e: Evaluation, s: State, c: AndOr, beside = false): Outcome {
  let outcome = runCommand(e, s, c.parts[0] as Command);
  c.operators.forEach((operator, i) => {
    const next = c.parts[i + 1] as Command;
    const go = operator === "&&" ? outcome.yes : outcome.no;
    const stay = operator === "&&" ? outcome.no : outcome.yes;
    if (go === undefined || !go.live) {
      outcome = operator === "&&" ? { yes: go, no: stay } : { yes: stay, no: go };
      return;
    }
    const run = beside && i === c.operators.length - 1 ? background : runCommand;
    const done = run(e, go === stay ? fork(go) : go, next);
    outcome =
      operator === "&&"
        ? { yes: done.yes, no: stay === undefined ? done.no : join(done.no, stay) }
        : { yes: stay === undefined ? done.yes : join(done.yes, stay), no: done.no };
  });
  return outcome;
}

const valuesOf = ({ words, taints, many }: Fields): Value[] =>
  words.map((w, i) => ({
    ...known(mayBeSeveral(w) ? ANY : w, taints[i] ?? 0),
    ...(many.has(i) ? { many: true } : {}),
  }));

function define(e: Evaluation, s: State, c: Command & { kind: "function" }): Outcome {
  if (c.names.length === 0) {
    const words = expandWords(e, s, c.words)[0];
    return callFunction(e, s, c.source, "anonymous function", words ? valuesOf(words) : [], c.body);
  }
  const written = c.source.replace(/^\s*(?:function\s+)?/, "");
  if (s.dialect !== "zsh" && !c.names.every((n) => written.startsWith(n) && /^[\s({]/.test(written.slice(n.length)))) {
    // `f$x() …` is a name to no shell
    giveUp(e, s);
    return either_(s);
  }
  // zsh expands what is to be the name
  const names = c.words.length > 0 ? (expandWords(e, s, c.words)[0]?.words ?? []) : c.names;
  if (names.some((n) => HOLE.test(n))) e.host.opaque(placeOf(e, c.span), "a function whose name is not known");
  for (const name of names) {
    s.functions.set(name, c.source);
    e.host.shadow(placeOf(e, c.span), "function", name, c.source);
    if (s.dialect === "bash" && s.options.has("allexport")) exportFunction(e, s, name);
    hookDefined(e, s, name, c.source, c.body);
  }
  return ok(s);
}

function coprocess(e: Evaluation, s: State, name: string, body: Command): Outcome {
  const inner = fork(s);
  inner.out = known("");
  inner.racing = false;
  inner.options.add("\0background");
  inner.descriptors.set(0, { kind: "data", value: unknown() });
  inner.descriptors.set(1, { kind: "capture" });
  inner.traps = trapsBelow(inner);
  const end = after(apart(e, () => runCommand(e, inner, body)));
  s.files = end.files;
  s.descriptors.set(63, { kind: "data", value: outOf(end) });
  assignName(e, s, name === "" ? "COPROC" : name, known("63"), {
    elements: new Map([
      // it may have ended meanwhile
      ["0", { ...known("63"), unset: s.dialect === "bash" }],
      ["1", { ...known("62"), unset: s.dialect === "bash" }],
    ]),
  });
  return ok(s);
}
