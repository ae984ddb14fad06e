/** What the content of a file carries along: whose it is, and where it came from. */

import type { Use } from "../rules/invocation.ts";
import type { CommandEvent } from "../session/event.ts";
import { from, isAbsolute } from "../session/path.ts";
import { DECODED, FOREIGN, HOLE, NETWORK, OUTSIDE, SECRET, unknown, type Value } from "../session/value.ts";
import type { Judge } from "./judge.ts";
import { isSecretAmong } from "./paths.ts";
import { INSTALLED, resolve } from "./places.ts";

/** What counts of where data came from, wherever it goes. */
export const MARKS = SECRET | NETWORK | DECODED | FOREIGN;

export const READING: ReadonlySet<string> = new Set([
  "read",
  "send-file",
  "edit",
  "move",
  "link",
  "symlink",
  "env-file",
]);

/** SECRET when a use gives the content of a secret file, or a file the session filled with one. */
export function secretTaint(j: Judge, event: CommandEvent, use: Use): number {
  const sent = use.role === "send" || (use.role === "header" && use.text.startsWith("@"));
  const path = sent ? sentFile(use.text) : READING.has(use.role) || use.role === "never" ? use.text : undefined;
  return path === undefined || path === "-" ? 0 : contentTaint(j, event, path);
}

/** curl's `@FILE`, `name=@FILE`, `name=<FILE`, `name@FILE`. */
export function sentFile(text: string): string | undefined {
  return /^(?:[^=@<]*=)?[@<]([^;]*)/s.exec(text)?.[1] ?? /^[\w.-]+@([^;]+)/s.exec(text)?.[1];
}

export function contentTaint(j: Judge, event: CommandEvent, path: string): number {
  let taint = placeTaint(j, event.cwd, path);
  if (taint & FOREIGN && event.made(path)) taint &= ~FOREIGN;
  if (HOLE.test(path)) return taint;
  const mark = event.mark(path);
  return taint | (mark === undefined ? 0 : mark.taint & MARKS);
}

/** What a place says of its files: SECRET, or FOREIGN when somebody else keeps them there and they are no code of the project. */
export function placeTaint(j: Judge, cwd: Value, path: string): number {
  let taint = 0;
  for (const d of cwd.texts) {
    const resolved = resolve(path, d, j.world);
    const { place, open } = resolved;
    if (isSecretAmong(resolved, j.world)) taint |= SECRET;
    if (place === "temp" || place === "home" || (place === "system" && !open)) taint |= FOREIGN;
  }
  return taint;
}

export function contentOf(j: Judge, event: CommandEvent, use: Use, directory: string): Value {
  if (use.role === "link" || use.role === "symlink") {
    const target = isAbsolute(use.text) ? use.text : from(directory, use.text);
    return { texts: [`link:${target}`], unset: false, taint: contentTaint(j, event, use.text) };
  }
  const mark = HOLE.test(use.text) ? undefined : event.content(use.text);
  const taint = contentTaint(j, event, use.text);
  // a copy of an installed program is that program under another name
  if (mark === undefined && INSTALLED.test(from(directory, use.text)))
    return { texts: [`link:${from(directory, use.text)}`], unset: false, taint };
  return mark === undefined ? unknown(OUTSIDE | taint) : { ...mark, taint: mark.taint | taint };
}
