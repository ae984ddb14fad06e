/** One simple command: aliases, expansion, assignments before it, redirections, and what its first word turns out to be. */

import { mayBeNone } from "../session/alternatives.ts";
import type { Place } from "../session/event.ts";
import { ANY, HOLE, known, unknown, type Value } from "../session/value.ts";
import type { Assignment, Simple, Word } from "../syntax/tree.ts";
import { literalOf, runAlias } from "./aliases.ts";
import { assignBefore, assignment } from "./assign.ts";
import { type Builtin, bashOptions, builtins, type Call, declarations } from "./builtins.ts";
import { callFunction } from "./call.ts";
import { type Evaluation, giveUp, placeOf, step } from "./context.ts";
import { emit, emitComplaint, read } from "./descriptors.ts";
import { elementsOf } from "./elements.ts";
import { expandWords } from "./expand.ts";
import { mayBeSeveral } from "./fields.ts";
import { join, perhapsOn } from "./joining.ts";
import { after, bad, either_, eitherOutcome, ended, failing, mayFail, misused, type Outcome, ok } from "./outcome.ts";
import { withPrefix } from "./prefix.ts";
import { external } from "./program.ts";
import { redirect, shareInput } from "./redirect.ts";
import { isolated } from "./run.ts";
import { fork, functionAlternatives, functionTexts, type State } from "./state.ts";
import { which } from "./tilde.ts";
import { afterCommand, beforeCommand } from "./traps.ts";
import { optionsOf } from "./zsh-builtins.ts";

/** Words that change how the next word is run and then get out of the way; zsh's are zshmisc(1) precommand modifiers. */
export const ZSH_PRECOMMANDS = new Set(["noglob", "nocorrect", "-", "time"]);

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
  if (s.options.has(perhapsOn("words"))) e.host.opaque(e.place, "an option that may change what words stand for");
  if (s.traps.size > 0) beforeCommand(e, s);
  const done = c.words.length === 0 ? bare(e, s, c) : run(e, s, c);
  if (s.traps.size > 0) afterCommand(e, done);
  const given = e.abandoned.slice(abandoned);
  if (given.length > 0 && s.dialect === "bash")
    for (const t of new Set([done.yes, done.no, ...given])) if (t) emitComplaint(e, t);
  if (done.yes?.live === false) return done;
  // what makes the shell drop the line may also just be a command that failed
  return given.length > 0 ? failing(done, given) : done;
}

