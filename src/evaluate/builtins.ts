/** The builtins whose effect on the shell is modelled; every other word is looked up in the command tables. */

import type { Value } from "../session/value.ts";
import type { Dialect } from "../syntax/tree.ts";
import { alias, unalias } from "./aliases.ts";
import type { Evaluation } from "./context.ts";
import { declare, declarePrivate } from "./declare.ts";
import { changeDirectory, directories, popDirectory, printDirectory, pushDirectory } from "./directory.ts";
import { getopts } from "./getopts.ts";
import { mapfile, read } from "./input.ts";
import { setOptions, shopt } from "./options.ts";
import { bad, ended, type Outcome, ok } from "./outcome.ts";
import { echo, print, printf } from "./print.ts";
import {
  command,
  completion,
  disable,
  enable,
  evaluateText,
  exec,
  hash,
  jump,
  kill,
  leave,
  letBuiltin,
  loadModule,
  source,
  trap,
  wait,
} from "./shell.ts";
import { shift } from "./shift.ts";
import type { Request } from "./simple.ts";
import type { State } from "./state.ts";
import { test } from "./test-builtin.ts";
import { unhash, unset } from "./unset.ts";
import type { Options } from "./zsh-builtins.ts";
import { emulate, zshOptions, zshSet } from "./zsh-set.ts";

export interface Call extends Request {
  readonly name: string;
  readonly args: readonly string[];
  /** What zsh reads as options, where it does so for the builtin. */
  readonly options?: Options;
  values(): Value[];
}

export interface Builtin {
  readonly run: (e: Evaluation, s: State, call: Call) => Outcome;
  /** Only in these shells; elsewhere the word is a program. */
  readonly dialects?: readonly Dialect[];
  /** A program of the same name does the same. */
  readonly program?: boolean;
}

const BASH: readonly Dialect[] = ["bash"];
const ZSH: readonly Dialect[] = ["zsh"];
const NOT_SH: readonly Dialect[] = ["bash", "zsh"];

export const builtins: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  [":", { run: (_, s) => ok(s) }],
  ["true", { run: (_, s) => ok(s), program: true }],
  ["false", { run: (_, s) => bad(s), program: true }],
  ["echo", { run: echo, program: true }],
  ["printf", { run: printf, program: true }],
  ["print", { run: print, dialects: ZSH }],
  ["test", { run: test, program: true }],
  ["[", { run: test, program: true }],
  ["pwd", { run: printDirectory, program: true }],
  ["cd", { run: changeDirectory }],
  ["chdir", { run: changeDirectory, dialects: ["zsh", "sh"] }],
  ["pushd", { run: pushDirectory, dialects: NOT_SH }],
  ["popd", { run: popDirectory, dialects: NOT_SH }],
  ["dirs", { run: directories, dialects: NOT_SH }],
  ["export", { run: declare }],
  ["readonly", { run: declare }],
  ["declare", { run: declare, dialects: NOT_SH }],
  ["typeset", { run: declare, dialects: NOT_SH }],
  ["local", { run: declare }],
  ["integer", { run: declare, dialects: ZSH }],
  ["float", { run: declare, dialects: ZSH }],
  ["private", { run: declarePrivate, dialects: ZSH }],
  ["unset", { run: unset }],
  ["unfunction", { run: unhash, dialects: ZSH }],
  ["unhash", { run: unhash, dialects: ZSH }],
  ["read", { run: read }],
  ["mapfile", { run: mapfile, dialects: BASH }],
  ["readarray", { run: mapfile, dialects: BASH }],
  ["getopts", { run: getopts }],
  ["vared", { run: (_, s) => ended(s, undefined), dialects: ZSH }],
  ["let", { run: letBuiltin, dialects: NOT_SH }],
  ["set", { run: (e, s, c) => (s.dialect === "zsh" ? zshSet : setOptions)(e, s, c) }],
  ["shopt", { run: shopt, dialects: BASH }],
  ["setopt", { run: zshOptions, dialects: ZSH }],
  ["unsetopt", { run: zshOptions, dialects: ZSH }],
  ["emulate", { run: emulate, dialects: ZSH }],
  ["shift", { run: shift }],
  ["trap", { run: trap }],
  ["kill", { run: kill }],
  ["wait", { run: wait }],
  ["compgen", { run: completion, dialects: BASH }],
  ["complete", { run: completion, dialects: BASH }],
  ["alias", { run: alias }],
  ["unalias", { run: unalias }],
  ["eval", { run: evaluateText }],
  ["source", { run: source, dialects: NOT_SH }],
  [".", { run: source }],
  ["exec", { run: exec }],
  ["command", { run: command }],
  ["builtin", { run: command, dialects: NOT_SH }],
  ["hash", { run: hash }],
  ["enable", { run: enable, dialects: NOT_SH }],
  ["zmodload", { run: loadModule, dialects: ZSH }],
  ["disable", { run: disable, dialects: ZSH }],
  ["break", { run: jump }],
  ["continue", { run: jump }],
  ["return", { run: jump }],
  ["exit", { run: leave }],
  ["logout", { run: leave }],
]);

/** Options of bash's builtins, `:` behind those with a value; one that is missing here reads its words in its own way (bash 5.2). */
export const bashOptions: { readonly [name: string]: string } = {
  ".": "",
  alias: "p",
  builtin: "",
  cd: "LPe@",
  command: "pvV",
  enable: "adnpsf:",
  eval: "",
  exec: "cla:",
  getopts: "",
  hash: "dlp:rt",
  printf: "v:",
  pwd: "LP",
  shopt: "psuoq",
  source: "",
  trap: "lp",
  unalias: "a",
  unset: "fnv",
  wait: "fnp:",
};

/** Commands whose operands of the form NAME=VALUE are assignments: not split, tilde expanded. */
export const declarations: ReadonlySet<string> = new Set([
  "export",
  "readonly",
  "declare",
  "typeset",
  "local",
  "integer",
  "float",
  "private",
]);

/** POSIX special builtins: what stands before them can outlive them (XCU 2.14). */
export const specialBuiltins: ReadonlySet<string> = new Set([
  ":",
  ".",
  "break",
  "continue",
  "eval",
  "exec",
  "exit",
  "export",
  "readonly",
  "return",
  "set",
  "shift",
  "times",
  "trap",
  "unset",
  "source",
]);
