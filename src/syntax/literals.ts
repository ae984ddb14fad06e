/** Literal text of a word: escapes resolved, and whether tilde, brace and glob characters in it still mean something. */

import type { Part } from "./tree.ts";

/** Appends text, joined to a literal of the same quoting before it. */
export function addLiteral(parts: Part[], text: string, quoted: boolean): void {
  const last = parts.at(-1);
  if (last?.kind === "literal" && last.quoted === quoted) {
    parts[parts.length - 1] = { kind: "literal", text: last.text + text, quoted };
  } else {
    parts.push({ kind: "literal", text, quoted });
  }
}

/** Text outside quotes: a backslash quotes the next character, and joins lines. */
export function addBare(parts: Part[], source: string): void {
  let from = 0;
  for (let at = source.indexOf("\\"); at !== -1; at = source.indexOf("\\", from)) {
    if (at > from) addLiteral(parts, source.slice(from, at), false);
    const code = source.codePointAt(at + 1);
    if (code === undefined) {
      addLiteral(parts, "\\", true);
      return;
    }
    const escaped = String.fromCodePoint(code);
    if (escaped !== "\n") addLiteral(parts, escaped, true);
    from = at + 1 + escaped.length;
  }
  if (from < source.length) addLiteral(parts, source.slice(from), false);
}

/** Text inside double quotes, where a backslash quotes only the characters in `escapable`. */
export function addDouble(parts: Part[], source: string, escapable: string): void {
  addLiteral(parts, withoutEscapes(source, escapable), true);
}

function withoutEscapes(source: string, escapable: string): string {
  let text = "";
  let from = 0;
  for (let at = source.indexOf("\\"); at !== -1; at = source.indexOf("\\", at + 2)) {
    const next = source[at + 1];
    if (next === "\n") {
      text += source.slice(from, at);
      from = at + 2;
    } else if (next !== undefined && escapable.includes(next)) {
      text += source.slice(from, at);
      from = at + 1;
    }
  }
  return text + source.slice(from);
}

/** What a backslash quotes inside double quotes, and in a here-document or arithmetic. */
export const DOUBLE_ESCAPES = '$`"\\';
export const HERE_ESCAPES = "$`\\";
