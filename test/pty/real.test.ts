/** `heed shell` with the real guard behind it: one terminal, the few lines that show that all of it is there. */

import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeRoot, openTerminal } from "./outer-terminal.ts";

const root = makeRoot();
afterAll(() => root.clean());
const heed = join(import.meta.dirname, "../../bin/heed.ts");
const path = `${process.execPath.replace(/\/[^/]*$/, "")}:/usr/local/bin:/usr/bin:/bin`;

test("the real guard denies, asks, tells where a value comes from, remembers a yes, and knows when it is nested", async () => {
  root.file("home/.bashrc", "PS1='<$?> '\n");
  const command = [process.execPath, heed, "shell"] as const;
  const terminal = openTerminal(root, { instead: command, env: { PATH: path }, columns: 100 });
  await terminal.see("<0> ");
  terminal.type("rm -rf ~ # never run\r");
  await terminal.see("(remove-home)");
  await terminal.see(/<126> $/m);

  terminal.type("export LD_PRELOAD=/tmp/none.so\r");
  await terminal.see("[n] no");
  expect(terminal.screen()).toContain("changes what later commands do (env-LD_PRELOAD)");
  terminal.type("n");
  await terminal.unsee("heed asks");
  await terminal.calm();

  terminal.type("bash -c 'echo inner; : >/etc/heed-never'\r");
  await terminal.see("[n] no");
  terminal.type("n");
  await terminal.unsee("heed asks");
  await terminal.calm();

  terminal.type(`'${process.execPath}' '${heed}' shell -- sh -c 'echo nested in $HEED_SHELL; exit 3'\r`);
  await terminal.see("[n] no");
  terminal.type("y");
  await terminal.see(`nested in ${terminal.pid}`);
  await terminal.see(/<3> $/m);

  terminal.type("exit 5\r");
  expect(await terminal.ended).toBe(5);
});
