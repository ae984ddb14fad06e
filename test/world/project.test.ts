import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectOf, tempDirectories } from "../../src/world/project.ts";

let root = "";
let home = "";
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "heed-project-")));
  home = join(root, "home/a person");
  const files = [
    "home/a person/.git/config",
    "home/a person/app/.git/config",
    "home/a person/app/package.json",
    "home/a person/app/packages/one/package.json",
    "home/a person/worktree/.git",
    "home/a person/plain/pyproject.toml",
    "home/a person/plain/deep/er/x",
    "home/a person/Documents/letter",
    "home/a person/.config/tool/x",
    "home/a person/.dotfiles/.git/config",
  ];
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), "");
  }
  symlinkSync(join(home, "app"), join(home, "link"));
});
afterAll(() => rmSync(root, { recursive: true }));

describe("the project is", () => {
  test.each([
    ["the repository", "app", "app"],
    ["the repository around a package", "app/packages/one", "app"],
    ["the repository behind a link", "link/packages", "app"],
    ["a worktree, whose .git is a file", "worktree", "worktree"],
    ["the directory with a manifest, when there is no repository", "plain/deep/er", "plain"],
    ["the directory itself, when there is neither", "Documents", "Documents"],
    ["a hidden directory of home with a repository", ".dotfiles", ".dotfiles"],
  ])("%s", (_why, cwd, project) => {
    expect(projectOf(join(home, cwd), home)).toBe(join(home, project));
  });
});

describe("there is no project in", () => {
  test.each([
    ["home, though it is a repository", () => home],
    ["a directory around home", () => dirname(home)],
    ["a hidden directory of home", () => join(home, ".config/tool")],
    ["the root", () => "/"],
    ["a system tree", () => "/etc"],
    ["a system tree, below", () => "/usr/lib"],
    ["a temp root", () => "/tmp"],
  ])("%s", (_why, cwd) => {
    expect(projectOf(cwd(), home)).toBeUndefined();
  });
});

test("a directory below a temp root may be a project", () => {
  expect(projectOf(join(root, "work"), "/home/me")).toBe(join(root, "work"));
});

describe("TMPDIR", () => {
  test.each(["/tmp/agent-1", "/var/tmp/x/", "/run/user/1000/t"])("%s is believed", (tmpdir) => {
    expect(tempDirectories(tmpdir)).toContain(tmpdir.replace(/\/$/, ""));
  });
  test.each(["/", "/home/me", "/etc", "relative", "/tmp/../etc", "", "/tmp/x/../../home"])("%s is not", (tmpdir) => {
    expect(tempDirectories(tmpdir)).toEqual(tempDirectories(undefined));
  });
});
