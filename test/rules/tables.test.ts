import { expect, test } from "vitest";
import { compile } from "../../src/rules/compile.ts";
import { type CompiledTables, extend, tablesFrom } from "../../src/rules/tables.ts";

function compiledFrom(programs: string, variables: string): CompiledTables {
  const compiled = compile({
    programs: [{ file: "a.toml", text: programs }],
    variables: variables === "" ? [] : [{ file: "envvars.toml", text: variables }],
    examples: false,
  });
  if ("errors" in compiled) throw new Error(compiled.errors.map(({ frame }) => frame).join("\n"));
  return compiled.tables;
}

const builtIn = compiledFrom(
  '[sort]\nalso = ["gsort"]\nbecause = "sorts lines"\n[cat]\nbecause = "joins files"\n',
  ["A_*", "A_B", "A_*_C", "A_LONG_*", "LONE"]
    .map((name) => `[env."${name}"]\nshape = "opaque"\nbecause = "is ${name}"\n`)
    .join(""),
);
const tables = tablesFrom(builtIn);

test("programs are found by each of their names, as one row", () => {
  expect(tables.programs()).toEqual(["cat", "gsort", "sort"]);
  expect(tables.program("gsort")).toBe(tables.program("sort"));
  expect(tables.program("sort")?.because).toBe("sorts lines");
});

test.each(["", "Sort", "constructor", "__proto__", "toString"])("%j is no program and no variable", (name) => {
  expect(tables.program(name)).toBeUndefined();
  expect(tables.variable(name)).toBeUndefined();
});

test.each([
  ["A_B", "A_B"],
  ["A_X", "A_*"],
  ["A_", undefined],
  ["A_X_C", "A_*_C"],
  ["A__C", "A_*"],
  ["A_C", "A_*"],
  ["A_LONG_X", "A_LONG_*"],
  ["XA_B", undefined],
  ["LONE", "LONE"],
  ["LONELY", undefined],
])("variable %s is read by entry %s", (name, entry) => {
  expect(tables.variable(name)?.name).toBe(entry);
});

test("every listed variable is told, sorted", () => {
  expect(tables.variables()).toEqual(["A_*", "A_*_C", "A_B", "A_LONG_*", "LONE"]);
});

test("a person's own rows go before the built-in ones", () => {
  const own = compiledFrom(
    '[cat]\nbecause = "mine"\n[mycli]\nbecause = "mine too"\n',
    '[env.A_B]\nshape = "command"\nbecause = "mine"\n[env."B_*"]\nshape = "opaque"\nbecause = "mine"\n',
  );
  const both = extend(tables, own);
  expect(both.programs()).toEqual(["cat", "gsort", "mycli", "sort"]);
  expect(both.program("cat")?.because).toBe("mine");
  expect(both.program("gsort")?.because).toBe("sorts lines");
  expect(both.variable("A_B")?.shape).toBe("command");
  expect(both.variable("A_X")?.name).toBe("A_*");
  expect(both.variable("B_X")?.because).toBe("mine");
  expect(both.variables()).toContain("B_*");
  expect(both.broken).toBeUndefined();
});

test("a broken table of a person's own says why, and takes nothing away", () => {
  const broken = extend(tables, { broken: "envvars.toml:1:1: no" });
  expect(broken.broken).toBe("envvars.toml:1:1: no");
  expect(broken.program("sort")).toBeDefined();
  expect(broken.variable("LONE")).toBeDefined();
});
