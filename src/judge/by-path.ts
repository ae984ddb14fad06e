/** Programs that are found by a path: installed, the project's own, or foreign. */

import { type CommandEvent, type Entry, UNCHANGED } from "../session/event.ts";
import { baseName, from, isAbsolute } from "../session/path.ts";
import { DECODED, FOREIGN, HOLE, NETWORK } from "../session/value.ts";
import type { Dialect } from "../syntax/tree.ts";
import { knownScript } from "./code-uses.ts";
import { say } from "./findings.ts";
import { code, type Judge } from "./judge.ts";
import { built, isBuilt, shownTexts } from "./made.ts";
import { judgePath } from "./paths.ts";
import { INSTALLED, resolve } from "./places.ts";

/** A file of that name in a directory that was put in front of the PATH. */
export function inFront(j: Judge, event: CommandEvent, name: string): string | undefined {
  const search = event.variable("PATH");
  if (search === undefined || search.origin.kind === "start") return undefined;
  const installed = new Set(j.session.initial.get("PATH")?.value.texts.flatMap((t) => t.split(":")));
  for (const directory of search.value.texts.flatMap((t) => t.split(":"))) {
    if (installed.has(directory)) return undefined;
    const path = from(event.cwd.texts[0] ?? "/", `${directory === "" ? "." : directory}/${name}`);
    if (event.content(path) === undefined) continue;
    // of a tree that was brought only what is there counts, as soon as one can look
    if (event.brought(path.slice(0, path.lastIndexOf("/"))) === undefined || mayBe(j, path)) return path;
  }
  return undefined;
}

const mayBe = (j: Judge, path: string) =>
  j.world.kind(path) === "file" || j.world.kind(path.slice(0, path.lastIndexOf("/"))) === "none";

/** A program given by its path: installed, the project's, or foreign. */
export function byPath(j: Judge, event: CommandEvent, name: string): Entry[] {
  const entries: Entry[] = [];
  for (const directory of event.cwd.texts) {
    const full = isAbsolute(name) ? name : from(directory, name);
    if (event.place.elsewhere) return [];
    if (INSTALLED.test(full)) return installed(j, event, name);
    const meant = event.link(full);
    if (meant !== undefined && INSTALLED.test(meant)) {
      entries.push({ ...fileEntry(event, name, "sh"), kind: "argv", words: [meant, ...event.argv.slice(1)] });
      continue;
    }
    const mark = event.content(full);
    if (mark !== undefined && mark.taint & (NETWORK | DECODED | FOREIGN)) {
      code(j, event.place, mark, `by running ${name}`);
      continue;
    }
    const r = resolve(name, directory, j.world);
    if (r.place !== "project" && isFoundByName(j, full)) return installed(j, event, name);
    const shown = shownTexts(j, event, name, directory)?.filter((t) => t !== "") ?? [];
    const shells = shown.map((t) => shellOf(t, event.dialect));
    if (shown.length > 0 && shells.every((shell) => shell !== undefined)) {
      for (const [at, shell] of shells.entries())
        entries.push({ ...fileEntry(event, name, shell), kind: "line", words: [shown[at] ?? ""] });
      continue;
    }
    const made = isMade(j);
    const found = judgePath("exec", name, directory, j.world);
    if (found?.rule === "run-temp" && isBuilt(event, full)) {
      say(j.findings, event.place, built(name));
      continue;
    }
    if (found) say(j.findings, event.place, { ...found, text: name });
    if (r.place !== "project") continue;
    const texts = mark?.texts.filter((t) => t !== "" && !HOLE.test(t)) ?? [];
    const shell = texts.map((t) => shellOf(t, event.dialect)).find((s) => s !== undefined);
    for (const t of texts) knownScript(j, event, [directory], languageOf(j, t) ?? "", [t], name);
    if (shell !== undefined) entries.push({ ...fileEntry(event, name, shell), words: [full] });
    else if (
      mark === undefined &&
      j.world.kind(r.path) === "none" &&
      j.tables.program(baseName(name)) === undefined &&
      !made
    )
      say(j.findings, event.place, {
        rule: "run-missing",
        effect: "opaque",
        because: "runs a program that is not there to be looked at",
        text: name,
      });
  }
  return entries;
}

function fileEntry(event: CommandEvent, name: string, dialect: Dialect): Entry {
  return { ...UNCHANGED, kind: "file", words: [name], dialect, positional: [...event.argv], label: `file ${name}` };
}

/** The line has run code of the project before, which makes programs. */
const isMade = (j: Judge) => j.findings.kinds.has("run");

/** The shell that runs a text as a program; undefined when none does. Without a first line that says so, the calling shell does it. */
function shellOf(text: string, caller: Dialect): Dialect | undefined {
  const named = /^#!\s*\S*\/(?:env\s+(?:-S\s+)?)?(bash|sh|zsh|dash|ksh)\b/.exec(text)?.[1];
  if (named !== undefined) return named === "zsh" || named === "bash" ? named : "sh";
  return text === "" || /^#!|^\x7fELF|\0/.test(text) ? undefined : caller === "bash" ? "bash" : "sh";
}

/** The language of the interpreter that the first line names. */
function languageOf(j: Judge, text: string): string | undefined {
  const program = /^#!\s*\S*\/([^/\s]+)(?:\s+(?:-S\s+)?([\w.+-]+))?/.exec(text);
  return j.tables.program((program?.[1] === "env" ? program[2] : program?.[1]) ?? "")?.lang;
}

function installed(j: Judge, event: CommandEvent, name: string): Entry[] {
  const base = baseName(name);
  if (j.tables.program(base) === undefined) strange(j, event, base);
  return [];
}

/** It stands in a directory of the PATH that the session began with, where its bare name would find it too. */
function isFoundByName(j: Judge, path: string): boolean {
  const search = j.session.initial.get("PATH")?.value.texts ?? [];
  const directory = path.slice(0, path.lastIndexOf("/"));
  return directory !== "" && search.some((text) => text.split(":").includes(directory));
}

export function strange(j: Judge, event: CommandEvent, base: string): void {
  if (base === "") return;
  say(j.findings, event.place, {
    rule: "unknown-command",
    effect: "opaque",
    because: `runs ${base}, which heed does not know`,
    instead: "Use a command heed knows (heed rules), or ask a person.",
  });
}
