/** What a command may touch of the process it runs in; tests hand in their own. */

import { readFileSync, writeSync } from "node:fs";

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
      try {
        return process.cwd();
      } catch {
        throw new UsageError("the current directory is gone: change to one that is there");
      }
    },
    out: (text) => write(1, text),
    err: (text) => write(2, text),
    input: () => readFileSync(0, "utf8"),
    lines: () => linesOf(process.stdin),
  };
}

/** Straight to the descriptor: making a stream of it takes longer than judging a line. */
function write(descriptor: number, text: string): void {
  let bytes = Buffer.from(text);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(descriptor, bytes));
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      // The reader has gone; the exit status still says what was found.
      if (code !== "EAGAIN") return;
      // Somebody made the pipe non-blocking and it is full.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
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
