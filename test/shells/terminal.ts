/** A shell in a real terminal, with the integration loaded and the stub as its guard. Waits for what it is told to wait for, never for time to pass. */

import { execFileSync, spawn as spawnChild } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type IPty, spawn } from "@lydell/node-pty";
import { buildSync } from "esbuild";
import { integration } from "../../src/serve/integration.ts";

export type ShellName = "bash" | "zsh";

/** Which shells to run: HEED_TEST_BASH and HEED_TEST_ZSH name other versions. */
export const programs: { readonly [name in ShellName]: string } = {
  bash: process.env["HEED_TEST_BASH"] ?? "bash",
  zsh: process.env["HEED_TEST_ZSH"] ?? "zsh",
};

/** Up to 5.0, bash has no PROMPT_COMMAND array, and does less well with signals while a line is edited. */
export const isOldBash = /version (4|5\.0)/.test(execFileSync(programs.bash, ["--version"], { encoding: "utf8" }));

const PATIENCE = 20_000;

export interface Stage {
  /** Where the shell works; marker files come to lie here. */
  readonly work: string;
  readonly home: string;
  /** Where the guard and the shells meet. */
  readonly run: string;
  /** The program that the integration calls. */
  readonly heed: string;
  readonly version: string;
  setVersion(version: string): void;
  /** What the guard was asked, oldest first. */
  asked(): readonly {
    readonly line: string;
    readonly cwd: string;
    readonly env: { readonly [name: string]: string };
  }[];
  /** What it reported to the log. */
  log(): readonly { readonly outcome: string; readonly line: string; readonly tty: string }[];
  guardPid(): number;
  clean(): void;
}

let built: Uint8Array | undefined;

/** In one file it starts several times faster, and these tests start it often. */
function stub(): Uint8Array {
  const entryPoints = [join(import.meta.dirname, "stub-guard.ts")];
  built ??= buildSync({ entryPoints, bundle: true, platform: "node", format: "esm", write: false }).outputFiles[0]
    ?.contents;
  return built ?? new Uint8Array();
}

