import { expect, test } from "vitest";
import { compile } from "../../src/rules/compile.ts";

function errorsIn(programs: string, variables = ""): readonly string[] {
  const compiled = compile({
    programs: programs === "" ? [] : [{ file: "commands/x.toml", text: programs }],
    variables: variables === "" ? [] : [{ file: "envvars.toml", text: variables }],
    examples: true,
  });
  return "errors" in compiled ? compiled.errors.map(({ message }) => message) : [];
}

const examples = 'pass = ["x a"]\nstop = ["x b"]\n';

/** A row `x` that is right but for `text`. */
function row(text: string): string {
  return `[x]\nbecause = "y"\n${examples}${text}`;
}

test.each([
  ["an unknown key", 'efect = "edit"', "5:1: unknown key `efect`"],
  ["an unknown effect", 'effect = "edits"', "5:10: `effect` is one of observe, fetch"],
  ["an unknown style", 'style = "gnu odd"', "5:9: `style` is no style: gnu, posix"],
  ["an unknown role", 'flags = ["-n", "-o=wrote"]', "5:16: `wrote` is no role"],
  ["a flag that cannot be read", 'flags = ["-n|"]', "5:10: `-n|` has an empty spelling"],
  ["a flag there twice", 'flags = ["-n", "-m|-n"]', "5:16: `-n` is there twice"],
  ["an operand that cannot be read", 'operands = ["read...", "text..."]', "only one may repeat"],
  ["something that is no list", 'flags = "-n"', "5:9: `flags` must be an array"],
  ["something that is no text", "flags = [1]", "5:10: entry 1 must be a string"],
  ["more than one line", 'instead = "a\\nb"', "5:11: `instead` is more than one line"],
  ["nothing", 'instead = ""', "5:11: `instead` is empty"],
  ["an odd id", 'id = "A b"', "5:6: `id` is no rule id"],
  ["an empty condition", "when = [{ effect = 'edit' }]", "5:9: says no condition"],
  ["a condition without a change", "when = [{ count = 1 }]", "5:9: changes nothing"],
  ["a condition on an unknown flag", "when = [{ flags = ['-q'], effect = 'edit' }]", "5:20: `-q` is none of the row's"],
  [
    "a value of an unknown flag",
    "when = [{ value = { -q = 'a' }, effect = 'edit' }]",
    "`-q` is none of the row's flags",
  ],
  ["an odd count", "when = [{ count = 'many', effect = 'edit' }]", "5:19: `count` is no count"],
  ["replace alone", "when = [{ count = 1, replace = true, id = 'a' }]", "`replace` without `effect`"],
  ["code in no language", "flags = ['-c=code']", "role `code` needs `lang`"],
  ["code from standard input in no language", "stdin = 'code'", "needs `lang`"],
  ["an assignment from nothing", "sets = [{ scope = 'now' }]", "says neither"],
  ["an assignment without a scope", "sets = [{ operands = true }]", "5:9: `scope` is one of now"],
  ["a subcommand's unknown key", "[x.sub.a]\nefect = 1", "6:1: unknown key `efect`"],
  ["a subcommand's other name there twice", "[x.sub.a]\n[x.sub.b]\nalso = ['a']", "6:8: `a` is there twice"],
  ["another name there twice", "also = ['x']", "5:9: `x` is there twice"],
  ["broken TOML", "flags = [", ":5:"],
])("%s is refused", (_, text, message) => {
  expect(errorsIn(row(text)).join("\n")).toContain(message);
});

test.each([
  ["pass", '[x]\nbecause = "y"\nstop = ["x"]', "1:2: x has no `pass`"],
  ["stop", '[x]\nbecause = "y"\npass = ["x"]\nstop = []', "1:2: x has no `stop`"],
  ["because", `[x]\n${examples}`, "1:2: x has no `because`"],
])("a program without `%s` is refused", (_, text, message) => {
  expect(errorsIn(text)).toEqual([expect.stringContaining(message)]);
});

test.each([
  "flags = ['-n', '-o=write', '--[no-]x', '-D*', '-NUM', '!']",
  "flags = ['-n']\nwhen = [{ flags = ['-n'], effect = 'edit' }]",
  "flags = ['-n']\n[x.sub.a]\nwhen = [{ flags = ['-n', '--help'], effect = 'edit' }]",
  "lang = 'python'\n[x.sub.a]\nflags = ['-c=code']",
  "flags = ['-c=code:awk']",
  "dry = ['--dry-run=client']\nwhen = [{ absent = ['--dry-run'], effect = 'edit' }]",
  "style = 'posix long'",
])("%j is fine", (text) => {
  expect(errorsIn(row(text))).toEqual([]);
});

