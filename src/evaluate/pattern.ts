/** Shell patterns: fields under construction carry `QUOTE` before every character that stands for itself. */

import { BELOW, HOLE, LIVE, NAME, NUMBER, QUOTE } from "../session/value.ts";
import { bracket, type Flavor, type Matcher, matcherOf } from "./match.ts";

const SPECIAL = /[*?[\]\\()|~^#<>]/;

/** Marks every pattern character of `text` as literal. */
export function quote(text: string): string {
  if (!SPECIAL.test(text)) return text;
  let out = "";
  for (const c of text) out += SPECIAL.test(c) ? QUOTE + c : c;
  return out;
}

/** Removes the marks. */
export function unquote(field: string): string {
  return field.includes(QUOTE) ? field.replaceAll(QUOTE, "") : field;
}

/** Marks what zsh looks at when a word is expanded: braces, tilde, `=`. */
export function live(text: string): string {
  return text.replace(/[{},~=]/g, `${LIVE}$&`);
}

/** A field as single characters, each with its mark. */
export function unitsOf(field: string): string[] {
  return field.match(/[\ud805\ud806]?(?:[\ud800-\udbff][\udc00-\udfff]|[\s\S])/g) ?? [];
}

const GLOB = /(?:^|[^\ud805])(?:[*?]|\[[!^]?[\s\S][^\]]*\])/;

export function hasGlob(field: string): boolean {
  return GLOB.test(field);
}

const cache = new Map<string, Matcher | null>();

/** A matcher for a pattern without holes; undefined when its meaning is not certain. */
export function compile(pattern: string, flavor: Flavor, path = false): Matcher | undefined {
  const key = `${flavor}${path ? "/" : " "}${pattern}`;
  let found = cache.get(key);
  if (found === undefined) {
    found = pattern.length > MAX_PATTERN ? null : (matcherOf(pattern, flavor, path) ?? null);
    if (cache.size > 512) cache.clear();
    cache.set(key, found);
  }
  return found ?? undefined;
}

const MAX_PATTERN = 2_048;

/** Whether text matches; undefined when a hole or the pattern leaves it open. */
export function matches(pattern: string, text: string, flavor: Flavor): boolean | undefined {
  if (pattern === "*") return true;
  if (HOLE.test(pattern) || text.length > 8192) return undefined;
  const matcher = compile(pattern, flavor);
  if (matcher === undefined) return undefined;
  if (HOLE.test(text)) {
    // a literal prefix that already differs settles it
    const literal = /^[^*?[\ud805(]*/.exec(pattern)?.[0] ?? "";
    const before = text.slice(0, text.search(HOLE));
    const n = Math.min(literal.length, before.length);
    return literal.slice(0, n) === before.slice(0, n) ? undefined : false;
  }
  return matcher.test(text);
}

/** A field with unquoted pattern characters, as a path with holes: what the shell could put there. */
export function globHoles(field: string): string {
  let out = "";
  for (let i = 0; i < field.length; i++) {
    const c = field[i] as string;
    if (c === QUOTE) out += field[++i] ?? "";
    else if (c === "*") {
      let stars = 1;
      while (field[i + 1] === "*") {
        i++;
        stars++;
      }
      if (stars > 1 && field[i + 1] === "/") i++;
      const hole = stars > 1 ? BELOW : NAME;
      if (!out.endsWith(hole)) out += hole;
    } else if (c === "?") {
      if (!out.endsWith(NAME)) out += NAME;
    } else if (c === "[" && bracket(field, i) !== undefined) {
      i = bracket(field, i)?.end ?? i;
      if (!out.endsWith(NAME)) out += NAME;
    } else out += c;
  }
  return out;
}

/** The same for zsh, whose patterns have groups and qualifiers; undefined when it may be anything. `stays`: what matches nothing is left as it is. */
export function zshGlobHoles(field: string, extended: boolean, stays = false): string | undefined {
  let rest = field;
  const qualifiers = /(?<!\ud805)\(([^()|~\ud805]*)\)$/.exec(rest);
  if (qualifiers) {
    if (!/^(?:#q)?[-./@=*%rwxARWIEXstugfdNDnTlLcCmMaoOY\d,^[\]]*$/.test(qualifiers[1] as string)) return undefined;
    rest = rest.slice(0, qualifiers.index);
  }
  if (extended && /(?:^|[^\ud805])[\^#]|[^\ud805]~/.test(rest)) return undefined;
  for (let round = 0; round < 8 && /(?<!\ud805)\(/.test(rest); round++)
    rest = rest.replace(/(?<!\ud805)\(([^()]*)\)/g, (_, inner: string) => (inner.includes("/") ? BELOW : NAME));
  rest = rest.replace(/(?<!\ud805)<\d*-\d*>/g, stays ? NAME : NUMBER);
  return /(?<!\ud805)[()<>|]/.test(rest) ? undefined : globHoles(rest);
}
