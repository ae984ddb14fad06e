/** A program in a terminal of its own, of which we hold the other end. */

import { spawnSync } from "node:child_process";
import { ReadStream } from "node:tty";
import { cover } from "../world/descriptors.ts";
import type { Native } from "./native.ts";

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface Start {
  readonly command: readonly [string, ...string[]];
  readonly env: { readonly [name: string]: string | undefined };
  readonly cwd: string;
  readonly size: Size;
  /** What `stty -g` said of the person's terminal; the new one begins like it. */
  readonly settings: string;
  output(bytes: Uint8Array): void;
  /** Called once, after the last output, with the exit status as a shell gives it. */
  ended(status: number): void;
}

export interface Child {
  readonly pid: number;
  readonly terminal: string;
  write(bytes: Uint8Array): void;
  resize(size: Size): void;
  signal(name: NodeJS.Signals): void;
  pause(): void;
  resume(): void;
  /** Closes our end, as when a terminal's window is closed. */
  hangUp(): void;
}

/** After the program has ended, others may hold its terminal open for ever: this long without output is the end, in ms. */
const SILENCE = 100;

/** The terminal gets the person's settings before the program can see it, and the program's name is not lost to a failed exec. */
const PRELUDE = 'stty "$0" 2>/dev/null; exec "$@"';

export function start(native: Native, options: Start): Child {
  const { command, env, cwd, size } = options;
  const list = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  const args = ["-c", PRELUDE, options.settings, ...command];
  let status: number | undefined;
  const exited = (code: number, signal: number) => {
    status = signal > 0 ? 128 + signal : code;
    if (isClosed) finish();
    else listen();
  };
  const forked = native.fork("/bin/sh", args, list, cwd, size.columns, size.rows, -1, -1, true, "", exited);
  cover(forked.fd);
  const stream = new ReadStream(forked.fd);
  let isClosed = false;
  let isOver = false;
  let isPaused = false;
  let silence: NodeJS.Timeout | undefined;

  function listen(): void {
    clearTimeout(silence);
    if (status !== undefined && !isPaused && !isOver) silence = setTimeout(finish, SILENCE);
  }

  function finish(): void {
    if (isOver || status === undefined) return;
    isOver = true;
    clearTimeout(silence);
    stream.destroy();
    options.ended(status);
  }

  stream.on("data", (bytes: Uint8Array) => {
    options.output(bytes);
    listen();
  });
  // Reading ends with EIO when nobody holds the terminal any more.
  for (const event of ["error", "end", "close"]) {
    stream.on(event, () => {
      isClosed = true;
      finish();
    });
  }

  return {
    pid: forked.pid,
    terminal: forked.pty,
    write: (bytes) => {
      if (!stream.destroyed) stream.write(bytes);
    },
    resize(to) {
      // It fails when the terminal is gone, and then nobody is left to tell.
      if (!isOver && !stream.destroyed) attempt(() => native.resize(forked.fd, to.columns, to.rows));
    },
    signal(name) {
      if (status === undefined) attempt(() => process.kill(forked.pid, name));
    },
    pause() {
      isPaused = true;
      clearTimeout(silence);
      stream.pause();
    },
    resume() {
      isPaused = false;
      stream.resume();
      listen();
    },
    hangUp: () => void stream.destroy(),
  };
}

function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // gone
  }
}

/** The settings of the terminal on a descriptor, as `stty` takes them; undefined when it is none. */
export function settingsOf(descriptor: number): string | undefined {
  const { status, stdout } = spawnSync("stty", ["-g"], { stdio: [descriptor, "pipe", "ignore"], encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}
