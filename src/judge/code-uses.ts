/** Words that are code, or name it: scripts, inline programs, plugins, programs that are run unseen. */

import type { Use } from "../rules/invocation.ts";
import type { CommandEvent } from "../session/event.ts";
import { baseName, from } from "../session/path.ts";
import {
  DECODED,
  FOREIGN,
  FRESH,
  HOLE,
  known,
  NETWORK,
  NUMBER,
  OUTSIDE,
  unknown,
  type Value,
} from "../session/value.ts";
import { inline } from "./code/inline.ts";
import { ARGUMENT } from "./code/report.ts";
import { type Context, doneElsewhere, isElsewhere, isOwn, sayOf, taintOf } from "./context.ts";
import { hostile, type Said, say } from "./findings.ts";
import { code, type Judge } from "./judge.ts";
import { built, isBuilt, shownTexts } from "./made.ts";
import { writtenAs } from "./named.ts";
import { paths } from "./path-uses.ts";
import { isSecretAmong, judgePath } from "./paths.ts";
import { resolve } from "./places.ts";
import { commandsAmong } from "./recipes/among.ts";
import { recipes } from "./recipes.ts";
import { isLoopback } from "./text.ts";
import { readable } from "./uses.ts";
import { judgeValue } from "./variables.ts";
import { atWorst, literals } from "./worst.ts";

/** Languages that evaluation itself reads. */
export const SHELLS: ReadonlySet<string> = new Set(["sh", "bash", "zsh", "dash", "ksh"]);

/** Languages whose statements change data and nothing of this machine. */
const DATABASES: ReadonlySet<string> = new Set(["sql", "duckdb", "clickhouse"]);

const programOf = ({ i }: Context) => i.path[0] ?? "an interpreter";

/** Code from a path; what the session knows of the file counts more than where it lies. */
export function executing(c: Context, use: Use): void {
  const { text } = use;
  if (text === "-" || text === "/dev/stdin") {
    stdinCode(c);
    return;
  }
  // a flag of the command that goes there names a file of this machine
  const isHere = c.i.elsewhere === "own" && !c.event.place.elsewhere && use.flag !== undefined;
  if (isElsewhere(c) && !isHere) {
    sayOf(c, {
      rule: `${c.i.id}-elsewhere`,
      effect: isOwn(c) ? "run" : "remote",
      because: doneElsewhere(c),
    });
    return;
  }
  const mark = HOLE.test(text.replace(FRESH, "")) ? undefined : c.event.content(text);
  if (mark !== undefined && mark.taint & (NETWORK | DECODED | FOREIGN)) {
    code(c.j, c.event.place, mark, `the file ${readable(text)}`);
    return;
  }
  if (text.startsWith(SUBSTITUTION)) {
    printedCode(c, use, mark ?? unknown());
    return;
  }
  for (const directory of c.directories)
    for (const file of writtenAs(c.event, text, directory)) executing(c, { ...use, text: file });
  if (use.role === "script" && use.detail !== "" && !SHELLS.has(use.detail)) readScript(c, use, mark?.texts ?? []);
  else if (use.role !== "cd-exec" && use.flag === undefined)
    knownScript(c.j, c.event, c.directories, use.detail || c.i.lang, mark?.texts ?? [], text);
  if (use.role !== "cd-exec") writtenHere(c, use, mark?.texts ?? []);
  // the directory that a flag gives is itself meant from where the shell is
  for (const directory of use.role === "cd-exec" ? c.event.cwd.texts : c.directories) executed(c, use, directory);
}

/** Languages in which a script is read as a whole. */
const READ: ReadonlySet<string> = new Set([...SHELLS, "python", "node", "javascript", "deno", "bun", "perl", "ruby"]);

/** Code that this session wrote in a language that is not read: what is hostile among its lines and texts counts. */
function writtenHere(c: Context, use: Use, contents: readonly string[]): void {
  if ((use.flag === undefined && READ.has(use.detail || c.i.lang)) || !c.event.made(use.text)) return;
  for (const text of contents)
    for (const part of HOLE.test(text) ? [] : [...text.split("\n"), ...commandsAmong(text)].slice(0, MAX_PARTS))
      atWorst(c.j, c.event, part);
}

const MAX_PARTS = 100;

