/** A text and how far it has been read. */

export interface Reader {
  readonly text: string;
  at: number;
}

/** Takes what a sticky pattern matches here. */
export function match(r: Reader, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = r.at;
  const found = pattern.exec(r.text) ?? undefined;
  if (found !== undefined) r.at += found[0].length;
  return found;
}

export const take = (r: Reader, pattern: RegExp): string | undefined => match(r, pattern)?.[0];
