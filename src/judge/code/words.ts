/** Tokens of a general-purpose language, and how to find one's way among them. */

export interface Word {
  readonly kind: "string" | "template" | "number" | "name" | "operator" | "regex" | "newline";
  /** Of a string, what it stands for; of a template, that with a hole for each expression; of the rest, the text as written. */
  readonly text: string;
  /** Expressions inside a template. */
  readonly inner?: readonly (readonly Word[])[];
}

export function isOperator(word: Word | undefined, text: string): boolean {
  return word?.kind === "operator" && word.text === text;
}

export function isName(word: Word | undefined, text?: string): boolean {
  return word?.kind === "name" && (text === undefined || word.text === text);
}

const open = new Set(["(", "[", "{"]);
const close = new Set([")", "]", "}"]);

/** Index of the bracket that closes the one at `start`. */
export function closing(words: readonly Word[], start: number): number | undefined {
  let depth = 0;
  for (let i = start; i < words.length; i++) {
    const word = words[i];
    if (word?.kind !== "operator") continue;
    if (open.has(word.text)) depth++;
    if (close.has(word.text)) depth--;
    if (depth === 0) return i;
  }
  return undefined;
}

/** Index of the bracket that opens the one at `end`. */
export function opening(words: readonly Word[], end: number): number | undefined {
  let depth = 0;
  for (let i = end; i >= 0; i--) {
    const word = words[i];
    if (word?.kind !== "operator") continue;
    if (close.has(word.text)) depth++;
    if (open.has(word.text)) depth--;
    if (depth === 0) return i;
  }
  return undefined;
}

/** The parts between commas outside brackets; none for no words. */
export function byComma(words: readonly Word[]): readonly (readonly Word[])[] {
  const parts: Word[][] = [];
  let depth = 0;
  let part: Word[] = [];
  for (const word of words) {
    if (word.kind === "newline") continue;
    if (word.kind === "operator") {
      if (open.has(word.text)) depth++;
      if (close.has(word.text)) depth--;
      if (word.text === "," && depth === 0) {
        parts.push(part);
        part = [];
        continue;
      }
    }
    part.push(word);
  }
  if (part.length > 0) parts.push(part);
  return parts;
}

const letters: { readonly [letter: string]: string } = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  v: "\v",
  "\n": "",
};

/** Escapes as Python, JavaScript, Ruby and PHP share them. */
export function decoded(text: string): string {
  return text.replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}|([0-7]{1,3})|(\r\n|[\s\S]))/g,
    (_, x, u, long, octal, other) => {
      const hex = x ?? u ?? long;
      const code = hex === undefined ? Number.parseInt(octal ?? "", 8) : Number.parseInt(hex, 16);
      if (!Number.isNaN(code)) return code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : "\ufffd";
      return letters[other] ?? other;
    },
  );
}
