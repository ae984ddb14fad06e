/** What reading a file of recipes takes and gives. */

import { NAME } from "../../session/value.ts";

export interface Asked {
  /** Names of what is to run, as the command line gives them: targets, scripts, subcommands. */
  readonly words: readonly string[];
  /** NAME=VALUE of the command line. */
  readonly set: ReadonlyMap<string, string>;
  /** Text of another file, by its path from where the command works. */
  text(path: string): string | undefined;
}

/** Lines for a shell, each run by itself. What is not known in them is a hole. */
export type Reader = (text: string, asked: Asked) => readonly string[];

/** What a template or a function would give: something, and hardly a directory that must not be touched. */
export const SOMETHING = NAME;
