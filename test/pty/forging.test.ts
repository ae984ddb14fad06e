import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { loadCarried } from "../../src/pty/native.ts";
import { encodeRequest } from "../../src/serve/protocol.ts";
import { connect, meetingPlace } from "./asking-client.ts";
import { addon, makeRoot, type OuterTerminal, openTerminal, type Root } from "./outer-terminal.ts";

const CHOICES = "[n] no";

const roots: Root[] = [];
const opened: OuterTerminal[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((terminal) => terminal.close()));
  for (const root of roots.splice(0)) root.clean();
});

async function open(shell: string, args: readonly string[] = []) {
  const root = makeRoot();
  roots.push(root);
  root.file("home/.bashrc", "PS1='<$?> '\n");
  root.file("home/.zshrc", "setopt no_prompt_sp; PS1='<%?> '\n");
  const terminal = openTerminal(root, { args, env: { SHELL: `/bin/${shell}` } });
  opened.push(terminal);
  if (args.length === 0) await terminal.see("<0> ");
  return { root, terminal };
}

/** A program beside the shell, as code that the project runs would be. */
function beside(terminal: OuterTerminal, root: Root, name: string, text: string): void {
  root.file(`work/${name}`, text);
  terminal.type(`sh ${name} &\r`);
}

const shells = ["bash", "zsh"] as const;

describe.each(shells)("nothing inside answers a question of %s:", (shell) => {
  test("keys pushed into the terminal (TIOCSTI)", async ({ skip }) => {
    if (!existsSync("/usr/bin/perl")) skip("perl is not installed");
    const { root, terminal } = await open(shell);
    // 0x5412 is TIOCSTI. The same may be forbidden altogether, and then there is nothing to see.
    const push = `open(T, "+<", "/dev/tty"); for (1..50) { ioctl(T, 0x5412, $_) for ("y", "\\r"); select(undef, undef, undef, 0.02) }`;
    beside(terminal, root, "push", `while [ ! -e go ]; do sleep 0.02; done\nperl -e '${push}'\n: >pushed\n`);
    await terminal.see(/<0> $/m);
    terminal.type("mark a; : ASKME\r");
    await terminal.see(CHOICES);
    root.file("work/go", "");
    await expect.poll(() => existsSync(join(root.work, "pushed")), { timeout: 20_000 }).toBe(true);
    expect(terminal.screen()).toContain(CHOICES);
    terminal.type("n");
    await terminal.unsee("heed asks");
    expect(root.marks()).toEqual({});
  });

  test("what is written to the person's own terminal, and what that makes it say", async () => {
    const { root, terminal } = await open(shell);
    const outer = readlinkSync(`/proc/${terminal.pid}/fd/0`);
    terminal.type("mark a; : ASKME\r");
    await terminal.see(CHOICES);
    const fd = openSync(outer, "w");
    writeSync(fd, "y\r\n\x1b[5n\x1b[6n\x1b[c\x1b[>c\x1bP$qm\x1b\\\x05");
    closeSync(fd);
    // What it says later would be typed at the prompt, as in any terminal.
    await terminal.until("the terminal's last reply", () => terminal.replies().includes("$r"));
    terminal.type("\x03");
    await terminal.unsee("heed asks");
    await terminal.see(/<1(26|30)> $/m);
    expect(root.marks()).toEqual({});
  });

  test("a yes sent over the channel, as the shell or as another", async () => {
    const { root, terminal } = await open(shell);
    terminal.type("echo pid $$.\r");
    await terminal.see(/pid \d+\./);
    const pid = /pid (\d+)\./.exec(terminal.screen())?.[1];
    terminal.type("mark a; : ASKME\r");
    await terminal.see(CHOICES);
    const client = await connect(root);
    expect(await client.send(["yes"])).toMatch(/^deny heed: internal error/);
    // The keys of both shells begin with their process id; which numbers follow can be tried out.
    const keys = [0, 1, 2].map((n) => `${shell === "bash" ? "b" : "z"}${pid}.${n}`);
    for (const key of keys) {
      const other = await connect(root, key);
      expect(await other.send(["yes"])).toMatch(/^deny heed: internal error/);
    }
    expect(terminal.screen()).toContain(CHOICES);
    terminal.type("n");
    await terminal.unsee("heed asks");
    await terminal.see(/<126> $/m);
    expect(root.marks()).toEqual({});
    expect(root.log().map(({ outcome }) => outcome)).toEqual(["asked", "declined"]);
  });

  test("another guard in the place of the socket and the pipes", async () => {
    const { root, terminal } = await open(shell);
    const place = meetingPlace(root);
    for (const name of readdirSync(place)) if (/^(heed\.sock|ctl|pid|[bz]\d.*)$/.test(name)) rmSync(join(place, name));
    const asked: string[] = [];
    const fake = createServer((connection) => {
      connection.on("data", (bytes) => {
        const text = bytes.toString();
        asked.push(text);
        connection.write(`${text.split("\0")[1]}\tallow\t\n`);
      });
    }).listen(join(place, "heed.sock"));
    writeFileSync(join(place, "pid"), `${process.pid} \n`);
    terminal.type("mark a; : DENY\r");
    await terminal.see(/<126> $/m);
    terminal.type("mark b; : ASKME\r");
    await terminal.see(CHOICES);
    terminal.type("n");
    await terminal.unsee("heed asks");
    await terminal.see(/<126> $/m);
    fake.close();
    expect(root.marks()).toEqual({});
    expect(asked).toEqual([]);
  });

  test("answers thrown into pipes that a shell might read", async () => {
    const { root, terminal } = await open(shell);
    const place = meetingPlace(root);
    expect(readdirSync(place).filter((name) => name.endsWith(".rs"))).toEqual([]);
    terminal.type("mark a; : DENY\r");
    await terminal.see(/<126> $/m);
    expect(readdirSync(place).filter((name) => name.endsWith(".rs"))).toEqual([]);
  });

  test("an environment that leads to another guard", async () => {
    const { root, terminal } = await open(shell);
    terminal.type("HEED_DIR=/nowhere HEED_PORT=1 HEED_SHELL=1 __heed_x=1\r");
    await terminal.see(/<0> $/m);
    terminal.type("mark a; : DENY\r");
    await terminal.see(/<126> $/m);
    expect(root.marks()).toEqual({});
  });
});

