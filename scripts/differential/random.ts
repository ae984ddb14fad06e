/** Random choices that a seed repeats. */

export interface Random {
  /** 0 … n - 1 */
  below(n: number): number;
  chance(p: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Runs one of the makers, each as likely as its weight. */
  weighted<T>(makers: readonly (readonly [weight: number, make: () => T])[]): T;
}

/** Mulberry32: 32 bits of state are enough to tell lines apart. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (n: number) => Math.floor(next() * n);
  const pick = <T>(list: readonly T[]): T => {
    const found = list[below(list.length)];
    if (found === undefined) throw new Error("nothing to pick from");
    return found;
  };
  return {
    below,
    chance: (p) => next() < p,
    pick,
    weighted(makers) {
      let left = next() * makers.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, make] of makers) {
        left -= weight;
        if (left < 0) return make();
      }
      return pick(makers)[1]();
    },
  };
}
