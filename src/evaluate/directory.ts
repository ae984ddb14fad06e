/** `cd`, `pushd`, `popd`, `dirs`, `pwd`: where the shell is, when that is certain. */

import { from } from "../session/path.ts";
import { ANY, either, HOLE, known, textOf, unknown, type Value } from "../session/value.ts";
import type { Call } from "./builtins.ts";
import { type Evaluation, step } from "./context.ts";
import { emit } from "./descriptors.ts";
import { valueOfName } from "./names.ts";
import { bad, ended, misused, type Outcome, ok } from "./outcome.ts";
import { fork, type State } from "./state.ts";

export function printDirectory(e: Evaluation, s: State, call: Call): Outcome {
  if (s.dialect === "zsh" && call.args.some((a) => !/^-[rLP]+$/.test(a))) return bad(s);
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
  const done = change(e, s, call);
  return s.dialect === "zsh" && s.options.has("autopushd") ? stacked(done, stack) : done;
}

function change(e: Evaluation, s: State, call: Call): Outcome {
  const args = [...call.args];
  while (args[0] !== undefined && /^-[LPeqsu@]+$/.test(args[0])) args.shift();
  if (args[0] === "--") args.shift();
  const arg = args[0];
  if (arg === undefined) return go(e, s, valueOfName(e, s, "HOME"));
  if (args.length > 1 && s.dialect === "bash") return bad(s);
  if (arg === "-" && args.length === 1) {
    const done = go(e, s, s.previous);
    // it says where it went
    if (s.dialect !== "zsh" && done.yes && done.yes !== done.no)
      emit(e, done.yes, 1, { ...done.yes.cwd, texts: done.yes.cwd.texts.map((t) => `${t}\n`) });
    return done;
  }
  if (args.length === 2 && s.dialect === "zsh") return exchanged(e, s, args[0] ?? "", args[1] ?? "");
  if (args.length > 1 || (s.dialect === "zsh" && /^[-+]\d+$/.test(arg))) return go(e, s, unknown());
  return go(e, s, besides(e, s, known(arg, call.taints[call.argv.indexOf(arg)] ?? 0)));
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
  const arg = call.args.find((a) => !/^-[nqsLP]$/.test(a));
  const here = s.cwd;
  if (call.args.filter((a) => !/^-[nqsLP]$/.test(a)).length > 1) return bad(s);
  if (s.dialect === "bash" && s.stack.length === 0 && (arg === undefined || /^[-+]\d+$/.test(arg))) return bad(s);
  if (arg === undefined || /^[-+]\d+$/.test(arg)) {
    // zsh goes home where there is nothing to exchange
    const home = s.dialect === "zsh" && s.stack.length === 0 && arg === undefined;
    const [top = home ? valueOfName(e, s, "HOME") : unknown(), ...others] = s.stack;
    return shown(e, s, stacked(go(e, s, arg === undefined ? top : unknown()), [here, ...others]));
  }
  return shown(e, s, stacked(go(e, s, besides(e, s, known(arg))), [here, ...s.stack]));
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
  // one that somebody types into may remember more than its lines have shown
  if (s.stack.length === 0 && !s.options.has("interactive")) return bad(s);
  const [top = unknown(), ...others] = s.stack;
  return shown(e, s, stacked(go(e, s, call.args.length > 0 ? unknown() : top), others));
}

export function directories(e: Evaluation, s: State, call: Call): Outcome {
  if (call.args.includes("-c")) s.stack = [];
  // with `~` for home, and numbers where asked for
  emit(e, s, 1, unknown(0));
  return call.args.every((a) => /^-[clpv]+$/.test(a)) ? ok(s) : ended(s, undefined);
}