test("SIGUSR1 opens no inspector", async () => {
  const { terminal } = await open("bash");
  process.kill(terminal.pid, "SIGUSR1");
  terminal.type("true\r");
  await terminal.see(/true\n<0> $/m);
  const reached = await new Promise<boolean>((resolve) => {
    const connection = createConnection(9229, "127.0.0.1");
    connection.on("connect", () => resolve(true)).on("error", () => resolve(false));
  });
  expect(reached).toBe(false);
});

test("Whoever speaks something else at the channel is told so, and nothing happens", async () => {
  const { root, terminal } = await open("bash");
  const connection = createConnection(join(meetingPlace(root), "heed.sock"));
  let heard = "";
  connection.on("data", (bytes) => {
    heard += bytes.toString();
  });
  connection.write("GET / HTTP/1.1\r\n\r\n\0");
  connection.write(encodeRequest(["1", "z1.1", "always"]));
  await expect.poll(() => heard.split("\n").length, { timeout: 10_000 }).toBeGreaterThan(1);
  expect(heard).not.toContain("allow");
  connection.destroy();
  terminal.type("true\r");
  await terminal.see(/true\n<0> $/m);
});

describe("the terminal addon", () => {
  const directory = mkdtempSync(join(tmpdir(), "heed-addon-"));
  afterAll(() => rmSync(directory, { recursive: true }));

  test("is the one inside, whatever lies about", () => {
    for (const name of ["pty.node", "heed", "node-pty"]) writeFileSync(join(directory, name), "planted");
    const native = loadCarried(readFileSync(addon), ["/nowhere", directory]);
    expect(typeof native.fork).toBe("function");
    expect(readdirSync(directory).sort()).toEqual(["heed", "node-pty", "pty.node"]);
  });

  test("is missed aloud where no directory will have it", () => {
    expect(() => loadCarried(readFileSync(addon), ["/nowhere", "/proc"])).toThrow(
      "the terminal addon cannot be loaded",
    );
  });
});