function executed(c: Context, use: Use, directory: string): void {
  const { text } = use;
  if (/^https?:\/\//.test(text)) {
    sayOf(c, { rule: "run-download", effect: "hijack", because: "runs code straight from the network", text });
    return;
  }
  const found = judgePath("exec", text, directory, c.j.world);
  if (found === undefined) return;
  if (found.rule === "run-temp" && use.flag === undefined) {
    const lang = use.detail || c.i.lang;
    const shown = shownTexts(c.j, c.event, text, directory);
    if (shown !== undefined && lang !== "") {
      // a shell goes on with it (entries.ts)
      for (const t of SHELLS.has(lang) ? [] : shown) report(c, lang, t, from(directory, text));
      return;
    }
  }
  if (found.rule === "run-temp" && isBuilt(c.event, text)) {
    sayOf(c, built(text));
    return;
  }
  sayOf(c, { ...found, because: found.effect === "run" ? found.because : `${c.i.because}: ${found.because}` });
  if (found.effect === "run") recipes(c.j, c.event, [from(directory, text)]);
  if (use.role === "script" && found.effect === "run" && /[\ud800\ud802]/u.test(text))
    sayOf(c, {
      rule: "run-unknown",
      effect: "opaque",
      because: "runs a file whose name is not known before it runs",
    });
}

/** Where evaluation keeps what a process substitution prints. */
const SUBSTITUTION = "/dev/fd/substitution-";

/** What another command prints, given as a file of code. */
function printedCode(c: Context, use: Use, value: Value): void {
  const lang = use.detail || c.i.lang;
  code(c.j, c.event.place, value, `as code of ${programOf(c)}`);
  if (lang === "")
    sayOf(c, {
      rule: `${c.i.id}-printed`,
      effect: "opaque",
      because: `${c.i.because} by what another command prints`,
      instead: "Put it into a file of the project.",
    });
  else if (!SHELLS.has(lang)) for (const t of value.texts) report(c, lang, t);
}

/** A script of the project whose text is known: like one for a shell, only its worst effects count. */
export function knownScript(
  j: Judge,
  event: CommandEvent,
  directories: readonly string[],
  lang: string,
  contents: readonly string[],
  text: string,
): void {
  if (SHELLS.has(lang) || lang === "") return;
  const worst = (found: Said | undefined) => {
    if (found && hostile.has(found.effect)) say(j.findings, event.place, found);
  };
  for (const t of contents) {
    if (HOLE.test(t)) continue;
    const r = inline(lang, t);
    for (const p of r.deletes)
      for (const d of directories) {
        const found = judgePath("delete-tree", own(j, p), d, j.world);
        worst(found && { ...found, text });
      }
    for (const run of j.depth > 2 ? [] : r.runs.slice(0, MAX_RUNS)) {
      const line = run.kind === "line" ? run.text : run.text.map((w) => `'${w.replaceAll("'", "'\\''")}'`).join(" ");
      // the words that a nested line gets go to the last command
      for (const found of j.nested(`${line}\n:`, j.depth + 1).all.values()) worst(found);
    }
  }
}

/** Commands of one script that are looked at. */
const MAX_RUNS = 50;

/** `~` in code stands for home. */
const own = (j: Judge, p: string) => (p === "~" || p.startsWith("~/") ? j.world.home + p.slice(1) : p);

/** A script in a language that can be read here: awk, sed. */
function readScript(c: Context, use: Use, contents: readonly string[]): void {
  const texts = contents.filter((t) => !HOLE.test(t));
  for (const t of texts) {
    report(c, use.detail, t);
    for (const run of inline(use.detail, t).runs) if (run.kind === "line") atWorst(c.j, c.event, run.text, true);
  }
  if (texts.length === 0)
    sayOf(c, {
      rule: "run-missing",
      effect: "opaque",
      because: `runs ${use.detail} code from a file that is not there to be looked at`,
      text: use.text,
    });
}

