/** Which of a row's conditions hold for what was read, and what they change. */

import type { Word } from "./argv.ts";
import type { Flag } from "./flags.ts";
import { type Match, matchGlob } from "./glob.ts";
import type { Condition } from "./grammar.ts";

export interface Given {
  readonly flags: ReadonlyMap<Flag, number>;
  /** Also given as `--flag=false`, perhaps not the last word on it. */
  readonly doubtful: ReadonlySet<Flag>;
  readonly values: ReadonlyMap<Flag, readonly string[]>;
  /** Operands before a nested command; `positional` without the assignments of `env...`. */
  readonly operands: readonly Word[];
  readonly positional: readonly Word[];
  /** Operands with the words of a nested command, without assignments. */
  readonly count: number;
}

export interface Holding {
  readonly condition: Condition;
  /** False when an unknown part decides: then it may add an effect but loosens nothing. */
  readonly certain: boolean;
  /** argv index of what made it hold, 0 when that is not one word. */
  readonly index: number;
}

export function holding(conditions: readonly Condition[], given: Given): readonly Holding[] {
  const found: Holding[] = [];
  for (const condition of conditions) {
    const holds = test(condition, given);
    if (holds !== undefined) found.push({ condition, ...holds });
  }
  return found;
}

function test(condition: Condition, given: Given): { readonly certain: boolean; readonly index: number } | undefined {
  const { when } = condition;
  let certain = true;
  let index = 0;
  if (condition.flags !== undefined) {
    const flag = condition.flags.find((each) => given.flags.has(each));
    if (flag === undefined) return undefined;
    if (given.doubtful.has(flag)) certain = false;
    index = given.flags.get(flag) ?? 0;
  }
  for (const flag of condition.every) {
    if (flag === undefined || !given.flags.has(flag)) return undefined;
    if (given.doubtful.has(flag)) certain = false;
  }
  for (const flag of condition.absent) {
    if (!given.flags.has(flag)) continue;
    if (!given.doubtful.has(flag)) return undefined;
    certain = false;
  }
  for (const [flag, glob] of condition.value) {
    const match = flag === undefined ? "no" : all(given.values.get(flag) ?? [], glob);
    if (match === "no") return undefined;
    if (match === "maybe") certain = false;
    if (flag !== undefined) index ||= given.flags.get(flag) ?? 0;
  }
  if (when.operand !== undefined) {
    const glob = when.operand;
    const found = best(given.operands, glob);
    if (found === undefined) return undefined;
    if (found.match === "maybe") certain = false;
    index ||= found.index;
  }
  for (const [place, glob] of [when.first, when.second].entries()) {
    if (glob === undefined) continue;
    const word = given.positional[place];
    const match = word === undefined ? "no" : matchGlob(glob, word.text);
    if (word === undefined || match === "no") return undefined;
    if (match === "maybe") certain = false;
    index ||= word.index;
  }
  if (when.count !== undefined && !counts(when.count, given.count)) return undefined;
  return { certain, index };
}

/** `yes` only when every value of a repeated flag matches: programs differ in which of them counts. */
function all(values: readonly string[], glob: string): Match {
  const found = values.map((value) => matchGlob(glob, value));
  if (found.every((match) => match === "no")) return "no";
  return found.every((match) => match === "yes") ? "yes" : "maybe";
}

function best(words: readonly Word[], glob: string): { readonly match: Match; readonly index: number } | undefined {
  let maybe: { readonly match: Match; readonly index: number } | undefined;
  for (const { text, index } of words) {
    const match = matchGlob(glob, text);
    if (match === "yes") return { match, index };
    if (match === "maybe") maybe ??= { match, index };
  }
  return maybe;
}

function counts(wanted: number | string, count: number): boolean {
  const least = typeof wanted === "string" && wanted.endsWith("+");
  return least ? count >= Number.parseInt(wanted, 10) : count === Number(wanted);
}
