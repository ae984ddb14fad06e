/** The one line that a person or a model reads when a line does not run. */

import type { Finding } from "./verdict.ts";

const MAX_SEGMENT = 160;

/** Control, zero-width, bidirectional and separator characters; they could make the message say something else on a terminal. */
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it looks for. Classes like \p{Cf} take a millisecond to make.
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g;
/** Lone surrogates stand for what is not known of a text. */
const hole = /(?:[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff])+/g;

const named: { readonly [character: string]: string } = { "\n": "\\n", "\t": "\\t", "\r": "\\r", "\x1b": "\\e" };

/** Text with every character that does not show written out. */
export function visible(text: string): string {
  return text
    .replace(hole, "…")
    .replace(invisible, (c) => named[c] ?? `\\u{${(c.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}}`);
}

export function segment(text: string): string {
  const shown = visible(text);
  return shown.length <= MAX_SEGMENT ? shown : `${shown.slice(0, MAX_SEGMENT - 41)} … ${shown.slice(-38)}`;
}

/** `denied` is final; `refused` is an ask that nobody is there to answer; `ask` is put to a person. */
export type Word = "denied" | "refused" | "ask";

/** `heed: denied: rm -rf ~ (remove-home): deletes your home directory. Name the directory that you mean.` */
export function message(word: Word, finding: Finding): string {
  const because = visible(finding.because).replace(/\.$/, "");
  const instead = finding.instead === undefined ? "" : ` ${visible(finding.instead)}`;
  return `heed: ${word}: ${segment(finding.text)} (${finding.rule}): ${because}.${instead}`;
}
