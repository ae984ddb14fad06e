/** Builtins that change how the shell itself goes on: options, traps, aliases, code from text and files, jumps. */

import { ANY, either, HOLE, known, NUMBER, unknown } from "../session/value.ts";
import { arithmetic } from "./arithmetic.ts";
import { assignName } from "./assign.ts";
import { builtins, type Call } from "./builtins.ts";
import { subscript } from "./conditional.ts";
import { catching, type Evaluation, giveUp } from "./context.ts";
import { absolute, contentOf, emit, emitSomething } from "./descriptors.ts";
import { expandText } from "./expand.ts";
import { join } from "./joining.ts";
import { names, valueOfName } from "./names.ts";
import { after, bad, either_, ended, misused, number, type Outcome, ok } from "./outcome.ts";
import { eventOf, external } from "./program.ts";
import { runText } from "./run.ts";
import { dispatch, isBuiltin, rest } from "./simple.ts";
import { fork, type State } from "./state.ts";
import { which } from "./tilde.ts";
import { apart, leaving } from "./traps.ts";

export function letBuiltin(e: Evaluation, s: State, call: Call): Outcome {
  let last: number | undefined;
  // a word that is no expression ends it
  if (call.args.some((a) => HOLE.test(a))) giveUp(e, s);
  // `A*=2` is a pattern first, which matches nothing as a rule
  for (const a of call.args)
    if (HOLE.test(a))
      for (const [name] of a.matchAll(/[A-Za-z_]\w*/g))
        assignName(e, s, name, either(known(NUMBER), valueOfName(e, s, name)), {});
  for (const a of call.args) last = arithmetic(a, names(e, s));
  return number(s, last);
}

const conditionOf = (s: State, word: string): string =>
  (s.dialect === "zsh" ? word : word.toUpperCase()).replace(/^SIG/, "");

/** What bash can trap (bash(1), `trap -l`). */
const SIGNALS =
  /^(?:EXIT|DEBUG|ERR|RETURN|HUP|INT|QUIT|ILL|TRAP|ABRT|BUS|FPE|KILL|USR[12]|SEGV|PIPE|ALRM|TERM|STKFLT|CHLD|CONT|STOP|TSTP|TT(?:IN|OU)|URG|XCPU|XFSZ|VTALRM|PROF|WINCH|IO|PWR|SYS|RTM(?:IN|AX)(?:[-+]\d+)?|\d|[1-5]\d|6[0-4])$/;

const ZSH_SIGNALS =
  /^(?:EXIT|ZERR|ERR|DEBUG|HUP|INT|QUIT|ILL|TRAP|IOT|ABRT|BUS|FPE|KILL|USR[12]|SEGV|PIPE|ALRM|TERM|STKFLT|CHLD|CLD|CONT|STOP|TSTP|TT(?:IN|OU)|URG|XCPU|XFSZ|VTALRM|PROF|WINCH|IO|POLL|PWR|SYS|\d|[1-2]\d|3[0-3])$/;

export function trap(e: Evaluation, s: State, call: Call): Outcome {
  const args = call.args[0] === "--" ? call.args.slice(1) : call.args;
  const [code = "", ...signals] = args;
  if ((/^-[lpP]/.test(code) && s.dialect !== "zsh") || args.length === 0) {
    emitSomething(e, s);
    return ok(s);
  }
  if (s.dialect === "zsh" && signals.length === 0 && code === "-") {
    s.traps.clear();
    return ok(s);
  }
  // conditions alone have their traps taken away
  const isCondition = s.dialect === "zsh" ? ZSH_SIGNALS.test(conditionOf(s, code)) : signals.length === 0;
  const named = (isCondition ? args : signals).map((w) => conditionOf(s, w));
  // zsh stops at the first that is none
  const strange = s.dialect === "zsh" ? named.findIndex((c) => !ZSH_SIGNALS.test(c) && !HOLE.test(c)) : -1;
  const conditions = strange < 0 ? named : named.slice(0, strange);
  if (isCondition) {
    for (const condition of conditions) s.traps.delete(condition);
    if (s.dialect !== "bash") return strange < 0 ? ok(s) : bad(s);
    return SIGNALS.test(conditions[0] ?? "") ? ok(s) : misused(s);
  }
  const wrong = strange >= 0 || (s.dialect === "bash" && conditions.some((c) => !SIGNALS.test(c) && !HOLE.test(c)));
  if (conditions.some((c) => (c === "DEBUG" || c === "ERR" || c === "RETURN") && s.dialect === "sh")) return bad(s);
  for (const condition of conditions) {
    if (code === "-" || code === "") s.traps.delete(condition);
    else s.traps.set(condition, code);
  }
  const done = wrong ? bad : ok;
  if (code === "-" || code === "") return done(s);
  if (HOLE.test(code)) e.host.code(e.place, known(code, call.taints[1] ?? 0), "a trap");
  if (conditions.includes("DEBUG")) {
    runText(e, fork(s), code, "trap DEBUG");
    return ok(s);
  }
  // it runs some day: what it would do counts now, what it would set does not
  const { waiting } = e;
  e.waiting = true;
  apart(e, () => either_(runText(e, fork(s), code, `trap ${conditions.join(" ")}`)));
  e.waiting = waiting;
  return done(s);
}

