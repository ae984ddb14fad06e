/** What a command prints, as far as its row tells. */

import type { Invocation } from "../rules/invocation.ts";
import { isCredential } from "../session/credentials.ts";
import type { CommandEvent } from "../session/event.ts";
import { from, tidy, within } from "../session/path.ts";
import {
  ANY,
  BELOW,
  concat,
  DECODED,
  either,
  FRESH,
  HOLE,
  known,
  NAME,
  NETWORK,
  NUMBER,
  OUTSIDE,
  SECRET,
  SHELL,
  unknown,
  type Value,
} from "../session/value.ts";
import { contentTaint, MARKS, READING } from "./content.ts";
import type { Judge } from "./judge.ts";
import { filtered } from "./keys.ts";
import { isGuard } from "./places.ts";
import { globHoles } from "./text.ts";

export function outputOf(j: Judge, event: CommandEvent, i: Invocation, directories: readonly string[]): Value {
  const operands = i.uses.filter((u) => READING.has(u.role));
  let taint = event.stdin?.taint ?? 0;
  for (const u of operands) taint |= contentTaint(j, event, u.text);
  if (i.prints !== undefined) return printed(j, i, i.prints, directories);
  switch (i.stdout) {
    case "own":
      return known(NAME, OUTSIDE);
    case "number":
      // which processes hold one of the guard's files
      if (i.uses.some((u) => isGuard(from(directories[0] ?? "/", u.text), j.world))) return unknown(OUTSIDE);
      return known(NUMBER, OUTSIDE);
    case "numbered":
      return known(NUMBERED, OUTSIDE | taint);
    case "first":
      return event.stdin?.texts.every((t) => t === NUMBERED) && operands.length === 0
        ? known(NUMBER, OUTSIDE)
        : unknown(taint | OUTSIDE);
    case "fresh":
      return known(FRESH, 0);
    case "lines":
      return linesOf(
        event,
        operands.some((u) => u.flag === undefined && u.text !== "-"),
        taint,
      );
    case "shell":
      return unknown(SHELL);
    case "environment":
      return unknown(OUTSIDE | secretsShown(i));
    case "fetched":
      return unknown(taint | NETWORK | OUTSIDE);
    case "decoded":
      return unknown(taint | DECODED | OUTSIDE);
    case "paths":
      return pathsOf(i);
    case "same":
    case "input": {
      const files = operands.filter((u) => u.flag === undefined && u.text !== "-");
      if (i.stdout === "same" && i.flags.size === 0 && !event.terminal) {
        const parts =
          files.length > 0 ? files.map((u) => (HOLE.test(u.text) ? undefined : event.content(u.text))) : [event.stdin];
        if (parts.every((p) => p !== undefined && !p.texts[0]?.startsWith("link:"))) {
          const all = (parts as Value[]).reduce(concat, known(""));
          return { ...all, taint: all.taint | taint };
        }
      }
      for (const t of event.taints) taint |= t & MARKS;
      const filter = i.lang === "jq" ? i.uses.find((u) => u.role === "text" && u.flag === undefined)?.text : undefined;
      const source = files[0] === undefined ? event.stdin : event.content(files[0].text);
      const json = filter === undefined || source === undefined ? undefined : filtered(filter, source.texts[0] ?? "");
      return json === undefined ? unknown(taint | OUTSIDE) : known(json, taint);
    }
    default: {
      const never: never = i.stdout;
      return never;
    }
  }
}

/** Lines of a row, with the places that they name. */
function printed(j: Judge, i: Invocation, lines: readonly string[], directories: readonly string[]): Value {
  const { home, project } = j.world;
  const inside = project !== undefined && directories.every((d) => within(tidy(d), project));
  const first = i.uses.find((u) => u.flag === undefined)?.text ?? "";
  if (!inside && lines.some((line) => line.includes("{project}"))) return unknown(OUTSIDE);
  if (!/^[\w.+-]+$/.test(first) && lines.some((line) => line.includes("{first}"))) return unknown(OUTSIDE);
  const filled = lines.map((line) =>
    line
      .replace("{project}", project ?? "")
      .replace("{home}", home)
      .replace("{first}", first)
      .replace("{name}", NAME),
  );
  return { texts: filled, unset: false, taint: 0 };
}

/** What lets its owner in somewhere, among the variables that are printed: those that are named, or all. */
function secretsShown(i: Invocation): number {
  const names = i.uses.filter((u) => u.flag === undefined).map((u) => u.text);
  return names.length === 0 || names.some(isCredential) ? SECRET : 0;
}

/** Lines behind their numbers, as `grep -n` prints them. */
const NUMBERED = `${NUMBER}:${ANY}`;

/** Names and numbers that came in are what goes out, whichever of them. */
function linesOf(event: CommandEvent, files: boolean, taint: number): Value {
  const stdin = event.stdin;
  const names =
    !files &&
    stdin !== undefined &&
    stdin.texts.every((t) => t === NUMBERED || (/[\ud801-\ud803]/u.test(t) && !/\s\S/.test(t) && !t.includes(ANY)));
  return names ? { ...stdin, taint: stdin.taint | taint } : unknown(taint | OUTSIDE);
}

/** Names below the directories it looked at. */
function pathsOf(i: Invocation): Value {
  const roots = i.uses.filter(
    (u) =>
      u.flag === undefined &&
      (u.role === "stat" || u.role === "read" || u.role === "delete" || u.role === "delete-tree"),
  );
  if (roots.length === 0) return known(BELOW, OUTSIDE);
  return foundBelow(
    i,
    roots.map((u) => u.text),
  )
    .map((t) => known(t, OUTSIDE))
    .reduce((a, b) => either(a, b));
}

/** What a search gives: paths below its roots, with the names it looks for. */
export function foundBelow(i: Invocation, roots: readonly string[]): string[] {
  const names = i.uses.filter((u) => u.role === "names").map((u) => globHoles(u.text));
  const tails = names.length === 0 ? [BELOW] : names.slice(0, 4).map((n) => `${BELOW}/${n}`);
  return roots.slice(0, 4).flatMap((r) => tails.map((t) => (r.endsWith("/") ? `${r}${t}` : `${r}/${t}`)));
}
