/** A person's own interactive shell in a terminal of its own: types the doctor's lines and sees which of them ran. */

import { tmpdir } from "node:os";
import { stripVTControlCharacters } from "node:util";
import { start } from "../pty/child.ts";
import { installedAddon, load, loadCarried, type Native } from "../pty/native.ts";
import { asset } from "../store/asset.ts";
import {
  ALLOWED,
  allowedLine,
  DENIED,
  deniedLine,
  END,
  endLine,
  marked,
  type Ran,
  READY,
  ranIn,
  readyLine,
} from "./doctor-marks.ts";
import type { Io } from "./io.ts";

export function terminalAddon(): Native {
  const carried = asset("pty.node");
  return carried ? loadCarried(new Uint8Array(carried), [tmpdir(), "/dev/shm", "/var/tmp"]) : load(installedAddon());
}

/** Longest wait for the first prompt, and for each line after it, in ms. */
const START_UP = 20_000;
const LINE = 10_000;
const AGAIN = 2_000;

export interface Tried {
  /** Or what the shell did not do. */
  readonly ran: Ran | string;
  /** What it complains of, if it does. */
  readonly said: string | undefined;
}

export async function tryShell(
  command: readonly [string, ...string[]],
  native: Native,
  cwd: string,
  io: Io,
): Promise<Tried> {
  let output = "";
  let waiting = () => {};
  let hasEnded = false;
  const child = start(native, {
    command,
    env: { TERM: "xterm-256color", ...io.env },
    cwd,
    size: { columns: 200, rows: 50 },
    settings: "sane",
    output: (bytes) => {
      output += Buffer.from(bytes).toString("latin1");
      waiting();
    },
    ended: () => {
      hasEnded = true;
      waiting();
    },
  });
  const until = (isDone: () => boolean, patience: number) =>
    new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), patience);
      waiting = () => {
        if (!isDone() && !hasEnded) return;
        clearTimeout(timer);
        resolve(isDone());
      };
      waiting();
    });
  const type = (line: string) => child.write(Buffer.from(`${line}\r`));
  const seen = (mark: number) => () => marked(output, mark) > 0;
  /** A shell may throw away what is typed while it starts up or refuses: these lines may run more than once. */
  const insist = async (line: string, mark: number, patience: number) => {
    for (let waited = 0; waited < patience && !hasEnded; waited += AGAIN) {
      type(line);
      if (await until(seen(mark), AGAIN)) return true;
      // It will not run the next one either.
      if (output.includes("heed: not run: the guard")) return false;
    }
    return false;
  };
  const tried = (ran: Ran | string): Tried => ({ ran, said: complaint(output) });
  try {
    if (!(await insist(readyLine, READY, START_UP)))
      return tried(hasEnded ? "ended at once" : "ran nothing that was typed");
    type(allowedLine);
    await until(seen(ALLOWED), LINE);
    type(deniedLine);
    if (!(await insist(endLine, END, LINE)))
      return tried(marked(output, DENIED) ? "got stuck, and ran what is denied" : "got stuck");
    return tried(ranIn(output));
  } finally {
    // Without its own farewell: the lines are not to come into a history.
    child.signal("SIGKILL");
    if (!hasEnded) await until(() => hasEnded, LINE);
  }
}

/** `bash: /home/me/.bashrc: line 3: …`, `/home/me/.zshrc:3: …`, `heed: not run: …` */
function complaint(output: string): string | undefined {
  const lines = stripVTControlCharacters(output).split(/[\r\n]+/);
  return lines.find(
    (line) =>
      /^(?:-?(?:bash|zsh)|heed|\/\S*?): ?(?:not run: |\S.*: )|^\/\S+:\d+: /.test(line) && !/heed: denied/.test(line),
  );
}
