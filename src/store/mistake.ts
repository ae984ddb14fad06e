/** A mistake in a TOML file that a person writes: said in one line, with its place. */

import { locate } from "../rules/locate.ts";
import { failureIn, reasonOf } from "../world/failure.ts";

/** The file can be parsed, and has something that it should not. */
export class Mistake extends Error {
  /** Where it stands. */
  readonly keys: readonly (string | number)[];

  constructor(keys: readonly (string | number)[], message: string) {
    super(message);
    this.keys = keys;
  }
}

/** `FILE:LINE:COLUMN: …` */
export function mistakeIn(file: string, text: string, error: unknown): string {
  if (!(error instanceof Mistake)) return failureIn(file, error);
  const { line, column } = locate(text, error.keys, "key");
  return `${file}:${line}:${column}: ${reasonOf(error)}`;
}