/** A signal to the shell itself fires its trap; anything else is for the tables to say. */
export function kill(e: Evaluation, s: State, call: Call): Outcome {
  const done = external(e, s, call, true);
  if (s.traps.size === 0) return done;
  let state = after(done);
  for (const [condition, code] of s.traps) {
    if (condition === "EXIT" || condition === "0" || condition === "DEBUG") continue;
    if (!call.args.some((a) => a.toUpperCase().replace(/^-(?:SIG)?/, "") === condition)) continue;
    const fired = runText(e, fork(state), code, `trap ${condition}`);
    state = call.args.some((a) => a === "\ud803") ? fired : join(state, fired);
  }
  return either_(state);
}

/** `wait -p NAME` puts a number into NAME, whose subscript is expanded first (measured: bash 5.2). */
export function wait(e: Evaluation, s: State, call: Call): Outcome {
  for (const name of valuesOf(call.args, "p")) subscript(e, s, known(name));
  return external(e, s, call, true);
}

/** `compgen -W LIST` and `complete -W LIST` expand the list, now or when somebody asks for a completion. */
export function completion(e: Evaluation, s: State, call: Call): Outcome {
  for (const list of valuesOf(call.args, "W")) if (/[$`]/.test(list)) expandText(e, fork(s), list);
  return external(e, s, call, true);
}

/** Values of a short option, apart or glued. */
const valuesOf = (args: readonly string[], letter: string): string[] =>
  args.flatMap((a, i) => {
    const at = /^-\w/.test(a) ? a.indexOf(letter) : -1;
    if (at < 0) return [];
    return [at + 1 < a.length ? a.slice(at + 1) : (args[i + 1] ?? "")];
  });

export function evaluateText(e: Evaluation, s: State, call: Call): Outcome {
  const args = call.args[0] === "--" && s.dialect !== "zsh" ? call.args.slice(1) : call.args;
  const taint = call.taints.reduce((a, b) => a | b, 0);
  const text = args.join(" ");
  if (text.trim() === "") return ok(s);
  if (taint !== 0 || HOLE.test(text)) e.host.code(e.place, known(text, taint), "eval");
  if (!HOLE.test(text)) {
    const given = e.abandoned.length;
    const end = runText(e, s, text, "eval");
    // the shell goes on behind the eval (measured: bash 5.2, zsh 5.9)
    const left = s.dialect !== "sh" && !end.live ? e.abandoned.slice(given).map(fork) : [];
    return either_(left.reduce(join, end));
  }
  // names of files are code where this session has made such
  if ([...s.files.keys()].some((path) => /[$`;&|()<>\n]/.test(path)))
    e.host.opaque(e.place, "eval of names of files that hold code");
  // around the name of a file or a number the rest still runs
  const end = text.includes(ANY) ? s : runText(e, s, text, "eval");
  end.blurred ??= "eval of text that is not known";
  end.positional = [known(ANY, taint)];
  return either_(end);
}

