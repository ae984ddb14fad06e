/** A terminal for a person: a real pty drawn on a virtual screen that can be read cell by cell. Waits for what it is told to wait for, never for time to pass. */

import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type IPty, spawn } from "@lydell/node-pty";
import headless from "@xterm/headless";
import { buildSync } from "esbuild";

const PATIENCE = 30_000;
/** A program that has drawn itself says nothing more for so long, in ms. */
const CALM = 150;
const repository = join(import.meta.dirname, "../..");

export const addon = createRequire(import.meta.url).resolve(
  `@lydell/node-pty-${process.platform}-${process.arch}/pty.node`,
);

export interface Root {
  readonly path: string;
  readonly work: string;
  readonly home: string;
  readonly state: string;
  file(name: string, text: string, mode?: number): string;
  log(): readonly { readonly outcome: string; readonly line: string }[];
  /** Name of every mark that was made → how often. */
  marks(): { readonly [name: string]: number };
  /** What was marked and logged so far is forgotten. */
  forget(): void;
  clean(): void;
}

/** A home, a place to work and a `mark` that notes that it ran. */
export function makeRoot(): Root {
  const path = mkdtempSync(join(tmpdir(), "heed-pty-"));
  for (const name of ["home", "work", "run", "bin", "state"]) mkdirSync(join(path, name), { mode: 0o700 });
  const marks = join(path, "marks");
  const file = (name: string, text: string, mode = 0o644) => {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
    chmodSync(join(path, name), mode);
    return join(path, name);
  };
  file("bin/mark", `#!/bin/sh\necho "$1" >>'${marks}'\n`, 0o755);
  file("heed", "#!/bin/sh\nexit 1\n", 0o755);
  const lines = (name: string) =>
    existsSync(join(path, name)) ? readFileSync(join(path, name), "utf8").split("\n").filter(Boolean) : [];
  return {
    path,
    work: join(path, "work"),
    home: join(path, "home"),
    state: join(path, "state"),
    file,
    log: () => lines("log").map((line) => JSON.parse(line)),
    marks() {
      const found: { [name: string]: number } = {};
      for (const mark of lines("marks")) found[mark] = (found[mark] ?? 0) + 1;
      return found;
    },
    forget() {
      for (const name of ["marks", "log"]) rmSync(join(path, name), { force: true });
    },
    clean: () => rmSync(path, { recursive: true, force: true }),
  };
}

let bundled: Uint8Array | undefined;

