/** `cd`, `pushd`, `popd`, `dirs`, `pwd`: where the shell is, when that is certain. */

import { from } from "../session/path.ts";
import { ANY, either, HOLE, known, textOf, unknown, type Value } from "../session/value.ts";
import type { Call } from "./builtins.ts";
import { type Evaluation, step } from "./context.ts";
import { emit } from "./descriptors.ts";
import { isOpen, valueOfName } from "./names.ts";
import { bad, ended, misused, type Outcome, ok } from "./outcome.ts";
import { fork, lookup, type State } from "./state.ts";

/** Any number of directories. */
const SOME: Value = { ...unknown(), many: true };

export function printDirectory(e: Evaluation, s: State): Outcome {
  emit(e, s, 1, { ...s.cwd, texts: s.cwd.texts.map((t) => `${t}\n`) });
  return ok(s);
}

/** zsh `cd old new`: the same directory with one part of its name exchanged. */
function exchanged(e: Evaluation, s: State, old: string, by: string): Outcome {
  const here = textOf(s.cwd);
  if (here === undefined || HOLE.test(old + by)) return go(e, s, unknown());
  return here.includes(old) ? go(e, s, known(here.replace(old, () => by))) : bad(s);
}

export function changeDirectory(e: Evaluation, s: State, call: Call): Outcome {
  const stack = [s.cwd, ...s.stack];
  const numbered = s.dialect === "zsh" ? numberIn(s, call) : undefined;
  const pushes = s.dialect === "zsh" && s.options.has("autopushd");
  if (numbered !== undefined) {
    const found = entry(s, numbered);
    if (found === "none") return bad(s);
    const left = found === undefined ? undefined : stack.filter((_, i) => i !== found && (pushes || i !== 0));
    return stacked(go(e, s, found === undefined ? unknown() : (stack[found] as Value)), left ?? [SOME]);
  }
  const done = change(e, s, call);
  return pushes ? stacked(done, stack) : done;
}

/** zsh `+2`, `-1`: a place of the directory stack. */
function numberIn(s: State, call: Call): string | undefined {
  const operands = call.args.slice(call.options?.length ?? 0);
  return operands.length === 1 && /^[-+]\d+$/.test(operands[0] as string) && !s.options.has("posixcd")
    ? operands[0]
    : undefined;
}

/** Which of the directories that is, this one first; undefined: one that somebody types into may remember more than its lines have shown. */
function entry(s: State, word: string): number | "none" | undefined {
  const n = Number(word.slice(1));
  const isFromTop = word.startsWith("+") !== s.options.has("pushdminus");
  if (s.options.has("interactive") || isOpen(s.stack)) return undefined;
  return n > s.stack.length ? "none" : isFromTop ? n : s.stack.length - n;
}

function change(e: Evaluation, s: State, call: Call): Outcome {
  const args = call.args.slice(call.options?.length ?? 0);
  while (s.dialect !== "zsh" && args[0] !== undefined && /^-[LPe@]+$/.test(args[0])) args.shift();
  if (s.dialect !== "zsh" && args[0] === "--") args.shift();
  const arg = args[0];
  if (arg === undefined) return go(e, s, valueOfName(e, s, "HOME"));
  if (args.length > 1 && s.dialect === "bash") return bad(s);
  if (arg === "-" && args.length === 1) {
    const done = go(e, s, s.dialect === "bash" ? valueOfName(e, s, "OLDPWD") : s.previous);
    // it says where it went
    if (s.dialect !== "zsh" && done.yes && done.yes !== done.no)
      emit(e, done.yes, 1, { ...done.yes.cwd, texts: done.yes.cwd.texts.map((t) => `${t}\n`) });
    return done;
  }
  if (args.length === 2 && s.dialect === "zsh") return exchanged(e, s, args[0] ?? "", args[1] ?? "");
  if (args.length > 1) return go(e, s, unknown());
  const target = known(arg, call.taints[call.argv.indexOf(arg)] ?? 0);
  // a name whose value is the directory
  const named = s.dialect === "bash" && s.options.has("cdable_vars") ? lookup(s, arg)?.value : undefined;
  return go(e, s, besides(e, s, named === undefined ? target : either(target, named)));
}

/** Where else a name may lead: by CDPATH, or as the name of a variable. Only what is there counts. */
function besides(e: Evaluation, s: State, target: Value): Value {
  const name = textOf(target);
  if (name === undefined || HOLE.test(name) || /^(?:\/|\.{1,2}(?:\/|$))/.test(name)) return target;
  const [first = "", ...rest] = name.split("/");
  const byName = (s.options.has("cdablevars") || s.options.has("cdable_vars")) && /^[A-Za-z_]\w*$/.test(first);
  const search = valueOfName(e, s, "CDPATH").texts.flatMap((t) => t.split(":"));
  return [
    ...search.filter((d) => d.startsWith("/")).map((d) => from(d, name)),
    ...(byName ? valueOfName(e, s, first).texts.map((t) => [t, ...rest].join("/")) : []),
  ]
    .filter((path) => path.startsWith("/") && !HOLE.test(path) && e.host.kind(path) === "directory")
    .slice(0, 8)
    .map((path) => known(path))
    .reduce(either, target);
}

/** No system takes a longer one; a shell may still go there step by step. */
const PATH_MAX = 4_096;

