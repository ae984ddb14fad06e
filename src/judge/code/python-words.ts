/** Python text → words. */

import { ANY } from "../../session/value.ts";
import { match, type Reader } from "./reader.ts";
import { decoded, type Word } from "./words.ts";

const operators =
  /\*\*=|\/\/=|>>=|<<=|\.\.\.|:=|->|==|!=|<=|>=|\+=|-=|\*=|\/=|%=|&=|\|=|\^=|@=|\*\*|\/\/|<<|>>|[-+*/%@&|^~<>=()[\]{},:.;]/y;

/** Undefined when the text is no Python. */
export function pythonWords(text: string, depth = 0): readonly Word[] | undefined {
  const words: Word[] = [];
  const r: Reader = { text, at: 0 };
  while (r.at < text.length) {
    if (match(r, /[ \t\r\f]+|\\\r?\n|#[^\n]*/y) !== undefined) continue;
    if (match(r, /\n/y) !== undefined) {
      words.push({ kind: "newline", text: "\n" });
      continue;
    }
    const string = match(
      r,
      /([a-zA-Z]{0,2})(?:'''((?:\\[\s\S]|[^\\])*?)'''|"""((?:\\[\s\S]|[^\\])*?)"""|'((?:\\[\s\S]|[^'\\\n])*)'|"((?:\\[\s\S]|[^"\\\n])*)")/y,
    );
    if (string !== undefined) {
      const prefix = string[1]?.toLowerCase() ?? "";
      const body = string[2] ?? string[3] ?? string[4] ?? string[5] ?? "";
      if (!/^[rbuf]*$/.test(prefix)) return undefined;
      const raw = prefix.includes("r");
      if (!prefix.includes("f")) {
        words.push({ kind: "string", text: raw ? body : decoded(body) });
        continue;
      }
      const template = depth > 3 ? undefined : formatted(body, raw, depth);
      if (template === undefined) return undefined;
      words.push(template);
      continue;
    }
    const number = match(r, /0[xXoObB][\da-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?[jJ]?/y);
    const name = number === undefined ? match(r, /[A-Za-z_]\w*/y) : undefined;
    const operator = number === undefined && name === undefined ? match(r, operators) : undefined;
    if (number !== undefined) words.push({ kind: "number", text: number[0] });
    else if (name !== undefined) words.push({ kind: "name", text: name[0] });
    else if (operator !== undefined) words.push({ kind: "operator", text: operator[0] });
    else return undefined;
  }
  return words;
}

/** `f"…{expression!r:>8}…"`; a format that itself holds an expression is not read. */
function formatted(body: string, raw: boolean, depth: number): Word | undefined {
  let text = "";
  const inner: (readonly Word[])[] = [];
  for (let at = 0; at < body.length; ) {
    const plain = /^(?:\{\{|\}\}|[^{}])+/.exec(body.slice(at))?.[0] ?? "";
    if (plain !== "") {
      const literal = plain.replaceAll("{{", "{").replaceAll("}}", "}");
      text += raw ? literal : decoded(literal);
      at += plain.length;
      continue;
    }
    const expression =
      /^\{((?:'[^'{}]*'|"[^"{}]*"|\[[^\]{}]*\]|\([^{}]*\)|[^{}'":[\](])+?)=?(?:![rsa])?(?::[^{}]*)?\}/.exec(
        body.slice(at),
      );
    if (expression === null) return undefined;
    const words = pythonWords(expression[1] ?? "", depth + 1);
    if (words === undefined) return undefined;
    inner.push(words);
    text += ANY;
    at += expression[0].length;
  }
  return { kind: "template", text, inner };
}
