/** Programs: what the host is told about one, and what it runs in turn. */

import type { CommandEvent, Consequence, Entry, Place } from "../session/event.ts";
import { isAbsolute } from "../session/path.ts";
import type { Descriptor, Variable } from "../session/session.ts";
import { ANY, either, HOLE, known, OUTSIDE, unknown, type Value } from "../session/value.ts";
import { inheritable } from "./assign.ts";
import { builtins } from "./builtins.ts";
import { bounded, type Evaluation, MAX_DEPTH, step } from "./context.ts";
import {
  advance,
  contentOf,
  emit,
  emitComplaint,
  fetchedFiles,
  isMade,
  keep,
  linkOf,
  markOf,
  read,
  treeOf,
} from "./descriptors.ts";
import { mayBeSeveral } from "./fields.ts";
import { lookupInherited } from "./joining.ts";
import { after, either_, ended, type Outcome } from "./outcome.ts";
import { runText } from "./run.ts";
import { dispatch, type Request } from "./simple.ts";
import { changedNames, changedNamesThat, fork, lookup, outOf, type State } from "./state.ts";
import { apart } from "./traps.ts";

/** A program: the host says what it does, and what it runs is evaluated in a child. */
export function external(e: Evaluation, s: State, r: Request, builtin = false): Outcome {
  const event = eventOf(e, s, r, builtin);
  const done = e.host.command(event);
  // where PATH is another it may not be found
  const path = lookup(s, "PATH");
  const sure = builtin || (path?.origin.kind === "start" && !path.value.unset);
  const status = consequences(e, s, done, r, builtin, sure);
  return ended(s, sure ? status : undefined);
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
    inherited: (which) => inherited(e, s, which),
    variable: (name) => lookupInherited(s, name),
    content: (path) => contentOf(e, s, path),
    mark: (path) => markOf(e, s, path),
    link: (path) => linkOf(s, path),
    fetched: () => fetchedFiles(s),
    written: () => [...s.files].map(([path]) => path),
    brought: (path) => treeOf(s, path),
    made: (path) => isMade(s, path),
    terminal: out === undefined || out.kind === "inherited",
  };
}

function* inherited(e: Evaluation, s: State, which?: (name: string) => boolean): Iterable<readonly [string, Variable]> {
  for (const name of which ? changedNamesThat(s, which) : everyChanged(e, s)) {
    const v = lookupInherited(s, name);
    if (v && v.origin.kind !== "start" && inheritable(v)) yield [name, v];
  }
}

/** Where a command is told of all names, a line of many commands and names is work. */
function everyChanged(e: Evaluation, s: State): readonly string[] {
  const names = [...changedNames(s)];
  step(e, names.length / NAMES_A_STEP);
  return names;
}

const NAMES_A_STEP = 16;

