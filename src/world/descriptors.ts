/** Keeps from the programs that heed starts the descriptors that are not theirs. */

import { openSync } from "node:fs";

/** Descriptor → what children find in its place. */
const covered = new Map<number, number>();

/** Node closes what it opens to the programs it starts. What an addon has opened it leaves open, and has no call to close it. */
export function cover(descriptor: number): void {
  covered.set(descriptor, openSync("/dev/null", "r"));
}

type Stdio = "ignore" | "pipe" | number;

/** The `stdio` of a program to start, given its first three. */
export function stdio(...first: readonly [Stdio, Stdio, Stdio]): Stdio[] {
  const all: Stdio[] = [...first];
  for (const [descriptor, instead] of covered) {
    while (all.length < descriptor) all.push("ignore");
    all[descriptor] = instead;
  }
  return all;
}