/** The program reads code from its standard input. */
export function stdinCode(c: Context): void {
  const value = c.event.stdin;
  if (value === undefined) {
    const { unguarded } = c.i.row;
    if (
      unguarded !== undefined &&
      !c.event.place.elsewhere &&
      c.event.variable("HOME") !== undefined &&
      !unguarded.some((f) => c.i.flags.has(f))
    )
      return;
    sayOf(c, {
      rule: `${c.i.id}-session`,
      effect: "opaque",
      because: `starts ${programOf(c)} reading commands that heed does not see`,
      instead: "Give it the command or the file.",
    });
    return;
  }
  // statements for a database are not commands of this machine
  if (!DATABASES.has(c.i.lang)) code(c.j, c.event.place, value, `as input of ${programOf(c)}`);
  else if (value.taint & (NETWORK | DECODED))
    sayOf(c, {
      rule: `${c.i.id}-downloaded`,
      effect: "foreign-code",
      because: "runs statements that were just downloaded or decoded",
    });
  const shell = SHELLS.has(c.i.lang);
  if (shell && c.event.piped)
    sayOf(c, {
      rule: "pipe-to-shell",
      effect: "opaque",
      because: `runs what another command prints as commands of ${programOf(c)}`,
      instead: "Run the command itself.",
    });
  if (shell || value.taint & (NETWORK | DECODED)) return;
  for (const t of value.texts) report(c, c.i.lang, t);
}

/** Nothing of it is open but numbers, which are the same to every reader. */
const isFilled = (text: string) => text.includes(NUMBER) && !HOLE.test(text.replaceAll(NUMBER, ""));

export function inlineCode(c: Context, use: Use): void {
  const taint = taintOf(c, use);
  if (taint !== 0 && !(taint === OUTSIDE && isFilled(use.text)))
    code(c.j, c.event.place, { texts: [use.text], unset: false, taint }, `as code of ${programOf(c)}`);
  const lang = use.detail || c.i.lang;
  if (!SHELLS.has(lang)) report(c, lang, use.text);
}

/** What an inline program does, as far as its text tells. */
export function report(c: Context, lang: string, text: string, file?: string): void {
  const r = inline(lang, text);
  for (const p of r.reads.flatMap((p) => given(c, p))) paths(c, "read", own(c.j, p));
  for (const p of r.writes.flatMap((p) => given(c, p))) paths(c, "write", own(c.j, p));
  for (const p of r.deletes.flatMap((p) => given(c, p))) paths(c, "delete-tree", own(c.j, p));
  for (const p of r.loads) loaded(c, lang, own(c.j, p));
  if (file !== undefined && r.loads.some((p) => isBeside(c, file, p)))
    sayOf(c, { rule: "run-temp", effect: "foreign-code", because: "loads code from a temporary directory" });
  for (const [name, value] of r.sets) judgeValue(c.j, c.event.place, name, known(value), c.event.cwd);
  // words that the program gives another as they are: what that does is judged (entries.ts)
  if (r.runs.length > 0 && !(r.certain && r.runs.every((run) => run.kind === "argv" || isFilters(c, run.text))))
    sayOf(c, {
      rule: `${c.i.id}-shell-out`,
      effect: "opaque",
      because: `runs a command from inside ${lang} code`,
      instead: "Run the command itself.",
    });
  if (r.network)
    sayOf(c, { rule: `${c.i.id}-network`, effect: "remote", because: "opens a connection from inline code" });
  if (r.changes && DATABASES.has(lang))
    sayOf(c, { rule: `${c.i.id}-inline`, effect: "discard", because: r.because ?? "changes the data of a database" });
  // to a file of the project that is an edit (its role says so), to a server a change
  else if (r.adds && DATABASES.has(lang) && !c.i.cwd)
    sayOf(c, { rule: `${c.i.id}-inline`, effect: "discard", because: r.because ?? "changes the data of a database" });
  if (speaks(text) && namesSecret(c, text))
    sayOf(c, {
      rule: `${c.i.id}-secret`,
      effect: "exfiltrate",
      because: "reads a secret file and speaks to the network",
    });
  // what is called may run the texts that it is given
  if (!r.certain || r.loads.length > 0) worstOfCode(c, text);
  if (!r.certain)
    sayOf(c, {
      rule: `${c.i.id}-inline`,
      effect: "foreign-code",
      because: `runs ${lang} code that heed cannot follow${r.because === undefined ? "" : `: the program ${r.because}`}`,
      instead: "Put it into a file of the project and run that.",
    });
}

const CONNECTS =
  /socket|fsockopen|stream_socket|\/inet\/(?:tcp|udp)\/|\/dev\/(?:tcp|udp)\/|net\.connect|createConnection|TCPClient/i;
