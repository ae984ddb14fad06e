/** Variables that a project's files give to programs are judged when a program would take them. */

import { expect, test } from "vitest";
import { createCheck } from "../../src/guard.ts";
import { presets } from "../../src/policy/policy.ts";
import type { Verdict } from "../../src/policy/verdict.ts";
import { compile } from "../../src/rules/compile.ts";
import { tablesFrom } from "../../src/rules/tables.ts";
import { startSession } from "../../src/session/start.ts";
import { sourcesIn } from "../../src/store/tables.ts";
import { fakeWorld } from "../world.ts";

const compiled = compile({ ...sourcesIn(`${import.meta.dirname}/../..`), examples: false });
const check = createCheck(tablesFrom("tables" in compiled ? compiled.tables : { programs: {}, variables: [] }));

const cases: readonly [file: string, text: string, line: string, Verdict][] = [
  ["mise.toml", '[env]\nFOO = "1"\n', "mise exec -- ls", "allow"],
  ["mise.toml", '[env]\nLD_PRELOAD = "/tmp/x.so"\n', "mise exec -- ls", "ask"],
  ["mise.toml", '[env]\nLD_PRELOAD = "/tmp/x.so"\n', "ls", "allow"],
  ["mise.toml", '[env]\nLD_PRELOAD = "./x.so"\n', "mise x -- ls", "allow"],
  ["mise.toml", "[env]\nLD_PRELOAD = \"{{ exec(command='x') }}\"\n", "mise x -- ls", "ask"],
  ["mise.local.toml", '[env]\nGIT_PAGER = { value = "rm -rf ~" }\n', "mise run t", "deny"],
  [".config/mise/config.toml", '[env]\nLD_PRELOAD = "/tmp/x.so"\n', "cd src && mise exec -- ls", "ask"],
  ["mise.toml", '[env]\n_.source = "/tmp/x.sh"\n', "mise run t", "ask"],
  ["mise.toml", '[env]\n_.path = ["/opt/evil"]\n', "mise run t", "ask"],
  ["mise.toml", '[env]\n_.path = ["./bin"]\n', "mise run t", "allow"],
  [".cargo/config.toml", '[build]\nrustc-wrapper = "/tmp/evil"\n', "cargo build", "ask"],
  [".cargo/config.toml", '[build]\njobs = 4\n[env]\nFOO = "1"\n', "cargo build", "allow"],
  [".cargo/config.toml", '[env]\nLD_PRELOAD = { value = "/tmp/x.so", force = true }\n', "cargo test", "ask"],
];

test.each(cases)("%s with %j: %s is %s", (file, text, line, expected) => {
  const world = fakeWorld({ files: { [`/home/me/project/${file}`]: text } });
  const session = startSession({
    dialect: "bash",
    cwd: "/home/me/project",
    home: "/home/me",
    env: { HOME: "/home/me" },
  });
  const policy = presets["default"];
  const answer = policy && check(line, session, world, policy);
  expect([answer?.verdict, answer?.findings.map((f) => f.because)]).toEqual([expected, expect.anything()]);
});
