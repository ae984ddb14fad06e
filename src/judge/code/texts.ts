/** The text that an expression of a general-purpose language makes, as far as it is known. */

import { ANY } from "../../session/value.ts";
import { ARGUMENT } from "./report.ts";
import type { Scan } from "./scripted.ts";
import { byComma, closing, isName, isOperator, type Word } from "./words.ts";

/** The text that an expression makes, with holes for what is not known. */
export function textOf(s: Scan, expression: readonly Word[], depth = 0): string {
  const words = expression.filter((word) => word.kind !== "newline");
  if (depth > 6 || words.length === 0) return ANY;
  const [first] = words;
  if (words.length === 1) {
    if (first?.kind === "string" || first?.kind === "template") return first.text;
    return (first?.kind === "name" ? s.constants.get(first.text) : undefined) ?? ANY;
  }
  if (isOperator(first, "(") && closing(words, 0) === words.length - 1) return textOf(s, words.slice(1, -1), depth + 1);
  const sum = split(words, "+");
  if (sum.length > 1 && sum.some((part) => textOf(s, part, depth + 1) === ARGUMENT)) return ANY;
  if (sum.length > 1) return sum.map((part) => textOf(s, part, depth + 1)).join("");
  const path = split(words, "/");
  if (path.length > 1 && path.some((part) => textOf(s, part, depth + 1) === ARGUMENT)) return ANY;
  if (path.length > 1) return path.map((part) => textOf(s, part, depth + 1)).join("/");
  return placeOf(s, words, depth);
}

function split(words: readonly Word[], operator: string): readonly (readonly Word[])[] {
  const parts: Word[][] = [[]];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as Word;
    if (isOperator(word, operator)) parts.push([]);
    else if (word.kind === "operator" && "([{".includes(word.text)) {
      const end = closing(words, i) ?? words.length - 1;
      parts.at(-1)?.push(...words.slice(i, end + 1));
      i = end;
    } else parts.at(-1)?.push(word);
  }
  return parts;
}

/** `os.path.expanduser("~")`, `Path.home()`, `process.env.HOME` … */
function placeOf(s: Scan, words: readonly Word[], depth: number): string {
  if (!isName(words[0])) return ANY;
  const name = words[0]?.text ?? "";
  const dotted = [s.aliases.get(name) ?? name];
  let i = 1;
  // `require("os").homedir()`
  if (name === "require" && isOperator(words[1], "(") && words[2]?.kind === "string" && isOperator(words[3], ")")) {
    dotted[0] = words[2].text.replace(/^node:/, "");
    i = 4;
  }
  while (isOperator(words[i], ".") && isName(words[i + 1])) {
    dotted.push(words[i + 1]?.text ?? "");
    i += 2;
  }
  const full = dotted.join(".");
  if (full === s.language.arguments && isOperator(words[i], "[") && words.length === i + 3) return ARGUMENT;
  const what = s.language.places.get(full);
  const end = isOperator(words[i], "(") ? closing(words, i) : undefined;
  const rest = end === undefined ? words.slice(i) : words.slice(end + 1);
  if (what === "self" && words.length === i) return s.language.self ?? ANY;
  if (what === "home" && (rest.length === 0 || onlyNormalizes(rest))) return "~";
  if (end === undefined) {
    const key = words[i + 1];
    const home = isOperator(words[i], "[") && key?.kind === "string" && s.language.places.get(`${full}.${key.text}`);
    return home === "home" && words.length === i + 3 ? "~" : ANY;
  }
  if (what === undefined || !onlyNormalizes(rest)) return ANY;
  const args = byComma(words.slice(i + 1, end)).map((arg) => textOf(s, arg, depth + 1));
  if (args.length === 1 && s.language.places.get(`${full}.${args[0]}`) === "home") return "~";
  if (what === "here") return ".";
  if (args.length === 1 && what !== "join") return args[0] ?? ANY;
  if (args.includes(ARGUMENT)) return args.length === 1 ? ARGUMENT : ANY;
  return args.length === 0 ? ANY : args.reduce((path, part) => (part.startsWith("/") ? part : `${path}/${part}`));
}

function onlyNormalizes(rest: readonly Word[]): boolean {
  const text = rest.map((word) => word.text).join("");
  return /^(?:\.(?:expanduser|resolve|absolute|toString|as_posix)\(\))*$/.test(text);
}
