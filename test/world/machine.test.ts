import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { World } from "../../src/session/world.ts";
import { createMachine, liveKey } from "../../src/world/machine.ts";

let root = "";
let world: World;
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "heed world ")));
  const at = (name: string) => join(root, name);
  mkdirSync(at("dir/sub"), { recursive: true });
  writeFileSync(at("dir/file"), "text é\n");
  writeFileSync(at("binary"), "a\0b");
  writeFileSync(at("empty"), "");
  symlinkSync("dir", at("link"));
  symlinkSync(at("dir/missing/x"), at("dangling"));
  symlinkSync("loop", at("loop"));
  symlinkSync("../link/sub", at("dir/back"));
  execFileSync("mkfifo", [at("fifo")]);
  chmodSync(at("dir/sub"), 0o755);
  world = createMachine({ home: "/home/me", project: root, tmpdir: undefined });
});
afterAll(() => rmSync(root, { recursive: true }));

describe("the real path of", () => {
  test.each([
    ["a file", "dir/file", "dir/file"],
    ["a file behind a link", "link/file", "dir/file"],
    ["something that does not exist", "nope/x", "nope/x"],
    ["something that does not exist behind a link", "link/nope/x", "dir/nope/x"],
    ["a link to what does not exist", "dangling", "dir/missing/x"],
    ["a link over a link", "dir/back", "dir/sub"],
    ["the directory above a link, as the kernel sees it", "dir/back/..", "dir"],
    ["something below a file", "dir/file/x", "dir/file/x"],
    ["a path with empty and dot parts", "./dir//./file", "dir/file"],
  ])("%s", (_what, path, real) => {
    expect(world.realPath(`${root}/${path}`)).toBe(join(root, real));
  });
  test("a link to itself ends", () => {
    expect(world.realPath(join(root, "loop/x"))).toContain(root);
  });
  test("names that no system takes", () => {
    expect(world.realPath(`/${"x".repeat(5000)}`)).toHaveLength(5001);
    expect(world.realPath("/a\0b")).toBe("/a\0b");
  });
});

test("kinds", () => {
  const kinds = ["dir", "dir/file", "link", "dangling", "fifo", "nope", "loop"].map((name) =>
    world.kind(join(root, name)),
  );
  expect(kinds).toEqual(["directory", "file", "directory", "none", "other", "none", "none"]);
  expect(world.kind("/dev/null")).toBe("character");
});

describe("reading", () => {
  test.each([
    ["a text", "dir/file", 100, "text é\n"],
    ["a text that just fits", "dir/file", 8, "text é\n"],
    ["a text that is too long", "dir/file", 7, undefined],
    ["an empty file", "empty", 10, ""],
    ["a binary file", "binary", 100, undefined],
    ["a directory", "dir", 100, undefined],
    ["a pipe that nobody writes to", "fifo", 100, undefined],
    ["nothing", "nope", 100, undefined],
  ])("%s", (_what, name, limit, text) => {
    expect(world.read(join(root, name), limit)).toBe(text);
  });
});

test("listing", () => {
  expect(world.list(join(root, "dir"))).toEqual(["back", "file", "sub"]);
  expect(world.list(join(root, "empty"))).toBeUndefined();
});

test("the live shell answers what was asked of it, and nothing else", () => {
  const live = new Map([
    [liveKey("alias", "ll"), "ls -l"],
    [liveKey("function", "f"), undefined],
  ]);
  const told = createMachine({ home: "/home/me", project: root, tmpdir: undefined, live });
  expect(told.live("alias", "ll")).toEqual({ kind: "known", text: "ls -l" });
  expect(told.live("function", "f")).toEqual({ kind: "absent" });
  expect(told.live("variable", "ll")).toEqual({ kind: "unasked" });
});

test("where there is no shell to ask, nothing more is there", () => {
  expect(world.live("alias", "ll")).toEqual({ kind: "absent" });
});
