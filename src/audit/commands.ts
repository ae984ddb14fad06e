/**
 * The commands of a line as a shell would split them, roughly: enough to know which word follows which flag of which program, in lines
 * that no parser reads as well. What comes in by `<<<`, `<<` and `|` belongs to the command that reads it.
 */

import { Builder, type View } from "./view.ts";

export interface Word extends View {
  /** Something was quoted or escaped. */
  readonly spoken: boolean;
  /** Where a `$` is just that. */
  readonly literal: ReadonlySet<number>;
}

export interface Command {
  readonly words: Word[];
  /** Here-strings and here-documents. */
  readonly input: View[];
  /** Whose output it reads. */
  readonly before: Command | undefined;
}

const simple: { readonly [letter: string]: string } = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  v: "\v",
};

/** An escape of `$'…'` or `printf`: what it stands for and how long it is. */
function escapeAt(text: string, at: number): { readonly text: string; readonly length: number } {
  const [whole = "", octal, hex, small, large] =
    /^\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8}))/.exec(text.slice(at, at + 10)) ??
    [];
  const code = octal ? Number.parseInt(octal, 8) : Number.parseInt(hex ?? small ?? large ?? "", 16);
  if (whole) return { text: String.fromCodePoint(Math.min(code, 0x10ffff)), length: whole.length };
  const letter = text[at + 1] ?? "";
  return { text: simple[letter] ?? letter, length: 1 + letter.length };
}

export function commandsOf(view: View): readonly Command[] {
  const { text } = view;
  const found: Command[] = [];
  const outer: Command[] = [];
  const documents: { readonly end: string; readonly command: Command }[] = [];
  const fresh = (before?: Command): Command => ({ words: [], input: [], before });
  let command = fresh();
  let builder: Builder | undefined;
  let spoken = false;
  let literal = new Set<number>();
  /** What the next word is, when it is none of the command's own. */
  let next: "word" | "file" | "input" | "document" = "word";
  let i = 0;

  const push = (piece: string, length: number, plain = true) => {
    builder ??= new Builder(view);
    if (!plain && piece === "$") literal.add(builder.size);
    builder.add(piece, i, i + length);
    i += length;
  };
  function endWord(): void {
    if (!builder) return;
    const word = { ...builder.done(), spoken, literal };
    if (next === "word") command.words.push(word);
    else if (next === "input") command.input.push(word);
    else if (next === "document") documents.push({ end: word.text, command });
    next = "word";
    builder = undefined;
    spoken = false;
    literal = new Set();
  }
  function endCommand(following: Command): void {
    endWord();
    if (command.words.length || command.input.length) found.push(command);
    command = following;
  }
  function bodies(): void {
    for (const { end, command } of documents.splice(0)) {
      const start = i;
      let stop = text.length;
      while (i < text.length) {
        const eol = text.indexOf("\n", i) < 0 ? text.length : text.indexOf("\n", i);
        const line = text.slice(i, eol);
        if (line === end || line.replace(/^\t+/, "") === end) stop = i;
        i = eol + 1;
        if (stop === eol - line.length) break;
      }
      i = Math.min(i, text.length);
      const body = new Builder(view);
      for (let at = start; at < Math.min(stop, text.length); at++) body.add(text[at] as string, at, at + 1);
      command.input.push(body.done());
    }
  }
  function quoted(close: string, ansi: boolean): void {
    builder ??= new Builder(view);
    // Within `"$(…)"` quotes are that command's own: it is read as it stands.
    let depth = 0;
    while (i < text.length && (text[i] !== close || depth > 0)) {
      const c = text[i] as string;
      if (depth > 0) {
        depth += c === "(" ? 1 : c === ")" ? -1 : 0;
        push(c, 1);
      } else if (close === '"' && text.startsWith("$(", i)) {
        push("$", 1);
        push("(", 1);
        depth = 1;
      } else if (c !== "\\" || (close === "'" && !ansi)) push(c, 1, close === '"');
      else if (ansi) {
        const { text: piece, length } = escapeAt(text, i);
        push(piece, length, false);
      } else if (text[i + 1] === "\n") i += 2;
      else if (/["\\$`]/.test(text[i + 1] ?? "")) push(text[i + 1] as string, 2, false);
      else push(c, 1);
    }
    i++;
  }

  while (i < text.length) {
    const c = text[i] as string;
    if (c === "\\") {
      spoken = true;
      if (text[i + 1] === "\n") i += 2;
      else push(text[i + 1] ?? "", 2, false);
    } else if (c === "'" || c === '"') {
      spoken = true;
      i++;
      quoted(c, false);
    } else if (c === "$" && text[i + 1] === "{" && text.slice(i, i + 200).includes("}")) {
      for (const end = text.indexOf("}", i); i <= end; ) push(text[i] as string, 1);
    } else if (c === "$" && (text[i + 1] === "'" || text[i + 1] === '"')) {
      spoken = true;
      i += 2;
      quoted(text[i - 1] as string, text[i - 1] === "'");
    } else if (c === " " || c === "\t" || c === "\r") {
      endWord();
      i++;
    } else if (c === "\n") {
      endCommand(fresh());
      i++;
      bodies();
    } else if (c === "#" && !builder) {
      while (i < text.length && text[i] !== "\n") i++;
    } else if (c === "<" || c === ">") {
      if (/^\d+$/.test(builder?.done().text ?? "")) builder = undefined;
      endWord();
      const [operator = c] = /^(?:<<<|<<-?|<>|<&|>>|>&|>\||<|>)/.exec(text.slice(i, i + 3)) ?? [];
      next = operator === "<<<" ? "input" : operator.startsWith("<<") ? "document" : "file";
      i += operator.length;
    } else if (c === "(" || c === "`") {
      // What a substitution holds is a command of its own; the words after it are the outer one's.
      if (c === "`" && outer.at(-1) === undefined) outer.push(command);
      else if (c === "(") outer.push(command);
      else {
        const back = outer.pop();
        endCommand(back ?? fresh());
        i++;
        continue;
      }
      endWord();
      command = fresh();
      next = "word";
      i++;
    } else if (c === ")") {
      endCommand(outer.pop() ?? fresh());
      i++;
    } else if (c === "|" && text[i + 1] !== "|") {
      endWord();
      endCommand(fresh(command));
      i += text[i + 1] === "&" ? 2 : 1;
    } else if (c === "&" && text[i + 1] === ">") {
      endWord();
      i++;
    } else if (c === ";" || c === "&" || c === "|") {
      endCommand(fresh());
      i++;
    } else push(c, 1);
  }
  endCommand(fresh());
  for (const command of outer) if (command.words.length) found.push(command);
  return found;
}