test("a program in two files is refused where it comes second", () => {
  const text = row("");
  const compiled = compile({
    programs: [
      { file: "a.toml", text },
      { file: "b.toml", text },
    ],
    variables: [],
    examples: true,
  });
  expect(compiled).toMatchObject({ errors: [{ message: "b.toml:1:2: `x` is there twice, the other in a.toml" }] });
});

test("an error shows the line and points into it", () => {
  const compiled = compile({
    programs: [{ file: "a.toml", text: row('effect = "edits"') }],
    variables: [],
    examples: true,
  });
  expect(compiled).toMatchObject({
    errors: [
      {
        file: "a.toml",
        line: 5,
        column: 10,
        frame: expect.stringMatching(/^a\.toml:5:10: .*\n5 \| effect = "edits"\n {13}\^$/),
      },
    ],
  });
});

test("a person's own table need not say lines", () => {
  const text = '[x]\nbecause = "y"';
  expect(compile({ programs: [{ file: "a", text }], variables: [], examples: false })).toHaveProperty("tables");
});

/** An entry `X` that is right but for `text`. */
function entry(text: string): string {
  return `[env.X]\nbecause = "y"\n${text}`;
}

test.each([
  ["no shape", "", "1:6: `shape` is one of"],
  ["an unknown shape", "shape = 'odd'", "3:9: `shape` is one of command"],
  ["an unknown key", "shape = 'opaque'\nshap = 1", "4:1: unknown key `shap`"],
  ["options without `allowed`", "shape = 'option-string'", "3:9: an option-string needs `allowed`"],
  ["`allowed` of a path", "shape = 'exec-path'\nallowed = ['-a']", "4:11: `allowed` belongs to shape option-string"],
  ["`role` of a command", "shape = 'command'\nrole = 'read'", "4:8: `role` belongs to shape data-path"],
  ["a star inside", "shape = 'option-string'\nallowed = ['-a', '-*b']", "4:18: `-*b`: `*` stands only at the end"],
  ["a lone star", "shape = 'option-string'\nallowed = ['-*']", "4:12: `-*` lets everything pass"],
  ["a blank in a flag", "shape = 'option-string'\nallowed = ['-a b']", "4:12: entry 1 "],
  ["a flag there twice", "shape = 'option-string'\nallowed = ['-a', '-a']", "4:18: `-a` is there twice"],
  [
    "a path flag that is allowed too",
    "shape = 'option-string'\nallowed = ['-C']\npath_flags = [{ flag = '-C', role = 'write' }]",
    "5:24: `-C` is in `allowed` too",
  ],
  [
    "a path flag that a star allows too",
    "shape = 'option-string'\nallowed = ['-C*']\npath_flags = [{ flag = '-Cinc', role = 'write' }]",
    "5:24: `-Cinc` is in `allowed` too (`-C*`)",
  ],
  [
    "a path flag's unknown role",
    "shape = 'option-string'\nallowed = []\npath_flags = [{ flag = '-C', role = 'edit' }]",
    "5:37: `role` is one of read, write, exec",
  ],
])("of a variable, %s is refused", (_, text, message) => {
  expect(errorsIn("", entry(text)).join("\n")).toContain(message);
});

test.each(["*", "*_X", "A_*_B_*", "A-B C", "1A"])("%s is no name of a variable", (name) => {
  const [message, ...more] = errorsIn("", `[env.${JSON.stringify(name)}]\nbecause = "y"\nshape = "opaque"`);
  expect(message).toContain(`envvars.toml:1:6: \`${name}\` is no variable name`);
  expect(more).toEqual([]);
});

test.each(["A", "A_*", "A_*_B", "npm_config_@*", "_X"])("%s is a name of a variable", (name) => {
  expect(errorsIn("", `[env.${JSON.stringify(name)}]\nbecause = "y"\nshape = "opaque"`)).toEqual([]);
});

test("another top-level table is refused", () => {
  expect(errorsIn("", `${entry("shape = 'opaque'")}\n[enw.Y]\n`)).toEqual(["envvars.toml:4:2: unknown key `enw`"]);
});
