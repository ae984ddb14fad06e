/** What an entry has to say about values, and the small tools that its shapes share. */

import type { Effect } from "../policy/verdict.ts";
import type { Dialect } from "../syntax/tree.ts";

/** What has to be said about a value: the policy decides on `effect`; `rewire` when the value does not pass. */
export interface EnvFinding {
  readonly effect: Effect;
  readonly because: string;
  /** The part of the value that it is about. */
  readonly text: string;
  readonly instead?: string;
}

export interface EnvContext {
  /** The variable's name: the row's may be a pattern or one of several. */
  readonly name: string;
  /** Judges a command line that will get arguments and standard input which nobody has seen. */
  judgeLine(text: string): readonly EnvFinding[];
  /** The policy's answer for a path from the current directory; the path may have holes. */
  place(path: string, role: "read" | "write" | "exec"): Effect;
  /** The variable's value when the session began. */
  readonly startValue: string | undefined;
  readonly home: string;
  readonly dialect: Dialect;
}

/** Says that a part of the value does not pass, and why. */
export type Stop = (part: string, why: string, instead?: string) => readonly EnvFinding[];

export const harmless: ReadonlySet<Effect> = new Set(["observe", "fetch", "edit", "remove", "run"]);
const denied: ReadonlySet<Effect> = new Set(["destroy", "hijack", "exfiltrate", "disarm"]);

/** A nested effect as the variable's own: what is harmless or hostile stays what it is, the rest changes later commands. */
export function carried(effect: Effect): Effect {
  return harmless.has(effect) || denied.has(effect) ? effect : "rewire";
}

/** Splits at any of the given characters. */
export function splitAt(text: string, separators: string): string[] {
  const parts = [""];
  for (const character of text) {
    if (separators.includes(character)) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts;
}
