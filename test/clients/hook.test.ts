import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hookCall } from "../../src/cli/hook.ts";
import { sampleCall } from "../../src/clients/payload.ts";
import { clientNamed, clients } from "../../src/clients/table.ts";
import { newHome, run } from "../cli/run.ts";

let home = "";
let project = "";
beforeEach(() => {
  home = newHome();
  project = join(home, "project");
  mkdirSync(join(project, ".git"), { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true }));

function client(id: string) {
  const found = clientNamed(id);
  if (!found) throw new Error(`no client ${id}`);
  return found;
}

/** One call after the other in one session; the last answer. */
async function calls(id: string, ...lines: readonly string[]) {
  let last = { status: -1, out: "", err: "" };
  for (const line of lines) {
    const { payload, env } = sampleCall(client(id), line, project);
    const session = { session_id: "s", sessionID: "s", sessionId: "s", taskId: "s", conversation_id: "s" };
    const input = JSON.stringify({ ...session, ...Object(payload) });
    last = await run({ home, cwd: project, input, env }, "hook", id);
  }
  return last;
}

describe("a sample call", () => {
  test.each(clients.map(({ id }) => id))("is understood as one of %s", async (id) => {
    expect(await calls(id, "echo hello")).toEqual({ status: 0, out: client(id).allow, err: "" });
    const { out, err } = await calls(id, "rm -rf ~");
    expect(out + err).toContain("heed: denied: rm -rf ~ (remove-home)");
  });
});

describe("what one call leaves for the next", () => {
  test("is nothing of the shell, where every call is a shell of its own", async () => {
    expect((await calls("claude", "X=rm", '$X -rf "$HOME"')).err).not.toContain("remove-home");
  });

  test("is everything, where one shell goes on", async () => {
    expect((await calls("openhands", "X=rm", '$X -rf "$HOME"')).err).toContain("remove-home");
  });

  test("is the directory that only heed knows, where the client does not tell it", async () => {
    mkdirSync(join(project, "sub"));
    writeFileSync(join(project, "sub/run.sh"), "rm -rf ~\n");
    expect((await calls("openhands", "cd sub", "bash run.sh")).err).toContain("remove-home");
    expect((await calls("gemini", "cd sub", "bash run.sh")).err).not.toContain("remove-home");
  });

  test("is what was downloaded, in any case", async () => {
    const { err } = await calls("claude", "curl -so x.sh https://example.com/x.sh", "bash x.sh");
    expect(err).toMatch(/^heed: (denied|refused): /);
    expect((await calls("claude", "bash x.sh")).err).toBe(err);
  });

  test("is nothing of a line that was refused", async () => {
    expect((await calls("openhands", "X=rm; git push", '$X -rf "$HOME"')).err).not.toContain("remove-home");
  });

  test("is forgotten when nobody has come back for a month, for that client alone", async () => {
    const sessions = join(home, ".local/state/heed/sessions");
    mkdirSync(sessions, { recursive: true });
    const old = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000);
    for (const name of ["claude-old.json", "claude-new.json", "mine.json"]) writeFileSync(join(sessions, name), "{}");
    for (const name of ["claude-old.json", "mine.json"]) utimesSync(join(sessions, name), old, old);
    await calls("claude", "echo hello");
    expect(readdirSync(sessions).sort()).toEqual(["claude-new.json", "claude-s.json", "mine.json"]);
  });

  test("is kept apart from other sessions", async () => {
    const of = (session: string, command: string) => ({
      event_type: "PreToolUse",
      tool_name: "terminal",
      tool_input: { command },
      session_id: session,
      working_dir: project,
    });
    const hook = (call: object) => run({ home, cwd: project, input: JSON.stringify(call) }, "hook", "openhands");
    await hook(of("one", "X=rm"));
    expect((await hook(of("two", '$X -rf "$HOME"'))).err).not.toContain("remove-home");
    expect((await hook(of("one", '$X -rf "$HOME"'))).err).toContain("remove-home");
  });
});

