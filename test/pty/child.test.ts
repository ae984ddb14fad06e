import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { start } from "../../src/pty/child.ts";
import { load } from "../../src/pty/native.ts";
import { git } from "../../src/world/git.ts";
import { addon } from "./outer-terminal.ts";

test.skipIf(process.platform !== "linux")("The terminal's other end is not for what heed starts besides", async () => {
  const { promise: ended, resolve } = Promise.withResolvers<number>();
  const child = start(load(addon), {
    command: ["sleep", "60"],
    env: { PATH: "/usr/bin:/bin" },
    cwd: tmpdir(),
    size: { columns: 80, rows: 24 },
    settings: "",
    output: () => {},
    ended: resolve,
  });
  const seen = git(tmpdir(), tmpdir(), "-c", "alias.descriptors=!ls -l /proc/self/fd", "descriptors");
  expect(seen).toContain("/dev/null");
  expect(seen).not.toContain("ptmx");
  // What Node does by itself.
  expect(spawnSync("ls", ["-l", "/proc/self/fd"], { encoding: "utf8" }).stdout).toContain("ptmx");
  child.signal("SIGKILL");
  expect(await ended).toBe(128 + 9);
});
