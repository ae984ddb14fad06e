/** What a person lets through is in the log once, beside what was refused before; where it cannot be, it does not run. */

import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { append, currentFile } from "../../src/audit/log.ts";
import { type Context, createContext } from "../../src/cli/context.ts";
import { type About, type Ruling, rule } from "../../src/cli/dropin-judge.ts";
import type { Io } from "../../src/cli/io.ts";
import { startSession } from "../../src/session/start.ts";
import { give, loadPending } from "../../src/store/approvals.ts";
import { newHome, run } from "./run.ts";

let home = "";
let context: Context;
let said = "";
let io: Io;
beforeEach(async () => {
  home = newHome();
  said = "";
  const nothing = () => {
    throw new Error("not asked for");
  };
  const err = (text: string) => {
    said += text;
  };
  io = { env: { HOME: home }, cwd: home, out: err, err, input: nothing, lines: nothing };
  context = await createContext(io);
});
afterEach(() => rmSync(home, { recursive: true }));

function call(ask?: (about: About) => Promise<boolean>): Promise<Ruling> {
  const session = startSession({ dialect: "bash", cwd: home, env: io.env, home, interactive: false });
  return rule({ text: "no-such-program", session, name: undefined, client: "bash", within: false, ask }, context, io);
}

const approvePending = () => {
  for (const { wishes } of loadPending(context.state)) give(context.state, wishes, new Date());
};

const logged = () =>
  readFileSync(currentFile(context.state), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
    .map(({ verdict, outcome, findings }) => [verdict, outcome, findings[0]?.verdict]);

test("approved afterwards", async () => {
  expect((await call()).allowed).toBe(false);
  approvePending();
  expect((await call()).allowed).toBe(true);
  expect((await call()).allowed).toBe(false);
  expect(logged()).toEqual([
    ["ask", "refused", "ask"],
    ["ask", "overridden", "ask"],
    ["ask", "refused", "ask"],
  ]);
});

test("answered at once", async () => {
  expect((await call(async () => true)).allowed).toBe(true);
  expect((await call(async () => false)).allowed).toBe(false);
  expect(logged()).toEqual([
    ["ask", "overridden", "ask"],
    ["ask", "declined", "ask"],
  ]);
});

test("what a hook's client is told", async () => {
  const input = JSON.stringify({
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    session_id: "s",
    tool_input: { command: "no-such-program" },
  });
  await run({ home, input }, "hook", "claude");
  approvePending();
  await run({ home, input }, "hook", "claude");
  expect(logged()).toEqual([
    ["ask", "refused", "ask"],
    ["ask", "overridden", "ask"],
  ]);
});

test("a yes that cannot be logged lets nothing run; a no stays one", async () => {
  expect((await call()).allowed).toBe(false);
  approvePending();
  rmSync(currentFile(context.state));
  // A directory where the file should be: no process may write it, not even root's.
  mkdirSync(currentFile(context.state));
  expect(append(context.state, {})).toMatch(/audit\.jsonl: illegal operation on a directory$/);
  await expect(call()).rejects.toThrow(/the log cannot be written: .*illegal operation/);
  said = "";
  expect((await call()).allowed).toBe(false);
  expect(said).toMatch(/^heed: the log entry was lost: [^\n]*illegal operation[^\n]*\n$/);
});
