import { expect, test } from "vitest";
import { compile } from "../../src/rules/compile.ts";
import { invoke } from "../../src/rules/invoke.ts";
import { tablesFrom } from "../../src/rules/tables.ts";

function tablesOf(text: string) {
  const compiled = compile({ programs: [{ file: "a.toml", text }], variables: [], examples: false });
  if ("errors" in compiled) throw new Error(compiled.errors.map(({ message }) => message).join("\n"));
  return tablesFrom(compiled.tables);
}

const text = `
[docker]
because = "drives containers"
flags = ["-D"]
[docker.sub.run]
because = "runs an image"
effect = "foreign-code"
flags = ["--rm"]
operands = ["package"]
[docker.sub.container.sub.run]
like = "docker run"
effect = "reach"
[podman]
like = "docker"
because = "drives containers without a daemon"
[podman.sub.version]
because = "tells its version"
[aws.sub."*"]
because = "asks a service"
[aws.sub."*".sub."describe-*"]
id = "aws-describe"
effect = "fetch"
[aws.sub.s3]
because = "moves objects"
effect = "remote"
[aws]
because = "speaks to AWS"
`;

const tables = tablesOf(text);

function read(line: string) {
  const argv = line.split(" ");
  const [name = ""] = argv;
  return invoke(name, tables.program(name) ?? {}, argv);
}

test.each([
  ["docker run --rm x", "docker-run", "foreign-code", []],
  ["docker container run --rm x", "docker-container-run", "reach", []],
  ["podman run --rm x", "podman-run", "foreign-code", []],
  ["podman -D version", "podman-version", "observe", []],
  ["docker version", "docker", "observe", ["subcommand"]],
  ["aws ec2 describe-instances", "aws-describe", "fetch", []],
  ["aws ec2 run-instances", "aws-*", "observe", ["subcommand"]],
  ["aws s3", "aws-s3", "remote", []],
])("%s is %s: %s", (line, id, effect, unknown) => {
  const invocation = read(line);
  expect(invocation).toMatchObject({ id, claims: [{ effect }] });
  expect(invocation.unknown.map(({ what }) => what)).toEqual(unknown);
});

test("a glob's row is named by the word that it matched", () => {
  expect(read("aws ec2 describe-instances").path).toEqual(["aws", "ec2", "describe-instances"]);
});

test.each([
  ['[a]\nbecause = "x"\nlike = "b"', "a.toml:3:8: no row `b` in this file"],
  ['[a]\nbecause = "x"\n[a.sub.c]\nlike = "a d"', "a.toml:4:8: no row `a d` in this file"],
])("a row that is like nothing is refused", (text, message) => {
  expect(() => tablesOf(text)).toThrow(message);
});

test("rows that are like each other are read", () => {
  expect(tablesOf('[a]\nbecause = "x"\nlike = "b"\n[b]\nbecause = "y"\nlike = "a"').program("a")?.because).toBe("x");
});
