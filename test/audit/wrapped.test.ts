/** A secret is found as well where its line is part of another: in a string for a shell, a branch, a function, a document. */

import { describe, expect, test } from "vitest";
import { redact } from "../../src/audit/redact.ts";
import { pieces, plantedIn } from "./planted.ts";

const single = (line: string) => `'${line.replaceAll("'", `'\\''`)}'`;
const double = (line: string) => `"${line.replace(/[\\"$`]/g, "\\$&")}"`;

const whole: { readonly [name: string]: (line: string) => string } = {
  "bash -c '…'": (line) => `bash -c ${single(line)}`,
  'bash -c "…"': (line) => `bash -c ${double(line)}`,
  "ssh box '…'": (line) => `ssh box ${single(line)}`,
  "docker exec db sh -c '…'": (line) => `docker exec -it db sh -c ${single(line)}`,
  "an argument": (line) => `no-such-program ${single(line)}`,
  'eval "…"': (line) => `eval ${double(line)}`,
  "a here-document": (line) => `bash <<'THERE'\n${line}\nTHERE`,
  base64: (line) => `echo ${Buffer.from(line).toString("base64")} | base64 -d | sh`,
  "other lines": (line) => `ls\n${line}\nls`,
  "behind a comment": (line) => `# don't\n${line}`,
  "behind quotes": (line) => `echo "don't" && ${line}`,
  "behind assignments": (line) => `FOO=bar BAR='a b' ${line}`,
};

/** Not of lines with a here-document: what follows would stand behind its end. */
const open: { readonly [name: string]: (line: string) => string } = {
  "( … )": (line) => `(${line})`,
  "x=$( … )": (line) => `x=$(${line}); ls`,
  'x="$( … )"': (line) => `x="$(${line})"`,
  "if …": (line) => `if true; then ${line}; fi`,
  "&& … ||": (line) => `cd a | b && ${line} || c`,
  "timeout 5 …": (line) => `timeout 5 ${line} > out 2>&1`,
  "{ … }": (line) => `{ ${line}; } 2>/dev/null`,
  "a function": (line) => `f() { ${line}; }; f`,
  "… &": (line) => `${line} &`,
};

const planted = plantedIn("secrets.txt");
const cases = [
  ...Object.entries(whole).map(([name, wrap]) => [name, wrap, planted] as const),
  ...Object.entries(open).map(
    ([name, wrap]) => [name, wrap, planted.filter(({ line }) => !line.includes("<<"))] as const,
  ),
];

describe("a line within another:", () => {
  test.each(cases)("%s", (_, wrap, lines) => {
    const left = lines.filter((one) => {
      const kept = redact(wrap(one.line), one.held === undefined ? [] : [one.held]);
      return pieces(kept, one).length > 0;
    });
    expect(left.map(({ name }) => name)).toEqual([]);
  });
});
