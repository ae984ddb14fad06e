/** What a Python program does, as far as a small part of the language tells. */

import { BELOW, HOLE, NAME } from "../../session/value.ts";
import { connecting, installed, language } from "./python-names.ts";
import { pythonWords } from "./python-words.ts";
import { ARGUMENT, type CodeReport, doubt, draft, finish } from "./report.ts";
import { named, type Scan, scan } from "./scripted.ts";
import { textOf } from "./texts.ts";
import { closing, isName, isOperator, opening, type Word } from "./words.ts";

export function python(program: string): CodeReport {
  const report = draft();
  const words = pythonWords(program);
  if (words === undefined) {
    doubt(report, "is not a Python program that heed can read");
    return finish(report);
  }
  const s: Scan = {
    words,
    report,
    language,
    aliases: new Map(),
    foreign: new Set(),
    locals: new Set(),
    constants: new Map(),
    taken: new Set(),
  };
  imports(s);
  declarations(s);
  scan(s);
  if (s.foreign.size > 0) named(report, words);
  // what such a module says of itself opens none
  if (report.doubt !== undefined && report.loads.some((module) => connecting.test(module))) report.network = true;
  return finish(report);
}

function startsStatement(words: readonly Word[], i: number): boolean {
  const before = words[i - 1];
  return before === undefined || before.kind === "newline" || isOperator(before, ";") || isOperator(before, ":");
}

function imports(s: Scan): void {
  const { words } = s;
  for (let i = 0; i < words.length; i++) {
    if (!startsStatement(words, i) || !(isName(words[i], "import") || isName(words[i], "from"))) continue;
    let end = i;
    while (end < words.length && words[end]?.kind !== "newline" && !isOperator(words[end], ";")) {
      if (isOperator(words[end], "(")) end = closing(words, end) ?? words.length;
      end++;
    }
    for (let at = i; at < end; at++) s.taken.add(at);
    statement(
      s,
      words
        .slice(i, end)
        .filter((word) => word.kind !== "newline")
        .map((word) => word.text),
    );
    i = end;
  }
}

/** `import a.b as c, d` or `from a.b import (c as d, e)`. */
function statement(s: Scan, texts: readonly string[]): void {
  const text = texts
    .join(" ")
    .replaceAll(" . ", ".")
    .replace(/ ?[()] ?/g, " ");
  const from = /^from ([\w.]+) import (.+)$/.exec(text.trim());
  const plain = /^import (.+)$/.exec(text.trim());
  const names = (from?.[2] ?? plain?.[1] ?? "")
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
  if (names.length === 0) doubt(s.report, "imports in a way that heed does not follow");
  for (const each of names) {
    const [, name, alias] = /^([\w.]+)(?: as (\w+))?$/.exec(each) ?? [];
    if (each === "*" && language.trusts?.(from?.[1] ?? "", [])) {
      s.report.loads.push(from?.[1] ?? "");
      s.foreign.add("*");
      continue;
    }
    if (name === undefined) {
      doubt(s.report, `imports ${each}`);
      continue;
    }
    const full = from === null ? name : `${from[1]}.${name}`;
    if (!knows(full) || installed.test(full)) {
      const module = from?.[1] ?? name;
      if (module === "antigravity") doubt(s.report, "opens a browser");
      s.report.loads.push(module);
      s.foreign.add(from === null && alias === undefined ? (name.split(".")[0] ?? name) : full);
    }
    // `import a.b` binds `a`.
    if (from === null && alias === undefined) s.aliases.set(name.split(".")[0] ?? name, name.split(".")[0] ?? name);
    else s.aliases.set(alias ?? name, full);
  }
}

const standard = new Set(
  [...language.values, ...language.acts.keys(), ...[...language.pure].map((name) => `${name}.x`)].flatMap((name) => {
    const parts = name.split(".");
    return parts.slice(0, -1).map((_, i) => parts.slice(0, i + 1).join("."));
  }),
);

