/** One simple command: aliases, expansion, assignments before it, redirections, and what its first word turns out to be. */

import type { CommandEvent, Consequence, Entry, Place } from "../session/event.ts";
import type { Variable } from "../session/session.ts";
import { ANY, either, HOLE, known, OUTSIDE, unknown, type Value } from "../session/value.ts";
import type { Command, Simple, Word } from "../syntax/tree.ts";
import { assignment, inheritable } from "./assign.ts";
import { builtins, type Call, declarations, specialBuiltins } from "./builtins.ts";
import { type Evaluation, MAX_DEPTH, placeOf, step } from "./context.ts";
import { expandWords } from "./expand.ts";
import { contentOf, emit, read, redirect } from "./redirect.ts";
import { after, either_, ended, type Outcome, ok, readAgain, runCommand, runText } from "./run.ts";
import { aliasText, changedNames, fork, functionText, join, lookup, type State } from "./state.ts";

/** Words that change how the next word is run and then get out of the way; zsh's are zshmisc(1) precommand modifiers. */
const ZSH_PRECOMMANDS = new Set(["noglob", "nocorrect", "-"]);

export function runSimple(e: Evaluation, s: State, c: Simple): Outcome {
  const saved = e.place;
  e.place = placeOf(e, c.span);
  try {
    const expanded = alias(e, s, c);
    if (expanded !== undefined) return expanded;
    if (c.words.length === 0) return bare(e, s, c);
    return run(e, s, c);
  } finally {
    e.place = saved;
  }
}

const literalOf = (w: Word | undefined): string | undefined => {
  const p = w?.parts.length === 1 ? w.parts[0] : undefined;
  return p?.kind === "literal" && !p.quoted ? p.text : undefined;
};

