/** Perl's quoted texts: where they end, and whether what they interpolate can run code. */

const closers: { readonly [open: string]: string } = { "(": ")", "[": "]", "{": "}", "<": ">" };

export interface Quoted {
  readonly body: string;
  readonly open: string;
  /** Index behind the closing delimiter. */
  readonly end: number;
}

/** The text between the delimiter at `at` and the one that closes it. */
export function quoted(text: string, at: number): Quoted | undefined {
  const open = text[at];
  if (open === undefined || /[\s\w]/.test(open)) return undefined;
  const close = closers[open];
  let depth = 1;
  for (let i = at + 1; i < text.length; i++) {
    const c = text[i];
    if (c === "\\") i++;
    else if (c === (close ?? open)) depth--;
    else if (c === open) depth++;
    if (depth === 0) return { body: text.slice(at + 1, i), open, end: i + 1 };
  }
  return undefined;
}

/** The second text of `s{…}{…}` or `s/…/…/`. */
export function second(text: string, first: Quoted): Quoted | undefined {
  if (closers[first.open] === undefined) return quoted(text, first.end - 1);
  const blank = /^\s*/.exec(text.slice(first.end))?.[0].length ?? 0;
  return quoted(text, first.end + blank);
}

const subscript = String.raw`(?:\[(?:-?\d+|\$\w+)\]|\{(?:\$?\w+|'\w*'|"\w*")\})`;
const harmless = new RegExp(
  String.raw`^(?:\$(?:\w+|\{\w+\}|[&!.,;0])|@(?:\w+|\{\w+\}))(?:(?:->)?${subscript})*(?!->?[[{]|\[|\{)`,
);

/** Whether every variable in an interpolated text is plain: an index may hold code. */
export function plainInterpolation(text: string, isPattern: boolean): boolean {
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === "\\") i++;
    else if (c === "$" || c === "@") {
      const rest = text.slice(i);
      if (isPattern && c === "$" && /^\$(?:$|[)|\s])/.test(rest)) continue;
      if (c === "@" && !/^@[\w{$:]/.test(rest)) continue;
      const found = harmless.exec(rest)?.[0];
      if (found === undefined || /^@\{?ARGV/.test(found)) return false;
      i += found.length - 1;
    }
  }
  return !isPattern || !/\(\?\??\{|\(\*\{/.test(text);
}

/** The text of a literal, or undefined when it interpolates. */
export function literal(body: string, interpolates: boolean): string | undefined {
  if (!interpolates) return body.replace(/\\([\\'])/g, "$1");
  if (/(?<!\\)(?:\\\\)*[$@][\w{$&]/.test(body)) return undefined;
  return body.replace(
    /\\(?:x([\da-fA-F]{2})|x\{([\da-fA-F]+)\}|([0-7]{1,3})|([\s\S]))/g,
    (_, short, long, octal, other) => {
      const code = octal === undefined ? Number.parseInt(short ?? long ?? "", 16) : Number.parseInt(octal, 8);
      if (!Number.isNaN(code) && other === undefined)
        return String.fromCodePoint(Math.min(code, 0x10ffff)).toWellFormed();
      return ({ n: "\n", t: "\t", r: "\r", e: "\x1b", a: "\x07" } as Record<string, string>)[other] ?? other;
    },
  );
}
