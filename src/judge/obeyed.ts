/** Files of recipes that a program obeys: what they would run is followed, as a script of the project is. */

import type { Invocation } from "../rules/invocation.ts";
import type { Obeys } from "../rules/row.ts";
import { type CommandEvent, type Entry, UNCHANGED } from "../session/event.ts";
import { baseName, from, within } from "../session/path.ts";
import { HOLE } from "../session/value.ts";
import { knownScript } from "./code-uses.ts";
import type { Judge } from "./judge.ts";
import { just } from "./recipes/just.ts";
import { make } from "./recipes/make.ts";
import { miseTasks } from "./recipes/mise.ts";
import type { Asked, Reader } from "./recipes/reader.ts";
import { scripts } from "./recipes/scripts.ts";
import { task } from "./recipes/task.ts";

const readers: { readonly [form: string]: Reader } = { make, just, scripts, task };

/** More lines of recipes are not followed for one line of the shell. */
const MAX_LINES = 60;

export function obeyed(
  j: Judge,
  event: CommandEvent,
  i: Invocation,
  obeys: readonly Obeys[],
  directories: readonly string[],
): Entry[] {
  const runs = i.claims.some((c) => c.effect === "run") || i.uses.some((u) => u.role === "package-script");
  if (!runs || i.help || event.place.elsewhere || j.recipes.size >= MAX_LINES) return [];
  return directories
    .filter((directory) => !HOLE.test(directory))
    .flatMap((directory) =>
      obeys.flatMap((each) =>
        filesOf(j, event, i, each, directory).flatMap((path) => linesOf(j, event, i, each, path, directory)),
      ),
    );
}

/** The first of the files that is there, or those that a flag names. */
function filesOf(j: Judge, event: CommandEvent, i: Invocation, obeys: Obeys, directory: string): string[] {
  const named = i.uses.filter((u) => u.flag !== undefined && u.flag === obeys.flag).map((u) => from(directory, u.text));
  if (named.length > 0) return named;
  const isThere = (path: string) => event.content(path) !== undefined;
  const places = obeys.operands
    ? i.uses.filter((u) => u.flag === undefined && u.role === "exec").map((u) => from(directory, u.text))
    : [];
  for (const place of places) {
    const found = obeys.files.map((file) => from(place, file)).find(isThere);
    if (found !== undefined) return [found];
  }
  for (let at = directory; ; at = at.slice(0, at.lastIndexOf("/"))) {
    const found = obeys.files.map((file) => from(at, file)).find(isThere);
    if (found !== undefined) return [found];
    if (!obeys.up || at.lastIndexOf("/") <= 0 || at === j.world.project) return [];
  }
}

function linesOf(j: Judge, event: CommandEvent, i: Invocation, obeys: Obeys, path: string, directory: string): Entry[] {
  const words = [
    ...i.path.slice(1),
    ...i.uses.filter((u) => u.flag === undefined || u.role === "package-script").map((u) => u.text),
  ];
  const label = `${i.path.join(" ")}: ${baseName(path)}`;
  const set = new Map(words.flatMap((word) => pair(word)));
  const asked: Asked = { words, set, text: (name) => textOf(event, from(directory, name)) };
  const text = textOf(event, path);
  if (obeys.form === "mise") {
    const settings = j.world.settings(path);
    return settings.kind === "table" ? entries(j, event, miseTasks(settings.table, words), directory, label) : [];
  }
  if (text === undefined) return [];
  const reader = readers[obeys.form];
  if (reader === undefined) {
    knownScript(j, event, [directory], obeys.form, [text], baseName(path));
    return [];
  }
  const home = obeys.up && !within(directory, path) ? path.slice(0, path.lastIndexOf("/")) : directory;
  return entries(j, event, reader(text, asked), home, label);
}

const pair = (word: string): [string, string][] => {
  const [, name, value] = /^(\w+)=([\s\S]*)$/.exec(word) ?? [];
  return name === undefined || value === undefined ? [] : [[name, value]];
};

function textOf(event: CommandEvent, path: string): string | undefined {
  const text = event.content(path)?.texts[0];
  return text === undefined || HOLE.test(text) ? undefined : text;
}

function entries(j: Judge, event: CommandEvent, lines: readonly string[], directory: string, label: string): Entry[] {
  // once is enough, and a recipe may run its own program again
  const inherited = [...event.inherited()].map(([name, v]) => `${name}=${v.value.texts.join()}`).join("\0");
  return lines
    .filter((line) => {
      const key = `${directory}\0${inherited}\0${line}`;
      if (line.trim() === "" || j.recipes.has(key) || j.recipes.size >= MAX_LINES) return false;
      j.recipes.add(key);
      return true;
    })
    .map((line) => ({
      ...UNCHANGED,
      kind: "line",
      words: [line],
      dialect: "sh",
      positional: [event.argv[0] ?? ""],
      cwd: directory,
      label,
      inFile: "run",
    }));
}
