/** What a known call does with its arguments. */

import { ANY, HOLE } from "../../session/value.ts";
import { isLoopback } from "../text.ts";
import { doubt, line } from "./report.ts";
import type { Scan } from "./scripted.ts";
import { textOf } from "./texts.ts";
import { byComma, closing, isName, isOperator, type Word } from "./words.ts";

/**
 * - `none` only computes; `read`, `write`, `delete` take a path; `copy` and `move` two; `open` a path and a mode.
 * - `output` is called on data and writes it where its first argument says, if there is one.
 * - `line` runs a command line; `words` a list of words or, with `shell`, a line; `spawn` a program and a list of its arguments.
 * - `require` loads a module. `get` asks an address; `query` opens a database in a file.
 */
export type Act =
  | "none"
  | "read"
  | "write"
  | "delete"
  | "copy"
  | "move"
  | "open"
  | "output"
  | "line"
  | "words"
  | "spawn"
  | "require"
  | "get"
  | "query";

type Expression = readonly Word[];

export function perform(act: Act, s: Scan, args: readonly Expression[]): void {
  const { report } = s;
  const path = (i: number) => (args[i] === undefined ? ANY : textOf(s, args[i]));
  switch (act) {
    case "none":
      return;
    case "read":
      if (isAddress(path(0))) report.network = true;
      else if (!isStdin(args[0])) report.reads.push(path(0));
      return;
    case "write":
      report.writes.push(path(0));
      return;
    case "delete":
      report.deletes.push(path(0));
      return;
    case "copy":
      report.reads.push(path(0));
      report.writes.push(path(1));
      return;
    case "move":
      report.writes.push(path(0), path(1));
      return;
    case "open": {
      if (isStdin(args[0])) return;
      const mode = args.slice(1).find((arg) => !isKeyword(arg) || isName(arg[0], "mode"));
      const text =
        mode === undefined
          ? "r"
          : textOf(
              s,
              mode.filter((word) => !isName(word) && !isOperator(word, "=")),
            );
      (/^[rbtU]+$/.test(text) ? report.reads : report.writes).push(path(0));
      return;
    }
    case "output":
      output(s, args.slice(1));
      return;
    case "line":
      options(s, args.slice(1));
      runLine(s, path(0));
      return;
    case "words":
      words(s, args);
      return;
    case "spawn": {
      const list = args[1] !== undefined && isOperator(args[1][0], "[") ? args[1] : undefined;
      if (options(s, args.slice(list === undefined ? 1 : 2))) doubt(s.report, "runs a command through a shell");
      runWords(s, [args[0] ?? [], ...elements(list)]);
      return;
    }
    case "require":
      load(s, path(0));
      return;
    case "get":
      if (!isLoopback(path(0).replace(HOLE_BEHIND, ""))) report.network = true;
      for (const arg of args.slice(1))
        if (!/^(?:timeout|params|headers|verify|allow_redirects)$/.test(isKeyword(arg) ? (arg[0]?.text ?? "") : ""))
          doubt(report, "asks an address with options that heed does not follow");
      return;
    case "query":
      if (path(0) !== ":memory:") report.reads.push(path(0));
      report.database = true;
  }
}

/** What follows the host and its port. */
const HOLE_BEHIND = /(?<=^\w+:\/\/[^/]+\/).*/s;

function isStdin(arg: Expression | undefined): boolean {
  if (arg?.length !== 1) return false;
  const [word] = arg;
  return (word?.kind === "number" && word.text === "0") || (word?.kind === "string" && word.text === "/dev/stdin");
}

function isAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
}

function output(s: Scan, args: readonly Expression[]): void {
  for (const [i, arg] of args.entries()) {
    const names = isKeyword(arg) && /^(?:buf|path_or_buf|path|file|fname|target)$/.test(arg[0]?.text ?? "");
    const spread = isOperator(arg[0], "*") || isOperator(arg[0], "**");
    if (!names && !spread && (i > 0 || isKeyword(arg))) continue;
    const text = spread ? ANY : textOf(s, names ? arg.slice(2) : arg);
    if (isAddress(text)) s.report.network = true;
    else s.report.writes.push(text);
  }
}

function isKeyword(arg: Expression): boolean {
  return isName(arg[0]) && isOperator(arg[1], "=");
}

function elements(list: Expression | undefined): readonly Expression[] {
  if (list === undefined) return [];
  return closing(list, 0) === list.length - 1 ? byComma(list.slice(1, -1)) : [[]];
}

const harmlessOption =
  /^(?:capture_output|text|check|stdout|stderr|timeout|encoding|errors|universal_newlines|shell|stdio|maxBuffer|windowsHide|input|bufsize)$/;

/** Options that change what runs or where make the run uncertain. */
function options(s: Scan, args: readonly Expression[]): boolean {
  let shell = false;
  for (const arg of args) {
    const pairs = isOperator(arg[0], "{") ? byComma(arg.slice(1, -1)) : [arg];
    for (const pair of pairs) {
      const known = isName(pair[0]) && (isOperator(pair[1], "=") || isOperator(pair[1], ":"));
      if (known && harmlessOption.test(pair[0]?.text ?? ""))
        shell ||= isName(pair[0], "shell") && !/^(?:False|false)$/.test(pair[2]?.text ?? "");
      else doubt(s.report, "runs a command with options that heed does not follow");
    }
  }
  return shell;
}

function words(s: Scan, args: readonly Expression[]): void {
  const shell = options(s, args.slice(1));
  const first = args[0] ?? [];
  if (isOperator(first[0], "[") && !shell) runWords(s, elements(first));
  else if (shell) runLine(s, textOf(s, first));
  else runWords(s, [first]);
}

function runLine(s: Scan, text: string): void {
  if (HOLE.test(text)) doubt(s.report, "runs a command that it computes");
  else line(s.report, text);
}

function runWords(s: Scan, list: readonly Expression[]): void {
  const argv = list.map((each) => textOf(s, each));
  if (argv.some((word) => HOLE.test(word))) doubt(s.report, "runs a command that it computes");
  else s.report.runs.push({ kind: "argv", text: argv });
}

function load(s: Scan, name: string): void {
  if (/^[./~].*\.json$/.test(name)) s.report.reads.push(name);
  else if (!name.endsWith("/package.json"))
    doubt(s.report, `loads ${name.includes(ANY) ? "a module that it computes" : name}`);
}
