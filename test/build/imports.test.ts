import { describe, expect, test } from "vitest";
import { importsOf, wrongImports } from "../../scripts/imports.ts";

test("every form of import is seen", () => {
  const text =
    'import a from "./a.ts";\nimport "./b.ts";\nexport { c } from "./c.ts";\nconst d = await import("./d.ts");\nimport {\n  e,\n} from "./e.ts";\nimport type { F } from "./f.ts";';
  expect(importsOf(text)).toEqual(["./a.ts", "./b.ts", "./c.ts", "./d.ts", "./e.ts", "./f.ts"]);
});

describe("imports point inward:", () => {
  test.each([
    ["judge/x.ts", "../session/session.ts", true],
    ["session/x.ts", "../judge/judge.ts", false],
    ["syntax/x.ts", "../world/machine.ts", false],
    ["guard.ts", "./judge/judge.ts", true],
    ["guard.ts", "./store/config.ts", false],
    ["evaluate/deep/x.ts", "../../syntax/tree.ts", true],
    ["policy/x.ts", "node:fs", false],
    ["world/x.ts", "node:fs", true],
    ["cli/x.ts", "../serve/server.ts", true],
    ["world/x.ts", "../cli/io.ts", false],
  ])("%s imports %s: %s", (file, name, right) => {
    expect(wrongImports(file, `import x from "${name}";`)).toHaveLength(right ? 0 : 1);
  });
});