function knows(full: string): boolean {
  if (standard.has(full) || language.values.has(full) || language.acts.has(full)) return true;
  const dot = full.lastIndexOf(".");
  return dot > 0 && language.pure.has(full.slice(0, dot));
}

/** Names that the program binds outside argument lists. */
function declarations(s: Scan): void {
  const { words } = s;
  let depth = 0;
  const assigned = new Map<string, number>();
  const files = new Set<string>();
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as Word;
    const next = words[i + 1];
    if (word.kind === "operator") {
      if ("([{".includes(word.text)) depth++;
      if (")]}".includes(word.text)) depth--;
      // `[p] = …`, `(a, b) = …`, `*p, q = …`
      if (depth === 0 && isOperator(next, "=") && !isIndex(words, i))
        bind(s, assigned, opening(words, i) ?? i, (at) => at > i);
      if (word.text === "*" && startsStatement(words, i)) bind(s, assigned, i, (at) => isOperator(words[at], "="));
    }
    if (word.kind !== "name" || s.taken.has(i)) continue;
    const isTarget = depth === 0 && next?.kind === "operator" && /^(?:=|[-+*/%|&^]=|\/\/=|\*\*=)$/.test(next.text);
    if (isTarget || isOperator(next, ":=")) {
      s.locals.add(word.text);
      assigned.set(word.text, (assigned.get(word.text) ?? 0) + (isOperator(next, "=") ? 1 : 2));
      let end = i + 2;
      while (end < words.length && words[end]?.kind !== "newline" && !isOperator(words[end], ";")) end++;
      const text = textOf(s, words.slice(i + 2, end));
      if (assigned.get(word.text) === 1 && !/[\ud800-\udfff]/.test(text)) s.constants.set(word.text, text);
      else s.constants.delete(word.text);
    }
    if (word.text === "for") {
      bind(s, assigned, i + 1, (at) => isName(words[at], "in"));
      walked(s, i, assigned, files);
      const below = isName(words[i + 2], "in")
        ? files.has(words[i + 3]?.text ?? "") && !isOperator(words[i + 4], ".")
          ? NAME
          : listed(s, i + 3)
        : undefined;
      if (below !== undefined && assigned.get(next?.text ?? "") === 1) s.constants.set(next?.text ?? "", below);
    }
    if (word.text === "lambda") bind(s, assigned, i + 1, (at) => isOperator(words[at], ":"));
    if (word.text === "as") bind(s, assigned, i + 1, (at) => at > (closing(words, i + 1) ?? i + 1));
    if (word.text === "case" && startsStatement(words, i)) bind(s, assigned, i + 1, (at) => isOperator(words[at], ":"));
    // `p: str = …`
    if (depth === 0 && startsStatement(words, i) && isOperator(next, ":")) bind(s, assigned, i, (at) => at > i);
    if ((word.text === "def" || word.text === "class") && isName(next)) {
      s.locals.add(next?.text ?? "");
      bind(s, assigned, i + 3, (at) => isOperator(words[at], ":") || isOperator(words[at], ")"));
    }
    // `a, b = …`
    if (startsStatement(words, i) && isOperator(next, ",")) {
      let end = i;
      while (isName(words[end]) && isOperator(words[end + 1], ",")) end += 2;
      if (isName(words[end]) && isOperator(words[end + 1], "=")) bind(s, assigned, i, (at) => at > end);
    }
  }
  for (const [name, times] of assigned) if (times > 1) s.constants.delete(name);
  for (const name of s.locals) if (s.aliases.has(name)) doubt(s.report, `changes ${name}`);
}

function isIndex(words: readonly Word[], end: number): boolean {
  const before = words[(opening(words, end) ?? 0) - 1];
  const ofName = before?.kind === "name" && !language.keywords.has(before.text);
  return isOperator(words[end], "]") && (ofName || before?.kind === "string" || /^[)\]]$/.test(before?.text ?? ""));
}