/** A home, a directory to work in and a guard of their own: the stub, or the real one from the working copy. */
export function stage(guard: "stub" | "heed" = "stub"): Stage {
  const root = mkdtempSync(join(tmpdir(), "heed-"));
  const inside = (name: string) => join(root, name);
  for (const name of ["home", "work", "run"]) mkdirSync(inside(name), { mode: 0o700 });
  writeFileSync(inside("version"), "0.1.0");
  const heed = inside("heed");
  const script = guard === "stub" ? inside("stub.mjs") : join(import.meta.dirname, "../../bin/heed.ts");
  const word = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  writeFileSync(heed, `#!/bin/sh\nexec ${word(process.execPath)} ${word(script)} "$@"\n`);
  writeFileSync(inside("stub.mjs"), stub());
  chmodSync(heed, 0o755);
  // `mark NAME` notes that it ran; twice means that the line ran twice.
  mkdirSync(inside("bin"));
  writeFileSync(inside("bin/mark"), `#!/bin/sh\necho "$1" >>'${inside("work/marks")}'\n`);
  chmodSync(inside("bin/mark"), 0o755);
  const jsonLines = (name: string) => {
    const file = join(inside("run"), name);
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
    return lines.map((line) => JSON.parse(line));
  };
  return {
    work: inside("work"),
    home: inside("home"),
    run: inside("run"),
    heed,
    version: "0.1.0",
    setVersion: (version) => writeFileSync(inside("version"), version),
    asked: () => jsonLines("asked"),
    log: () => jsonLines("log"),
    guardPid: () => Number(readFileSync(join(inside("run"), "pid"), "utf8").split(" ")[0]),
    clean() {
      try {
        process.kill(Number(readFileSync(join(inside("run"), "pid"), "utf8").split(" ")[0]), "SIGKILL");
      } catch {
        // None was started, or it has left.
      }
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Counts prompts and shows the status of the last line in each: `<3:126> `. */
const prompts: { readonly [name in ShellName]: string } = {
  bash: `PROMPT_COMMAND='t_s=$? t_n=$((t_n+1))'; PS1='<$t_n:$t_s> '; t_n=0 t_s=0\n`,
  zsh: `precmd() { t_n=$((t_n+1)) }; setopt prompt_subst no_prompt_sp; PS1='<$t_n:%?> '; t_n=0\n`,
};

export interface Options {
  /** Goes into the startup file before the integration, and after it. */
  readonly before?: string;
  readonly after?: string;
  readonly env?: { readonly [name: string]: string };
  readonly args?: readonly string[];
  /** Started in place of the shell; its arguments then start the shell. */
  readonly program?: string;
  readonly ask?: "ask" | "refuse";
}

export interface Terminal {
  /** Types as a person would; control characters are keys. */
  type(keys: string): void;
  /** Types a line and Enter, and gives the status shown in the next prompt. */
  run(line: string): Promise<number>;
  /** The status shown in the next prompt. */
  prompt(): Promise<number>;
  /** Waits until this is on the terminal, counting from the last wait; gives what was there up to and with it. */
  see(text: string | RegExp): Promise<string>;
  /** Everything since the last wait, without control sequences. */
  unseen(): string;
  /** Ends the shell. */
  close(): Promise<void>;
  readonly pid: number;
  /** Resolves with the exit status. */
  readonly ended: Promise<number>;
}

export function writeStartup(shell: ShellName, at: Stage, options: Options = {}): void {
  const template = readFileSync(join(import.meta.dirname, `../../shell-integration/heed.${shell}`), "utf8");
  const text = integration(template, { heed: at.heed, version: at.version, ask: options.ask ?? "ask" });
  const rc = `${prompts[shell]}${options.before ?? ""}\n${text}\n${options.after ?? ""}\n`;
  writeFileSync(join(at.home, shell === "bash" ? ".bashrc" : ".zshrc"), rc);
}

export function environment(at: Stage, extra: { readonly [name: string]: string } = {}): { [name: string]: string } {
  return {
    PATH: `${join(at.work, "../bin")}:/usr/local/bin:/usr/bin:/bin`,
    HOME: at.home,
    HEED_DIR: at.run,
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    ...extra,
  };
}

export async function open(shell: ShellName, at: Stage, options: Options = {}): Promise<Terminal> {
  writeStartup(shell, at, options);
  const terminal = attach(
    spawn(options.program ?? programs[shell], [...(options.args ?? ["-i"])], {
      cwd: at.work,
      env: environment(at, options.env),
      cols: 120,
      rows: 40,
    }),
  );
  if (!options.args) await terminal.prompt();
  return terminal;
}

/** Control sequences, and the marks that a prompt puts around them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what terminals send
const CONTROL = /\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07]*\x07|\x1b[()][A-Z0-9]|\x1b[=>]|\r|\x07/g;

function attach(pty: IPty): Terminal {
  let heard = "";
  let waiting: (() => void) | undefined;
  let lastPrompt = 0;
  pty.onData((data) => {
    heard += data;
    waiting?.();
  });
  const ended = new Promise<number>((resolve) => {
    pty.onExit(({ exitCode }) => {
      resolve(exitCode);
      waiting?.();
    });
  });
  const unseen = () => heard.replace(CONTROL, "");

  /** Tries again whenever something comes. */
  function until<T>(what: string, look: (text: string) => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting = undefined;
        reject(new Error(`waited in vain for ${what}; there is:\n${unseen()}`));
      }, PATIENCE);
      waiting = () => {
        const found = look(unseen());
        if (found === undefined) return;
        clearTimeout(timer);
        waiting = undefined;
        resolve(found);
      };
      waiting();
    });
  }

  const prompt = () =>
    until("the next prompt", (text) => {
      for (const [, number, status] of text.matchAll(/<(\d+):(\d+)> /g)) {
        if (Number(number) <= lastPrompt) continue;
        lastPrompt = Number(number);
        heard = "";
        return Number(status);
      }
      return undefined;
    });

  return {
    pid: pty.pid,
    ended,
    unseen,
    prompt,
    type: (keys) => pty.write(keys),
    run(line) {
      pty.write(`${line}\r`);
      return prompt();
    },
    see: (wanted) =>
      until(String(wanted), (text) => {
        const found = typeof wanted === "string" ? text.indexOf(wanted) : text.search(wanted);
        if (found < 0) return undefined;
        const end = found + (typeof wanted === "string" ? wanted.length : (wanted.exec(text)?.[0].length ?? 0));
        heard = text.slice(end);
        return text.slice(0, end);
      }),
    async close() {
      try {
        process.kill(pty.pid, "SIGKILL");
      } catch {
        // It has ended by itself.
      }
      await ended;
    },
  };
}

/** Name of every mark and file in the work directory → how often it was made. */
export function traces(at: Stage): { [name: string]: number } {
  const found: { [name: string]: number } = {};
  for (const name of readdirSync(at.work)) {
    if (name === "marks") {
      for (const mark of readFileSync(join(at.work, name), "utf8").split("\n").filter(Boolean)) {
        found[mark] = (found[mark] ?? 0) + 1;
      }
    } else found[name] = 1;
  }
  return found;
}

export function sweepTraces(at: Stage): void {
  for (const name of readdirSync(at.work)) rmSync(join(at.work, name), { recursive: true, force: true });
}

/** A shell that is not interactive for us: its output and status. */
export function probe(
  program: string,
  args: readonly string[],
  at: Stage,
  extra: { readonly [name: string]: string } = {},
) {
  return new Promise<{ readonly status: number | null; readonly out: string; readonly err: string }>((resolve) => {
    const child = spawnChild(program, args, {
      cwd: at.work,
      env: environment(at, extra),
      stdio: ["ignore", "pipe", "pipe"],
    });
    const text = { out: "", err: "" };
    child.stdout.on("data", (data) => (text.out += data));
    child.stderr.on("data", (data) => (text.err += data));
    child.on("close", (status) => resolve({ status, ...text }));
  });
}
