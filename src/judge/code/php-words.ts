/** PHP text → words. Variables are names with their dollar sign, a backquoted command is a regex with a leading backquote. */

import { ANY } from "../../session/value.ts";
import { type Reader, take } from "./reader.ts";
import { decoded, type Word } from "./words.ts";

const operators =
  /\?->|->|::|=>|\.\.\.|===|!==|==|!=|<>|<=>|<=|>=|&&|\|\||\?\?=?|\+\+|--|\*\*=?|<<(?!<)|>>|[-+*/.%&|^]=|[-+*/%&|^~!<>=?:;,.()[\]{}@\\]/y;

/** Undefined when the text is no PHP that heed reads: here-documents, tags, computed names in strings. */
export function phpWords(text: string): readonly Word[] | undefined {
  const words: Word[] = [];
  const r: Reader = { text, at: 0 };
  if (/<\?|\?>/.test(text)) return undefined;
  while (r.at < text.length) {
    if (take(r, /\s+|\/\/[^\n]*|#(?!\[)[^\n]*|\/\*[\s\S]*?\*\//y) !== undefined) continue;
    const single = take(r, /'(?:\\[\s\S]|[^'\\])*'/y);
    const double = single === undefined ? take(r, /"(?:\\[\s\S]|[^"\\])*"|`(?:\\[\s\S]|[^`\\])*`/y) : undefined;
    if (single !== undefined) words.push({ kind: "string", text: single.slice(1, -1).replace(/\\([\\'])/g, "$1") });
    else if (double !== undefined) {
      const plain = interpolated(double.slice(1, -1));
      if (plain === undefined) return undefined;
      words.push({
        kind: double.startsWith("`") ? "regex" : "string",
        text: double.startsWith("`") ? `\`${plain}` : plain,
      });
    } else {
      const number = take(r, /0[xXbB][\da-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d+)(?:[eE][+-]?\d+)?/y);
      const name = number === undefined ? take(r, /\$?[A-Za-z_]\w*/y) : undefined;
      const operator = number === undefined && name === undefined ? take(r, operators) : undefined;
      if (number !== undefined) words.push({ kind: "number", text: number });
      else if (name !== undefined) words.push({ kind: "name", text: name });
      else if (operator !== undefined) words.push({ kind: "operator", text: operator });
      else return undefined;
    }
  }
  return words;
}

/** Plain variables become holes; anything that could call something makes the text unreadable. */
function interpolated(body: string): string | undefined {
  const braced = /\{\$\w+(?:\[(?:\d+|'\w*')\]|->\w+)*\}/g;
  const plain = /\$\w+(?:\[(?:-?\d+|\w+)\]|->\w+)?/g;
  const free = body.replace(/\\[\s\S]/g, (pair) => (pair === "\\$" ? "\\\0" : pair)).replace(braced, ANY);
  if (/\{\$|\$\{/.test(free)) return undefined;
  return decoded(free.replace(plain, ANY).replaceAll("\\\0", "$"));
}
