/** Words that are code, or name it: scripts, inline programs, plugins, programs that are run unseen. */

import type { Use } from "../rules/invocation.ts";
import type { CommandEvent } from "../session/event.ts";
import { from } from "../session/path.ts";
import { DECODED, FOREIGN, FRESH, HOLE, NETWORK, unknown, type Value } from "../session/value.ts";
import { inline } from "./code/inline.ts";
import { type Context, doneElsewhere, isElsewhere, isOwn, sayOf } from "./context.ts";
import { hostile, type Said, say } from "./findings.ts";
import { DATABASES, report } from "./inline-uses.ts";
import { code, type Judge } from "./judge.ts";
import { built, isBuilt, shownTexts } from "./made.ts";
import { writtenAs } from "./named.ts";
import { judgePath } from "./paths.ts";
import { commandsAmong } from "./recipes/among.ts";
import { recipes } from "./recipes.ts";
import { readable } from "./uses.ts";
import { atWorst } from "./worst.ts";

/** Languages that evaluation itself reads. */
export const SHELLS: ReadonlySet<string> = new Set(["sh", "bash", "zsh", "dash", "ksh"]);

export const programOf = ({ i }: Context) => i.path[0] ?? "an interpreter";

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
export const own = (j: Judge, p: string) => (p === "~" || p.startsWith("~/") ? j.world.home + p.slice(1) : p);

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
