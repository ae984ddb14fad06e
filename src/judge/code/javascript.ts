/** What a JavaScript program does under node, bun or deno, as far as a small part of the language tells. */

import { NAME } from "../../session/value.ts";
import { language } from "./javascript-names.ts";
import { javascriptWords } from "./javascript-words.ts";
import { type CodeReport, doubt, draft, finish } from "./report.ts";
import { named, type Scan, scan } from "./scripted.ts";
import { textOf } from "./texts.ts";
import { closing, isName, isOperator, opening, type Word } from "./words.ts";

/** node, bun and deno. */
export function javascript(program: string): CodeReport {
  const report = draft();
  const words = javascriptWords(program);
  if (words === undefined) {
    doubt(report, "is not a JavaScript program that heed can read");
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
  const later: (() => void)[] = [];
  modules(s, later);
  declarations(s);
  for (const each of later) each();
  const connects = /^(?:https?|http2|net|tls|dgram|axios|undici|node-fetch|got|ws)$/;
  listed(s);
  report.network =
    [...s.foreign].some((module) => connects.test(module)) || words.some((word) => isName(word, "WebSocket"));
  scan(s);
  if (s.foreign.size > 0) named(report, words);
  return finish(report);
}

/** `for (const f of fs.readdirSync("src"))`: names, as long as nothing else is called so. */
function listed(s: Scan): void {
  const { words } = s;
  for (let i = 0; i < words.length; i++) {
    if (!isName(words[i], "of") || !isName(words[i - 1])) continue;
    const name = words[i - 1]?.text ?? "";
    const dot = isOperator(words[i + 2], ".") ? 2 : 0;
    const called = words[i + 1 + dot]?.text === "readdirSync" && isOperator(words[i + 2 + dot], "(");
    const bound = words.filter(
      (word, at) =>
        isName(word, name) &&
        (/^(?:const|let|var|,|\(|\{|\[|function)$/.test(words[at - 1]?.text ?? "")
          ? /^(?:of|in|=|=>|,|\)|\}|\])$/.test(words[at + 1]?.text ?? "") &&
            !isOperator(words[at - 1], "(") &&
            !isOperator(words[at - 1], ",")
          : /^(?:=>|=|\+=)$/.test(words[at + 1]?.text ?? "")),
    );
    if (called && bound.length === 1 && isOperator(words[closing(words, i + 2 + dot) ?? 0], ")"))
      s.constants.set(name, NAME);
  }
}

/** Modules without a row: what they do when loaded is the project's or a package's own affair. */
function known(module: string): boolean {
  if (language.pure.has(module)) return true;
  return [...language.acts.keys(), ...language.values].some((name) => name.startsWith(`${module}.`));
}

function modules(s: Scan, later: (() => void)[]): void {
  const { words } = s;
  for (let i = 0; i < words.length; i++) {
    if (s.taken.has(i)) continue;
    const module = requiredAt(words, i);
    if (module !== undefined) required(s, i, module, later);
    else if (isName(words[i], "import") && !isOperator(words[i + 1], "(") && !isOperator(words[i + 1], "."))
      imported(s, i);
  }
}

function requiredAt(words: readonly Word[], i: number): string | undefined {
  const module = words[i + 2];
  if (!isName(words[i], "require") || !isOperator(words[i + 1], "(") || module?.kind !== "string") return undefined;
  return isOperator(words[i + 3], ")") ? module.text.replace(/^node:/, "") : undefined;
}

/** `require("m")`: bound to a name, taken apart, or used at once. */
function required(s: Scan, i: number, module: string, later: (() => void)[]): void {
  const { words } = s;
  if (/^[./~].*\.json$|\/package\.json$/.test(module)) return;
  const take = (from: number, to: number) => {
    for (let at = from; at <= to; at++) s.taken.add(at);
  };
  let leaf = "";
  let end = i + 3;
  // `require("fs").promises` bound to a name
  while (
    isOperator(words[end + 1], ".") &&
    isName(words[end + 2]) &&
    isName(words[i - 2]) &&
    isOperator(words[i - 1], "=")
  ) {
    if (isOperator(words[end + 3], "(")) break;
    leaf += `.${words[end + 2]?.text}`;
    end += 2;
  }
  if (!known(module)) {
    s.report.loads.push(module);
    s.foreign.add(module);
  }
  const calledAfter =
    isOperator(words[end + 1], "(") || (isOperator(words[end + 1], ".") && isOperator(words[end + 3], "("));
  if (isOperator(words[i - 1], "=") && isName(words[i - 2]) && (!calledAfter || leaf !== "")) {
    s.aliases.set(words[i - 2]?.text ?? "", module + leaf);
    take(i - 2, end);
    return;
  }
  if (
    isOperator(words[i - 1], "=") &&
    isOperator(words[i - 2], "}") &&
    leaf === "" &&
    !isOperator(words[end + 1], ".")
  ) {
    const start = opening(words, i - 2) ?? i - 2;
    pick(s, words.slice(start + 1, i - 2), module, ":");
    take(start, end);
    return;
  }
  // used at once: let the chain see a name that means the module
  if (isOperator(words[i + 4], ".") && isName(words[i + 5])) {
    inPlace(s, i, module, later);
    return;
  }
  if (!known(module) && !isOperator(words[i + 4], "(") && !isOperator(words[i - 1], "=")) take(i, i + 3);
  else if (!known(module)) doubt(s.report, `runs the module ${module}`);
  else doubt(s.report, `passes ${module} on`);
}

/** `require("fs").rmSync(…)`: judged as `fs.rmSync(…)`. */
function inPlace(s: Scan, i: number, module: string, later: (() => void)[]): void {
  const dotted = [module];
  let at = i + 3;
  while (isOperator(s.words[at + 1], ".") && isName(s.words[at + 2])) {
    dotted.push(s.words[at + 2]?.text ?? "");
    at += 2;
    const rest: Word[] = [{ kind: "name", text: "_module" }];
    for (const name of dotted.slice(1)) rest.push({ kind: "operator", text: "." }, { kind: "name", text: name });
    const full = dotted.join(".");
    const end = isOperator(s.words[at + 1], "(") ? closing(s.words, at + 1) : undefined;
    const stop =
      language.acts.has(full) || language.values.has(full) || end !== undefined || !isOperator(s.words[at + 1], ".");
    if (!stop) continue;
    const tail = end === undefined ? s.words.slice(at + 1, at + 2) : s.words.slice(at + 1, end + 1);
    const words = [...rest, ...tail.filter((word) => end !== undefined || word.kind === "operator")];
    // What the names in its arguments are is known only when the whole program was looked at.
    later.push(() => scan({ ...s, words, aliases: new Map(s.aliases).set("_module", module), taken: new Set() }));
    for (let taken = i; taken <= at; taken++) s.taken.add(taken);
    return;
  }
}

function imported(s: Scan, i: number): void {
  const { words } = s;
  let end = i + 1;
  while (end < words.length && words[end]?.kind !== "string") end++;
  const module = (words[end]?.text ?? "").replace(/^node:/, "");
  if (!known(module)) {
    s.report.loads.push(module);
    s.foreign.add(module);
  }
  const names = words.slice(i + 1, end).filter((word) => word.kind !== "newline" && !isName(word, "from"));
  const brace = names.findIndex((word) => isOperator(word, "{"));
  const head = brace < 0 ? names : names.slice(0, brace);
  for (const word of head) if (word.kind === "name" && word.text !== "as") s.aliases.set(word.text, module);
  if (brace >= 0) pick(s, names.slice(brace + 1, -1), module, "as");
  for (let at = i; at <= end; at++) s.taken.add(at);
}

/** `{ a, b: c }` or `{ a, b as c }` */
function pick(s: Scan, words: readonly Word[], module: string, separator: string): void {
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (isOperator(word, ",") || word?.kind === "newline") continue;
    const renamed = words[i + 1]?.text === separator && isName(words[i + 2]);
    if (word?.kind !== "name") doubt(s.report, `takes ${module} apart in a way that heed does not follow`);
    else s.aliases.set(renamed ? (words[i + 2]?.text ?? "") : word.text, `${module}.${word.text}`);
    if (renamed) i += 2;
  }
}

