/** Reads a shell's own command line as that shell would: what it is going to run, and how. Pure. */

import type { Dialect } from "../syntax/tree.ts";

export type Source =
  /** `-c TEXT`. */
  | { readonly kind: "command"; readonly text: string; readonly at: number }
  | { readonly kind: "script"; readonly path: string; readonly at: number }
  /** Standard input, which is not a terminal. */
  | { readonly kind: "input" }
  | { readonly kind: "terminal" }
  /** `--version`, or a command line that the shell will refuse itself. */
  | { readonly kind: "nothing" }
  /** Shells differ in what this option means with a plus. */
  | { readonly kind: "ambiguous"; readonly option: string };

export interface Invocation {
  readonly source: Source;
  /** `$0` as far as the arguments say, and `$1`…  */
  readonly zero: string | undefined;
  readonly positional: readonly string[];
  /** Names of the options that the shell starts with, as `set -o` and `shopt` call them. */
  readonly options: ReadonlySet<string>;
  readonly login: boolean;
  readonly interactive: boolean;
  /** Where the shell's options end and what it runs begins. */
  readonly end: number;
}

export interface Terminals {
  readonly stdin: boolean;
  readonly stderr: boolean;
}

const letters: { readonly [letter: string]: string } = {
  a: "allexport",
  C: "noclobber",
  e: "errexit",
  f: "noglob",
  k: "keyword",
  n: "noexec",
  p: "privileged",
  u: "nounset",
  x: "xtrace",
};

/** Long options of bash that take the next word. */
const valued = new Set(["rcfile", "init-file"]);
const long = new Set([
  ...valued,
  "debug",
  "debugger",
  "dump-po-strings",
  "dump-strings",
  "help",
  "login",
  "noediting",
  "noprofile",
  "norc",
  "posix",
  "pretty-print",
  "restricted",
  "verbose",
  "version",
]);

interface Flags {
  command: boolean;
  input: boolean;
  login: boolean;
  interactive: boolean;
  information: boolean;
  ambiguous: string | undefined;
  readonly options: Set<string>;
}

/** `name` is argv[0]; a login shell's begins with a minus. */
export function readInvocation(shell: Dialect, name: string, args: readonly string[], tty: Terminals): Invocation {
  const flags: Flags = {
    command: false,
    input: false,
    login: name.startsWith("-"),
    interactive: false,
    information: false,
    ambiguous: undefined,
    options: new Set(),
  };
  const end = shell === "zsh" ? readZsh(args, flags) : readBourne(args, flags);
  const rest = args.slice(end);
  const [first] = rest;
  const base = { options: flags.options, login: flags.login, end };
  if (flags.ambiguous !== undefined)
    return {
      ...base,
      source: { kind: "ambiguous", option: flags.ambiguous },
      zero: undefined,
      positional: [],
      interactive: false,
    };
  if (flags.information || (flags.command && first === undefined))
    return { ...base, source: { kind: "nothing" }, zero: undefined, positional: [], interactive: false };
  const { interactive } = flags;
  if (flags.command && first !== undefined) {
    const source = { kind: "command", text: first, at: end } as const;
    return { ...base, source, zero: rest[1], positional: rest.slice(2), interactive };
  }
  if (first !== undefined && !flags.input) {
    const source = { kind: "script", path: first, at: end } as const;
    return { ...base, source, zero: first, positional: rest.slice(1), interactive };
  }
  const typed = interactive || (tty.stdin && tty.stderr);
  const source = { kind: typed ? "terminal" : "input" } as const;
  return { ...base, source, zero: undefined, positional: rest, interactive: typed };
}

/** bash, dash and whatever else is called sh. Long options are bash's, and come first. */
function readBourne(args: readonly string[], flags: Flags): number {
  let i = 0;
  for (; i < args.length; i++) {
    const word = /^--?([a-z-]{2,})$/.exec(args[i] as string)?.[1];
    if (word === undefined || !long.has(word)) break;
    if (word === "login") flags.login = true;
    else if (word === "posix") flags.options.add("posix");
    else if (word === "help" || word === "version") flags.information = true;
    else if (valued.has(word)) i++;
  }
  while (i < args.length) {
    const arg = args[i] as string;
    if (arg === "-" || arg === "--") return i + 1;
    if (arg[0] !== "-" && arg[0] !== "+") return i;
    i++;
    for (const letter of arg.slice(1)) {
      if (letter === "o" || letter === "O") setOption(flags, args[i++], arg[0] === "-");
      else setLetter(flags, letter, arg[0] === "-", "bourne");
    }
  }
  return Math.min(i, args.length);
}

/** zsh takes any option as a long one, and the name behind `-o` with or without a space. */
function readZsh(args: readonly string[], flags: Flags): number {
  let i = 0;
  while (i < args.length) {
    const arg = args[i] as string;
    if (arg === "-" || arg === "--") return i + 1;
    if (arg[0] !== "-" && arg[0] !== "+") return i;
    i++;
    const on = arg[0] === "-";
    if (arg.startsWith("--") || arg.startsWith("+-")) {
      const word = arg.slice(2);
      if (word === "help" || word === "version") flags.information = true;
      else if (word === "emulate") {
        i++;
        flags.options.add("emulate");
      } else setZsh(flags, word.replaceAll("-", ""), on);
      continue;
    }
    for (let k = 1; k < arg.length; k++) {
      const letter = arg[k] as string;
      if (letter === "b") return i;
      if (letter === "o") {
        setZsh(flags, k + 1 < arg.length ? arg.slice(k + 1) : args[i++], on);
        break;
      }
      setLetter(flags, letter, on, "zsh");
    }
  }
  return Math.min(i, args.length);
}

function setLetter(flags: Flags, letter: string, on: boolean, shell: "bourne" | "zsh"): void {
  if (!on && /[sil]/.test(letter)) flags.ambiguous = `+${letter}`;
  else if (letter === "c") flags.command = true;
  else if (letter === "s") flags.input = true;
  else if (letter === "l") flags.login = true;
  else if (letter === "i") flags.interactive = true;
  else if (letter === "f" && shell === "zsh") setOption(flags, "norcs", on);
  else if (Object.hasOwn(letters, letter)) setOption(flags, letters[letter], on);
}

function setOption(flags: Flags, name: string | undefined, on: boolean): void {
  const plain = name?.toLowerCase() ?? "";
  if (on) flags.options.add(plain);
  else flags.options.delete(plain);
}

/** Upper or lower case, with underscores or without; `no` in front turns it round. */
function setZsh(flags: Flags, name: string | undefined, on: boolean): void {
  const plain = name?.toLowerCase().replaceAll("_", "") ?? "";
  if (plain === "login" || plain === "loginshell") flags.login ||= on;
  else if (plain === "interactive") flags.interactive ||= on;
  else if (plain === "shinstdin") flags.input ||= on;
  else if (on) flags.options.add(plain);
  else if (!flags.options.delete(plain)) flags.options.add(`no${plain}`);
}
