/** `heed shell` as the executable: its addon, its screens and its drop-in shells travel inside of it. */

import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { builtHeed } from "../../scripts/built.ts";
import { makeRoot, openTerminal } from "./outer-terminal.ts";

const root = makeRoot();
let heed = "";
beforeAll(() => {
  heed = builtHeed();
  root.file("home/.bashrc", "PS1='<$?> '\n");
  root.file("work/text", Array.from({ length: 99 }, (_, i) => `${i + 1}: a line\n`).join(""));
});
afterAll(() => root.clean());

test("it guards its shells, by their names too, and leaves nothing behind", async () => {
  const terminal = openTerminal(root, { instead: [heed, "shell"], columns: 100 });
  await terminal.see("<0> ");
  terminal.type("rm -rf ~ # never run\r");
  await terminal.see("(remove-home)");
  await terminal.calm();
  terminal.type("sh -c ': >/etc/heed-never'\r");
  await terminal.see("[n] no");
  terminal.type("n");
  await terminal.unsee("heed asks");
  await terminal.calm();
  terminal.type("bash\r");
  await terminal.see("<0> ");
  await terminal.calm();
  terminal.type("rm -rf ~ # in a shell within\r");
  await terminal.until("the second denial", () => terminal.screen().split("(remove-home)").length === 3);
  await terminal.calm();
  terminal.type("exit\r");
  await terminal.calm();
  terminal.type("exit 5\r");
  expect(await terminal.ended).toBe(5);
  expect(readdirSync(join(root.path, "run", "heed"))).toEqual([]);
});

test("it puts back a full-screen program", async () => {
  // the shell that waits is the outermost, which is not judged: the question cannot come before the screen
  const command = `{ while [ ! -e go ]; do sleep 0.02; done; bash -c ': >/etc/heed-never'; } >out 2>&1 & exec less text`;
  const terminal = openTerminal(root, { instead: [heed, "shell", "--", "sh", "-c", command] });
  await terminal.see("1: a line");
  await terminal.calm();
  const before = terminal.cells();
  writeFileSync(join(root.work, "go"), "");
  await terminal.see("[n] no");
  terminal.type("n");
  await terminal.unsee("heed asks");
  await terminal.calm();
  expect(terminal.cells()).toBe(before);
  terminal.type("q");
  expect(await terminal.ended).toBe(0);
});

test("NODE_OPTIONS load nothing into it", async () => {
  const evil = root.file(
    "work/evil.cjs",
    `require("fs").writeFileSync(${JSON.stringify(join(root.work, "loaded"))}, "")`,
  );
  const env = { NODE_OPTIONS: `--require ${evil}` };
  const terminal = openTerminal(root, {
    instead: [heed, "shell", "--", "sh", "-c", "echo $NODE_OPTIONS; exit 3"],
    env,
  });
  expect(await terminal.ended).toBe(3);
  // What runs inside has them as ever.
  expect(terminal.screen()).toContain("--require");
  expect(readdirSync(root.work)).not.toContain("loaded");
});
