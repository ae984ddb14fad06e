/** awk text → tokens. */

import { type Reader, take } from "./reader.ts";

export interface Token {
  readonly kind: "string" | "regex" | "number" | "name" | "operator" | "newline";
  /** Of a string, what it stands for; of the rest, the text as written. */
  readonly text: string;
}

export interface Tokens {
  readonly tokens: readonly Token[];
  /** Why other readers of awk may see other tokens here; undefined when none does. */
  readonly doubt: string | undefined;
}

const statement = /^(?:if|while|for|switch)$/;
const beforeRegex = /^(?:print|printf|return|in|case|else|do|getline|exit|delete)$/;
const operators =
  /\*\*=|&&|\|\||\|&|>>|\+\+|--|\+=|-=|\*=|\/=|%=|\^=|\*\*|==|<=|>=|!=|!~|[{}()[\];,+\-*/%^!<>|?:~$=@&]/y;

/** Undefined when the text is no awk. */
export function tokenize(text: string): Tokens | undefined {
  const tokens: Token[] = [];
  /** For each open parenthesis whether it belongs to `if`, `while`, `for`. */
  const parens: boolean[] = [];
  let headClosed = false;
  let doubt: string | undefined;
  const r: Reader = { text, at: 0 };

  const regexHere = () => {
    const last = tokens.at(-1);
    if (last === undefined || last.kind === "newline" || headClosed) return true;
    if (last.kind === "operator") return ![")", "]", "$", "++", "--"].includes(last.text);
    return last.kind === "name" && beforeRegex.test(last.text);
  };

  while (r.at < text.length) {
    if (take(r, /[ \t\r]+|\\\r?\n|#[^\n]*/y) !== undefined) continue;
    if (take(r, /\n/y) !== undefined) {
      tokens.push({ kind: "newline", text: "\n" });
      continue;
    }
    const string = take(r, /"(?:\\[\s\S]|[^"\\\n])*"/y);
    if (string !== undefined) {
      tokens.push({ kind: "string", text: decoded(string.slice(1, -1)) });
    } else if (text[r.at] === "/" && regexHere()) {
      const regex = take(r, /\/(?:\\[^\n]|\[\^?\]?(?:\[:\w+:\]|\\[^\n]|[^\]\\\n])*\]|[^/\\\n[])*\//y);
      if (regex === undefined) return undefined;
      // Some awks end a pattern at a slash inside brackets.
      if (/\[[^\]]*\//.test(regex.slice(1, -1).replace(/\\./g, "")))
        doubt ??= "has a slash inside a bracket expression";
      tokens.push({ kind: "regex", text: regex });
    } else {
      const number = take(r, /0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y);
      const name = number === undefined ? take(r, /[A-Za-z_][\w]*(?:::[A-Za-z_]\w*)?/y) : undefined;
      const operator = number === undefined && name === undefined ? take(r, operators) : undefined;
      if (number !== undefined) tokens.push({ kind: "number", text: number });
      else if (name !== undefined) tokens.push({ kind: "name", text: name });
      else if (operator !== undefined) {
        if (operator === "(") {
          const last = tokens.at(-1);
          parens.push(last?.kind === "name" && statement.test(last.text));
        }
        headClosed = operator === ")" && (parens.pop() ?? false);
        tokens.push({ kind: "operator", text: operator });
        continue;
      } else return undefined;
    }
    headClosed = false;
  }
  return { tokens, doubt };
}

const escapes: { readonly [letter: string]: string } = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
  "\n": "",
};

function decoded(text: string): string {
  return text.replace(/\\(?:([0-7]{1,3})|x([\da-fA-F]{1,2})|([\s\S]))/g, (_, octal, hex, other) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    return escapes[other] ?? other;
  });
}
