/** One simple command: aliases, expansion, assignments before it, redirections, and what its first word turns out to be. */

import { mayBeNone } from "../session/alternatives.ts";
import type { Place } from "../session/event.ts";
import { layered } from "../session/layers.ts";
import { ANY, either, HOLE, known, nothing, unknown, type Value } from "../session/value.ts";
import type { Assignment, Simple, Word } from "../syntax/tree.ts";
import { literalOf, runAlias } from "./aliases.ts";
import { assignBefore, assignment } from "./assign.ts";
import { bashOptions, builtins, type Call, declarations, specialBuiltins } from "./builtins.ts";
import { callFunction } from "./call.ts";
import { type Evaluation, giveUp, placeOf, restoring, step } from "./context.ts";
import { emit, read } from "./descriptors.ts";
import { expandWords, type Fields } from "./expand.ts";
import { mayBeSeveral } from "./fields.ts";
import { join } from "./joining.ts";
import { after, bad, either_, eitherOutcome, ended, failing, mayFail, misused, type Outcome, ok } from "./outcome.ts";
import { external } from "./program.ts";
import { redirect, restored, shareInput } from "./redirect.ts";
import { isolated } from "./run.ts";
import { fork, frameOf, functionAlternatives, functionText, functionTexts, type Scope, type State } from "./state.ts";
import { which } from "./tilde.ts";
import { afterCommand, beforeCommand } from "./traps.ts";

/** Words that change how the next word is run and then get out of the way; zsh's are zshmisc(1) precommand modifiers. */
const ZSH_PRECOMMANDS = new Set(["noglob", "nocorrect", "-", "time"]);

export function runSimple(e: Evaluation, s: State, c: Simple): Outcome {
  const saved = e.place;
  e.place = placeOf(e, c.span);
  try {
    const expanded = runAlias(e, s, c, (t) => runPlain(e, t, c));
    return expanded ?? runPlain(e, s, c);
  } finally {
    e.place = saved;
  }
}

function runPlain(e: Evaluation, s: State, c: Simple): Outcome {
  const abandoned = e.abandoned.length;
  if (s.traps.size > 0) beforeCommand(e, s);
  const done = c.words.length === 0 ? bare(e, s, c) : run(e, s, c);
  if (s.traps.size > 0) afterCommand(e, done);
  // what the shell says of a mistake
  const given = e.abandoned.slice(abandoned);
  if (given.length > 0 && s.dialect === "bash")
    for (const t of new Set([done.yes, done.no, ...given]))
      if (t?.descriptors.has(2)) emit(e, t, 2, either(known(""), unknown()));
  if (done.yes?.live === false) return done;
  // what makes the shell drop the line may also just be a command that failed
  return e.abandoned.length > abandoned ? failing(done, e.abandoned.slice(abandoned)) : done;
}

/** Assignments and redirections of the shell itself. */
function bare(e: Evaluation, s: State, c: Simple): Outcome {
  // zsh runs a program for a redirection alone
  if (s.dialect === "zsh" && c.assignments.length === 0 && c.redirections.length > 0) {
    const inner = fork(s);
    redirect(e, inner, c.redirections, true);
    emit(e, inner, 1, read(e, inner, inner.descriptors.get(0)) ?? unknown());
    return isolated(s, either_(inner));
  }
  const descriptors = new Map(s.descriptors);
  // zsh redirects first, and leaves the names as they were where that fails
  const zsh = s.dialect === "zsh";
  if (c.words.length === 0) s.substituted = false;
  const before = zsh && !redirect(e, s, c.redirections, true) ? fork(s) : undefined;
  for (const a of c.assignments) {
    const here = e.place;
    // assigning to a readonly name drops the rest of the line (bash 5.2, zsh 5.9)
    const fine = assignment(e, s, a);
    e.place = here;
    if (fine) continue;
    giveUp(e, s);
    s.live = false;
    break;
  }
  const failed = !zsh && !redirect(e, s, c.redirections, true) ? fork(s) : before;
  const status = s.substituted ? s.status : 0;
  s.descriptors = descriptors;
  return failed === undefined ? ended(s, status) : mayFail(ended(s, status), failed, descriptors);
}

/** `set -k`: assignments count behind the command name as well. */
function withKeywords(s: State, c: Simple): Simple {
  if (s.dialect !== "bash" || !s.options.has("keyword")) return c;
  const assigns = (w: Word) => {
    const p = w.parts[0];
    return p?.kind === "literal" && !p.quoted ? /^([A-Za-z_]\w*)(\+?)=/.exec(p.text) : null;
  };
  const assignments: Assignment[] = [];
  for (const w of c.words) {
    const m = assigns(w);
    const first = w.parts[0];
    if (!m || first?.kind !== "literal") continue;
    const text = first.text.slice(m[0].length);
    const value: Word = { ...w, parts: [...(text === "" ? [] : [{ ...first, text }]), ...w.parts.slice(1)] };
    assignments.push({ name: m[1] as string, index: undefined, append: m[2] === "+", value, span: w.span });
  }
  if (assignments.length === 0) return c;
  return { ...c, assignments: [...c.assignments, ...assignments], words: c.words.filter((w) => !assigns(w)) };
}

