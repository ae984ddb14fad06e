/** A clock that a test moves on. */

import type { Clock } from "../../src/pty/clock.ts";

export interface HandClock extends Clock {
  /** Lets time pass, and what is due happen in its order. */
  pass(milliseconds: number): void;
}

export function handClock(): HandClock {
  let now = 0;
  const due = new Map<() => void, number>();
  return {
    now: () => now,
    after(milliseconds, act) {
      // the same act may be waited for twice
      const once = () => act();
      due.set(once, now + milliseconds);
      return () => void due.delete(once);
    },
    pass(milliseconds) {
      const until = now + milliseconds;
      for (;;) {
        const [next] = [...due].filter(([, at]) => at <= until).sort(([, a], [, b]) => a - b);
        if (!next) break;
        due.delete(next[0]);
        now = next[1];
        next[0]();
      }
      now = until;
    },
  };
}