/** An alias is replaced as text before anything else; undefined when there is none. */
function alias(e: Evaluation, s: State, c: Simple): Outcome | undefined {
  const first = c.words[0];
  const name = literalOf(first);
  if (first === undefined || name === undefined || e.depth > 8 || e.place.via.includes(`alias ${name}`))
    return undefined;
  const expands =
    s.options.has("interactive") || s.options.has("expand_aliases") || s.dialect !== "bash" || s.options.has("posix");
  if (!expands || !/^[^\s/$`"'\\=]+$/.test(name)) return undefined;
  let text = aliasText(s, name);
  if (text === undefined && !s.aliases.has(name) && !e.nested && s.options.has("interactive") && !builtins.has(name)) {
    const live = e.host.live("alias", name);
    if (live.kind === "known") text = live.text;
  }
  if (text === undefined) return undefined;
  const whole = e.text.slice(c.span.start, c.span.end);
  const at = first.span.start - c.span.start;
  if (e.text.slice(first.span.start, first.span.end) !== name) return undefined;
  const line = `${whole.slice(0, at)}${text}${whole.slice(at + name.length)}`;
  return either_(runText(e, s, line, `alias ${name}`));
}

/** Assignments and redirections of the shell itself. */
function bare(e: Evaluation, s: State, c: Simple): Outcome {
  s.status = 0;
  for (const a of c.assignments) {
    const here = e.place;
    // assigning to a readonly name drops the rest of the line (measured: bash 5.2, zsh 5.9)
    if (!assignment(e, s, a)) s.live = false;
    e.place = here;
  }
  const status = c.assignments.length > 0 ? s.status : 0;
  const descriptors = new Map(s.descriptors);
  redirect(e, s, c.redirections);
  if (c.redirections.length > 0 && s.dialect === "zsh" && c.assignments.length === 0)
    emit(e, s, 1, read(e, s, s.descriptors.get(0)) ?? unknown());
  s.descriptors = descriptors;
  return ended(s, status);
}

function run(e: Evaluation, s: State, c: Simple): Outcome {
  const first = literalOf(c.words[0]);
  const declaration =
    first !== undefined &&
    (declarations.has(first) ||
      ((first === "command" || first === "builtin") && declarations.has(literalOf(c.words[1]) ?? "")));
  const arrays = new Map<string, Word>();
  const words = c.words.map((w) => {
    if (w.assignment?.value.kind !== "array" || !declaration) return w;
    const key = `${w.assignment.name}=\ud805${arrays.size}`;
    arrays.set(key, w);
    return { ...w, parts: [{ kind: "literal" as const, text: key, quoted: true }] };
  });
  const alternatives = expandWords(e, s, words, declaration);
  let yes: State | undefined;
  let no: State | undefined;
  let same = true;
  for (const [i, fields] of alternatives.entries()) {
    const t = i === alternatives.length - 1 ? s : fork(s);
    const o = fields.words.length === 0 ? bare(e, t, c) : withPrefix(e, t, c, fields.words, fields.taints, arrays);
    if (alternatives.length === 1) return o;
    same &&= o.yes === o.no;
    yes = o.yes === undefined ? yes : yes === undefined ? o.yes : join(yes, o.yes);
    no = o.no === undefined ? no : no === undefined ? o.no : join(no, o.no);
  }
  return same && yes ? either_(yes) : { yes, no };
}

/** Runs one argv with the assignments and redirections that stand around it. */
function withPrefix(
  e: Evaluation,
  s: State,
  c: Simple,
  argv: readonly string[],
  taints: readonly number[],
  arrays: ReadonlyMap<string, Word>,
): Outcome {
  const place = e.place;
  const name = argv[0] as string;
  const persists =
    c.assignments.length > 0 &&
    specialBuiltins.has(name) &&
    functionText(s, name) === undefined &&
    (s.dialect === "sh" || s.options.has("posix") || (s.dialect === "zsh" && s.options.has("posixbuiltins")));
  const scoped = c.assignments.length > 0 && !persists;
  if (scoped) {
    s.locals.push({ names: new Map(), temporary: true });
    const names = s.locals.at(-1)?.names;
    for (const a of c.assignments) {
      assignment(e, s, a, names, true);
      e.place = place;
    }
  } else
    for (const a of c.assignments) {
      assignment(e, s, a, undefined, s.dialect === "bash" ? true : undefined);
      e.place = place;
    }
  if (name === ANY && c.assignments.length > 0) for (const a of c.assignments) assignment(e, s, a, s.globals);
  const descriptors = new Map(s.descriptors);
  redirect(e, s, c.redirections);
  e.place = place;
  const done = dispatch(e, s, { argv, taints, arrays, place, redirected: c.redirections.length > 0 });
  for (const t of new Set([done.yes, done.no])) {
    if (!t) continue;
    if (!t.options.delete("\0keep") && c.redirections.length > 0) t.descriptors = new Map(descriptors);
    if (scoped) t.locals = t.locals.slice(0, -1);
  }
  return done;
}

export interface Request {
  readonly argv: readonly string[];
  readonly taints: readonly number[];
  readonly arrays: ReadonlyMap<string, Word>;
  readonly place: Place;
  readonly redirected: boolean;
  /** `command` and `builtin` skip functions. */
  readonly plain?: "command" | "builtin";
}

export function dispatch(e: Evaluation, s: State, r: Request): Outcome {
  const name = r.argv[0];
  if (name === undefined) return ok(s);
  if (!step(e)) return either_(s);
  if (s.dialect === "zsh" && ZSH_PRECOMMANDS.has(name) && r.argv.length > 1) return dispatch(e, s, rest(r));
  if (r.plain === undefined && !HOLE.test(name)) {
    let text = functionText(s, name);
    if (
      text === undefined &&
      !s.functions.has(name) &&
      !e.nested &&
      s.options.has("interactive") &&
      !builtins.has(name)
    ) {
      const live = e.host.live("function", name);
      if (live.kind === "known") text = live.text;
    }
    if (text !== undefined) return callFunction(e, s, text, `function ${name}`, values(r, 1));
  }
  const builtin = builtins.get(name);
  if (
    builtin !== undefined &&
    (builtin.dialects === undefined || builtin.dialects.includes(s.dialect)) &&
    !s.options.has(`\0disabled ${name}`)
  ) {
    const call: Call = { ...r, name, args: r.argv.slice(1), values: () => values(r, 1) };
    return builtin.run(e, s, call);
  }
  return external(e, s, r);
}

export const rest = (r: Request, from = 1): Request => ({
  ...r,
  argv: r.argv.slice(from),
  taints: r.taints.slice(from),
});

const values = (r: Request, from: number): Value[] =>
  r.argv.slice(from).map((w, i) => known(w, r.taints[i + from] ?? 0));

/** Calls a function: its own positional parameters and local names, the state of the caller otherwise. */
export function callFunction(
  e: Evaluation,
  s: State,
  source: string,
  label: string,
  args: readonly Value[],
  known?: Command,
): Outcome {
  const calls = e.place.via.filter((v) => v === label).length;
  if (calls > 0 && label !== "anonymous function" && (s.options.has("\0pipe") || s.options.has("\0background"))) {
    e.host.forkBomb(e.place);
    return either_(s);
  }
  if (calls > 6 || e.depth >= MAX_DEPTH) {
    s.blurred ??= "recursion";
    if (calls > 6) e.host.opaque(e.place, "recursion deeper than heed follows");
    return either_(s);
  }
  let body = known;
  if (body === undefined) {
    const tree = readAgain(source, s);
    const found = tree.body.items[0]?.command;
    if (tree.kind !== "complete" || found?.kind !== "function") {
      e.host.opaque(e.place, "a function heed cannot read");
      s.blurred ??= label;
      return either_(s);
    }
    body = found.body;
  }
  const saved = { positional: s.positional, place: e.place, text: e.text, nested: e.nested };
  s.positional = args;
  s.locals.push({ names: new Map(), temporary: false });
  e.place = { ...e.place, via: [...e.place.via, label] };
  if (known === undefined) {
    e.text = source;
    e.nested = true;
  }
  e.depth++;
  e.jumps.push([]);
  const done = runCommand(e, s, body);
  const own = e.jumps.pop() ?? [];
  e.depth--;
  e.place = saved.place;
  e.text = saved.text;
  e.nested = saved.nested;
  let yes = done.yes;
  let no = done.no;
  for (const j of own) {
    const t: State = { ...j.state, live: true };
    if (t.status !== 1) yes = yes === undefined ? t : join(yes, t);
    if (t.status !== 0) no = no === undefined ? t : join(no, t);
  }
  for (const t of new Set([yes, no])) {
    if (!t) continue;
    t.positional = saved.positional;
    t.locals = t.locals.slice(0, -1);
  }
  return yes === undefined && no === undefined ? either_(s) : { yes, no };
}

/** A program: the host says what it does, and what it runs is evaluated in a child. */
export function external(e: Evaluation, s: State, r: Request, builtin = false): Outcome {
  const event = eventOf(e, s, r, builtin);
  const done = e.host.command(event);
  return ended(s, consequences(e, s, done, r));
}

export function eventOf(e: Evaluation, s: State, r: Request, builtin: boolean): CommandEvent {
  const out = s.descriptors.get(1);
  const input = s.descriptors.get(0);
  return {
    place: r.place,
    argv: r.argv,
    taints: r.taints,
    cwd: s.cwd,
    stdin: read(e, s, input),
    piped: input?.kind === "data" && input.piped === true,
    dialect: s.dialect,
    builtin,
    inherited: () => inherited(s),
    variable: (name) => lookup(s, name),
    content: (path) => contentOf(e, s, path),
    terminal: out === undefined || out.kind === "inherited",
  };
}

function* inherited(s: State): Iterable<readonly [string, Variable]> {
  for (const name of changedNames(s)) {
    const v = lookup(s, name);
    if (v && v.origin.kind !== "start" && inheritable(v)) yield [name, v];
  }
}

function consequences(e: Evaluation, s: State, done: Consequence, r: Request): 0 | 1 | undefined {
  let printed: Value | undefined;
  for (const entry of done.entries) {
    const out = enter(e, s, entry);
    printed = printed === undefined ? out : either(printed, out);
  }
  for (const w of done.writes) {
    const old = s.files.get(w.path);
    s.files.set(w.path, { value: old && HOLE.test(w.path) ? either(old.value, w.value) : w.value, from: w.from });
  }
  for (const a of done.assignments) {
    const later = a.when === "next-line";
    e.host.assign({ place: r.place, name: a.name, value: a.value, exported: true, cwd: s.cwd });
    if (later) s.later.set(a.name, a.value);
    else
      s.globals.set(a.name, {
        value: a.value,
        kind: "scalar",
        exported: true,
        origin: { kind: "line", line: s.session.lines, text: r.place.text.slice(0, 200) },
      });
  }
  const value = done.stdout ?? printed ?? unknown(OUTSIDE);
  emit(e, s, 1, value);
  return done.status;
}

/** Evaluates a nested command in a child of the shell: it sees what is exported and changes nothing here but files. */
export function enter(e: Evaluation, s: State, entry: Entry): Value {
  if (e.depth >= MAX_DEPTH || !step(e)) {
    e.host.opaque(e.place, "a command inside a command, deeper than heed follows");
    return unknown();
  }
  const inner = childOf(s, entry);
  const saved = { place: e.place, text: e.text, nested: e.nested };
  e.depth++;
  e.place = { ...e.place, via: [...e.place.via, entry.label], elsewhere: e.place.elsewhere || entry.elsewhere };
  inner.out = known("");
  inner.descriptors.set(1, { kind: "capture" });
  if (entry.stdin !== undefined) inner.descriptors.set(0, { kind: "data", value: entry.stdin });
  for (const [name, text] of entry.set) assignEntry(e, inner, name, text);
  let end = inner;
  if (entry.kind === "argv") {
    e.text = entry.words.join(" ");
    e.nested = true;
    const place = { ...e.place, text: entry.words.join(" ") };
    e.place = place;
    end = after(
      dispatchChild(e, inner, {
        argv: entry.words,
        taints: entry.words.map(() => entry.taint),
        arrays: new Map(),
        place,
        redirected: false,
      }),
    );
  } else if (entry.kind === "line") {
    end = runText(e, inner, entry.words[0] ?? "", entry.label);
  } else {
    const path = entry.words[0] ?? "";
    const content = contentOf(e, s, path);
    if (content !== undefined) for (const t of content.texts) end = runText(e, inner, t, entry.label, "run");
  }
  e.depth--;
  e.place = saved.place;
  e.text = saved.text;
  e.nested = saved.nested;
  s.files = end.files;
  return end.out;
}

/** A wrapper starts programs, never builtins or functions; builtins with a program of the same name are the same thing here. */
function dispatchChild(e: Evaluation, s: State, r: Request): Outcome {
  const name = r.argv[0] ?? "";
  if (builtins.get(name)?.program) return dispatch(e, s, { ...r, plain: "command" });
  return external(e, s, r);
}

function assignEntry(e: Evaluation, s: State, name: string, text: string): void {
  const v: Variable = {
    value: known(text),
    kind: "scalar",
    exported: true,
    origin: { kind: "line", line: s.session.lines, text: e.place.text.slice(0, 200) },
  };
  s.globals.set(name, v);
  e.host.assign({ place: e.place, name, value: v.value, exported: true, cwd: s.cwd });
}

function childOf(s: State, entry: Entry): State {
  const inner = fork(s);
  const shell = entry.kind !== "argv";
  const cleared = entry.clear;
  for (const name of changedNames(s)) {
    const v = lookup(s, name);
    if (v === undefined || cleared || v.exported === false || entry.unset.includes(name)) inner.globals.set(name, null);
    else inner.globals.set(name, v);
  }
  for (const name of entry.unset) inner.globals.set(name, null);
  if (cleared)
    for (const name of s.session.variables.keys())
      if (!["HOME", "PWD", "IFS"].includes(name)) inner.globals.set(name, null);
  inner.locals = [];
  if (shell) {
    for (const [name, v] of s.session.variables)
      if (v.exported === false && name !== "IFS" && !inner.globals.has(name)) inner.globals.set(name, null);
    for (const name of [...s.functions.keys(), ...s.session.functions.keys()])
      if (!s.exportedFunctions.has(name) || entry.dialect !== "bash") inner.functions.set(name, null);
    for (const name of [...s.aliases.keys(), ...s.session.aliases.keys()]) inner.aliases.set(name, null);
    inner.options = new Set(entry.options.length > 0 ? entry.options : []);
    inner.globals.set("0", { value: known(entry.positional[0] ?? s.dialect), kind: "scalar", exported: false, origin: { kind: "start" } });
    inner.positional = entry.positional.slice(1).map((p) => known(p));
    inner.traps = new Map();
    inner.dialect = entry.dialect;
  }
  if (entry.cwd !== undefined)
    inner.cwd =
      entry.cwd.startsWith("/") || HOLE.test(entry.cwd)
        ? known(entry.cwd)
        : known(`${s.cwd.texts[0] ?? ANY}/${entry.cwd}`);
  if (!inner.options.has("\0child")) inner.options.add("\0child");
  inner.options.delete("interactive");
  return inner;
}
