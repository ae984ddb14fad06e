/** Texts of an alias or a function that different paths of a line made differently, in one string. */

const OR = "\0";
/** The alternative that there is none of that name. */
const NONE = "\x01";
const MAX = 4;

/** Every text it may have. */
export function textsIn(alternatives: string): string[] {
  return alternatives.split(OR).filter((text) => text !== NONE);
}

export function mayBeNone(alternatives: string): boolean {
  return alternatives.split(OR).includes(NONE);
}

/** What it may be when it may be either; undefined where there is none. Null when there is none in any case. */
export function eitherText(a: string | undefined, b: string | undefined): string | null {
  const all = new Set([...(a ?? NONE).split(OR), ...(b ?? NONE).split(OR)]);
  const isOpen = all.delete(NONE);
  if (all.size === 0) return null;
  return [...[...all].slice(0, MAX), ...(isOpen ? [NONE] : [])].join(OR);
}
