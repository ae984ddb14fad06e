/** JavaScript text → words. */

import { ANY } from "../../session/value.ts";
import { type Reader, take } from "./reader.ts";
import { decoded, type Word } from "./words.ts";

const operators =
  />>>=|\.\.\.|===|!==|\*\*=|<<=|>>=|>>>|&&=|\|\|=|\?\?=|=>|==|!=|<=|>=|&&|\|\||\?\?|\?\.(?!\d)|\+\+|--|\+=|-=|\*=|\/=|%=|&=|\|=|\^=|<<|>>|\*\*|[-+*/%&|^~!<>=?:;,.()[\]{}@#]/y;
const beforeRegex = /^(?:return|typeof|case|in|of|do|else|void|delete|throw|new|await|yield|instanceof)$/;
const statement = /^(?:if|while|for|with)$/;

/** Undefined when the text is no JavaScript, or when a slash may mean two things. */
export function javascriptWords(text: string): readonly Word[] | undefined {
  const reader: Reader = { text, at: 0 };
  const words = read(reader, false, 0);
  return words !== undefined && reader.at >= text.length ? words : undefined;
}

/** To the end, or inside a template to the brace that ends the expression. */
function read(r: Reader, inTemplate: boolean, depth: number): readonly Word[] | undefined {
  const words: Word[] = [];
  const parens: boolean[] = [];
  let headClosed = false;
  let braces = 0;
  if (depth > 8) return undefined;
  while (r.at < r.text.length) {
    if (take(r, /[ \t\r\f\v\u00a0\ufeff]+|\/\/[^\n]*|\/\*[\s\S]*?\*\//y) !== undefined) continue;
    if (take(r, /\n/y) !== undefined) {
      words.push({ kind: "newline", text: "\n" });
      continue;
    }
    const last = words.findLast((word) => word.kind !== "newline");
    const string = take(r, /'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"/y);
    if (string !== undefined) {
      words.push({ kind: "string", text: decoded(string.slice(1, -1)) });
    } else if (r.text[r.at] === "`") {
      const word = template(r, depth);
      if (word === undefined) return undefined;
      words.push(word);
    } else if (r.text[r.at] === "/" && (headClosed || startsRegex(last))) {
      // Behind a closing brace a slash divides an object or follows a block.
      if (last?.kind === "operator" && last.text === "}") return undefined;
      const regex = take(r, /\/(?:\\[^\n]|\[(?:\\[^\n]|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/y);
      if (regex === undefined) return undefined;
      words.push({ kind: "regex", text: regex });
    } else {
      const number = take(r, /0[xXoObB][\da-fA-F_]+n?|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?n?/y);
      const name = number === undefined ? take(r, /[A-Za-z_$][\w$]*/y) : undefined;
      const operator = number === undefined && name === undefined ? take(r, operators) : undefined;
      if (number !== undefined) words.push({ kind: "number", text: number });
      else if (name !== undefined) words.push({ kind: "name", text: name });
      else if (operator !== undefined) {
        if (operator === "(") parens.push(last?.kind === "name" && statement.test(last.text));
        headClosed = operator === ")" && (parens.pop() ?? false);
        if (operator === "{") braces++;
        if (operator === "}" && inTemplate && braces-- === 0) return words;
        words.push({ kind: "operator", text: operator });
        continue;
      } else return undefined;
    }
    headClosed = false;
  }
  return inTemplate ? undefined : words;
}

function startsRegex(last: Word | undefined): boolean {
  if (last === undefined) return true;
  if (last.kind === "operator") return ![")", "]", "++", "--"].includes(last.text);
  return last.kind === "name" && beforeRegex.test(last.text);
}

function template(r: Reader, depth: number): Word | undefined {
  r.at++;
  let text = "";
  const inner: (readonly Word[])[] = [];
  for (;;) {
    text += decoded(take(r, /(?:\\[\s\S]|\$(?!\{)|[^`\\$])+/y) ?? "");
    if (take(r, /`/y) !== undefined) return { kind: inner.length > 0 ? "template" : "string", text, inner };
    if (take(r, /\$\{/y) === undefined) return undefined;
    const words = read(r, true, depth + 1);
    if (words === undefined) return undefined;
    inner.push(words);
    text += ANY;
  }
}
