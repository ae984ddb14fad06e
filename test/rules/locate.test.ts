import { parse } from "smol-toml";
import { expect, test } from "vitest";
import { locate, type Path } from "../../src/rules/locate.ts";

const text = `# a comment with [brackets] = and "quotes"
[sort]
because = "sorts # lines"
flags = ["-n", # first
  "-r", '-o=write']
when = [{ flags = ["-n"], value = { "-X" = "GET" } }, { count = 1 }]
long = """
[not.a.table]
"""
a.b = 1

[git.sub."rev-parse"]
because = 'x'
[[git.sets]]
scope = "now"
[[git.sets]]
scope = "tool"
[env."CARGO_*"]
shape="opaque"
`;

test("the text of these cases is TOML", () => {
  expect(Object.keys(parse(text))).toEqual(["sort", "git", "env"]);
});

test.each<[Path, "key" | "value", string]>([
  [["sort"], "value", "sort]"],
  [["sort", "because"], "key", "because = "],
  [["sort", "because"], "value", '"sorts # lines"'],
  [["sort", "flags", 1], "value", '"-r"'],
  [["sort", "flags", 2], "value", "'-o=write'"],
  [["sort", "when", 0, "flags", 0], "value", '"-n"], value'],
  [["sort", "when", 0, "value", "-X"], "value", '"GET"'],
  [["sort", "when", 1, "count"], "value", "1 }"],
  [["sort", "a", "b"], "value", "1"],
  [["git", "sub", "rev-parse"], "value", '"rev-parse"]'],
  [["git", "sub", "rev-parse", "because"], "value", "'x'"],
  [["git", "sets", 1, "scope"], "value", '"tool"'],
  [["env", "CARGO_*", "shape"], "value", '"opaque"'],
  // What is not there is shown at what should hold it.
  [["sort", "missing"], "value", "sort]"],
  [["sort", "when", 1, "effect"], "value", "{ count = 1 }"],
])("%j (%s) stands at %s", (path, at, begins) => {
  const { line, column } = locate(text, path, at);
  expect(text.split("\n")[line - 1]?.slice(column - 1, column - 1 + begins.length)).toBe(begins);
});

test.each(["", "[", "a = [", "a = {", '"', "]]", "a = '''", "= 1", "[[x"])("broken text %j ends", (broken) => {
  expect(locate(broken, ["a"], "value").line).toBeGreaterThan(0);
});
