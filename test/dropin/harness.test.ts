/** Harnesses that drive a shell find the end of each command by a mark of their own: it comes, with a status that is not 0, when the command may not run. */

import { type ChildProcessByStdio, execFileSync, spawn as spawnChild, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { type IPty, spawn } from "@lydell/node-pty";
import { afterAll, describe, expect, test } from "vitest";
import { type Place, place, run } from "./place.ts";

const at: Place = place();
// A guard process is there, as it is after the first command; harnesses do not wait long for their marks.
run(at, "heed", ["serve", "--at", join(at.home, ".cache/heed/run")]);
const terminals: IPty[] = [];
afterAll(() => {
  // What a test that failed has left.
  for (const pty of terminals) pty.kill("SIGKILL");
  for (const shell of shells) spawnSync("tmux", ["-S", join(at.home, `tmux-${shell}.sock`), "kill-server"]);
  at.clean();
});

const refused = "touch ran; nobody-knows-this";
const shells = ["bash", "zsh"] as const;

interface Talk {
  /** What has been said since the last time, up to and with what matches. */
  until(mark: RegExp): Promise<string>;
}

function listen(source: { on(said: (chunk: string) => void): void }): Talk {
  let heard = "";
  let waiting: (() => void) | undefined;
  source.on((chunk) => {
    heard += chunk;
    waiting?.();
  });
  return {
    async until(mark) {
      for (;;) {
        const found = mark.exec(heard);
        if (found) {
          const said = heard.slice(0, found.index + found[0].length);
          heard = heard.slice(said.length);
          return said;
        }
        await new Promise<void>((resolve) => {
          waiting = resolve;
        });
      }
    },
  };
}

/** Without echo, as harnesses have it that read what a shell says and not what a screen shows. */
function terminal(shell: string): IPty & Talk {
  const quietly = `stty -echo; exec '${at.bin}/heed-${shell}'`;
  const pty = spawn("/bin/sh", ["-c", quietly], { cwd: at.work, env: at.env, cols: 200, rows: 50 });
  terminals.push(pty);
  return Object.assign(pty, listen({ on: (said) => void pty.onData(said) }));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what terminals are told
const controls = /\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|[\r\b]/g;

/** What is said, without the marks and what only a screen obeys. */
function plain(said: string): string {
  return said.replace(controls, "").replaceAll("UNIQUEPROMPT", "").trim();
}

describe.each(shells)("%s", (shell) => {
  /** A mark as prompt, then the status by a line of its own. */
  test.runIf(shell === "bash")("in a terminal with a marked prompt (SWE-ReX)", async () => {
    const pty = terminal(shell);
    pty.write(" export PS1='UNIQUE''PROMPT' PS2='' PS0=''\n");
    await pty.until(/UNIQUEPROMPT/);
    const send = async (line: string) => {
      pty.write(`${line}\n`);
      const said = await pty.until(/UNIQUEPROMPT/);
      pty.write("\necho EXITCODE''START$?EXITCODE''END\n");
      const status = /EXITCODESTART(\d+)EXITCODEEND/.exec(await pty.until(/EXITCODESTART\d+EXITCODEEND/))?.[1];
      await pty.until(/UNIQUEPROMPT/);
      return `${plain(said)} ${status}`.trim();
    };
    expect(await send("echo one; (exit 3)")).toBe("one 3");
    expect(await send(refused)).toMatch(/heed: refused: nobody-knows-this .* 126$/);
    expect(await send("ls / >/dev/null")).toBe("0");
    expect(existsSync(join(at.work, "ran"))).toBe(false);
  });

  /** Status, directory and last background process in a prompt that PROMPT_COMMAND makes anew. */
  test.runIf(shell === "bash")("in a terminal with a prompt of its own making (OpenHands)", async () => {
    const pty = terminal(shell);
    const made = 'export PS1="###PS1JSON###{\\"exit\\":$?,\\"pid\\":\\"$!\\",\\"dir\\":\\"$(pwd)\\"}###PS1END###"';
    // What is typed before would be shown, marks and all.
    await pty.until(/[#$] /);
    pty.write(`set +H; export PROMPT_COMMAND='${made}'; export PS2=""\n`);
    const prompt = async () => {
      const said = (await pty.until(/###PS1END###/)).replace(controls, "");
      return JSON.parse(/###PS1JSON###(.*)###PS1END###$/.exec(said)?.[1] ?? "null");
    };
    const send = (line: string) => {
      pty.write(`${line}\n`);
      return prompt();
    };
    await prompt();
    expect(await send("mkdir -p in && cd in && (exit 4)")).toEqual({ exit: 4, pid: "", dir: join(at.work, "in") });
    expect(await send(refused)).toEqual({ exit: 126, pid: "", dir: join(at.work, "in") });
    expect(await send("echo fine")).toEqual({ exit: 0, pid: "", dir: join(at.work, "in") });
  });

  /** The command and the signal that it is over on one line. */
  test("in tmux, with a signal behind the command (Terminal-Bench)", async () => {
    const server = ["-S", join(at.home, `tmux-${shell}.sock`)];
    const tmux = (...args: string[]) => execFileSync("tmux", [...server, ...args], { env: at.env, encoding: "utf8" });
    tmux("-f", "/dev/null", "new-session", "-d", "-x", "200", "-y", "50", "-c", at.work, `${at.bin}/heed-${shell} -l`);
    try {
      const send = async (line: string) => {
        const done = spawnChild("tmux", [...server, "wait", "done"], { env: at.env, stdio: "ignore" });
        tmux("send-keys", "-l", `${line}; tmux ${server.join(" ")} wait -S done`);
        tmux("send-keys", "Enter");
        await new Promise((resolve) => done.on("exit", resolve));
      };
      await send("echo one > one");
      await send(refused);
      await send("echo $? > status");
      expect(existsSync(join(at.work, "one"))).toBe(true);
      expect(existsSync(join(at.work, "ran"))).toBe(false);
    } finally {
      tmux("kill-server");
    }
  });

  /** Commands through a pipe into one shell, each followed by a line that prints its status. */
  test("on a pipe that stays open (LangChain)", async () => {
    const child: ChildProcessByStdio<Writable, Readable, null> = spawnChild(join(at.bin, `heed-${shell}`), [], {
      cwd: at.work,
      env: at.env,
      stdio: ["pipe", "pipe", "ignore"],
    });
    const { until } = listen({ on: (said) => void child.stdout.on("data", (chunk) => said(String(chunk))) });
    const send = async (line: string, mark: string) => {
      child.stdin.write(`${line}\nprintf '__LC_SHELL_DONE__${mark} %s\\n' $?\n`);
      return until(new RegExp(`__LC_SHELL_DONE__${mark} \\d+\n`));
    };
    expect(await send("A=5; echo one", "01")).toBe("one\n__LC_SHELL_DONE__01 0\n");
    expect(await send(refused, "02")).toBe("__LC_SHELL_DONE__02 126\n");
    expect(await send("echo $A; (exit 3)", "03")).toBe("5\n__LC_SHELL_DONE__03 3\n");
    child.stdin.end();
    await new Promise((resolve) => child.on("exit", resolve));
    expect(existsSync(join(at.work, "ran"))).toBe(false);
  });
});