/** Assignments and redirections of the shell itself. */
function bare(e: Evaluation, s: State, c: Simple): Outcome {
  // zsh runs a program for a redirection alone
  if (s.dialect === "zsh" && c.assignments.length === 0 && c.redirections.length > 0) {
    const inner = fork(s);
    redirect(e, inner, c.redirections, true);
    const input = inner.descriptors.get(0);
    emit(e, inner, 1, read(e, inner, input) ?? unknown());
    // and that program reads all there is
    if (input?.kind === "data") {
      inner.descriptors.set(0, { ...input, value: known("", input.value.taint) });
      shareInput(s, input, inner);
    }
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
  const { failure } = s;
  const done = ended(s, s.substituted ? s.status : 0);
  // that of the last command substitution
  s.failure = failure;
  s.descriptors = descriptors;
  if (failed === undefined) return done;
  failed.descriptors = new Map(descriptors);
  return mayFail(done, failed);
}

/** `set -k`: assignments count behind the command name as well. */
function withKeywords(e: Evaluation, s: State, c: Simple): Simple {
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
  if (s.options.has(perhapsOn("keyword"))) e.host.opaque(e.place, "a word that may be an assignment");
  return { ...c, assignments: [...c.assignments, ...assignments], words: c.words.filter((w) => !assigns(w)) };
}

function run(e: Evaluation, s: State, written: Simple): Outcome {
  const c = withKeywords(e, s, written);
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
  const how = declaration ? "declaration" : "arguments";
  const alternatives = [...expandWords(e, s, words, how)];
  // zsh: what a declaration assigns is expanded behind what stands before it, its other words are not
  const prefixed = s.dialect === "zsh" && c.assignments.length > 0;
  if (prefixed && declarations.has(first ?? "") && c.words.some((w) => w.assignment)) {
    const inner = fork(s);
    for (const a of c.assignments) assignBefore(e, inner, a, inner.globals);
    const later = expandWords(e, inner, words, how);
    alternatives.push(...later.filter((x) => !alternatives.some((y) => x.words.join("\0") === y.words.join("\0"))));
  }
  let yes: State | undefined;
  let no: State | undefined;
  let same = true;
  for (const [i, fields] of alternatives.entries()) {
    const t = i === alternatives.length - 1 ? s : fork(s);
    // zsh: `A=1 command` does nothing at all, unless there is something to redirect
    const idle = s.dialect === "zsh" && fields.words.length === 1 && fields.words[0] === "command";
    if (idle && c.redirections.length === 0) return ok(s);
    // zsh: a redirection with no command, unless the last word is one of these
    const last = fields.words.at(-1);
    const isBare = idle || nothingBehind(t, fields.words);
    if (isBare && c.redirections.length > 0 && last !== "nocorrect") giveUp(e, t);
    const o = fields.words.length === 0 || isBare ? bare(e, t, c) : withPrefix(e, t, c, fields, arrays);
    if (alternatives.length === 1) return o;
    same &&= o.yes === o.no;
    if (o.yes) yes = join(yes, o.yes);
    if (o.no) no = join(no, o.no);
  }
  return same && yes ? either_(yes) : { yes, no };
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
    if (s.dialect === "zsh") return said(e, runZsh(e, s, name, builtin, r));
    const call: Call = { ...r, name, args: r.argv.slice(1), values: () => values(r, 1) };
    const options = s.dialect === "bash" ? bashOptions[name] : undefined;
    const refused = s.dialect === "bash" && mayBeRefused(name, call.args) ? misused(fork(s)) : undefined;
    const ran = options !== undefined && wrongOption(call.args, options) ? misused(s) : builtin.run(e, s, call);
    return said(e, refused === undefined ? ran : eitherOutcome(refused, ran));
  }
  // a comment where none is allowed: a word that is no program
  if (s.dialect === "zsh" && name.startsWith("#") && !HOLE.test(name) && which(e, s, name) === undefined) return bad(s);
  return external(e, s, r);
}

/** What a builtin says of a mistake. */
function said(e: Evaluation, done: Outcome): Outcome {
  if (done.no) emitComplaint(e, done.no);
  return done;
}

/** zsh reads the options before the builtin does. */
function runZsh(e: Evaluation, s: State, name: string, builtin: Builtin, given: Request): Outcome {
  const options = optionsOf(name, given.argv.slice(1));
  if (options?.wrong) {
    for (const { assignment } of given.arrays.values())
      if (assignment?.value.kind === "array") elementsOf(e, s, assignment.value, false);
    return bad(s);
  }
  const unsure = given.argv.slice(1, 1 + (options?.length ?? 0)).some((w) => HOLE.test(w));
  const refused = unsure ? bad(fork(s)) : undefined;
  // of a builtin without options it is the end of them alone
  const isEnd = given.argv[1] === "--" && options?.length === 1 && !options.lettered;
  const r = isEnd ? { ...rest(given), argv: [name, ...given.argv.slice(2)] } : given;
  const call: Call = { ...r, name, args: r.argv.slice(1), values: () => values(r, 1), ...(options && { options }) };
  const done = builtin.run(e, s, call);
  return refused === undefined ? done : eitherOutcome(refused, done);
}

const TAKE_NAMES: ReadonlySet<string> = new Set(
  "alias declare export getopts local mapfile read readarray readonly shopt trap typeset unalias".split(" "),
);

/** A name or an option that is not known may be none: then bash does nothing, and fails. */
function mayBeRefused(name: string, args: readonly string[]): boolean {
  if (name === "printf") return args[0] === "-v" && HOLE.test(args[1] ?? "");
  const flags = args.some((a) => /^[-+]/.test(a) && HOLE.test(a));
  if (flags && (name === "set" || bashOptions[name] !== undefined)) return true;
  if (name === "set") return args.some((a, i) => HOLE.test(a) && /^[-+]o$/.test(args[i - 1] ?? ""));
  return TAKE_NAMES.has(name) && args.some((a) => HOLE.test(a.split("=", 1)[0] ?? ""));
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

export function isBuiltin(s: State, name: string): boolean {
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
