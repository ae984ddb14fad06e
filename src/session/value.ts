/**
 * What is known of a string. A value is one or more alternatives; each is text in which *holes* stand for parts that are not known.
 * Holes are lone surrogates, which no text read from a shell, a file or JSON can hold once it went through `clean`.
 */

/** Any text, perhaps empty. */
export const ANY = "\ud800";
/** A file name: not empty, no `/`, not `.` or `..` (what a glob star or `read dir` gives). */
export const NAME = "\ud801";
/** A relative path below where it stands: not empty, no `..` part (what find or git ls-files prints). */
export const BELOW = "\ud802";
/** A decimal number. */
export const NUMBER = "\ud803";
/** The name of a fresh temporary file or directory (mktemp), or empty when that failed. */
export const FRESH = "\ud804";

export const HOLE = /[\ud800-\ud804]/u;

/** Inside evaluation only: the word stands for several. Never part of a finished value. */
export const MANY = "\ud807";

/** Inside evaluation only: the next character stands for itself in a pattern. Never part of a finished value. */
export const QUOTE = "\ud805";

/** Inside evaluation of zsh only: the next character was written without quotes, and means something if it stands at the right place. */
export const LIVE = "\ud806";

/** Provenance of data, as bits. */
export const NETWORK = 1;
export const DECODED = 2;
export const SECRET = 4;
/** Read from a file, a program or a person; nothing more known. */
export const OUTSIDE = 8;
/** Shell code that a program makes so that it is evaluated (ssh-agent -s, trap -p); nothing more known. */
export const SHELL = 16;
/** Part of what was fetched as a whole from outside: a repository, what an archive from the network held. */
export const FOREIGN = 32;
/** Made of nothing but the project's files. */
export const BUILT = 64;

export interface Value {
  /** At least one unless `unset` is true; at most `MAX_ALTERNATIVES`. */
  readonly texts: readonly string[];
  /** True when the name may have no value at all. */
  readonly unset: boolean;
  readonly taint: number;
  /** In a list: it stands for one word or several like it. */
  readonly many?: boolean;
}

export const MAX_ALTERNATIVES = 16;

export function known(text: string, taint = 0): Value {
  return { texts: [text], unset: false, taint };
}

export const nothing: Value = { texts: [], unset: true, taint: 0 };

export function unknown(taint = OUTSIDE): Value {
  return { texts: [ANY], unset: false, taint };
}

/** Where any of them came from. */
export const taintOf = (values: readonly Value[]): number => values.reduce((taint, v) => taint | v.taint, 0);

/** Replaces what could be mistaken for a hole. Every text enters the core through here. */
export function clean(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}

export function isKnown(value: Value): boolean {
  return !value.unset && value.texts.length === 1 && !HOLE.test(value.texts[0] as string);
}

/** The text if there is exactly one and it has no holes. */
export function textOf(value: Value): string | undefined {
  return isKnown(value) ? value.texts[0] : undefined;
}

/** Either of two values. Too many alternatives become `ANY`. */
export function either(a: Value, b: Value): Value {
  if (a === b) return a;
  const texts = [...new Set([...a.texts, ...b.texts])];
  return {
    texts: texts.length > MAX_ALTERNATIVES ? [ANY] : texts,
    unset: a.unset || b.unset,
    taint: a.taint | b.taint,
  };
}

/** Every way to put `a` before `b`; unset counts as empty. */
export function concat(a: Value, b: Value): Value {
  const left = a.unset ? [...a.texts, ""] : a.texts;
  const right = b.unset ? [...b.texts, ""] : b.texts;
  if (left.length * right.length > MAX_ALTERNATIVES) return { texts: [ANY], unset: false, taint: a.taint | b.taint };
  const texts =
    left.length === 1 && right.length === 1
      ? [`${left[0]}${right[0]}`]
      : [...new Set(left.flatMap((l) => right.map((r) => l + r)))];
  return { texts, unset: false, taint: a.taint | b.taint };
}