function declarations(s: Scan): void {
  const { words } = s;
  const times = new Map<string, number>();
  const declare = (word: Word | undefined) => {
    if (word?.kind === "name" && !language.keywords.has(word.text)) s.locals.add(word.text);
  };
  for (let i = 0; i < words.length; i++) {
    if (s.taken.has(i)) continue;
    const word = words[i] as Word;
    const next = words[i + 1];
    if (isName(word, "const") || isName(word, "let") || isName(word, "var")) {
      const end = isOperator(next, "{") || isOperator(next, "[") ? closing(words, i + 1) : undefined;
      if (!s.taken.has(i + 1)) for (const each of end === undefined ? [next] : words.slice(i + 1, end)) declare(each);
    }
    if ((isName(word, "function") || isName(word, "catch")) && next !== undefined) {
      declare(next);
      const paren = words.findIndex((each, at) => at > i && isOperator(each, "("));
      for (const each of words.slice(paren, closing(words, paren) ?? paren)) declare(each);
    }
    if (isOperator(word, "=>")) {
      const start = isOperator(words[i - 1], ")") ? opening(words, i - 1) : i - 1;
      for (const each of words.slice(start ?? i, i)) declare(each);
    }
    if (word.kind === "name" && isOperator(next, "=") && !isOperator(words[i - 1], ".")) {
      declare(word);
      times.set(word.text, (times.get(word.text) ?? 0) + 1);
      let end = i + 2;
      while (
        end < words.length &&
        words[end]?.kind !== "newline" &&
        !isOperator(words[end], ";") &&
        !isOperator(words[end], ",")
      ) {
        if (words[end]?.kind === "operator" && "([{".includes(words[end]?.text ?? ""))
          end = closing(words, end) ?? words.length;
        end++;
      }
      const text = textOf(s, words.slice(i + 2, end));
      if (!/[\ud800-\udfff]/.test(text)) s.constants.set(word.text, text);
    }
  }
  for (const [name, count] of times) if (count > 1) s.constants.delete(name);
  for (const name of s.locals) if (s.aliases.has(name)) doubt(s.report, `changes ${name}`);
}
