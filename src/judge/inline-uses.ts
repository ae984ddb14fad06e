/** Programs that stand in a word or file: what they read, write, run and send, as far as their text tells. */

import type { Use } from "../rules/invocation.ts";
import { from } from "../session/path.ts";
import { HOLE, known, NUMBER, OUTSIDE } from "../session/value.ts";
import { inline } from "./code/inline.ts";
import { ARGUMENT } from "./code/report.ts";
import { own, programOf, SHELLS } from "./code-uses.ts";
import { type Context, sayOf, taintOf } from "./context.ts";
import { isFilters } from "./filters.ts";
import { code } from "./judge.ts";
import { paths } from "./path-uses.ts";
import { isSecretAmong, judgePath } from "./paths.ts";
import { resolve } from "./places.ts";
import { isLoopback } from "./text.ts";
import { judgeValue } from "./variables.ts";
import { atWorst, literals } from "./worst.ts";

/** Languages whose statements change data and nothing of this machine. */
export const DATABASES: ReadonlySet<string> = new Set(["sql", "duckdb", "clickhouse"]);

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
