/** Time as a question sees it; tests hand in one that they move on themselves. */

export interface Clock {
  now(): number;
  /** Calls once after so many milliseconds, unless what it gives is called before. */
  after(milliseconds: number, act: () => void): () => void;
}

export const realClock: Clock = {
  now: () => performance.now(),
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
};
