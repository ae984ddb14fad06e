/** Small readings of words that several roles share. */

import { HOLE, NAME } from "../session/value.ts";

export const isAbsolutePath = (text: string): boolean => text.startsWith("/");

/** Splits as a program does that has no shell: blanks, quotes, backslashes. */
export function splitWords(text: string): string[] {
  const out: string[] = [];
  let current: string | undefined;
  for (let i = 0; i < text.length; i++) {
    const c = text[i] as string;
    if (c === "'" || c === '"') {
      const end = text.indexOf(c, i + 1);
      current = (current ?? "") + text.slice(i + 1, end < 0 ? undefined : end);
      i = end < 0 ? text.length : end;
    } else if (c === "\\") current = (current ?? "") + (text[++i] ?? "");
    else if (/\s/.test(c)) {
      if (current !== undefined) out.push(current);
      current = undefined;
    } else current = (current ?? "") + c;
  }
  if (current !== undefined) out.push(current);
  return out;
}

/** This machine itself. */
export function isLoopback(address: string): boolean {
  const host = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/@]*@)?(\[[^\]]*\]|[^/:?#]*)/i.exec(address)?.[1] ?? "";
  return (
    /^(?:localhost|[\w.-]+\.localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0)$/i.test(host) || /^:\d+(?:\/|$)/.test(address)
  );
}

/** A host or address that is known well enough to say where it leads. */
export function knownAddress(text: string): boolean {
  const host = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/@]*@)?([^/:?#]*)/i.exec(text)?.[1] ?? "";
  return isLoopback(text) || (host !== "" && !HOLE.test(host));
}

/** A pattern of names as a name with holes. */
export function globHoles(pattern: string): string {
  return pattern.replace(/(?:\*|\?|\[[^\]]*\])+/g, NAME);
}

/** `https://…`, `git@host:…`: on another machine. */
export const isAddress = (source: string): boolean => /^[a-z][a-z0-9+.-]*:\/\/|^[\w.-]+@[\w.-]+:/i.test(source);
