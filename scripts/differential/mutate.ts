/** New lines from old ones: pieces dropped, doubled, swapped, taken from elsewhere. */

import type { Random } from "./random.ts";

const PIECES = /\s+|[A-Za-z0-9_.]+|\$\(\(|\)\)|\$\(|\$\{|<<<|<<|>>|&&|\|\||;;|'[^']*'|[\s\S]/g;
const STRAY = [
  ";",
  "&&",
  "||",
  "|",
  "&",
  "(",
  ")",
  "{",
  "}",
  "$(",
  "`",
  '"',
  "'",
  "$",
  "\\",
  "\n",
  "!",
  "*",
  "=",
  "[[",
  "]]",
  "((",
  "))",
  "<",
  ">",
  ">>",
  "<<<",
  "2>&1",
  "if",
  "then",
  "fi",
  "for",
  "in",
  "do",
  "done",
  "case",
  "esac",
  "while",
  "x1",
  "x6",
  "x8",
  "$v",
  "${v}",
  '"$@"',
  "A=1",
  "v",
  "#",
  " ",
  ",",
  "$((",
  "[",
  "]",
  "~",
  "?",
  ":",
  "+",
  "-",
  "eval",
  "command",
  "export",
  "local",
  "time",
  "function",
  "f",
  "()",
  "<(",
  "{a,b}",
  "..",
  "1",
  "@",
];

export const pieces = (line: string): string[] => line.match(PIECES) ?? [];

export function mutate(line: string, other: string, random: Random): string {
  const out = pieces(line);
  for (let n = 1 + random.below(3); n > 0; n--) {
    const at = random.below(out.length + 1);
    const count = 1 + random.below(4);
    random.weighted([
      [3, () => out.splice(at, count)],
      [2, () => out.splice(at, 0, random.pick(STRAY))],
      [1, () => out.splice(at, 1, random.pick(STRAY))],
      [1, () => out.splice(at, 0, ...out.slice(at, at + count))],
      [
        2,
        () => {
          const from = pieces(other);
          const start = random.below(from.length + 1);
          return out.splice(at, random.below(3), ...from.slice(start, start + 1 + random.below(8)));
        },
      ],
      [1, () => out.splice(at, 2, ...out.slice(at, at + 2).reverse())],
    ]);
  }
  return out.join("");
}

/** Lines that could reach outside the cage by their text alone, or only run for long. What an expansion could make is the confinement's business. */
export function reaches(line: string): boolean {
  return (
    line.length > 2_000 ||
    line.includes("\0") ||
    /\/dev\/(?!null|stdin|fd\/)|\/(?:tcp|udp)\//.test(line) ||
    /(?:^|[^\w.)}\]"'$~*?+@:,-])\/(?!dev\/)/.test(line) ||
    // a stub is a program, not something to be read
    /(?:source|\.)\s+["']?x\d/.test(line) ||
    /kill(?! -USR1 \$\$)|\bsleep\b|\b199\b|__LINE|\d{6,}|\.\.\d{4,}|\*\*\d\d/.test(line)
  );
}
