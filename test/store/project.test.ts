/** A project's own file tightens; it loosens only with the content that a person pinned. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "smol-toml";
import { afterAll, expect, test } from "vitest";
import { presets } from "../../src/policy/policy.ts";
import { configFrom } from "../../src/store/config.ts";
import { pinProject, projectPolicy, readProjectFile } from "../../src/store/project.ts";

const root = mkdtempSync(join(tmpdir(), "heed project "));
const state = join(root, "state");
afterAll(() => rmSync(root, { recursive: true }));
const base = presets["default"];

function policy() {
  if (base === undefined) throw new Error("no default policy");
  return projectPolicy(base, readProjectFile(root, state, parse));
}
const write = (text: string) => writeFileSync(join(root, ".heed.toml"), text);

test("no file changes nothing", () => expect(policy()).toEqual(base));

test("unpinned, it can only tighten", () => {
  write('[policy]\nrun = "ask"\nreach = "allow"\ndestroy = "ask"\n');
  expect([policy().run, policy().reach, policy().destroy]).toEqual(["ask", "ask", "deny"]);
});

test("pinned, it may loosen an ask, and never a deny below ask", () => {
  write('[policy]\nreach = "allow"\ndestroy = "allow"\n');
  pinProject(root, state);
  expect([policy().reach, policy().destroy]).toEqual(["allow", "ask"]);
});

test("an edit ends the trust", () => {
  write('[policy]\nreach = "allow"\nremote = "allow"\n');
  expect([policy().reach, policy().remote]).toEqual(["ask", "ask"]);
});

test.each([
  ['[policy]\nfly = "allow"\n', ".heed.toml:2:1: unknown key policy.fly"],
  ['[polixy]\nrun = "ask"\n', ".heed.toml:1:2: unknown key polixy"],
  ['[policy]\nrun = "perhaps"\n', 'policy.run must be "allow", "ask" or "deny"'],
  ["[policy\n", ".heed.toml:1:"],
])("%j is said to be broken, and what changes anything asks", (text, why) => {
  write(text);
  const file = readProjectFile(root, state, parse);
  expect(file.kind === "broken" ? file.why : "").toContain(why);
  expect([policy().run, policy().edit]).toEqual(["ask", "ask"]);
});

test("a grant is a directory below home with roles", () => {
  const { policy: granted } = configFrom(
    parse('[[grant]]\npath = "~/notes/"\nroles = ["read", "write"]\n'),
    "/home/me",
  );
  expect(granted.grants).toEqual([{ path: "/home/me/notes", roles: ["read", "write"] }]);
});

test.each([
  ['[[grant]]\npath = "~"\nroles = ["read"]\n', "below /home/me"],
  ['[[grant]]\npath = "/"\nroles = ["read"]\n', "below /"],
  ['[[grant]]\npath = "notes"\nroles = ["read"]\n', "absolute"],
  ['[[grant]]\npath = "/x"\nroles = ["fly"]\n', "roles"],
])("%j is no grant", (text, why) => {
  expect(() => configFrom(parse(text), "/home/me")).toThrow(why);
});
