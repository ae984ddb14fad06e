/** What stands around the words of a command: assignments that hold while it runs, and redirections. */

import { layered } from "../session/layers.ts";
import type { Variable } from "../session/session.ts";
import { ANY, either, HOLE, nothing } from "../session/value.ts";
import type { Simple, Word } from "../syntax/tree.ts";
import { assignBefore, assignment } from "./assign.ts";
import { specialBuiltins } from "./builtins.ts";
import { type Evaluation, restoring } from "./context.ts";
import type { Fields } from "./expand.ts";
import { join } from "./joining.ts";
import { after, failing, mayFail, type Outcome } from "./outcome.ts";
import { giveBack, redirect, shareInput } from "./redirect.ts";
import { isolated } from "./run.ts";
import { dispatch, isBuiltin, ZSH_PRECOMMANDS } from "./simple.ts";
import { fork, frameOf, functionText, type Scope, type State } from "./state.ts";

const isProgram = (s: State, name: string) =>
  !HOLE.test(name) && !isBuiltin(s, name) && functionText(s, name) === undefined;

/** zsh: `command` that does not only say what a word is runs in the child. */
const inChild = (s: State, argv: readonly string[]) =>
  isProgram(s, argv[0] as string) ||
  (argv[0] === "command" && !s.options.has("posixbuiltins") && !/^-[pvV]*[vV]/.test(argv[1] ?? ""));

/** Runs one argv with the assignments and redirections that stand around it. */
export function withPrefix(
  e: Evaluation,
  s: State,
  c: Simple,
  fields: Fields,
  arrays: ReadonlyMap<string, Word>,
): Outcome {
  const argv = fields.words;
  // zsh assigns and redirects before a program in the child
  if (s.dialect === "zsh" && c.assignments.length + c.redirections.length > 0 && inChild(s, argv)) {
    const input = s.descriptors.get(0);
    const { abandoned } = e;
    e.abandoned = [];
    const done = prefixed(e, fork(s), c, fields, arrays);
    const given = e.abandoned.map((t): State => ({ ...fork(s), files: t.files }));
    e.abandoned = abandoned;
    if (c.redirections.length === 0) shareInput(s, input, after(done));
    return given.length > 0 ? failing(isolated(s, done), given) : isolated(s, done);
  }
  return prefixed(e, s, c, fields, arrays);
}

function prefixed(e: Evaluation, s: State, c: Simple, fields: Fields, arrays: ReadonlyMap<string, Word>): Outcome {
  const { words: argv, taints, many } = fields;
  const { place } = e;
  // bash assigns first (measured: bash 5.2, dash 0.5.12, zsh 5.9)
  const early = s.dialect === "bash" && !s.options.has("posix") ? assigned(e, s, c, argv) : undefined;
  const opening = opened(e, s, c, argv, early?.scope);
  e.place = place;
  const { scope, kept } = early ?? assigned(e, s, c, argv);
  e.place = place;
  const restore = (t: State) => {
    // zsh gives the names back what they had, whatever was done to them meanwhile
    for (const [n, v] of kept) {
      if (v === undefined) t.globals.delete(n);
      else t.globals.set(n, v);
    }
    if (!t.options.delete("\0keep")) opening.giveBack(t);
    if (scope) t.locals = t.locals.slice(0, -1);
    opening.restore(t);
  };
  const request = { argv, taints, many, arrays, place, redirected: c.redirections.length > 0 };
  const done = restoring(e, () => dispatch(e, s, request), restore);
  for (const t of new Set([done.yes, done.no])) if (t) restore(t);
  if (opening.failed === undefined) return done;
  opening.giveBack(opening.failed);
  return mayFail(done, opening.failed);
}

interface Opened {
  readonly giveBack: (s: State) => void;
  /** The state it leaves where a redirection fails. */
  readonly failed: State | undefined;
  readonly restore: (s: State) => void;
}