function run(e: Evaluation, s: State, written: Simple): Outcome {
  const c = withKeywords(s, written);
  // zsh takes `{name} >file` for `{name}>file`, with or without the blank
  const named = (w: Word) => /^\{[A-Za-z_]\w*\}$/.test(literalOf(w) ?? "");
  if (s.dialect === "zsh" && c.redirections.length > 0 && c.words.some(named)) {
    const words = c.words.filter((w) => !named(w));
    const other = fork(s);
    return failing(runWords(e, s, c), [
      after(words.length === 0 ? bare(e, other, { ...c, words }) : runWords(e, other, { ...c, words })),
    ]);
  }
  return runWords(e, s, c);
}

/** zsh: nothing but words that change how the next is run. */
const nothingBehind = (s: State, words: readonly string[]) =>
  s.dialect === "zsh" && words.every((w) => (ZSH_PRECOMMANDS.has(w) && w !== "time") || w === "builtin");

function runWords(e: Evaluation, s: State, c: Simple): Outcome {
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
  s.substituted = false;
  const alternatives = expandWords(e, s, words, declaration ? "declaration" : "arguments");
  let yes: State | undefined;
  let no: State | undefined;
  let same = true;
  for (const [i, fields] of alternatives.entries()) {
    const t = i === alternatives.length - 1 ? s : fork(s);
    // zsh: `A=1 command` does nothing at all, unless there is something to redirect
    const idle = s.dialect === "zsh" && fields.words.length === 1 && fields.words[0] === "command";
    if (idle && c.redirections.length === 0) return ok(s);
    const o =
      fields.words.length === 0 || idle || nothingBehind(t, fields.words)
        ? bare(e, t, c)
        : withPrefix(e, t, c, fields, arrays);
    if (alternatives.length === 1) return o;
    same &&= o.yes === o.no;
    yes = o.yes === undefined ? yes : yes === undefined ? o.yes : join(yes, o.yes);
    no = o.no === undefined ? no : no === undefined ? o.no : join(no, o.no);
  }
  return same && yes ? either_(yes) : { yes, no };
}

const isProgram = (s: State, name: string) =>
  !HOLE.test(name) && !isBuiltin(s, name) && functionText(s, name) === undefined;

/** zsh: `command` that does not only say what a word is runs in the child. */
const inChild = (s: State, argv: readonly string[]) =>
  isProgram(s, argv[0] as string) || (argv[0] === "command" && !/^-[pvV]*[vV]/.test(argv[1] ?? ""));

/** Runs one argv with the assignments and redirections that stand around it. */
function withPrefix(e: Evaluation, s: State, c: Simple, fields: Fields, arrays: ReadonlyMap<string, Word>): Outcome {
  const argv = fields.words;
  // zsh assigns and redirects before a program in the child
  if (s.dialect === "zsh" && c.assignments.length + c.redirections.length > 0 && inChild(s, argv)) {
    const input = s.descriptors.get(0);
    const done = prefixed(e, fork(s), c, fields, arrays);
    if (c.redirections.length === 0) shareInput(s, input, after(done));
    return isolated(s, done);
  }
  return prefixed(e, s, c, fields, arrays);
}

