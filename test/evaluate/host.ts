/** A host that writes down what evaluation tells it and knows ten programs, `x0` to `x9`, which do what the stub programs of the differential test do. */

import { evaluate } from "../../src/evaluate/evaluate.ts";
import { joinWords } from "../../src/evaluate/parts.ts";
import {
  type CommandEvent,
  type Consequence,
  type Entry,
  type Host,
  type PathEvent,
  UNCHANGED,
} from "../../src/session/event.ts";
import { baseName } from "../../src/session/path.ts";
import type { Session, Variable } from "../../src/session/session.ts";
import { startSession } from "../../src/session/start.ts";
import { ANY, HOLE, known, type Value } from "../../src/session/value.ts";
import type { FileKind } from "../../src/session/world.ts";
import { read } from "../../src/syntax/read.ts";
import type { Dialect, Parsed } from "../../src/syntax/tree.ts";

/** Names whose values are compared: what a child process sees of them, and what the shell has after the line. */
export const LISTED: readonly string[] = ["A", "B", "C", "D", "v", "w"];

/** Exported when a line begins. */
export const STARTED: { readonly [name: string]: string } = { D: "start" };

/** What is in the directory where a line begins. A string is a file's text. */
export const FILES: { readonly [path: string]: string | undefined } = {
  "a.txt": "one two\nthree\n",
  "b.txt": "",
  "s.sh": 'x1 sourced "$@"\nA=sourced\n',
  d: undefined,
  "d/c.txt": "c\n",
};

export interface Ran {
  readonly argv: readonly string[];
  readonly cwd: Value;
  readonly stdin: Value | undefined;
  readonly variables: ReadonlyMap<string, Variable | undefined>;
  readonly builtin: boolean;
}

export interface Recording {
  readonly commands: readonly Ran[];
  readonly writes: readonly PathEvent[];
  readonly assigned: ReadonlyMap<string, readonly Value[]>;
  /** Why a guard would not let the line pass unasked. */
  readonly doubts: readonly string[];
  readonly session: Session;
  readonly tree: Parsed;
}

export interface Setting {
  readonly dialect: Dialect;
  readonly cwd: string;
  /** Value of PATH. */
  readonly path?: string;
  readonly options?: readonly string[];
  readonly positional?: readonly string[];
  readonly interactive?: boolean;
}

const nothing: Consequence = { stdout: undefined, entries: [], writes: [], assignments: [], status: undefined };

function entry(kind: Entry["kind"], words: readonly string[], dialect: Dialect, positional: readonly string[]): Entry {
  return { ...UNCHANGED, kind, words, dialect, positional, label: words[0] ?? "" };
}

/** What each stub does, as a command's row would say it. */
function consequence(argv: readonly string[], dialect: Dialect): Consequence {
  const args = argv.slice(1);
  switch (baseName(argv[0] ?? "")) {
    case "x4":
      return { ...nothing, stdout: known(""), status: 0 };
    case "x5":
      return { ...nothing, stdout: known(""), status: 1 };
    case "x7":
      // a pattern with a directory stands for several paths
      return { ...nothing, stdout: known(`${joinWords(args, " ").replace(/(?<=\/)\ud801/g, ANY)}\n`), status: 0 };
    case "x8":
      return { ...nothing, stdout: known(""), status: 0 };
    case "x9":
      return args.length === 0 ? nothing : { ...nothing, entries: [entry("argv", args, dialect, [])] };
    case "x0":
      return args.length === 0
        ? nothing
        : { ...nothing, entries: [entry("line", args.slice(0, 1), dialect, args.length > 1 ? args.slice(1) : ["x0"])] };
    default:
      return nothing;
  }
}

/** Evaluates lines one after the other over one session. */
export function record(lines: readonly string[], setting: Setting): Recording {
  const { dialect, cwd } = setting;
  const commands: Ran[] = [];
  const writes: PathEvent[] = [];
  const assigned = new Map<string, Value[]>();
  const doubts: string[] = [];
  const relative = (path: string) => (path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path);
  const host: Host = {
    home: cwd,
    command(event: CommandEvent) {
      commands.push({
        argv: event.argv,
        cwd: event.cwd,
        stdin: event.stdin,
        variables: new Map(LISTED.map((n) => [n, event.variable(n)])),
        builtin: event.builtin,
      });
      if (HOLE.test(event.argv[0] ?? "") && !event.builtin) doubts.push("a command name that is not known");
      const sourced = event.argv[0] === "source" ? event.argv[1] : undefined;
      if (event.builtin && sourced !== undefined) {
        const text = event.content(sourced);
        if (text === undefined || text.texts.some((t) => HOLE.test(t)))
          doubts.push("a file that is not known is sourced");
      }
      if (event.builtin) return nothing;
      return consequence(event.argv, event.dialect);
    },
    assign(event) {
      const all = assigned.get(event.name) ?? [];
      all.push(event.value);
      assigned.set(event.name, all);
    },
    path(event) {
      if (event.role === "write") writes.push(event);
      return 0;
    },
    sent() {},
    opaque(_place, reason) {
      doubts.push(reason);
    },
    code(_place, value, what) {
      const open = value.taint === 0 ? value.texts.some((t) => t.includes(ANY)) : value.texts.some((t) => HOLE.test(t));
      if (what !== "arithmetic" && open) doubts.push(`${what} of text that is not known`);
    },
    shadow() {},
    removed() {},
    forkBomb() {
      doubts.push("a fork bomb");
    },
    live: () => ({ kind: "absent" }),
    read: (path) => FILES[relative(path)],
    kind(path): FileKind {
      if (path === cwd || path === "/" || path === "/tmp") return "directory";
      const name = relative(path);
      if (/\/bin\/(?:x[0-9]|after|cat|more|pager)$/.test(path)) return "file";
      return name in FILES ? (FILES[name] === undefined ? "directory" : "file") : "none";
    },
    list(path) {
      if (path === cwd) return Object.keys(FILES).filter((n) => !n.includes("/"));
      return path === `${cwd}/d` ? ["c.txt"] : undefined;
    },
  };
  let session: Session = {
    ...startSession({
      dialect,
      cwd,
      home: cwd,
      env: { PATH: setting.path ?? `${cwd}/bin`, HOME: cwd, ...STARTED },
      interactive: setting.interactive === true,
    }),
    positional: (setting.positional ?? []).map((p) => known(p)),
    ...(setting.options ? { options: new Set(setting.options) } : {}),
  };
  let tree: Parsed | undefined;
  for (const line of lines) {
    tree = read(line, dialect, { extglob: session.options.has("extglob") });
    if (tree.kind !== "complete") doubts.push(`${tree.kind}: ${tree.reason}`);
    session = evaluate(line, tree, session, host);
  }
  if (tree === undefined) throw new Error("no line");
  return { commands, writes, assigned, doubts, session, tree };
}
