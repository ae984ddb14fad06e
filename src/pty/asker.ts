/** One question, from the moment it is on the screen to the answer: which keys count, and when. */

import type { Size } from "./child.ts";
import type { Clock } from "./clock.ts";
import { createKeys, PROBE, type Token } from "./keys.ts";
import { pagesOf, paint, type Style, type View } from "./paint.ts";
import type { Reply, Sheet } from "./sheet.ts";

/** In milliseconds. */
export interface Times {
  /** No key counts until nothing has been typed for so long. */
  readonly quiet: number;
  /** How long the terminal may take to say that it has drawn the question; some never do. */
  readonly grace: number;
  /** A key counts when nothing else comes with it for so long: a paste has no gaps. */
  readonly alone: number;
  /** Nobody is there. */
  readonly timeout: number;
  /** How often to look whether whoever asked still wants to know. */
  readonly look: number;
}

export const usualTimes: Times = { quiet: 250, grace: 1000, alone: 50, timeout: 600_000, look: 500 };

export interface Place {
  readonly clock: Clock;
  readonly style: Style;
  readonly times: Times;
  size(): Size;
  write(text: string): void;
  /** What the terminal told the program, not us. */
  pass(bytes: Uint8Array): void;
}

export interface Asked {
  readonly sheet: Sheet;
  /** False once whoever asked is gone. */
  wanted(): boolean;
}

export interface Question {
  readonly reply: Promise<Reply>;
  input(bytes: Uint8Array): void;
  redraw(clear: boolean): void;
  /** Nobody can answer any more. */
  close(): void;
}

const NO: Reply = { kind: "no" };

const INTERRUPT = "\x03";

/** Ctrl-C, Ctrl-D, Enter, Escape. */
const refusing = new Set([INTERRUPT, "\x04", "\r", "\n", "\x1b"]);

export function pose({ sheet, wanted }: Asked, place: Place): Question {
  const { clock, times, style } = place;
  const keys = createKeys();
  const { promise: reply, resolve } = Promise.withResolvers<Reply>();
  let view: View = { explained: false, page: 0, armed: false };
  let isOver = false;
  let isDrawn = false;
  let isLate = false;
  let lastInput = clock.now();
  let cancelQuiet = () => {};
  let cancelKey = () => {};
  const cancels = [clock.after(times.timeout, () => finish(NO)), clock.after(times.grace, () => (isLate = true))];
  let cancelLook = clock.after(times.look, look);

  function finish(answer: Reply): void {
    if (isOver) return;
    isOver = true;
    for (const cancel of [...cancels, cancelQuiet, cancelKey, cancelLook]) cancel();
    resolve(answer);
  }

  function look(): void {
    if (!wanted()) finish(NO);
    else cancelLook = clock.after(times.look, look);
  }

  function show(next: View, clear: boolean): void {
    view = next;
    // A screen reader hears each line once: only what is new is said.
    if (style.plain && view.armed && !clear)
      place.write(`\r\n${sheet.choices.map(({ key, label }) => `${key}: ${label}`).join(", ")}? `);
    else place.write((clear && !style.plain ? "\x1b[2J" : "") + paint(sheet, place.size(), view, style));
  }

  function becomeQuiet(): void {
    cancelQuiet();
    cancelQuiet = clock.after(times.quiet, () => {
      if (isDrawn || isLate) show({ ...view, armed: true }, false);
      else becomeQuiet();
    });
  }

  function heard(tokens: readonly Token[]): void {
    const now = clock.now();
    const isAlone = now - lastInput >= times.alone;
    lastInput = now;
    cancelKey();
    if (!view.armed) {
      becomeQuiet();
      return;
    }
    // Whatever else comes with it, an interruption is one.
    if (tokens.some((token) => token.kind === "key" && token.key === INTERRUPT)) {
      finish(NO);
      return;
    }
    const [token] = tokens;
    if (!isAlone || tokens.length !== 1 || token === undefined) return;
    if (token.kind !== "key" && token.kind !== "escape") return;
    cancelKey = clock.after(times.alone, () => {
      keys.settle();
      press(token.kind === "escape" ? "\x1b" : token.key);
    });
  }

  function press(key: string): void {
    const choice = sheet.choices.find((one) => one.key === key.toLowerCase());
    if (refusing.has(key)) finish(NO);
    else if (key === " ") show({ ...view, page: (view.page + 1) % pagesOf(sheet, place.size(), view) }, true);
    else if (choice?.does === "explain") show({ ...view, explained: !view.explained, page: 0 }, true);
    else if (choice) finish(choice.does);
  }

  show(view, false);
  place.write(PROBE);
  becomeQuiet();

  return {
    reply,
    input(bytes) {
      if (isOver) return;
      const tokens = keys.feed(bytes);
      for (const token of tokens) {
        if (token.kind === "reply") place.pass(token.bytes);
        if (token.kind === "ready") isDrawn = true;
      }
      const typed = tokens.filter(({ kind }) => kind !== "reply" && kind !== "ready");
      if (typed.length > 0 || tokens.length === 0) heard(typed);
    },
    redraw: (clear) => {
      if (!isOver) show(view, clear);
    },
    close: () => finish(NO),
  };
}
