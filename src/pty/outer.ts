/** The terminal the person sits at. */

import { spawnSync } from "node:child_process";
import { closeSync, createWriteStream, openSync } from "node:fs";
import { ReadStream } from "node:tty";
import { stdio } from "../world/descriptors.ts";
import { type Size, settingsOf } from "./child.ts";

export interface Listener {
  input(bytes: Uint8Array): void;
  resized(): void;
  /** Everything written is on its way to the screen. */
  drained(): void;
  /** The terminal has gone away. */
  lost(): void;
}

export interface Outer {
  /** As `stty -g` says. */
  readonly settings: string;
  size(): Size;
  /** False when the terminal does not keep up: `drained` follows. */
  write(bytes: Uint8Array | string): boolean;
  listen(listener: Listener): void;
  /** Puts the terminal back as it was, once all is written. */
  release(): Promise<void>;
}

/** Takes over the terminal on standard input: keys come as they are typed, output goes out as it is. Undefined without a terminal. */
export function takeTerminal(): Outer | undefined {
  const settings = settingsOf(0);
  if (settings === undefined) return undefined;
  // Node's own raw mode leaves newline translation on, and a full-screen program's bare line feeds come out wrong.
  if (!stty("raw", "-echo", "-iexten")) return undefined;
  const keys = new ReadStream(0);
  // Only to be told of its size: nothing is written to it.
  const screen = process.stdout;
  // A descriptor of our own: written from another thread, so a terminal that has stopped reading does not stop the keys.
  const descriptor = openOutput();
  const output = createWriteStream("", { fd: descriptor, autoClose: false, highWaterMark: 256 * 1024 });
  return {
    settings,
    size() {
      return { columns: screen.columns, rows: screen.rows };
    },
    write: (bytes) => output.write(bytes),
    listen({ input, resized, drained, lost }) {
      keys.on("data", (bytes: Uint8Array) => input(bytes));
      for (const event of ["end", "error", "close"]) keys.on(event, lost);
      output.on("error", lost);
      output.on("drain", drained);
      screen.on("resize", resized);
      // Stopped and continued from outside: the shell that did it has put its own settings.
      process.on("SIGCONT", () => void stty("raw", "-echo", "-iexten"));
    },
    async release() {
      await new Promise<void>((resolve) => {
        output.once("error", () => resolve());
        output.end(() => resolve());
      });
      keys.pause();
      stty(settings);
      closeSync(descriptor);
    },
  };
}

function stty(...settings: readonly string[]): boolean {
  return spawnSync("stty", settings, { stdio: stdio(0, "ignore", "ignore") }).status === 0;
}

function openOutput(): number {
  try {
    return openSync("/dev/tty", "w");
  } catch {
    // a terminal that is not the controlling one
    return openSync("/dev/stdout", "w");
  }
}
