/** What agent clients put around a command hides nothing, and stops nothing. On text; none of it runs. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createCheck } from "../../src/guard.ts";
import { presets } from "../../src/policy/policy.ts";
import { startSession } from "../../src/session/start.ts";
import { loadTables } from "../../src/store/tables.ts";
import type { Dialect } from "../../src/syntax/tree.ts";
import { fakeWorld } from "../world.ts";

interface Wrapper {
  readonly client: string;
  readonly shell: Dialect;
  readonly line: string;
}

const wrappers: Wrapper[] = readFileSync(join(import.meta.dirname, "wrappers.jsonl"), "utf8")
  .split("\n")
  .filter(Boolean)
  .map((line) => JSON.parse(line));

const check = createCheck(await loadTables({ own: "/nonexistent", warn: () => {}, examples: false }));

/** What the clients keep: a line that sources a file which is missing ends before the command. */
const kept = [
  "~/.codex/shell_snapshots/0.sh",
  "~/.codex/shell_snapshots/0.tmp",
  "~/.claude/shell-snapshots/snapshot-zsh-1.sh",
  "~/.claude/shell-snapshots/snapshot-bash-1.sh",
];
const world = fakeWorld({ files: Object.fromEntries(kept.map((path) => [path, ""])) });

function verdict({ shell, line }: Wrapper, command: string): string {
  const env = { HOME: world.home, PATH: "/usr/local/bin:/usr/bin:/bin" };
  const start = { dialect: shell, cwd: world.project ?? "/", env, home: world.home, interactive: false };
  // A function: `$&` in a replacement would mean something.
  const text = line.replace("@COMMAND@", () => command);
  return check(text, startSession(start), world, presets["default"] ?? expect.unreachable()).verdict;
}

test.each(wrappers)("$client lets a harmless command through", (wrapper) => {
  expect(verdict(wrapper, "echo ok > ok.txt")).toBe("allow");
});

test.each(wrappers)("$client does not hide a command that deletes home", (wrapper) => {
  expect(verdict(wrapper, "rm -rf ~")).toBe("deny");
});
