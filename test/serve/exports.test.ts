import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { exportsOf } from "../../src/cli/dropin-consult.ts";
import { readDeclaration, readExports } from "../../src/serve/exports.ts";

const bash = (text: string) => Object.fromEntries(readExports("bash", [text]));

const values: { [name: string]: string } = {};
for (let code = 1; code < 0x250; code++)
  values[`C${code}`] = `<${String.fromCodePoint(code)}${String.fromCodePoint(code)}>`;
values["MIXED"] = "a\u00a0\u200b\u202e\ufeff\u{1f980}'\"$`\\!\n\t\x7f";

describe("what bash declares", () => {
  const written: readonly { readonly text: string; readonly gives: { readonly [name: string]: string } }[] = [
    { text: 'declare -x A="1"\ndeclare -x B="two words"\n', gives: { A: "1", B: "two words" } },
    { text: 'declare -x A="a\\"b\\$c\\`d\\\\e"\n', gives: { A: 'a"b$c`d\\e' } },
    { text: "declare -x A=$'a\\nb\\t\\E\\001\\377\\303\\251'\n", gives: { A: "a\nb\t\x1b\x01\ufffd\u00e9" } },
    {
      text: 'declare -x A="one\ndeclare -x B=\\"no\\""\ndeclare -x C="3"\n',
      gives: { A: 'one\ndeclare -x B="no"', C: "3" },
    },
    { text: 'declare -x A\ndeclare -x B="2"\n', gives: { B: "2" } },
    {
      text: 'declare -ax A=([0]="1" [1]="2")\ndeclare -Ax M=([k]="v" )\ndeclare -nx R="A"\ndeclare -ix I="5"\n',
      gives: { I: "5" },
    },
    { text: 'export A="1"\nexport -r B="2"\n', gives: { A: "1", B: "2" } },
    {
      text: 'declare -x READLINE_LINE="rm x"\ndeclare -x READLINE_POINT="4"\ndeclare -x READLINE="kept"\n',
      gives: { READLINE: "kept" },
    },
    { text: "", gives: {} },
    { text: 'nonsense\n=\ndeclare -x\ndeclare -x 1A="x"\ndeclare -x B="2"\n', gives: { B: "2" } },
    { text: 'declare -x A="not closed', gives: { A: "not closed" } },
  ];
  test.each(written)("$text", ({ text, gives }) => {
    expect(bash(text)).toEqual(gives);
  });

  test("is what it exports, for every character there is", () => {
    const out = execFileSync("bash", ["--norc", "-c", "declare -px"], {
      env: { ...values, LC_ALL: "C.UTF-8" },
      encoding: "utf8",
    });
    expect(bash(out)).toMatchObject(values);
    const inC = execFileSync("bash", ["--norc", "-c", "declare -px"], {
      env: { ...values, LC_ALL: "C" },
      encoding: "utf8",
    });
    expect(bash(inC)).toMatchObject(values);
  });
});

test("one declaration gives its value, and an array none", () => {
  expect(readDeclaration('declare -- x="a b"\n')).toBe("a b");
  expect(readDeclaration('declare -r x="a"\n')).toBe("a");
  expect(readDeclaration('declare -a x=([0]="a")\n')).toBeUndefined();
});

describe("what zsh declares", () => {
  const zsh = (text: string) => Object.fromEntries(readExports("zsh", [text]));

  const written: readonly { readonly text: string; readonly gives: { readonly [name: string]: string } }[] = [
    { text: "export A=1\nexport B='two words'\nexport E=''\n", gives: { A: "1", B: "two words", E: "" } },
    { text: "export A='it'\\''s'\n", gives: { A: "it's" } },
    { text: "export A=$'a\\nb\\C-[\\C-A\\M-\\C-?\\M-C\\M-)'\n", gives: { A: "a\nb\x1b\x01\ufffd\u00e9" } },
    { text: "export A='one\nexport B=no'\nexport C=3\n", gives: { A: "one\nexport B=no", C: "3" } },
    { text: "export -i10 SHLVL=2\nexport -r R=x\nexport -F F=1.5\n", gives: { SHLVL: "2", R: "x", F: "1.5" } },
    {
      text: "export -T PATH path=( /bin '/my bin' )\nexport -T Y y=( 1 2 ) ';'\nexport -T E e=(  )\n",
      gives: { PATH: "/bin:/my bin", Y: "1;2", E: "" },
    },
    { text: "nonsense\nexport\nexport A=1", gives: { A: "1" } },
  ];
  test.each(written)("$text", ({ text, gives }) => {
    expect(zsh(text)).toEqual(gives);
  });

  test("is what it exports, for every character there is", () => {
    for (const locale of ["C.UTF-8", "C"]) {
      // In UTF-8 it writes the control characters from U+0080 as if they were single bytes.
      const told = Object.entries(values).filter(([name]) => locale === "C" || !/^C1[2345]\d$/.test(name));
      const out = execFileSync("zsh", ["-fc", "typeset -px"], {
        env: { ...Object.fromEntries(told), LC_ALL: locale },
        encoding: "utf8",
      });
      expect(zsh(out)).toMatchObject(Object.fromEntries(told));
    }
  });

  test("may also come as names and values in turn", () => {
    expect(Object.fromEntries(readExports("zsh", ["A", "1", "B", ""]))).toEqual({ A: "1", B: "" });
  });
});

describe("what a drop-in tells for its shell", () => {
  const env = { A: "1", TEXT: `it's "two"\nlines $X \`y\` \\ é`, EMPTY: "" };
  test.each(["bash", "zsh", "sh"] as const)("%s", (shell) => {
    expect(Object.fromEntries(readExports(shell, exportsOf(shell, env)))).toEqual(env);
  });
});
