/** The packed tables of the executable answer as the tables they were made of. */

import { expect, test } from "vitest";
import { compile } from "../../src/rules/compile.ts";
import { invoke } from "../../src/rules/invoke.ts";
import { tablesFrom } from "../../src/rules/tables.ts";
import { packedTables, packTables, withoutExamples } from "../../src/store/packed.ts";

const text = `
[docker]
because = "drives containers"
pass = ["docker run x"]
[docker.sub.run]
also = ["start"]
because = "runs an image"
effect = "foreign-code"
[docker.sub.container.sub.run]
like = "docker run"
[podman]
also = ["pod"]
like = "docker"
because = "drives containers without a daemon"
`;
const listed = `
[env.PAGER]
also = ["MANPAGER", "A_*"]
shape = "command"
because = "is run to show text"
[env.TMPDIR]
shape = "data-path"
because = "holds temporary files"
`;
const compiled = compile({
  programs: [{ file: "a.toml", text }],
  variables: [{ file: "envvars.toml", text: listed }],
  examples: false,
});
if ("errors" in compiled) throw new Error(compiled.errors.map(({ message }) => message).join("\n"));
const plain = tablesFrom(withoutExamples(compiled.tables));
const bytes = packTables(withoutExamples(compiled.tables));
const packed = packedTables(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));

test("the names are the same", () => {
  expect(packed.programs()).toEqual(plain.programs());
});

test.each(["docker", "podman", "pod", "no-such"])("the row of %s is the same", (name) => {
  expect(packed.program(name)).toEqual(plain.program(name));
});

test("a subcommand's other name is found", () => {
  expect(invoke("docker", packed.program("docker") ?? {}, ["docker", "start"]).id).toBe("docker-run");
});

test.each(["PAGER", "MANPAGER", "A_B", "A_*", "TMPDIR", "NONE"])("the entry of %s is the same", (name) => {
  expect(packed.variable(name)).toEqual(plain.variable(name));
  expect(packed.isListed(name)).toBe(plain.variable(name) !== undefined);
  expect(packed.variables()).toEqual(plain.variables());
});

test("a row like another has its effect", () => {
  expect(packed.program("pod")?.sub?.["container"]?.sub?.["run"]?.effect).toBe("foreign-code");
});
