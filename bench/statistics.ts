/** Percentiles, and times as people write them. */

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Microseconds. */
export function timed(act: () => void): number {
  const start = process.hrtime.bigint();
  act();
  return Number(process.hrtime.bigint() - start) / 1000;
}

export function words(microseconds: number): string {
  if (microseconds < 1000) return `${microseconds.toFixed(0)} µs`;
  return microseconds < 1e6 ? `${(microseconds / 1000).toFixed(1)} ms` : `${(microseconds / 1e6).toFixed(2)} s`;
}