function prefixed(e: Evaluation, s: State, c: Simple, fields: Fields, arrays: ReadonlyMap<string, Word>): Outcome {
  const { words: argv, taints, many } = fields;
  const place = e.place;
  const name = argv[0] as string;
  const old = new Map(s.descriptors);
  // a program is redirected in the child: what that expands and assigns stays there
  const behind =
    s.dialect === "bash" && name === "command" ? argv.find((w, i) => i > 0 && !/^-[pvV]*$/.test(w)) : undefined;
  const program = behind === undefined ? isProgram(s, name) : !HOLE.test(behind) && !isBuiltin(s, behind);
  const opening = c.redirections.length > 0 && s.dialect !== "zsh" && program ? fork(s) : s;
  const { abandoned } = e;
  const sure = redirect(e, opening, c.redirections);
  if (opening !== s) e.abandoned = abandoned;
  const descriptors = opening === s ? restored(e, old, s.descriptors, c.redirections) : old;
  s.descriptors = opening.descriptors;
  // what a redirection has assigned there may be in the environment of the program
  const { globals } = s;
  const child = opening !== s && opening.globals.differing(globals).size > 0;
  if (child) s.globals = join(fork(s), opening).globals;
  s.files = opening.files;
  s.out = opening.out;
  s.racing = opening.racing;
  e.place = place;
  const before = sure ? undefined : fork(s);
  const persists =
    c.assignments.length > 0 &&
    specialBuiltins.has(name) &&
    functionText(s, name) === undefined &&
    (s.dialect === "sh" ||
      s.options.has("posix") ||
      // zsh: `exec` that only redirects is no command
      (s.dialect === "zsh" &&
        (s.options.has("posixbuiltins") || (name === "exec" && argv.length === 1 && c.redirections.length === 0))));
  const scoped = c.assignments.length > 0 && !persists;
  const plain = scoped && s.dialect === "zsh" ? c.assignments.filter((a) => frameOf(s, a.name) === s.globals) : [];
  const kept = plain.map((a) => [a.name, s.globals.get(a.name)] as const);
  if (scoped) {
    // zsh takes names away from children before it gives them a new value
    const away = s.dialect === "zsh" && !inChild(s, argv) ? new Set(c.assignments.map((a) => a.name)) : undefined;
    const scope: Scope = { names: layered(), temporary: true, making: true, ...(away ? { away } : {}) };
    s.locals.push(scope);
    // zsh exports what stands before a function or a program, not before a builtin
    const skipped = (w: string) => ZSH_PRECOMMANDS.has(w) || w === "command" || w === "exec";
    const target = argv.find((w) => !skipped(w)) ?? name;
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
  const restore = (t: State) => {
    // zsh gives the names back what they had, whatever was done to them meanwhile
    for (const [n, v] of kept) {
      if (v === undefined) t.globals.delete(n);
      else t.globals.set(n, v);
    }
    if (!t.options.delete("\0keep") && c.redirections.length > 0) t.descriptors = new Map(descriptors);
    if (scoped) t.locals = t.locals.slice(0, -1);
    if (child) t.globals = globals.copy();
  };
  const request = { argv, taints, many, arrays, place, redirected: c.redirections.length > 0 };
  const done = restoring(e, () => dispatch(e, s, request), restore);
  for (const t of new Set([done.yes, done.no])) if (t) restore(t);
  return before === undefined ? done : mayFail(done, before, descriptors);
}

/** What stood before a command that bash gave up on is given to the command after it (measured: bash 5.2). */
function leak(t: State): void {
  const scope = t.locals.at(-1);
  t.locals = t.locals.slice(0, -1);
  for (const [name, v] of scope?.names ?? [])
    if (v) t.globals.set(name, { ...v, exported: "maybe", value: either(v.value, nothing) });
}

export interface Request {
  readonly argv: readonly string[];
  readonly taints: readonly number[];
  /** Numbers of the words that stand for one or several. */
  readonly many: ReadonlySet<number>;
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
    let texts = functionTexts(s, name);
    if (
      texts.length === 0 &&
      !s.functions.has(name) &&
      !e.nested &&
      s.options.has("interactive") &&
      !builtins.has(name)
    ) {
      const live = e.host.live("function", name);
      if (live.kind === "known") texts = [live.text];
    }
    const isOpen = mayBeNone(functionAlternatives(s, name) ?? "");
    const ends = texts.map((text, i) =>
      callFunction(e, i === texts.length - 1 && !isOpen ? s : fork(s), text, `function ${name}`, values(r, 1)),
    );
    if (isOpen) ends.push(dispatchPlain(e, s, name, r));
    if (ends.length > 0) return ends.reduce(eitherOutcome);
  }
  return dispatchPlain(e, s, name, r);
}

/** A builtin or a program. */
function dispatchPlain(e: Evaluation, s: State, name: string, r: Request): Outcome {
  const builtin = builtins.get(name);
  if (builtin !== undefined && isBuiltin(s, name)) {
    const call: Call = { ...r, name, args: r.argv.slice(1), values: () => values(r, 1) };
    const options = s.dialect === "bash" ? bashOptions[name] : undefined;
    const done = options !== undefined && wrongOption(call.args, options) ? misused(s) : builtin.run(e, s, call);
    // what it says of a mistake
    if (done.no?.descriptors.has(2)) emit(e, done.no, 2, either(known(""), unknown()));
    return done;
  }
  // a comment where none is allowed: a word that is no program
  if (s.dialect === "zsh" && name.startsWith("#") && !HOLE.test(name) && which(e, s, name) === undefined) return bad(s);
  return external(e, s, r);
}

/** An option the builtin does not have: it does nothing. */
function wrongOption(args: readonly string[], options: string): boolean {
  for (let i = 0; i < args.length; i++) {
    const a = args[i] as string;
    if (a === "--" || !/^-./.test(a)) return false;
    for (let k = 1; k < a.length; k++) {
      const at = options.indexOf(a[k] as string);
      if (HOLE.test(a)) return false;
      if (at < 0 || a[k] === ":") return true;
      if (options[at + 1] !== ":") continue;
      if (k + 1 === a.length) i++;
      break;
    }
  }
  return false;
}

function isBuiltin(s: State, name: string): boolean {
  const builtin = builtins.get(name);
  if (builtin === undefined || s.options.has(`\0disabled ${name}`)) return false;
  return builtin.dialects === undefined || builtin.dialects.includes(s.dialect);
}

export const rest = (r: Request, from = 1): Request => ({
  ...r,
  argv: r.argv.slice(from),
  taints: r.taints.slice(from),
  many: r.many.size === 0 ? r.many : new Set([...r.many].map((i) => i - from)),
});

const values = (r: Request, from: number): Value[] =>
  r.argv.slice(from).map((w, i) => ({
    ...known(mayBeSeveral(w) ? ANY : w, r.taints[i + from] ?? 0),
    ...(r.many.has(i + from) ? { many: true } : {}),
  }));
