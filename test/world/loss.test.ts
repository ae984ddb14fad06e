import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LossRequest } from "../../src/session/world.ts";
import { createMachine } from "../../src/world/machine.ts";

let root = "";
let repository = "";
let evil = "";

function put(path: string, text = "text\n"): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function git(...args: readonly string[]): void {
  const identity = ["-c", "user.name=me", "-c", "user.email=me@example.invalid", "-c", "init.defaultBranch=main"];
  execFileSync("git", ["-C", repository, ...identity, ...args], { stdio: "ignore" });
}

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "heed loss ")));
  repository = join(root, "repo $x");
  const at = (name: string) => join(repository, name);
  for (const name of ["clean.txt", "src/a.c", "src/b.c", "changed.txt", "staged.txt", "lib/tracked.c"]) put(at(name));
  put(at(".gitignore"), "build/\nlogs/\nnode_modules/\n*.local\n.env\n");
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "first");
  git("branch", "merged");
  git("checkout", "-qb", "unmerged");
  put(at("only.c"));
  git("add", "-A");
  git("commit", "-qm", "only here");
  git("checkout", "-q", "main");
  put(at("changed.txt"), "new\n");
  put(at("staged.txt"), "new\n");
  git("add", "staged.txt");
  put(at("draft é.txt"));
  put(at("new/one.c"));
  put(at("new/two.c"));
  put(at("lib/x.pyc"));
  put(at("build/out.o"));
  put(at("logs/today"));
  put(at("node_modules/x/index.js"));
  put(at(".env"), "KEY=1\n");
  put(at("config.local"));
  put(at(".git/index.lock.test.lock"), "");
  symlinkSync(at("src"), at("link"));
  put(join(root, "plain/notes.txt"));
  put(join(root, "plain/dist/app.js"));
  put(join(root, "plain/none"), "");
  mkdirSync(join(root, "plain/void"));
});
afterAll(() => rmSync(root, { recursive: true }));

const ask = (request: LossRequest) =>
  createMachine({ home: root, project: repository, tmpdir: undefined }).loss(request);
const askPaths = (...paths: readonly string[]) => ask({ kind: "paths", paths });

describe("what git has, or a build makes again, is not lost:", () => {
  test.each([
    ["a clean file", "clean.txt"],
    ["a clean directory", "src"],
    ["a staged file: the index has it", "staged.txt"],
    ["a build directory", "build"],
    ["a file in a build directory", "build/out.o"],
    ["installed packages", "node_modules"],
    ["ignored logs", "logs"],
    ["compiled code among tracked files", "lib"],
    ["nothing", "nope"],
    ["a lock that git left", ".git/index.lock.test.lock"],
  ])("%s", (_what, name) => {
    expect(askPaths(join(repository, name))).toMatchObject({ lost: false });
  });
});

describe("what nobody else has is lost:", () => {
  test.each([
    ["a changed file", "changed.txt", "1 file git does not have: changed.txt"],
    ["an untracked file", "draft é.txt", "1 file git does not have: draft é.txt"],
    ["untracked files", "new", "2 files git does not have: new/one.c, new/two.c"],
    ["an ignored file that a person wrote", ".env", "1 file git does not have: .env"],
    ["an ignored local configuration", "config.local", "1 file git does not have: config.local"],
    ["a link that git does not know", "link", "1 file git does not have: link"],
    ["the repository", "", "the repository itself, with commits that may be nowhere else"],
    ["its .git", ".git", "the repository itself, with commits that may be nowhere else"],
    ["git's own data", ".git/config", "part of git's own data"],
  ])("%s", (_what, name, facts) => {
    expect(askPaths(join(repository, name))).toEqual({ lost: true, facts });
  });

  test("several paths are counted together, the first three named", () => {
    const paths = ["changed.txt", "draft é.txt", "new", "clean.txt"].map((name) => join(repository, name));
    expect(askPaths(...paths).facts).toBe("4 files git does not have: changed.txt, draft é.txt, new/one.c …");
  });
});

test("behind a link lies what it leads to; the link itself is only a link", () => {
  expect(askPaths(`${repository}/link/`)).toMatchObject({ lost: false });
});

describe("outside a repository", () => {
  test.each([
    ["a file", "plain/notes.txt", true],
    ["a directory with a file", "plain", true],
    ["a build", "plain/dist", false],
    ["an empty file", "plain/none", false],
    ["an empty directory", "plain/void", false],
  ])("%s", (_what, name, lost) => {
    expect(askPaths(join(root, name)).lost).toBe(lost);
  });
});

describe("a working copy", () => {
  test("reset takes what is changed or staged", () => {
    const loss = ask({ kind: "worktree", directory: join(repository, "src"), untracked: false, ignored: false });
    expect(loss).toEqual({
      lost: true,
      facts: "2 files with changes that are not committed: changed.txt, staged.txt",
    });
  });
  test("clean takes what git does not know, below its directory", () => {
    const clean = (directory: string) => ask({ kind: "worktree", directory, untracked: true, ignored: false });
    expect(clean(repository).facts).toContain("draft é.txt");
    expect(clean(join(repository, "new")).facts).toBe("2 files git does not have: new/one.c, new/two.c");
    expect(clean(join(repository, "src")).lost).toBe(false);
  });
  test("clean -x takes what is ignored too", () => {
    const loss = ask({ kind: "worktree", directory: repository, untracked: true, ignored: true });
    expect(loss.facts).toMatch(/^6 files git does not have/);
  });
  test("outside a repository nothing can be said", () => {
    const loss = ask({ kind: "worktree", directory: join(root, "plain"), untracked: false, ignored: false });
    expect(loss.lost).toBe("unknown");
  });
});

test("branches", () => {
  const branch = (...names: readonly string[]) => ask({ kind: "branch", directory: repository, names });
  expect(branch("merged", "no-such-branch")).toMatchObject({ lost: false });
  expect(branch("merged", "unmerged")).toEqual({
    lost: true,
    facts: "commits that no other branch has: unmerged (1 commit)",
  });
});

test("stashes", () => {
  const stash = () => ask({ kind: "stash", directory: join(repository, "src") });
  expect(stash()).toMatchObject({ lost: false });
  git("stash", "-q", "-m", "half done");
  expect(stash()).toEqual({ lost: true, facts: "1 stash: On main: half done" });
  git("stash", "pop", "-q", "--index");
});

describe("asking runs nothing that the repository says:", () => {
  test.each([
    "core.fsmonitor",
    "filter.x.clean",
    "filter.x.process",
    "filter.a=b.clean",
    "core.pager",
    "diff.external",
    "gpg.program",
  ])("%s", (key) => {
    evil = join(root, `ran-${key}`);
    git("config", key, `touch '${evil}'; cat`);
    if (key.startsWith("filter")) put(join(repository, ".gitattributes"), `* filter=${key.split(".")[1]}\n`);
    put(join(repository, "changed.txt"), `${key}\n`);
    expect(askPaths(join(repository, "changed.txt")).lost).toBe(true);
    ask({ kind: "worktree", directory: repository, untracked: true, ignored: true });
    ask({ kind: "stash", directory: repository });
    ask({ kind: "branch", directory: repository, names: ["unmerged"] });
    expect(existsSync(evil)).toBe(false);
    git("config", "--unset", key);
    rmSync(join(repository, ".gitattributes"), { force: true });
  });
});