/** `.` and `source`: the file is read and goes on here. */
export function source(e: Evaluation, s: State, call: Call): Outcome {
  const args = call.args[0] === "--" && s.dialect !== "zsh" ? call.args.slice(1) : call.args;
  const path = args[0];
  if (path === undefined) return misused(s);
  external(e, s, { ...call, argv: ["source", ...args], taints: call.taints }, true);
  // zsh looks here first for what is sourced, and not for what a dot reads
  const here = s.dialect === "zsh" && call.argv[0] === "source" && contentOf(e, s, path) !== undefined;
  const found = here || path.includes("/") ? path : locate(e, s, path);
  if (found === undefined) return bad(s);
  const content = contentOf(e, s, found);
  const open =
    content?.texts[0] !== "" && (content === undefined || content.unset || content.texts.some((t) => HOLE.test(t)));
  // a file that is not there does nothing
  if (content === undefined && !HOLE.test(found) && absolute(s, found).every((p) => e.host.kind(p) === "none"))
    return bad(s);
  const positional = s.positional;
  // one of the ways here has not made it
  const missing = absolute(s, found).some((p) => s.files.get(p)?.perhaps && e.host.kind(p) === "none");
  const without = missing ? [Object.assign(fork(s), { status: 1 as const })] : [];
  // a dash gives a file no arguments
  const own = args.length > 1 && s.dialect !== "sh";
  if (own) s.positional = call.values().slice(1);
  // of a file that is known in part, that part is followed
  const texts = (content?.texts ?? []).filter((t) => !open || t.split(HOLE).some((piece) => piece.trim() !== ""));
  const label = HOLE.test(path) || path.startsWith("/dev/") ? undefined : "sourced";
  const given = e.abandoned.length;
  const [ends, jumps] = catching(e, "file", () =>
    texts.map((text, i) => runText(e, i === texts.length - 1 && !open ? s : fork(s), text, `file ${path}`, label)),
  );
  // what fails in a file ends only that file, in bash not always (measured: bash 5.2, zsh 5.9)
  const failed = s.dialect === "zsh" ? e.abandoned.splice(given) : e.abandoned.slice(given).map(fork);
  for (const t of failed) Object.assign(t, { status: 1, failure: "126" });
  const returned: State[] = [...failed];
  for (const j of jumps)
    if (j.kind === "return") returned.push({ ...j.state, live: true });
    else e.frames.at(-1)?.jumps.push(j);
  const result =
    [...(open ? [s] : []), ...ends, ...returned, ...without].reduce<State | undefined>(join, undefined) ?? s;
  // arguments go with the file, unless in bash it has set others; what it does to the caller's stays (measured: bash 5.2, zsh 5.9)
  if (own && !(s.dialect === "bash" && texts.some((text) => /\bset\b/.test(text)))) result.positional = positional;
  if (open) {
    result.blurred ??= `source ${path}`;
    if (args.length === 1) result.positional = [known(ANY, content?.taint ?? 0)];
  }
  return either_(result);
}

/** A name without a slash: on PATH first; bash then looks here, the others do not (measured: bash 5.2, zsh 5.9). */
function locate(e: Evaluation, s: State, name: string): string | undefined {
  if (HOLE.test(name)) return name;
  const found = which(e, s, name);
  if (found !== undefined) return found;
  if (s.dialect === "bash" && !s.options.has("posix")) return name;
  return s.dialect === "zsh"
    ? contentOf(e, s, name) === undefined
      ? undefined
      : s.session.options.has("pathdirs")
        ? name
        : undefined
    : undefined;
}

/** The flags of `exec`, whose value may be glued to them. */
function execFlags(argv: readonly string[]): { length: number; clear: boolean; wrong: boolean } {
  let clear = false;
  let i = 1;
  for (; /^-[\s\S]/.test(argv[i] ?? ""); i++) {
    const word = argv[i] as string;
    if (word === "--") return { length: i + 1, clear, wrong: false };
    const at = word.indexOf("a");
    const letters = at < 0 ? word.slice(1) : word.slice(1, at);
    if (/[^cl]/.test(letters)) return { length: i, clear, wrong: !HOLE.test(letters) };
    clear ||= letters.includes("c");
    if (at > 0 && at + 1 === word.length) i++;
  }
  return { length: Math.min(i, argv.length), clear, wrong: i > argv.length };
}

