/** Ruby text → words. A symbol is a string with its colon, a backquoted command a regex with a leading backquote. */

import { ANY } from "../../session/value.ts";
import { quoted } from "./perl-quotes.ts";
import { type Reader, take } from "./reader.ts";
import { decoded, type Word } from "./words.ts";

const operators =
  /\*\*=?|<=>|===?|=~|!~|!=|&&=?|\|\|=?|<<=?|>>=?|\.\.\.?|&\.|::|=>|->|[-+*/%|&^]=|[<>]=|[-+*/%&|^~!<>=?:;,.()[\]{}]/y;
const beforeValue =
  /^(?:if|unless|while|until|and|or|not|return|puts|print|p|pp|then|do|when|case|else|elsif|in|yield|raise)$/;

/** Undefined when the text is no Ruby that heed reads. */
export function rubyWords(text: string, depth = 0): readonly Word[] | undefined {
  const words: Word[] = [];
  const r: Reader = { text, at: 0 };
  if (depth > 4) return undefined;
  const expectsValue = () => {
    const last = words.at(-1);
    if (last === undefined || last.kind === "newline") return true;
    if (last.kind === "operator") return ![")", "]", "}"].includes(last.text);
    return last.kind === "name" && beforeValue.test(last.text);
  };
  const interpolated = (body: string, command: boolean): boolean => {
    const inner: (readonly Word[])[] = [];
    let plain = "";
    for (let i = 0; i < body.length; ) {
      const part = /^(?:\\[\s\S]|#(?![{$@])|[^\\#])+/.exec(body.slice(i))?.[0] ?? "";
      plain += decoded(part);
      i += part.length;
      if (i >= body.length) break;
      const hole = body[i + 1] === "{" ? quoted(body, i + 1) : undefined;
      const read = hole === undefined ? undefined : rubyWords(hole.body, depth + 1);
      if (hole === undefined || read === undefined) return false;
      inner.push(read);
      plain += ANY;
      i = hole.end;
    }
    if (command) words.push({ kind: "regex", text: `\`${plain}`, inner });
    else words.push({ kind: inner.length > 0 ? "template" : "string", text: plain, inner });
    return true;
  };

  while (r.at < text.length) {
    if (take(r, /[ \t\r]+|\\\r?\n|#[^\n]*/y) !== undefined) continue;
    if (take(r, /\n/y) !== undefined) {
      words.push({ kind: "newline", text: "\n" });
      continue;
    }
    const c = text[r.at] ?? "";
    const single = take(r, /'(?:\\[\s\S]|[^'\\])*'/y);
    if (single !== undefined) {
      words.push({ kind: "string", text: single.slice(1, -1).replace(/\\([\\'])/g, "$1") });
      continue;
    }
    const symbol = take(r, /:[A-Za-z_]\w*[?!=]?(?!:)|:(?:[-+*/%<>]|==|<=>|\[\])/y);
    if (symbol !== undefined) {
      words.push({ kind: "string", text: symbol });
      continue;
    }
    const percent = expectsValue() ? /^%([qQwWixr]?)(?=[^\w\s=])/.exec(text.slice(r.at)) : null;
    if (c === '"' || c === "`" || percent !== null || (c === "/" && expectsValue())) {
      const letter = percent?.[1] ?? "";
      const found = quoted(text, r.at + (percent?.[0].length ?? 0));
      if (found === undefined) return undefined;
      r.at = found.end;
      if (c === "/" || letter === "r") {
        if (found.body.includes("#{")) return undefined;
        take(r, /[a-z]*/y);
        words.push({ kind: "regex", text: found.body });
      } else if (/[qwi]/.test(letter)) words.push({ kind: "string", text: found.body });
      else if (!interpolated(found.body, c === "`" || letter === "x")) return undefined;
      continue;
    }
    const number = take(r, /0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?/y);
    const name =
      number === undefined ? take(r, /[@$]{0,2}[A-Za-z_]\w*(?:[?!](?![=~]))?|\$[_~&0-9,;.<>!@/\\*$?:"]/y) : undefined;
    const operator = number === undefined && name === undefined ? take(r, operators) : undefined;
    if (number !== undefined) words.push({ kind: "number", text: number });
    else if (name !== undefined) words.push({ kind: "name", text: name });
    else if (
      operator !== undefined &&
      !(operator === "<<" && expectsValue()) &&
      !/^<<[~-]?["'A-Z]/.test(text.slice(r.at - 2))
    ) {
      words.push({ kind: "operator", text: operator });
    } else return undefined;
  }
  return words;
}
