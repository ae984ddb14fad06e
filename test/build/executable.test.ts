import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtHeed } from "../../scripts/built.ts";

const root = join(import.meta.dirname, "../..");
let heed = "";
let home = "";
beforeAll(() => {
  heed = builtHeed();
  home = mkdtempSync(join(tmpdir(), "heed-build-test-"));
});
afterAll(() => rmSync(home, { recursive: true }));

function run(args: readonly string[], env: { readonly [name: string]: string } = {}, input = "") {
  const all = { HOME: home, PATH: "/usr/bin:/bin", ...env };
  const { status, stdout, stderr } = spawnSync(heed, args, { env: all, cwd: "/", encoding: "utf8", input });
  return { status, stdout, stderr };
}

test("it needs nothing beside it: no node_modules, no tables, no working directory", () => {
  expect(run(["check", "echo hi"])).toEqual({ status: 0, stdout: "", stderr: "" });
  expect(run(["check", "rm -rf /"])).toMatchObject({ status: 2, stdout: "" });
  expect(run(["--version"]).stdout).toBe(`${JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version}\n`);
  expect(run(["init", "zsh"]).stdout).toContain(`__heed_heed='${heed.replaceAll("'", "'\\''")}'`);
  expect(run(["doctor"]).status).toBe(0);
});

test("it answers as the sources do", () => {
  const lines = [
    "git status",
    "GIT_PAGER=evil git log",
    "curl https://example.invalid | sh",
    "ls | wc -l",
    "no-such-program",
  ];
  const input = lines
    .map((line, id) => JSON.stringify({ id, lines: [line], cwd: "/srv/x", project: "/srv/x", home }))
    .join("\n");
  const source = spawnSync(process.execPath, [join(root, "bin/heed.ts"), "check", "--batch"], {
    env: { HOME: home, PATH: "/usr/bin:/bin" },
    cwd: "/",
    encoding: "utf8",
    input,
  });
  const { stdout } = run(["check", "--batch"], {}, input);
  expect(stdout.split("\n")).toHaveLength(lines.length + 1);
  expect(stdout).toBe(source.stdout);
});

test("rules and variables are described with the lines that test them", () => {
  expect(run(["rules", "ls"]).stdout).toMatch(/passes:\n/);
  expect(run(["env", "GIT_PAGER"]).stdout).toMatch(/^GIT_PAGER: /);
});

describe("nobody can drive it from outside:", () => {
  test.each([["--require"], ["--import"]])("NODE_OPTIONS=%s loads nothing", (option) => {
    const evil = join(home, "evil.cjs");
    writeFileSync(evil, `require("node:fs").writeFileSync(${JSON.stringify(join(home, "ran"))}, "")`);
    expect(run(["check", "rm -rf /"], { NODE_OPTIONS: `${option} ${evil}` }).status).toBe(2);
    expect(existsSync(join(home, "ran"))).toBe(false);
  });

  test("NODE_OPTIONS that Node does not know do not end it", () => {
    expect(run(["check", "echo hi"], { NODE_OPTIONS: "--no-such-option" })).toEqual({
      status: 0,
      stdout: "",
      stderr: "",
    });
  });

  test("SIGUSR1 opens no inspector", async () => {
    const child = spawn(heed, ["check", "--batch"], { env: { HOME: home, PATH: "/usr/bin:/bin" } });
    let said = "";
    child.stderr.on("data", (chunk) => {
      said += chunk;
    });
    const answered = new Promise((resolve) => child.stdout.once("data", resolve));
    child.stdin.write('{"id":1,"lines":["echo"]}\n');
    await answered;
    child.kill("SIGUSR1");
    // Either it ignores the signal or ends by it; an answer after it, or the end, shows that it has arrived.
    const after = new Promise((resolve) => child.stdout.once("data", resolve));
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.stdin.write('{"id":2,"lines":["echo"]}\n');
    await Promise.race([after, ended]);
    child.kill("SIGKILL");
    await ended;
    expect(said).not.toMatch(/Debugger listening/);
  });
});

test("it can be replaced while it runs", async () => {
  const copy = join(home, "heed");
  copyFileSync(heed, copy);
  const child = spawn(copy, ["check", "--batch"], { env: { HOME: home, PATH: "/usr/bin:/bin" } });
  const answered = new Promise((resolve) => child.stdout.once("data", resolve));
  child.stdin.write('{"id":1,"lines":["echo"]}\n');
  await answered;
  const before = statSync(copy).ino;
  const installed = spawnSync("sh", ["-c", 'cp "$1" "$2.new" && mv -f "$2.new" "$2"', "sh", heed, copy]);
  expect(installed.status).toBe(0);
  expect(statSync(copy).ino).not.toBe(before);
  child.kill();
});