/** `exec cmd` puts a program in the shell's place; without one its redirections stay. */
export function exec(e: Evaluation, s: State, call: Call): Outcome {
  const { length, clear, wrong } = execFlags(call.argv);
  let i = length;
  if (s.dialect === "zsh") {
    while (/^(?:-|exec)$/.test(call.argv[i] ?? "")) i++;
    // it ends the line where flags stand alone, or one is none
    if (wrong || (length > 1 && i >= call.argv.length)) {
      giveUp(e, s);
      return bad(s);
    }
  }
  if (i >= call.argv.length) {
    s.options.add("\0keep");
    // zsh: what stands before it or made no word has failed
    return s.dialect === "zsh" && s.substituted ? ended(s, undefined) : ok(s);
  }
  const inner = rest(call, i);
  const event = eventOf(e, s, inner, false);
  e.host.command(clear ? { ...event, inherited: () => [], variable: () => undefined } : event);
  const done = dispatch(e, s, { ...inner, plain: "command" });
  if (!s.options.has("interactive") || s.options.has("\0child"))
    for (const t of new Set([done.yes, done.no])) if (t) t.live = false;
  return done;
}

/** `command` and `builtin`: the word behind them, without functions. */
export function command(e: Evaluation, s: State, call: Call): Outcome {
  let i = 1;
  for (; i < call.argv.length && /^-[pvV]+$/.test(call.argv[i] as string); i++) {
    if (/[vV]/.test(call.argv[i] as string)) {
      emit(e, s, 1, known("\ud802"));
      return ended(s, undefined);
    }
  }
  if (call.argv[i] === "--") i++;
  const inner = rest(call, i);
  const name = inner.argv[0];
  if (name === undefined) {
    if (call.redirected) giveUp(e, s);
    return ended(s, undefined);
  }
  if (s.dialect === "zsh" && call.name === "command" && !s.options.has("posixbuiltins")) return external(e, s, inner);
  // it may be one that is not modelled, or none
  if (call.name === "builtin" && !HOLE.test(name) && !isBuiltin(s, name)) {
    const before = fork(s);
    return ended(join(before, after(dispatch(e, s, { ...inner, plain: "builtin" }))), undefined);
  }
  return dispatch(e, s, { ...inner, plain: call.name === "builtin" ? "builtin" : "command" });
}

/** `hash -p PATH NAME`, zsh `hash NAME=PATH`: a command name is given another program. */
export function hash(e: Evaluation, s: State, call: Call): Outcome {
  const at = call.args.indexOf("-p");
  if (at >= 0 && call.args[at + 2] !== undefined)
    e.host.shadow(e.place, "command", call.args[at + 2] as string, call.args[at + 1] as string);
  if (s.dialect === "zsh" && !call.args.includes("-d"))
    for (const a of call.args)
      if (a.includes("=")) e.host.shadow(e.place, "command", a.slice(0, a.indexOf("=")), a.slice(a.indexOf("=") + 1));
  return call.args.some((a) => !/^-./.test(a)) ? ended(s, undefined) : ok(s);
}

/** zsh `zmodload`: a name that is none ends the line. */
export function loadModule(e: Evaluation, s: State, call: Call): Outcome {
  const given = call.args.slice(call.options?.length ?? 0);
  if (given.some((m) => !/^[\w/]*$/.test(m))) giveUp(e, s);
  return external(e, s, call, true);
}

export function enable(e: Evaluation, s: State, call: Call): Outcome {
  if (s.dialect === "zsh") return switched(e, s, call, false);
  if (call.args.some((a) => /^-\w*f/.test(a))) return external(e, s, call, true);
  const off = call.args.some((a) => /^-\w*n/.test(a));
  for (const a of call.args)
    if (!/^-./.test(a)) off ? s.options.add(`\0disabled ${a}`) : s.options.delete(`\0disabled ${a}`);
  return found(s, call.args);
}

/** Of names that nobody here knows the shell may not know either. */
const found = (s: State, given: readonly string[]): Outcome =>
  ended(s, given.every((a) => /^-./.test(a) || builtins.has(a)) ? 0 : undefined);