function bind(s: Scan, assigned: Map<string, number>, from: number, until: (at: number) => boolean): void {
  for (let at = from; at < s.words.length && !until(at); at++) {
    const word = s.words[at];
    if (word?.kind !== "name" || language.keywords.has(word.text)) continue;
    s.locals.add(word.text);
    s.constants.delete(word.text);
    assigned.set(word.text, (assigned.get(word.text) ?? 0) + 1);
  }
}

/** `for root, directories, files in os.walk("src")` */
function walked(s: Scan, i: number, assigned: ReadonlyMap<string, number>, files: Set<string>): void {
  const { words } = s;
  const shape = words
    .slice(i + 1, i + 11)
    .map((word) => (word.kind === "name" ? "n" : word.text))
    .join(" ");
  if (!shape.startsWith("n , n , n n n . n (")) return;
  const [root, , , , last] = words.slice(i + 1);
  const top = textOf(s, words.slice(i + 11, closing(words, i + 10) ?? i + 11));
  if (s.aliases.get(words[i + 7]?.text ?? "") !== "os" || words[i + 9]?.text !== "walk" || HOLE.test(top)) return;
  if (assigned.get(root?.text ?? "") === 1) s.constants.set(root?.text ?? "", `${top}/${BELOW}`);
  if (assigned.get(last?.text ?? "") === 1) files.add(last?.text ?? "");
}

/** What each item is of a loop over files: `for p in Path("src").rglob("*.py")`, `for p in glob.glob("data/*.csv")`. */
function listed(s: Scan, start: number): string | undefined {
  const { words } = s;
  let from = start;
  while (isName(words[from]) && /^(?:sorted|list|reversed)$/.test(words[from]?.text ?? "")) {
    if (s.locals.has(words[from]?.text ?? "") || !isOperator(words[from + 1], "(")) return undefined;
    from += 2;
  }
  const dotted: string[] = [];
  let call = from;
  while (isName(words[call])) {
    dotted.push(words[call]?.text ?? "");
    if (!isOperator(words[call + 1], ".")) break;
    call += 2;
  }
  const end = isOperator(words[call + 1], "(") ? closing(words, call + 1) : undefined;
  const root = s.aliases.get(dotted[0] ?? "");
  if (root === "sys" && dotted[1] === "argv" && isOperator(words[call + 1], "[")) return ARGUMENT;
  if (end === undefined) return undefined;
  const full = [root ?? dotted[0], ...dotted.slice(1)].join(".");
  if (root !== undefined && /^glob\.i?glob$/.test(full)) return matching("", words.slice(call + 2, end));
  // `PLACE.rglob(…)`, where PLACE is a name or a call
  const dot = isOperator(words[end + 1], ".") ? end + 1 : call - 1;
  const member = words[dot + 1]?.text ?? "";
  const last = isOperator(words[dot + 2], "(") ? closing(words, dot + 2) : undefined;
  if (!isOperator(words[dot], ".") || last === undefined) return undefined;
  const place = textOf(s, words.slice(from, dot));
  if (place === "" || HOLE.test(place)) return undefined;
  if (member === "iterdir") return `${place}/${BELOW}`;
  return /^r?glob$/.test(member) ? matching(`${place}/`, words.slice(dot + 3, last)) : undefined;
}

function matching(place: string, pattern: readonly Word[]): string | undefined {
  const [word] = pattern;
  if (pattern.length !== 1 || word?.kind !== "string" || /(?:^|\/)\.\.(?:\/|$)/.test(word.text)) return undefined;
  if (place !== "") return word.text.startsWith("/") ? undefined : `${place}${BELOW}`;
  const fixed = word.text.slice(0, word.text.search(/[*?[]|$/));
  return `${fixed.slice(0, fixed.lastIndexOf("/") + 1)}${BELOW}`;
}