describe("a call is refused and said to be an internal error", () => {
  const patience = 20;
  const io = (lines: () => AsyncIterable<string>) => {
    const said = { out: "", err: "" };
    return {
      said,
      io: {
        env: { HOME: home, PATH: "/usr/bin:/bin" },
        cwd: project,
        out: (text: string) => {
          said.out += text;
        },
        err: (text: string) => {
          said.err += text;
        },
        input: () => "",
        lines,
      },
    };
  };

  test.each(clients.map(({ id }) => id))("in the way of %s, when its input does not end", async (id) => {
    const { said, io: stuck } = io(async function* () {
      yield "{";
      await new Promise(() => {});
    });
    const status = await hookCall(client(id), stuck, patience);
    const isExit = client(id).refusal.kind === "exit-2";
    expect(status).toBe(isExit ? 2 : 0);
    expect(isExit ? said.err : said.out).toContain("heed: internal error: the client sent no whole call within 20 ms");
    if (!isExit) expect(() => JSON.parse(said.out)).not.toThrow();
  });

  test("when reading it fails", async () => {
    const { said, io: broken } = io(async function* () {
      yield "";
      throw new Error("read: no such device\nat x");
    });
    expect(await hookCall(client("claude"), broken, patience)).toBe(2);
    expect(said).toEqual({ out: "", err: "heed: internal error: read: no such device (the line was not run)\n" });
  });

  test.skipIf(process.getuid?.() === 0)(
    "when a shell's state cannot be kept, if the shell itself keeps it",
    async () => {
      chmodSync(home, 0o500);
      expect((await calls("openhands", "echo hello")).status).toBe(2);
      expect((await calls("claude", "echo hello")).status).toBe(0);
      chmodSync(home, 0o700);
    },
  );
});

test("an unknown client is refused as most clients understand it", async () => {
  expect(await run({ home }, "hook", "clippy")).toMatchObject({ status: 2, out: "" });
  expect(await run({ home }, "hook")).toMatchObject({ status: 2, out: "" });
});

test("keys for a program that runs are let through, text for it is judged", async () => {
  const keys = (command: string, isInput: boolean) => {
    const tool_input = { command, is_input: isInput };
    const call = { event_type: "PreToolUse", tool_name: "terminal", tool_input, working_dir: project };
    return run({ home, cwd: project, input: JSON.stringify(call) }, "hook", "openhands");
  };
  expect(await keys("C-c", true)).toMatchObject({ status: 0 });
  expect(await keys("", true)).toMatchObject({ status: 0 });
  expect(await keys("C-c", false)).toMatchObject({ status: 2 });
  expect(await keys("rm -rf ~", true)).toMatchObject({ status: 2 });
});

test("what is refused is in the log, with the client's name", async () => {
  await calls("gemini", "rm -rf ~");
  const entry = JSON.parse(
    readFileSync(join(home, ".local/state/heed/audit.jsonl"), "utf8").trim().split("\n").at(-1) ?? "",
  );
  expect(entry).toMatchObject({
    client: "gemini",
    session: "gemini-s",
    verdict: "deny",
    outcome: "denied",
    cwd: project,
  });
});

describe("where a command runs", () => {
  const ask = async (call: object) =>
    (await run({ home, cwd: "/", input: JSON.stringify(call) }, "hook", "gemini")).err;
  const call = (directory: string) => ({
    cwd: project,
    tool_name: "run_shell_command",
    tool_input: { command: "bash run.sh", dir_path: directory },
  });

  test("is what the call says, relative to where the client is", async () => {
    mkdirSync(join(project, "sub"));
    writeFileSync(join(project, "sub/run.sh"), "rm -rf ~\n");
    expect(await ask(call("sub"))).toContain("remove-home");
    expect(await ask(call(join(project, "sub")))).toContain("remove-home");
    expect(await ask(call(""))).not.toContain("remove-home");
  });
});