/** Moves where `target` says. Where the directory is not there for certain, staying put is the other outcome. */
function go(e: Evaluation, s: State, target: Value): Outcome {
  let certain = !target.unset;
  let moved: Value | undefined;
  for (const t of target.texts)
    for (const base of s.cwd.texts) {
      // it may begin at the root
      const named = t === "" ? base : t.startsWith(ANY) ? t : from(base, t);
      const path = named.length > PATH_MAX ? ANY : named;
      if (HOLE.test(path) || !steps(base, t).every((d) => e.host.kind(d) === "directory")) certain = false;
      moved = moved === undefined ? known(path) : either(moved, known(path));
    }
  if (moved === undefined) return ended(s, undefined);
  const stays = certain ? undefined : fork(s);
  s.previous = s.cwd;
  s.cwd = moved;
  s.globals.delete("PWD");
  s.globals.delete("OLDPWD");
  s.status = 0;
  if (stays) stays.status = 1;
  return { yes: s, no: stays };
}

/** Where a path leads, and each directory that a `..` in it leaves: that must be there, too. */
function steps(base: string, path: string): string[] {
  const parts = path.split("/");
  const left = parts.flatMap((p, i) =>
    p === ".." ? [from(base, parts.slice(0, i).join("/") || (path.startsWith("/") ? "/" : "."))] : [],
  );
  return [...left, from(base, path)];
}

export function pushDirectory(e: Evaluation, s: State, call: Call): Outcome {
  step(e, s.stack.length / 4);
  if (s.dialect === "zsh") return zshPush(e, s, call);
  const arg = call.args.find((a) => !/^-[nqsLP]$/.test(a));
  const here = s.cwd;
  if (call.args.filter((a) => !/^-[nqsLP]$/.test(a)).length > 1) return bad(s);
  if (s.stack.length === 0 && (arg === undefined || /^[-+]\d+$/.test(arg))) return bad(s);
  if (arg === undefined || /^[-+]\d+$/.test(arg)) {
    const [top = unknown(), ...others] = s.stack;
    return shown(e, s, stacked(go(e, s, arg === undefined ? top : unknown()), [here, ...others]));
  }
  return shown(e, s, stacked(go(e, s, besides(e, s, known(arg))), [here, ...s.stack]));
}

function zshPush(e: Evaluation, s: State, call: Call): Outcome {
  const stack = [s.cwd, ...s.stack];
  const numbered = numberIn(s, call);
  if (numbered !== undefined) {
    const found = entry(s, numbered);
    if (found === "none") return bad(s);
    if (found === undefined) return stacked(go(e, s, unknown()), [SOME]);
    return stacked(go(e, s, stack[found] as Value), [...stack.slice(found + 1), ...stack.slice(0, found)]);
  }
  if (call.args.length > (call.options?.length ?? 0)) return stacked(change(e, s, call), stack);
  // it goes home where there is nothing to exchange
  if (s.stack.length === 0 || s.options.has("pushdtohome")) return stacked(go(e, s, valueOfName(e, s, "HOME")), stack);
  const [top = unknown(), ...others] = s.stack;
  const here = s.cwd;
  return stacked(go(e, s, top), [here, ...others]);
}

/** Where it goes the stack is another. */
function stacked(done: Outcome, stack: readonly Value[]): Outcome {
  // zsh: a directory stands there once
  const once = done.yes?.options.has("pushdignoredups") ? (textOf(done.yes.cwd) ?? ANY) : undefined;
  if (done.yes) done.yes.stack = once === undefined ? stack : stack.filter((d) => textOf(d) !== once);
  return done;
}

/** bash shows the directories after each move, with `~` for home. */
function shown(e: Evaluation, s: State, done: Outcome): Outcome {
  if (s.dialect === "bash" && done.yes) emit(e, done.yes, 1, unknown(0));
  return done;
}

export function popDirectory(e: Evaluation, s: State, call: Call): Outcome {
  if (s.dialect === "bash" && call.args.some((a) => !/^(?:-n|[-+]\d+)$/.test(a))) return misused(s);
  const numbered = s.dialect === "zsh" ? numberIn(s, call) : undefined;
  const found = numbered === undefined ? undefined : entry(s, numbered);
  if (found === "none") return bad(s);
  // zsh drops the place from the others, or a word that is none
  if (
    s.dialect === "zsh" &&
    found === undefined &&
    numbered === undefined &&
    call.args.length > (call.options?.length ?? 0)
  )
    return ok(s);
  if (found !== undefined && found > 0) {
    s.stack = s.stack.filter((_, i) => i !== found - 1);
    return ok(s);
  }
  if (found === 0 && s.stack.length === 0) return ok(s);
  // one that somebody types into may remember more than its lines have shown
  if (s.stack.length === 0 && !s.options.has("interactive")) return bad(s);
  const [top = unknown(), ...others] = s.stack;
  const isSure = s.dialect === "zsh" ? found === 0 || numbered === undefined : call.args.length === 0;
  return shown(e, s, stacked(go(e, s, isSure ? top : unknown()), isSure ? others : [SOME]));
}

function zshDirectories(e: Evaluation, s: State, call: Call): Outcome {
  const on = call.options?.on;
  const given = call.args.slice(call.options?.length ?? 0);
  if ((given.length === 0 && !on?.has("c")) || on?.has("v") || on?.has("p")) emit(e, s, 1, unknown(0));
  else s.stack = given.map((d) => known(d));
  return ok(s);
}

export function directories(e: Evaluation, s: State, call: Call): Outcome {
  if (s.dialect === "zsh") return zshDirectories(e, s, call);
  if (call.args.includes("-c")) s.stack = [];
  // with `~` for home, and numbers where asked for
  emit(e, s, 1, unknown(0));
  return call.args.every((a) => /^-[clpv]+$/.test(a)) ? ok(s) : ended(s, undefined);
}
