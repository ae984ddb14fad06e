import { chmodSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { isAlive } from "../../src/world/process.ts";
import { isOldBash, type Options, open, type ShellName, type Stage, stage, type Terminal, traces } from "./terminal.ts";

const shells: readonly ShellName[] = ["bash", "zsh"];

describe.each(shells)("%s without its guard", (shell) => {
  let at: Stage;
  let terminal: Terminal;
  afterEach(async () => {
    await terminal.close();
    at.clean();
  });

  async function start(options: Options = {}) {
    at = stage();
    terminal = await open(shell, at, { ...options, env: { HEED_TIMEOUT: "1", ...options.env } });
  }

  const breakHeed = () => writeFileSync(at.heed, "#!/bin/sh\nexit 1\n");
  const kill = (signal: NodeJS.Signals) => process.kill(at.guardPid(), signal);

  test("starts it again when it was killed, and still knows what the session began with", async () => {
    await start({ before: "export BEGAN=here" });
    expect(await terminal.run("mark a; export LATER=there")).toBe(0);
    const before = at.guardPid();
    kill("SIGKILL");
    expect(await terminal.run("mark b >out DENY")).toBe(126);
    expect(at.guardPid()).not.toBe(before);
    expect(await terminal.run("mark c")).toBe(0);
    expect(traces(at)).toEqual({ a: 1, c: 1 });
    expect(at.asked().at(-1)?.env).toMatchObject({ LATER: "there" });
    expect(at.asked().at(-1)?.env).not.toHaveProperty("BEGAN");
  });

  test("replaces it when it hangs", async () => {
    await start();
    expect(await terminal.run("mark a")).toBe(0);
    const before = at.guardPid();
    kill("SIGSTOP");
    expect(await terminal.run("mark b DENY")).toBe(126);
    expect(at.guardPid()).not.toBe(before);
    expect(await terminal.run("mark c")).toBe(0);
    expect(traces(at)).toEqual({ a: 1, c: 1 });
  });

  test("runs nothing but the way out when it cannot be started, and everything when it is back", async () => {
    await start();
    kill("SIGKILL");
    breakHeed();
    terminal.type("mark a >out\r");
    const shown = await terminal.see("startup files");
    expect(shown).toContain("heed: not run: the guard cannot be started. Try `heed doctor`");
    expect(await terminal.prompt()).toBe(126);
    for (const line of [
      "heed doctor; mark a",
      "heed $(mark a)",
      "exit 3; mark a",
      "heed doctor >out",
      "exitx",
      "heedx",
      "\x1b[200~heed doctor\nmark a\x1b[201~",
      "\x1b[200~exit\nmark a\x1b[201~",
    ]) {
      expect(await terminal.run(line)).toBe(126);
    }
    expect(traces(at)).toEqual({});
    writeFileSync(join(at.work, "../bin/heed"), '#!/bin/sh\nmark "$1"\n');
    chmodSync(join(at.work, "../bin/heed"), 0o755);
    expect(await terminal.run("heed doctor")).toBe(0);
    expect(traces(at)).toEqual({ doctor: 1 });
    terminal.type("exit 3\r");
    expect(await terminal.ended).toBe(3);
  });

  test("says that the program is missing", async () => {
    await start();
    kill("SIGKILL");
    rmSync(at.heed);
    terminal.type("mark a\r");
    await terminal.see("the guard is missing (");
    expect(await terminal.prompt()).toBe(126);
    expect(traces(at)).toEqual({});
  });

  test("comes up without a guard and then refuses", async () => {
    at = stage();
    breakHeed();
    terminal = await open(shell, at);
    expect(terminal.unseen()).toBe("");
    expect(await terminal.run("mark a")).toBe(126);
    expect(traces(at)).toEqual({});
  });

  test("refuses when the guard speaks another protocol or is older than the shell's", async () => {
    at = stage();
    at.setVersion("0.0.9");
    terminal = await open(shell, at);
    terminal.type("mark a\r");
    await terminal.see("the guard is heed 0.0.9, and this shell loaded 0.1.0: open a new one");
    expect(await terminal.prompt()).toBe(126);
    expect(traces(at)).toEqual({});
  });

  test("replaces a guard that is older than the program", async () => {
    at = stage();
    at.setVersion("0.0.9");
    const older = await open(shell, at);
    const before = at.guardPid();
    at.setVersion("0.1.0");
    terminal = await open(shell, at);
    expect(await terminal.run("mark a")).toBe(0);
    expect(at.guardPid()).not.toBe(before);
    expect(await older.run("mark b")).toBe(0);
    expect(traces(at)).toEqual({ a: 1, b: 1 });
    await older.close();
  });

  test("gets over a guard that throws", async () => {
    await start();
    terminal.type("mark a CRASHME\r");
    await terminal.see("heed: internal error: the stub was told to (the line was not run)");
    expect(await terminal.prompt()).toBe(126);
    expect(await terminal.run("mark b")).toBe(0);
    expect(traces(at)).toEqual({ b: 1 });
  });

  test("gets over a line that makes the guard hang", async () => {
    await start();
    expect(await terminal.run("mark a STUCKME")).toBe(126);
    expect(await terminal.run("mark b")).toBe(0);
    expect(traces(at)).toEqual({ b: 1 });
  });

  test.skipIf(shell === "bash" && isOldBash)("does not wait for it longer than a person does", async () => {
    await start({ env: { HEED_TIMEOUT: "1000" } });
    terminal.type("mark a STUCKME\r");
    await vi.waitUntil(() => at.asked().length > 0);
    terminal.type("\x03");
    await terminal.prompt();
    const pid = at.guardPid();
    kill("SIGKILL");
    await vi.waitUntil(() => !isAlive(pid));
    terminal.type("mark b\r");
    await vi.waitUntil(() => traces(at)["b"] !== undefined, 20_000);
    expect(traces(at)).toEqual({ b: 1 });
  });

  test("refuses when what is there answers nonsense", async () => {
    await start();
    kill("SIGKILL");
    breakHeed();
    const nonsense = shell === "zsh" ? await nonsenseSocket(join(at.run, "heed.sock")) : undefined;
    expect(await terminal.run("mark a")).toBe(126);
    nonsense?.close();
    expect(traces(at)).toEqual({});
  });

  test("notices that its socket or FIFOs were removed", async () => {
    await start();
    for (const name of readdirSync(at.run)) if (/sock$|\.r[qs]$/.test(name)) rmSync(join(at.run, name));
    expect(await terminal.run("mark a DENY")).toBe(126);
    expect(await terminal.run("mark b")).toBe(0);
    expect(traces(at)).toEqual({ b: 1 });
  });
});

function nonsenseSocket(path: string) {
  rmSync(path, { force: true });
  const server = createServer((connection) => {
    connection.on("error", () => {});
    connection.end("nonsense\nallow\tallow\tallow\n");
  });
  return new Promise<typeof server>((resolve) => server.listen(path, () => resolve(server)));
}