/** zsh `enable` and `disable`; with a letter it is about functions, aliases, words or patterns. */
function switched(e: Evaluation, s: State, call: Call, off: boolean): Outcome {
  const on = call.options?.on;
  const given = call.args.slice(call.options?.length ?? 0);
  if (on?.has("f") && off) for (const a of given) e.host.removed(e.place, a);
  if (given.length === 0) emitSomething(e, s);
  else if (on?.size) e.host.opaque(e.place, "words of a kind that are turned on or off");
  else for (const a of given) off ? s.options.add(`\0disabled ${a}`) : s.options.delete(`\0disabled ${a}`);
  return found(s, given);
}

export const disable = (e: Evaluation, s: State, call: Call): Outcome => switched(e, s, call, true);

/** `exit 3`, `return 3`; zsh takes an expression, and a function's status can be any number. */
function setStatus(e: Evaluation, s: State, given: string, kind: "exit" | "return"): void {
  const zsh = s.dialect === "zsh";
  const value = zsh ? arithmetic(given, names(e, s)) : /^\d+$/.test(given) ? Number(given) : undefined;
  if (zsh && value === undefined) giveUp(e, s);
  const n = value === undefined || (zsh && kind === "return") ? value : value & 255;
  s.status = n === undefined ? undefined : n === 0 ? 0 : 1;
  s.failure = n === undefined ? NUMBER : String(n);
}

/** `break`, `continue`, `return`: nothing further on this path; the loop or function takes the state from here. */
export function jump(e: Evaluation, s: State, call: Call): Outcome {
  const frame = e.frames.at(-1);
  const kind = call.name === "break" ? "break" : call.name === "continue" ? "continue" : "return";
  const [given] = call.args;
  const loops = loopsAround(e, s);
  if (kind === "return" ? !returns(e, s) : loops === 0) {
    // there is nothing to leave; zsh takes it for the line
    if (s.dialect === "zsh") {
      giveUp(e, s);
      return either_(s);
    }
    if (s.dialect === "bash") emit(e, s, 2, either(known(""), unknown(0)));
    return kind === "return" ? misused(s) : ok(s);
  }
  const evaluated = s.dialect === "zsh" && kind !== "return" && given !== undefined;
  const n = Number((evaluated ? arithmetic(given, names(e, s)) : given) ?? "1");
  if (kind !== "return" && (Number.isNaN(n) || n < 1)) giveUp(e, s);
  if (kind === "return" && given !== undefined) setStatus(e, s, given, "return");
  const depth = kind === "return" || Number.isNaN(n) ? 1 : Math.min(n, loops);
  frame?.jumps.push({ kind, depth, state: fork(s) });
  s.live = false;
  return either_(s);
}

/** Loops that `break` can leave: to bash only those of the function it stands in. */
function loopsAround(e: Evaluation, s: State): number {
  const own = e.frames.slice(s.dialect === "bash" ? e.frames.findLastIndex((f) => f.kind === "function") + 1 : 0);
  return own.filter((f) => f.kind === "loop").length;
}

/** Whether there is a function or file to leave; a subshell of a function counts. */
function returns(e: Evaluation, s: State): boolean {
  if (s.dialect !== "bash") return e.frames.length > 0;
  return e.frames.some((f) => f.kind !== "loop") || s.locals.some((l) => !l.temporary);
}

/** An interactive shell may refuse to leave (stopped jobs), so what stands behind `exit` still counts there. */
export function leave(e: Evaluation, s: State, call: Call): Outcome {
  // zsh ends the line where there was no login
  if (s.dialect === "zsh" && call.name === "logout" && !s.options.has("interactive")) {
    giveUp(e, s);
    return bad(s);
  }
  // bash leaves so only where it was logged in to
  if (s.dialect === "bash" && call.name === "logout" && !s.options.has("interactive")) return bad(s);
  if (s.options.has("interactive") && !s.options.has("\0child")) leaving(e, s);
  if (!s.options.has("interactive") || s.options.has("\0child")) {
    // the trap of bash sees what is local here
    if (s.dialect === "bash" && s.locals.length > 0) leaving(e, s);
    s.live = false;
  }
  const given = call.args[0];
  if (given !== undefined) setStatus(e, s, given, "exit");
  return s.status === undefined ? either_(s) : s.status === 0 ? { yes: s, no: undefined } : { yes: undefined, no: s };
}
