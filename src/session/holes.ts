/** Text with holes against a real text, in steps that grow with both: an expression would search for hours among many holes. */

import { ANY, BELOW, FRESH, NAME, NUMBER } from "./value.ts";

interface Token {
  readonly takes: (c: string) => boolean;
  /** May be left out. */
  readonly optional: boolean;
  /** May come again. */
  readonly many: boolean;
}

const any = (takes: Token["takes"]): Token => ({ takes, optional: true, many: true });
const isDigit = (c: string) => c >= "0" && c <= "9";

function tokensOf(c: string): readonly Token[] {
  if (c === ANY || c === BELOW) return [any(() => true)];
  if (c === NAME) return [any((x) => x !== "/")];
  if (c === FRESH) return [any((x) => x !== "\n")];
  if (c !== NUMBER) return [{ takes: (x) => x === c, optional: false, many: false }];
  return [
    { takes: (x) => x === "-", optional: true, many: false },
    { takes: isDigit, optional: false, many: false },
    any(isDigit),
  ];
}

/** Whether the real text is one that the text with holes may stand for. */
export function fits(said: string, real: string): boolean {
  const tokens = [...said].flatMap(tokensOf);
  const reach = (states: Set<number>, at: number): void => {
    for (let to = at; !states.has(to); to++) {
      states.add(to);
      if (!tokens[to]?.optional) return;
    }
  };
  let states = new Set<number>();
  reach(states, 0);
  for (const c of real) {
    const next = new Set<number>();
    for (const at of states) {
      const token = tokens[at];
      if (token?.takes(c)) reach(next, token.many ? at : at + 1);
    }
    if (next.size === 0) return false;
    states = next;
  }
  return states.has(tokens.length);
}
