/** Shell patterns: fields under construction carry `QUOTE` before every character that stands for itself. */

import { ANY, BELOW, FRESH, HOLE, NAME, NUMBER, QUOTE } from "../session/value.ts";

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

const GLOB = /(?:^|[^\ud805])(?:[*?]|\[[^\]]*\])/;

export function hasGlob(field: string): boolean {
  return GLOB.test(field);
}

const escaped = (c: string) => c.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/** Source of a regular expression for a pattern; undefined when its meaning is not certain. `path`: `*` and `?` do not cross `/`. */
export function patternSource(pattern: string, path = false): string | undefined {
  const any = path ? "[^/]" : "[\\s\\S]";
  let out = "";
  let i = 0;
  const group = (): string | undefined => {
    let depth = 0;
    let part = "";
    const parts: string[] = [];
    for (; i < pattern.length; i++) {
      const c = pattern[i] as string;
      if (c === QUOTE) {
        part += c + (pattern[++i] ?? "");
        continue;
      }
      if (c === "(") depth++;
      if (c === ")") {
        if (depth === 0) break;
        depth--;
      }
      if (c === "|" && depth === 0) {
        parts.push(part);
        part = "";
      } else part += c;
    }
    parts.push(part);
    const sources = parts.map((p) => patternSource(p, path));
    return sources.includes(undefined) ? undefined : sources.join("|");
  };
  for (; i < pattern.length; i++) {
    const c = pattern[i] as string;
    if (c === QUOTE) {
      out += escaped(pattern[++i] ?? "");
      continue;
    }
    if ("?*+@!".includes(c) && pattern[i + 1] === "(") {
      i += 2;
      const inner = group();
      if (inner === undefined) return undefined;
      if (c === "!") return undefined;
      out += `(?:${inner})${c === "@" ? "" : c}`;
      continue;
    }
    if (c === "*") out += `${any}*`;
    else if (c === "?") out += any;
    else if (c === "[") {
      const set = bracket(pattern, i);
      if (set === undefined) out += "\\[";
      else {
        out += set.source;
        i = set.end;
      }
    } else out += escaped(c);
  }
  return out;
}

function bracket(pattern: string, start: number): { source: string; end: number } | undefined {
  let i = start + 1;
  let source = "[";
  if (pattern[i] === "!" || pattern[i] === "^") {
    source += "^";
    i++;
  }
  for (let first = true; i < pattern.length; i++, first = false) {
    let c = pattern[i] as string;
    if (c === "]" && !first) return { source: `${source}]`, end: i };
    if (c === "[" && pattern[i + 1] === ":") {
      const end = pattern.indexOf(":]", i + 2);
      const range = classes[pattern.slice(i + 2, end)];
      if (end < 0 || range === undefined) return undefined;
      source += range;
      i = end + 1;
      continue;
    }
    if (c === QUOTE) c = pattern[++i] ?? "";
    source += c === "-" ? "-" : escaped(c);
  }
  return undefined;
}

const classes: { readonly [name: string]: string } = {
  alnum: "a-zA-Z0-9",
  alpha: "a-zA-Z",
  blank: " \\t",
  cntrl: "\\x00-\\x1f\\x7f",
  digit: "0-9",
  graph: "!-~",
  lower: "a-z",
  print: " -~",
  punct: "!-/:-@[-`{-~",
  space: "\\s",
  upper: "A-Z",
  word: "a-zA-Z0-9_",
  xdigit: "0-9a-fA-F",
};

const cache = new Map<string, RegExp | null>();

/** A whole-text matcher for a pattern without holes. */
export function compile(pattern: string, path = false): RegExp | undefined {
  const key = path ? `/${pattern}` : ` ${pattern}`;
  let found = cache.get(key);
  if (found === undefined) {
    found = null;
    const source = pattern.length > 2048 ? undefined : patternSource(pattern, path);
    if (source !== undefined)
      try {
        found = new RegExp(`^(?:${source})$`);
      } catch {
        found = null;
      }
    if (cache.size > 512) cache.clear();
    cache.set(key, found);
  }
  return found ?? undefined;
}

/** Whether text matches; undefined when a hole or the pattern leaves it open. */
export function matches(pattern: string, text: string): boolean | undefined {
  if (pattern === "*") return true;
  if (HOLE.test(pattern) || text.length > 8192) return undefined;
  const regexp = compile(pattern);
  if (regexp === undefined) return undefined;
  if (HOLE.test(text)) {
    // a literal prefix that already differs settles it
    const literal = /^[^*?[\ud805(]*/.exec(pattern)?.[0] ?? "";
    const before = text.slice(0, text.search(HOLE));
    const n = Math.min(literal.length, before.length);
    return literal.slice(0, n) === before.slice(0, n) ? undefined : false;
  }
  return regexp.test(text);
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

/** The same for zsh, whose patterns have groups and qualifiers; undefined when it may be anything. */
export function zshGlobHoles(field: string, extended: boolean): string | undefined {
  let rest = field;
  const qualifiers = /(?<!\ud805)\(([^()|~\ud805]*)\)$/.exec(rest);
  if (qualifiers) {
    if (!/^(?:#q)?[-./@=*%rwxARWIEXstugfdNDnTlLcCmMaoOY\d,^[\]]*$/.test(qualifiers[1] as string)) return undefined;
    rest = rest.slice(0, qualifiers.index);
  }
  if (extended && /(?:^|[^\ud805])[\^#]|[^\ud805]~/.test(rest)) return undefined;
  for (let round = 0; round < 8 && /(?<!\ud805)\(/.test(rest); round++)
    rest = rest.replace(/(?<!\ud805)\(([^()]*)\)/g, (_, inner: string) => (inner.includes("/") ? BELOW : NAME));
  rest = rest.replace(/(?<!\ud805)<\d*-\d*>/g, NUMBER);
  return /(?<!\ud805)[()<>|]/.test(rest) ? undefined : globHoles(rest);
}

/** Regular expression source for text with holes: what the shell may really have there. */
export function holesSource(text: string): string {
  let out = "";
  for (const c of text)
    out +=
      c === ANY
        ? "[\\s\\S]*"
        : c === NAME
          ? "[^/]*"
          : c === BELOW
            ? "[\\s\\S]*"
            : c === NUMBER
              ? "-?[0-9]+"
              : c === FRESH
                ? "[^\\n]*"
                : escaped(c);
  return out;
}
