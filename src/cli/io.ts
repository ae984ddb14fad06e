/** What a command may touch of the process it runs in; tests hand in their own. */

import { readFileSync } from "node:fs";

export interface Io {
  readonly env: { readonly [name: string]: string | undefined };
  readonly cwd: string;
  out(text: string): void;
  err(text: string): void;
  /** All of standard input. */
  input(): string;
  /** Standard input line by line, as it comes. */
  lines(): AsyncIterable<string>;
}

/** One function per command: its arguments in, its exit status out. */
export type Command = (args: readonly string[], io: Io) => number | Promise<number>;

export const exit = { allow: 0, ask: 1, deny: 2, usage: 64, internal: 70 } as const;

/** A mistake in how heed was called. */
export class UsageError extends Error {}

export function realIo(): Io {
  return {
    env: process.env,
    get cwd() {
      return process.cwd();
    },
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    input: () => readFileSync(0, "utf8"),
    lines: () => linesOf(process.stdin),
  };
}

export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  rest += decoder.decode();
  if (rest) yield rest;
}
