/** What there is to know of an agent client: how it tells a hook of a command, how a hook refuses, and where hooks are configured. */

import type { Dialect } from "../syntax/tree.ts";

/** Where a value is in the call: keys from the top, or a variable of the hook's environment. Text on the way is read as JSON. */
export type Source = readonly string[] | { readonly env: string };

/** One tool that runs shell commands. */
export interface ShellTool {
  /** Its names, of whatever version. None: the event says that it is a command. */
  readonly names: readonly string[];
  /** Where the command is. */
  readonly command: readonly string[];
  /** It is a list of them. */
  readonly isList?: true;
  /** Where the command is to run, relative to where the client is. */
  readonly directory?: readonly string[];
  /** `when` says that the text is typed into a program that is running; what `pass` matches only interrupts it or waits. */
  readonly keys?: { readonly when: readonly string[]; readonly pass: RegExp };
}

/** How a client hears no. */
export type Refusal =
  /** Exit status 2, the reason on standard error. */
  | { readonly kind: "exit-2" }
  /** Exit status 0 and this on standard output. */
  | { readonly kind: "json"; readonly json: (reason: string) => { readonly [key: string]: unknown } };

/** What one call leaves behind for the next, besides files. */
export interface Keeps {
  /** Variables, functions, aliases and options. */
  readonly shell: boolean;
  /** `told`: each call says where it runs. `kept`: a `cd` stays, and only heed knows. `no`: each call starts at the same place. */
  readonly cwd: "told" | "kept" | "no";
}

export interface Client {
  /** What it is called on heed's command line. */
  readonly id: string;
  readonly title: string;
  /** Its own description of hooks. */
  readonly docs: string;
  /** Values of the event's name when a tool is about to run. */
  readonly event: { readonly at: readonly string[]; readonly before: readonly string[] };
  /** The tool's name. */
  readonly tool: readonly Source[];
  readonly tools: readonly ShellTool[];
  /** Where the client is: the first of these that is an absolute path, else where the hook was started. */
  readonly cwd: readonly Source[];
  readonly session: readonly Source[];
  readonly refusal: Refusal;
  /** Printed when the command may run, by clients that take silence for a failure; empty for all others. */
  readonly allow: string;
  readonly keeps: Keeps;
  /** The language of its commands: fixed, or that of the shell that the first of these variables names. */
  readonly shell: { readonly always: Dialect } | { readonly named: readonly string[] };
  /** Where it keeps what is its own: it is there if this is. */
  readonly home: Place;
  readonly files: readonly ConfigFile[];
  /** What the person has to do besides, one sentence. */
  readonly besides?: string;
}

/** A path below home, or below what a variable names in place of the first part. */
export interface Place {
  readonly path: string;
  /** Variable that stands for `below`. */
  readonly env?: string;
  readonly below?: string;
}

/** A file that installing writes to, and what of it is heed's. */
export type ConfigFile = JsonFile | TomlFile | WholeFile;

export interface JsonFile {
  readonly kind: "json";
  readonly place: Place;
  /** The list that gets the entry. */
  readonly list: readonly string[];
  readonly entry: (call: HookCall) => Json;
  /** Keys that a new file begins with. */
  readonly head?: { readonly [key: string]: Json };
  /** `present`: only if the file is there already. `flat`: without the list's first key, unless the file has it. */
  readonly only?: "present";
  readonly flat?: boolean;
}

export interface TomlFile {
  readonly kind: "toml";
  readonly place: Place;
  readonly block: (call: HookCall) => string;
}

export interface WholeFile {
  readonly kind: "whole";
  readonly place: Place;
  readonly text: (call: HookCall) => string;
  readonly executable?: boolean;
}

/** The hook's command for this machine. */
export interface HookCall {
  /** For `sh`: what fails refuses. */
  readonly command: string;
  /** The same without a shell. */
  readonly argv: readonly string[];
  /** Where the client's own file of that name was put. */
  readonly at: (place: Place) => string;
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Most clients: `{"matcher": …, "hooks": [{"type": "command", …}]}`. */
export function matched(matcher: string, hook: { readonly [key: string]: Json }): Json {
  return { matcher, hooks: [{ type: "command", ...hook }] };
}
