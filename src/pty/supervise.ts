/** Between the person's terminal and the program's: bytes pass through as they are, unless a question is on the screen. */

import { pose, type Question, type Times } from "./asker.ts";
import { start } from "./child.ts";
import type { Clock } from "./clock.ts";
import { createScanner } from "./modes.ts";
import type { Native } from "./native.ts";
import type { Outer } from "./outer.ts";
import { enter, leave } from "./overlay.ts";
import type { Style } from "./paint.ts";
import { createPicture } from "./picture.ts";
import type { Reply, Sheet } from "./sheet.ts";

export interface Supervised {
  readonly outer: Outer;
  readonly native: Native;
  readonly command: readonly [string, ...string[]];
  readonly env: { readonly [name: string]: string | undefined };
  readonly cwd: string;
  readonly style: Style;
  readonly clock: Clock;
  readonly times: Times;
}

export interface Supervision {
  /** The exit status of the program, once all its output is on the screen. */
  readonly ended: Promise<number>;
  /** Path of the terminal inside. */
  readonly terminal: string;
  ask(asked: Wanting): Promise<Reply>;
  /** Types a text at the next prompt, as if it were pasted. */
  paste(text: string): void;
}

export interface Wanting {
  /** `waiting` questions come after this one. */
  sheet(waiting: number): Sheet;
  /** False once whoever asked is gone. */
  wanted(): boolean;
}

/** Signals that whoever sends them means for the program. */
const forwarded = ["SIGINT", "SIGTERM", "SIGQUIT", "SIGHUP", "SIGUSR2", "SIGTSTP"] as const;

/** While a question is up, output is held in memory; past this the program has to wait. */
const MAX_HELD = 8 << 20;

/** A character cut in two by the kernel is completed at once, in ms. */
const HALF_CHARACTER = 30;

const HANGUP = 129;
const CANCEL = "\x18";

export function supervise(options: Supervised): Supervision {
  const { outer, native, command, env, cwd, clock, style, times } = options;
  const { promise: ended, resolve } = Promise.withResolvers<number>();
  const picture = createPicture(outer.size());
  let toPaste: string | undefined;
  const scanner = createScanner({
    entered: () => picture.clear(),
    drawn: (bytes) => picture.draw(bytes),
    left: () => picture.clear(),
    pasteable() {
      if (toPaste !== undefined) child.write(Buffer.from(`\x1b[200~${toPaste}\x1b[201~`));
      toPaste = undefined;
    },
  });

  /** Output that came since a question went up. */
  let held: Uint8Array[] | undefined;
  let heldBytes = 0;
  let question: Question | undefined;
  let isResized = false;
  let isLost = false;
  let moreOutput = () => {};
  let status: number | undefined;
  let waiting = 0;
  let queue: Promise<unknown> = Promise.resolve();

  function output(bytes: Uint8Array): void {
    if (held) {
      held.push(bytes);
      heldBytes += bytes.length;
      if (heldBytes > MAX_HELD) child.pause();
      return;
    }
    scanner.feed(bytes);
    if (!outer.write(bytes)) child.pause();
    moreOutput();
  }

  const child = start(native, {
    command,
    env,
    cwd,
    size: outer.size(),
    settings: outer.settings,
    output,
    ended(code) {
      status = code;
      question?.close();
      if (!held) resolve(code);
    },
  });

  outer.listen({
    input(bytes) {
      if (question) question.input(bytes);
      // between the question's coming up and its being drawn, keys are for nobody
      else if (!held) child.write(bytes);
    },
    resized() {
      child.resize(outer.size());
      picture.resize(outer.size());
      isResized = true;
      question?.redraw(true);
    },
    drained() {
      if (!held) child.resume();
    },
    lost() {
      isLost = true;
      child.hangUp();
      question?.close();
      resolve(HANGUP);
    },
  });
  for (const signal of forwarded) process.on(signal, () => child.signal(signal));
  // Node would open its inspector: any process of the same user could drive the guard. The executable has no such ear at all.
  process.on("SIGUSR1", () => {});

  async function put(asked: Wanting): Promise<Reply> {
    waiting--;
    if (status !== undefined || isLost || !asked.wanted()) return { kind: "no" };
    await wholeCharacter();
    const unfinished = scanner.unfinished();
    held = [];
    heldBytes = 0;
    isResized = false;
    try {
      return await drawn(asked, unfinished.length > 0 ? CANCEL : "");
    } finally {
      // Whatever went wrong, the terminal is the program's again.
      question = undefined;
      outer.write(unfinished);
      release();
    }
  }

  async function drawn({ sheet, wanted }: Wanting, cancel: string): Promise<Reply> {
    const { modes } = scanner;
    // A screen that a reader reads line by line stays the one it is.
    const isInline = style.plain && !modes.alternate;
    const before = modes.alternate ? await picture.take() : undefined;
    outer.write(cancel + (isInline ? "\x1b[?2004h" : enter(modes)));
    question = pose(
      { sheet: sheet(waiting), wanted },
      {
        clock,
        times,
        style,
        size: outer.size,
        write: (text) => void outer.write(text),
        pass: (bytes) => child.write(bytes),
      },
    );
    // It may have ended while the screen was being taken.
    if (status !== undefined || isLost) question.close();
    const reply = await question.reply;
    const after = before && isResized ? await picture.take() : before;
    outer.write(isInline ? afterInline(modes.private.get("2004") === true) : leave(modes, after));
    return reply;
  }

  async function wholeCharacter(): Promise<void> {
    const unfinished = scanner.unfinished();
    if (unfinished.length === 0 || unfinished[0] === 0x1b) return;
    await new Promise<void>((go) => {
      moreOutput = go;
      clock.after(HALF_CHARACTER, go);
    });
    moreOutput = () => {};
  }

  function release(): void {
    const late = held ?? [];
    held = undefined;
    for (const bytes of late) output(bytes);
    child.resume();
    if (status !== undefined) resolve(status);
  }

  return {
    ended,
    terminal: child.terminal,
    ask(asked) {
      waiting++;
      const reply = queue.then(() => put(asked));
      queue = reply.catch(() => {});
      return reply;
    },
    paste(text) {
      toPaste = text;
    },
  };
}

function afterInline(paste: boolean): string {
  return `${paste ? "" : "\x1b[?2004l"}\r\n`;
}