const STARTS_SHELL = /\b(?:ba|z|da|k)?sh(?:\.exe)?(?:\s+-i\b|["'`])|\bcmd\.exe\b|\bpty\.spawn\b/;

const SENDS =
  /https?:\/\/|ftps?:\/\/|\/inet\/|\/dev\/(?:tcp|udp)\/|\burlopen\b|\brequests\.|\bhttpx\b|\bfetch\(|\bhttps?\.request\b|\bHTTP\b|\bLWP\b|socket|fsockopen/;

/** Settings that a program reads for itself. */
const LOADED = /dotenv/i;

/** To more than servers of this machine. */
function speaks(text: string): boolean {
  if (!SENDS.test(text) || LOADED.test(text)) return false;
  const addresses = text.match(/\b(?:https?|ftps?):\/\/[^\s"'`]+/g) ?? [];
  return addresses.length === 0 || !addresses.every(isLoopback);
}

function namesSecret(c: Context, text: string): boolean {
  const words = literals(text)
    .slice(0, 50)
    .flatMap((literal) => literal.split(/\s+/).slice(0, 50));
  return words.some(
    (word) => word !== "" && c.directories.some((d) => isSecretAmong(resolve(own(c.j, word), d, c.j.world), c.j.world)),
  );
}

/** Of a program that cannot be followed, the lines and texts that are commands by themselves. */
function worstOfCode(c: Context, text: string): void {
  if (CONNECTS.test(text) && STARTS_SHELL.test(text))
    sayOf(c, {
      rule: "reverse-shell",
      effect: "hijack",
      because: "opens a connection and starts a shell, which the other end then commands",
    });
  for (const part of [...text.split("\n").slice(0, 50), ...literals(text).slice(0, 50)]) atWorst(c.j, c.event, part);
}

/** The words behind the program, where it takes one of them for a path. */
const given = (c: Context, path: string): string[] =>
  path === ARGUMENT ? c.i.uses.filter((u) => u.flag === undefined && u.role === "text").map((u) => u.text) : [path];

/** A module that is found where the file lies that loads it. */
function isBeside(c: Context, file: string, module: string): boolean {
  const path = from(file, `../${module.split(".")[0] ?? module}`);
  return [path, `${path}.py`, `${path}.rb`].some(
    (p) => c.j.world.kind(p) !== "none" || c.event.content(p) !== undefined,
  );
}

function loaded(c: Context, lang: string, path: string): void {
  if (!path.includes("/")) {
    // what a module name finds is an installed dependency; awk looks for shared objects
    if (lang !== "awk" && lang !== "gawk") return;
    sayOf(c, {
      rule: `${c.i.id}-load`,
      effect: "foreign-code",
      because: `loads ${path} from wherever ${lang} looks for it`,
    });
    return;
  }
  for (const d of c.directories) {
    const found = judgePath("exec", path, d, c.j.world);
    if (found) sayOf(c, { ...found, because: `${c.i.because}: ${found.because}` });
  }
}

const HARMLESS_ROLES = /^(?:text|read|stat|write|\?)?[.?]*$/;

/** A program that is run with words nobody sees: only a filter that does no harm whatever they are. */
export function runsProgram(c: Context, use: Use): void {
  const [name = ""] = use.text.split(/\s/);
  for (const d of name.includes("/") ? c.directories : []) {
    const found = judgePath("exec", name, d, c.j.world);
    if (found && !/^\/(?:usr\/)?s?bin\/[^/]+$/.test(name))
      sayOf(c, { ...found, because: `${c.i.because}: ${found.because}` });
    if (found?.effect === "run") return;
  }
  if (!HOLE.test(use.text) && isFilter(c, name)) return;
  sayOf(c, {
    rule: `${c.i.id}-program`,
    effect: "foreign-code",
    because: `runs ${readable(use.text)} with words that heed does not see`,
    text: use.flag === undefined ? use.text : `${use.flag} ${use.text}`,
  });
}

/** `sort | uniq -c`: nothing but filters, which are judged by themselves. */
const isFilters = (c: Context, line: string): boolean =>
  /^[\w\s|.,:=+*/%-]+$/.test(line) && line.split("|").every((each) => isFilter(c, each.trim().split(/\s/)[0] ?? ""));

function isFilter(c: Context, name: string): boolean {
  const row = c.j.tables.program(baseName(name));
  if (row === undefined || row.sub !== undefined || row.stdin === "code" || row.stdout === "own") return false;
  if (row.effect !== undefined && row.effect !== "observe") return false;
  const operands = row.operands ?? [];
  const roles = [...operands, ...(row.flags ?? []).map((f) => f.split("=")[1] ?? "")];
  return operands.some((o) => o.startsWith("read")) && roles.every((r) => HARMLESS_ROLES.test(r));
}