function opened(e: Evaluation, s: State, c: Simple, argv: readonly string[], scope: Scope | undefined): Opened {
  const name = argv[0] as string;
  const old = new Map(s.descriptors);
  // a program is redirected in the child: what that expands and assigns stays there
  // bash then looks for options of `command` first, and does that itself
  const itself = /^-(?!p$|-$)/.test(argv[1] ?? "");
  const behind =
    s.dialect === "bash" && name === "command" && !itself
      ? argv.find((w, i) => i > 0 && !/^-[p-]$/.test(w))
      : undefined;
  const program = behind === undefined ? isProgram(s, name) : !HOLE.test(behind) && !isBuiltin(s, behind);
  // what stands before the command is not there yet
  if (scope) s.locals = s.locals.slice(0, -1);
  const opening = c.redirections.length > 0 && s.dialect !== "zsh" && program ? fork(s) : s;
  const { abandoned } = e;
  const sure = redirect(e, opening, c.redirections);
  if (opening !== s) e.abandoned = abandoned;
  const back = giveBack(e, old, opening.descriptors, opening === s ? c.redirections : []);
  s.descriptors = opening.descriptors;
  // what a redirection has assigned there may be in the environment of the program
  const { globals } = s;
  const child = opening !== s && opening.globals.differing(globals).size > 0;
  if (child) s.globals = join(fork(s), opening).globals;
  s.files = opening.files;
  s.out = opening.out;
  s.racing = opening.racing;
  const failed = sure ? undefined : fork(s);
  if (scope) s.locals = [...s.locals, scope];
  const restore = (t: State) => {
    if (child) t.globals = globals.copy();
  };
  return { giveBack: back, failed, restore };
}

interface Assigned {
  /** Holds while the command runs; undefined where what is assigned stays. */
  readonly scope: Scope | undefined;
  readonly kept: readonly (readonly [string, Variable | null | undefined])[];
}

function assigned(e: Evaluation, s: State, c: Simple, argv: readonly string[]): Assigned {
  const { place } = e;
  const name = argv[0] as string;
  const special = specialBuiltins.has(name);
  const stays =
    s.dialect === "zsh"
      ? // `exec` that only redirects is no command, and two builtins keep what stands before them (measured: zsh 5.9)
        (special && s.options.has("posixbuiltins")) ||
        /^(?:alias|hash)$/.test(argv.find((w) => w !== "builtin") ?? "") ||
        (argv.every((w) => w === "exec" || w === "-") && name === "exec" && c.redirections.length === 0)
      : special && (s.dialect === "sh" || s.options.has("posix"));
  const persists = c.assignments.length > 0 && stays && functionText(s, name) === undefined;
  const scoped = c.assignments.length > 0 && !persists;
  const plain = scoped && s.dialect === "zsh" ? c.assignments.filter((a) => frameOf(s, a.name) === s.globals) : [];
  const kept = plain.map((a) => [a.name, s.globals.get(a.name)] as const);
  let scope: Scope | undefined;
  if (scoped) {
    // zsh takes names away from children before it gives them a new value
    const away = s.dialect === "zsh" && !inChild(s, argv) ? new Set(c.assignments.map((a) => a.name)) : undefined;
    scope = { names: layered(), temporary: true, making: true, ...(away ? { away } : {}) };
    s.locals.push(scope);
    // zsh exports what stands before a function or a program, not before a builtin
    const skipped = (w: string) => ZSH_PRECOMMANDS.has(w) || w === "command" || w === "exec";
    const target = argv.find((w) => !skipped(w)) ?? argv.at(-1) ?? name;
    const exported =
      s.dialect !== "zsh" || functionText(s, target) !== undefined || !isBuiltin(s, target) ? true : undefined;
    const given = e.abandoned.length;
    for (const a of c.assignments) {
      if (exported) assignBefore(e, s, a, scope.names);
      else assignment(e, s, a, scope.names, exported);
      e.place = place;
    }
    scope.making = false;
    if (s.dialect === "bash") for (const t of e.abandoned.slice(given)) leak(t);
  } else
    for (const a of c.assignments) {
      assignment(e, s, a, undefined, s.dialect === "bash" ? true : undefined);
      e.place = place;
    }
  if (name === ANY && c.assignments.length > 0) for (const a of c.assignments) assignment(e, s, a, s.globals);
  return { scope, kept };
}

/** What stood before a command that bash gave up on is given to the command after it (measured: bash 5.2). */
function leak(t: State): void {
  const scope = t.locals.at(-1);
  t.locals = t.locals.slice(0, -1);
  for (const [name, v] of scope?.names ?? [])
    if (v) t.globals.set(name, { ...v, exported: "maybe", value: either(v.value, nothing) });
}
