/** The guard's own names: what keeps its hooks, and what leads shells to it. */

import { matchGlob } from "../rules/glob.ts";
import { type AssignEvent, type CommandEvent, OPTION, type Place, type Shadow } from "../session/event.ts";
import type { Session, Variable } from "../session/session.ts";
import { HOLE } from "../session/value.ts";
import { say } from "./findings.ts";
import type { Judge } from "./judge.ts";
import { isGuard } from "./places.ts";

/** Names that the shell integration and the guard itself use. */
const GUARD_NAME = /^_{1,2}heed|^HEED_/;

/** What an interactive shell keeps the guard's hooks in. The hooks in the others are put back by these. */
const GUARD_HOOKS = ["preexec_functions", "zshaddhistory_functions"];

/** Builtins that the integration calls by these names alone: a function that has one stands in the guard's way. */
const CALLED = new Set(["builtin", "command", "local", "return", "typeset", "unset"]);

/** By these an outermost bash takes its input for a login from afar, and reads no BASH_ENV (measured: bash 5.2). */
const LEVEL = "SHLVL";

/** Options without which bash no longer hands each line to the guard, or reads a line in another way than the guard. */
const OPTIONS = new Set(["emacs", "vi", "interactive_comments"]);

const isPattern = (name: string) => /[*?[]/.test(name);
const covers = (pattern: string, name: string) =>
  pattern === name || (isPattern(pattern) && matchGlob(pattern, name) !== "no");

/** A name gets another value, or its value for itself. */
export function changed(j: Judge, event: AssignEvent): void {
  const { place, name, value, exported } = event;
  const texts = exported === false ? [] : value.texts;
  if (GUARD_NAME.test(name) && !isAsItWas(j, name, texts))
    say(j.findings, place, {
      rule: "guard-names",
      effect: "disarm",
      because: `changes ${name}, which is the guard's own`,
    });
  leading(j, place, name, texts);
}

/** Names, or patterns of names, that are taken away, from the shell or from what it starts. */
export function taken(j: Judge, place: Place, name: string): void {
  if (name.startsWith(OPTION)) {
    const { dialect, interactive } = j.session;
    if (interactive && dialect === "bash" && OPTIONS.has(name.slice(OPTION.length)))
      say(j.findings, place, {
        rule: "guard-option",
        effect: "rewire",
        because: `turns off ${name.slice(OPTION.length)}, on which reading lines before they run depends`,
      });
    return;
  }
  const own = GUARD_NAME.test(name) || (isPattern(name) && covers(name, "__heed_judge"));
  if (own || (j.session.interactive && GUARD_HOOKS.some((hook) => covers(name, hook))))
    say(j.findings, place, {
      rule: "guard-names",
      effect: "disarm",
      because: `takes away ${name}, ${own ? "which is the guard's own" : "by which the guard sees lines"}`,
    });
  for (const each of [...leadsOf(j).keys(), LEVEL]) if (covers(name, each)) leading(j, place, each, []);
}

/** A function gets the name of something that the guard or the shells below call. */
export function shadowed(j: Judge, place: Place, what: Shadow, name: string): void {
  if (what === "function" && j.session.interactive && CALLED.has(name))
    say(j.findings, place, {
      rule: "guard-shadow",
      effect: "rewire",
      because: `makes a function of ${name}, by which the guard calls the shell`,
      instead: "Give the function another name.",
    });
  if (what === "exported builtin" || (what === "exported function" && j.tables.program(name) !== undefined))
    say(j.findings, place, {
      rule: "export-function",
      effect: "rewire",
      because: `makes every bash below run a function in place of ${name}`,
    });
}

/** A program that will start others is given an environment without what leads shells to the guard. */
export function stripped(j: Judge, event: CommandEvent): void {
  if (event.place.elsewhere) return;
  for (const [name, parts] of leadsOf(j)) {
    if (!holds(j.session.variables.get(name), parts) || holds(event.variable(name), parts)) continue;
    say(j.findings, event.place, {
      rule: "guard-stripped",
      effect: "rewire",
      because: `starts a program without ${name}, through which the shells below it are guarded`,
      instead: `Keep it: env -i ${name}="$${name}" …`,
    });
  }
}

/** The session that a line leaves has lost what leads shells to the guard, in a way that no single part of it said. */
export function kept(j: Judge, place: Place, next: Session): void {
  for (const [name, parts] of leadsOf(j)) {
    if (!holds(j.session.variables.get(name), parts) || holds(next.variables.get(name), parts)) continue;
    if ([...j.findings.all.values()].some((f) => f.rule === "guard-variable")) return;
    say(j.findings, place, {
      rule: "guard-variable",
      effect: "rewire",
      because: `takes away ${name}, through which shells are guarded`,
    });
  }
}

function isAsItWas(j: Judge, name: string, texts: readonly string[]): boolean {
  const now = j.session.variables.get(name);
  return (
    now?.exported === true && now.value.texts.length === 1 && texts.length === 1 && texts[0] === now.value.texts[0]
  );
}

function holds(variable: Variable | undefined, parts: readonly string[]): boolean {
  if (variable === undefined || variable.exported === false || (variable.kind !== "scalar" && !variable.tied))
    return false;
  return variable.value.texts.length > 0 && variable.value.texts.every((text) => hasAll(text, parts));
}

const hasAll = (text: string, parts: readonly string[]) => {
  const own = text.split(":");
  return parts.every((part) => own.includes(part));
};

function leading(j: Judge, place: Place, name: string, texts: readonly string[]): void {
  const leads = leadsOf(j);
  if (name === LEVEL && leads.size > 0 && !(texts.length > 0 && texts.every((t) => HOLE.test(t) || Number(t) >= 1)))
    say(j.findings, place, {
      rule: "guard-level",
      effect: "rewire",
      because: `makes a bash below take itself for the outermost, which may read no BASH_ENV`,
      instead: `Leave ${name} alone.`,
    });
  const parts = leads.get(name);
  if (parts === undefined || (texts.length > 0 && texts.every((text) => hasAll(text, parts)))) return;
  const open = texts.length > 0 && texts.every((text) => hasAll(text, parts) || HOLE.test(text));
  say(j.findings, place, {
    rule: "guard-variable",
    effect: open ? "rewire" : "disarm",
    because: `${open ? "may take" : "takes"} away ${name}, through which shells are guarded`,
  });
}

const known = new WeakMap<Session["initial"], ReadonlyMap<string, readonly string[]>>();

/** Variables that the session began with and that lead shells to the guard, with the parts of their values that do. */
function leadsOf(j: Judge): ReadonlyMap<string, readonly string[]> {
  const { initial } = j.session;
  let leads = known.get(initial);
  if (leads === undefined) {
    const found = new Map<string, readonly string[]>();
    for (const [name, variable] of initial) {
      if (GUARD_NAME.test(name)) continue;
      const parts = (variable.value.texts[0] ?? "")
        .split(":")
        .filter((part) => part.startsWith("/") && isGuard(part, j.world));
      if (parts.length > 0) found.set(name, parts);
    }
    leads = found;
    known.set(initial, leads);
  }
  return leads;
}

/** Whether the guard calls something by this name. */
export const isGuardName = (name: string) => GUARD_NAME.test(name) || name === "heed";

/** A function of the shell integration. */
export const isGuardHook = (name: string) => /^_{1,2}heed/.test(name);

/** What decides where the guard keeps its files (XDG base directories), and its own directory itself. */
const BASES = ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"];
const OWN = "HEED_DIR";

const directories = new WeakMap<Session["initial"], readonly string[]>();

export function guardDirectories({ initial }: Session): readonly string[] {
  let found = directories.get(initial);
  if (found === undefined) {
    const of = (name: string) => (initial.get(name)?.value.texts ?? []).filter((t) => /^\/./.test(t));
    found = [...BASES.flatMap((name) => of(name).map((t) => `${t.replace(/\/+$/, "")}/heed`)), ...of(OWN)];
    directories.set(initial, found);
  }
  return found;
}