/** In one file it starts several times faster. */
function bundle(): Uint8Array {
  const entryPoints = [join(import.meta.dirname, "terminal-guard.ts")];
  const banner = { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" };
  bundled ??= buildSync({
    entryPoints,
    bundle: true,
    platform: "node",
    format: "esm",
    write: false,
    banner,
    define: { "import.meta.dirname": JSON.stringify(join(repository, "src/store")) },
  }).outputFiles[0]?.contents;
  return bundled ?? new Uint8Array();
}

export interface Options {
  readonly args?: readonly string[];
  readonly env?: { readonly [name: string]: string };
  readonly columns?: number;
  readonly rows?: number;
  /** Runs this instead of the guarded terminal. */
  readonly instead?: readonly [string, ...string[]];
}

export interface OuterTerminal {
  readonly pid: number;
  readonly ended: Promise<number>;
  type(keys: string): void;
  /** Waits until the screen shows it. */
  see(text: string | RegExp): Promise<void>;
  /** Waits until the screen does not show it. */
  unsee(text: string | RegExp): Promise<void>;
  /** Waits until something holds, looking whenever something comes. */
  until(what: string, holds: () => boolean): Promise<void>;
  /** Waits until nothing more comes. */
  calm(): Promise<void>;
  /** The rows of the screen, without what is empty at their ends. */
  screen(): string;
  /** Every cell with its attributes, the cursor, and the modes. */
  cells(): string;
  /** All bytes that came, as text. */
  raw(): string;
  /** What it said by itself to programs that asked it something. */
  replies(): string;
  resize(columns: number, rows: number): void;
  close(): Promise<void>;
}

export function openTerminal(root: Root, options: Options = {}): OuterTerminal {
  const { columns = 80, rows = 24 } = options;
  const script = join(root.path, "terminal-guard.mjs");
  if (!existsSync(script)) writeFileSync(script, bundle());
  const command = options.instead ?? [process.execPath, script, root.path, ...(options.args ?? [])];
  const [program, ...args] = command;
  const pty = spawn(program, args, {
    cwd: root.work,
    cols: columns,
    rows,
    env: {
      PATH: `${root.path}/bin:/usr/local/bin:/usr/bin:/bin`,
      HOME: root.home,
      TERM: "xterm-256color",
      LANG: "C.UTF-8",
      SHELL: "/bin/bash",
      TEST_ADDON: addon,
      TEST_REPOSITORY: repository,
      XDG_RUNTIME_DIR: join(root.path, "run"),
      ...options.env,
    },
  });
  return watch(pty, columns, rows);
}

function watch(pty: IPty, columns: number, rows: number): OuterTerminal {
  const terminal = new headless.Terminal({ cols: columns, rows, scrollback: 2000, allowProposedApi: true });
  let raw = "";
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const look of waiting) look();
  };
  let replies = "";
  terminal.onData((data) => {
    replies += data;
    pty.write(data);
    wake();
  });
  pty.onData((data) => {
    raw += data;
    terminal.write(data, wake);
  });
  const ended = new Promise<number>((resolve) => {
    pty.onExit(({ exitCode, signal }) => {
      resolve(signal ? 128 + signal : exitCode);
      wake();
    });
  });

  function screen(): string {
    const { active } = terminal.buffer;
    const lines: string[] = [];
    for (let y = 0; y < terminal.rows; y++) lines.push(active.getLine(active.baseY + y)?.translateToString(true) ?? "");
    return lines.join("\n");
  }

  function until(what: string, holds: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(look);
        reject(new Error(`waited in vain for ${what}; the screen is:\n${screen()}`));
      }, PATIENCE);
      const look = () => {
        if (!holds()) return;
        clearTimeout(timer);
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  }

  const shows = (text: string | RegExp) => (typeof text === "string" ? screen().includes(text) : text.test(screen()));

  return {
    pid: pty.pid,
    ended,
    type: (keys) => pty.write(keys),
    see: (text) => until(String(text), () => shows(text)),
    unsee: (text) => until(`no ${text}`, () => !shows(text)),
    until,
    calm: () =>
      new Promise((resolve) => {
        let timer = setTimeout(done, CALM);
        function done() {
          waiting.delete(again);
          resolve();
        }
        function again() {
          clearTimeout(timer);
          timer = setTimeout(done, CALM);
        }
        waiting.add(again);
      }),
    screen,
    raw: () => raw,
    replies: () => replies,
    cells() {
      const { active } = terminal.buffer;
      const lines: string[] = [];
      for (let y = 0; y < terminal.rows; y++) {
        const line = active.getLine(active.baseY + y);
        let text = "";
        for (let x = 0; x < terminal.cols; x++) {
          const cell = line?.getCell(x);
          if (!cell) continue;
          const { r, b, u, i, f, k } = {
            r: cell.isInverse(),
            b: cell.isBold(),
            u: cell.isUnderline(),
            i: cell.isItalic(),
            f: cell.getFgColor() + cell.getFgColorMode(),
            k: cell.getBgColor() + cell.getBgColorMode(),
          };
          text += `${cell.getChars() || " "}|${r}${b}${u}${i}|${f}|${k};`;
        }
        lines.push(text);
      }
      const { modes } = terminal;
      return JSON.stringify({ lines, x: active.cursorX, y: active.cursorY, type: active.type, modes }, null, 1);
    },
    resize(to, high) {
      pty.resize(to, high);
      terminal.resize(to, high);
    },
    async close() {
      try {
        process.kill(pty.pid, "SIGKILL");
      } catch {
        // it has ended by itself
      }
      await ended;
    },
  };
}