function consequences(
  e: Evaluation,
  s: State,
  done: Consequence,
  r: Request,
  builtin: boolean,
  sure: boolean,
): 0 | 1 | undefined {
  let printed: Value | undefined;
  for (const entry of done.entries) {
    const out = enter(e, s, entry);
    printed = printed === undefined ? out : either(printed, out);
  }
  for (const w of done.writes) {
    const old = s.files.get(w.path);
    const { path, ...mark } = w;
    keep(s, path, { ...mark, value: old && HOLE.test(path) ? either(old.value, w.value) : w.value });
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
  emit(e, s, 1, sure ? value : either(known(""), value));
  // it may complain, or not be there at all
  if (!builtin) {
    emitComplaint(e, s);
    drain(s);
  }
  return done.status;
}

/** The program may have read the input, or left it for the next. */
function drain(s: State): void {
  const input = s.descriptors.get(0);
  if (input) advance(s, 0, drained(input));
}

function drained(d: Descriptor): Descriptor {
  if (d.kind === "several") return { ...d, all: d.all.map(drained) };
  if (d.kind !== "data" || d.value.texts.every((t) => t === "")) return d;
  return { ...d, value: either(d.value, known("", d.value.taint)) };
}

/** Evaluates a nested command in a child of the shell: it sees what is exported and changes nothing here but files. */
export function enter(e: Evaluation, s: State, entry: Entry): Value {
  if (e.depth >= MAX_DEPTH || !step(e)) {
    e.host.opaque(e.place, "a command inside a command, deeper than heed follows");
    return unknown();
  }
  const inner = childOf(e, s, entry);
  const saved = { place: e.place, text: e.text, nested: e.nested };
  e.depth++;
  e.place = { ...e.place, via: [...e.place.via, entry.label], elsewhere: farther(e.place.elsewhere, entry.elsewhere) };
  inner.out = known("");
  inner.racing = false;
  inner.descriptors.set(1, { kind: "capture" });
  if (entry.stdin !== undefined) inner.descriptors.set(0, { kind: "data", value: entry.stdin });
  for (const [name, text] of entry.set) assignEntry(e, inner, name, text);
  let end = inner;
  if (entry.kind === "argv") {
    e.text = entry.words.join(" ");
    e.nested = true;
    const place = { ...e.place, text: entry.words.join(" ") };
    e.place = place;
    const taints = entry.words.map(() => entry.taint);
    const request = { argv: entry.words, taints, many: new Set<number>(), arrays: new Map(), place, redirected: false };
    end = after(apart(e, () => dispatchChild(e, inner, request)));
  } else if (entry.kind === "line") {
    const run = () => {
      end = after(apart(e, () => either_(runText(e, inner, entry.words[0] ?? "", entry.label, entry.inFile))));
    };
    if (entry.inFile === undefined) run();
    else bounded(e, run);
  } else {
    const path = entry.words[0] ?? "";
    // of a text that is not known at all there is nothing to follow: whether it may run is the program's row to say
    for (const t of contentOf(e, s, path)?.texts ?? [])
      if (t.split(HOLE).some((known) => known.trim() !== ""))
        bounded(e, () => {
          end = after(apart(e, () => either_(runText(e, inner, t, entry.label, "run"))));
        });
  }
  e.depth--;
  e.place = saved.place;
  e.text = saved.text;
  e.nested = saved.nested;
  s.files = end.files;
  return outOf(end);
}

/** Another machine behind the project's container is another machine. */
const farther = (a: Place["elsewhere"], b: Place["elsewhere"]) => (a === true || b === true ? true : a || b);

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

function childOf(e: Evaluation, s: State, entry: Entry): State {
  const inner = fork(s);
  const shell = entry.kind !== "argv";
  const cleared = entry.clear;
  for (const name of everyChanged(e, s)) {
    const v = lookupInherited(s, name);
    if (v === undefined || cleared || v.exported === false || entry.unset.includes(name)) inner.globals.set(name, null);
    else inner.globals.set(name, v);
  }
  for (const name of entry.unset) inner.globals.set(name, null);
  if (cleared)
    for (const name of s.session.variables.keys()) if (!["PWD", "IFS"].includes(name)) inner.globals.set(name, null);
  inner.locals = [];
  if (shell) {
    for (const [name, v] of s.session.variables)
      if (v.exported === false && name !== "IFS" && !inner.globals.has(name)) inner.globals.set(name, null);
    for (const name of [...s.functions.keys(), ...s.session.functions.keys()])
      if (!s.exportedFunctions.has(name) || entry.dialect !== "bash") inner.functions.set(name, null);
    for (const name of [...s.aliases.keys(), ...s.session.aliases.keys()]) inner.aliases.set(name, null);
    inner.options = new Set(entry.options.length > 0 ? entry.options : []);
    inner.globals.set("0", {
      value: known(entry.positional[0] ?? s.dialect),
      kind: "scalar",
      exported: false,
      origin: { kind: "start" },
    });
    // of several words the first is `$0`
    const several = mayBeSeveral(entry.positional[0] ?? "") || /^[\ud801\ud802]/.test(entry.positional[0] ?? "");
    const more: readonly Value[] = several ? [{ ...unknown(), unset: true, many: true }] : [];
    inner.positional = [...more, ...entry.positional.slice(1).map((p) => known(p))];
    inner.traps = new Map();
    inner.dialect = entry.dialect;
  }
  if (entry.cwd !== undefined)
    inner.cwd =
      isAbsolute(entry.cwd) || HOLE.test(entry.cwd) ? known(entry.cwd) : known(`${s.cwd.texts[0] ?? ANY}/${entry.cwd}`);
  if (!inner.options.has("\0child")) inner.options.add("\0child");
  inner.options.delete("interactive");
  return inner;
}
