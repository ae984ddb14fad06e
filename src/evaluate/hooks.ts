/** Functions that nobody calls but the shell: by their name, or because an array lists them (zshmisc(1), Hook Functions). */

import { unknown } from "../session/value.ts";
import type { Command, Dialect } from "../syntax/tree.ts";
import { callFunction } from "./call.ts";
import type { Evaluation } from "./context.ts";
import { fork, functionText, lookup, type State } from "./state.ts";
import { apart } from "./traps.ts";

const NAMES: { readonly [dialect in Dialect]: RegExp } = {
  bash: /^command_not_found_handle$/,
  zsh: /^(?:TRAP[A-Z0-9]+|precmd|preexec|chpwd|periodic|zshexit|zshaddhistory|command_not_found_handler|zsh_directory_name)$/,
  sh: /^$/,
};

const ARRAYS = ["precmd", "preexec", "chpwd", "periodic", "zshexit", "zshaddhistory", "zsh_directory_name"].map(
  (hook) => `${hook}_functions`,
);

/** A function was defined: runs it when the shell itself will. */
export function hookDefined(e: Evaluation, s: State, name: string, source: string, body: Command): void {
  if (isHook(s, name)) call(e, s, name, source, body);
}

function isHook(s: State, name: string): boolean {
  if (NAMES[s.dialect].test(name)) return true;
  return s.dialect === "zsh" && ARRAYS.some((array) => listed(s, array).includes(name));
}

/** An array got a value: runs the functions that it lists, when it is one of those that the shell reads. */
export function hooksListed(e: Evaluation, s: State, array: string): void {
  if (s.dialect !== "zsh" || !ARRAYS.includes(array)) return;
  for (const name of listed(s, array)) {
    const source = functionText(s, name);
    if (source !== undefined) call(e, s, name, source);
  }
}

/** Runs every function that the shell itself will call. */
export function callHooks(e: Evaluation, s: State): void {
  const names = new Set([...s.functions.keys(), ...s.session.functions.keys()]);
  for (const name of s.dialect === "zsh" ? ARRAYS.flatMap((array) => listed(s, array)) : []) names.add(name);
  for (const name of names) {
    const source = functionText(s, name);
    if (source !== undefined && isHook(s, name)) call(e, s, name, source);
  }
}

function call(e: Evaluation, s: State, name: string, source: string, body?: Command): void {
  apart(e, () => callFunction(e, fork(s), source, `function ${name}`, [unknown()], body));
}

function listed(s: State, array: string): string[] {
  const variable = lookup(s, array);
  const values = variable?.elements ? [...variable.elements.values()] : variable ? [variable.value] : [];
  return values.flatMap((v) => v.texts);
}
