/** The ways in which a text is read: as written, as its commands and words, and with its encodings undone. */

import { type Command, commandsOf } from "./commands.ts";
import { decoded, endOf, startOf, type View } from "./view.ts";

export interface Readings {
  readonly views: readonly View[];
  readonly commands: readonly Command[];
  /** Here-documents. */
  readonly documents: readonly View[];
  /** Where an encoding of something that can be read stands in the source. */
  readonly legible: readonly (readonly [number, number])[];
}

/** `bash -c` in `ssh` in `sudo sh -c`. */
const DEPTH = 3;

export function readingsOf(text: string): Readings {
  const spoken: View[] = [];
  const commands: Command[] = [];
  const documents: View[] = [];
  const legible: [number, number][] = [];

  function read(view: View, depth: number): void {
    for (const command of commandsOf(view)) {
      commands.push(command);
      for (const word of command.words) {
        if (!word.spoken) continue;
        spoken.push(word);
        if (depth < DEPTH && /[\s'"=;|$(`]/.test(word.text)) read(word, depth + 1);
      }
      for (const input of command.input) {
        if (input.text.includes("\n")) documents.push(input);
        if (depth < DEPTH) read(input, depth + 1);
      }
    }
  }
  const source = { text };
  read(source, 0);
  const views: View[] = [source, together(spoken)];
  let percent: View | undefined = source;
  for (let times = 0; times < 2 && percent; times++) {
    percent = decoded(percent, /(?:%[0-9A-Fa-f]{2})+/g, ([escapes]) => plainOf(escapes));
    if (percent) views.push(percent);
  }
  const plainlyd = decoded(source, backslash, plainly);
  if (plainlyd) views.push(plainlyd);
  for (const view of [...views]) {
    for (const [start, end, content] of encoded(view.text)) {
      const place = [startOf(view, start), endOf(view, end - 1)] as const;
      legible.push([...place]);
      views.push({
        text: content,
        from: Array(content.length).fill(place[0]),
        to: Array(content.length).fill(place[1]),
      });
    }
  }
  return { views, commands, documents, legible };
}

/** One view of many: looking for everything in each of them takes long. */
function together(views: readonly View[]): View {
  const from: number[] = [];
  const to: number[] = [];
  for (const view of views) {
    for (let i = 0; i < view.text.length; i++) {
      from.push(startOf(view, i));
      to.push(endOf(view, i));
    }
    from.push(to.at(-1) ?? 0);
    to.push(to.at(-1) ?? 0);
  }
  return { text: views.map(({ text }) => `${text}\n`).join(""), from, to };
}

function plainOf(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
}

const backslash = /\\(?:u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|0?([0-7]{3})|(["'\\/nrt]))/g;
const letters: { readonly [letter: string]: string } = { n: "\n", r: "\r", t: "\t" };

function plainly([, unicode, hex, octal, letter = ""]: RegExpExecArray): string {
  if (letter) return letters[letter] ?? letter;
  return String.fromCharCode(octal ? Number.parseInt(octal, 8) : Number.parseInt(unicode ?? hex ?? "", 16));
}

/** Base64 and hexadecimal that hold text: where, and which. */
function* encoded(text: string): Generator<readonly [start: number, end: number, content: string]> {
  for (const { index, 0: word } of text.matchAll(/[A-Za-z0-9+/_-]{8,}={0,2}/g)) {
    const isHex = word.length % 2 === 0 && /^(?:[0-9a-f]+|[0-9A-F]+)$/.test(word);
    for (const form of isHex ? (["hex", "base64"] as const) : (["base64"] as const)) {
      const content = Buffer.from(word, form).toString("latin1");
      if (/^[\t\n\r -~]{6,}$/.test(content)) yield [index, index + word.length, content];
    }
  }
}
