/** Runs lines in a real shell where nothing but stub programs can be reached: each stub notes its argv, directory and a few variables. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
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
import { join, relative } from "node:path";
import { FILES, LISTED, STARTED } from "../../test/evaluate/host.ts";

export type Shell = "bash" | "zsh";

/** What a stub program noted when it ran. */
export interface Noted {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly exported: ReadonlyMap<string, string | undefined>;
  /** Only `x8` reads it. */
  readonly stdin: string | undefined;
}

/** What the shell itself has after the line; undefined when it did not get that far. */
export interface Left {
  readonly values: ReadonlyMap<string, string | undefined>;
  readonly exported: ReadonlyMap<string, string | undefined>;
  readonly cwd: string;
}

export interface Really {
  readonly noted: readonly Noted[];
  readonly left: Left | undefined;
  /** Files in the line's directory afterwards, with their text. */
  readonly files: ReadonlyMap<string, string>;
  readonly stderr: string;
  /** It, or something it left behind, did not end by itself. */
  readonly hung: boolean;
}

export interface Cage {
  readonly root: string;
  readonly path: string;
  /** Directory in which line number `i` of a batch begins. */
  directory(i: number): string;
  /** `state`: what the shell has afterwards is looked at as well. */
  run(shell: Shell, lines: readonly string[], state: boolean, patience?: number): Promise<Really[]>;
  close(): void;
}

/** A shell that shows no new line for so long (in milliseconds) is stopped. */
const PATIENCE = 3_000;
const LOG_FD = 199;
const IDLE_FD = 198;

const values = (names: readonly string[]) => names.map((n) => `"\${${n}+=$${n}}"`).join(" ");

const note = `printf '%s\\0' @ "$PWD" ${values(LISTED)} "$#" "\${0##*/}" "$@"`;
const stub = (body: string, extra = "''") => `#!/bin/sh\n{ ${note} ${extra}; } >>/dev/fd/${LOG_FD}\n${body}\n`;

function programs(shell: readonly string[]): { readonly [name: string]: string } {
  return {
    x1: stub(""),
    x2: stub(""),
    x3: stub("exit 1"),
    x4: stub(""),
    x5: stub("exit 1"),
    // nobody may be there to read: that is no failure, whenever it happens
    x6: stub("trap '' PIPE; echo 'u v' 2>/dev/null; exit 0"),
    x7: stub("trap '' PIPE; printf '%s\\n' \"$*\" 2>/dev/null; exit 0"),
    x8: stub("", '"=$(/bin/cat; echo .)"'),
    x9: stub('exec "$@"'),
    x0: stub(`exec ${shell.join(" ")} -c "$@"`),
    after: stub(""),
    // what zsh runs for a redirection alone; Debian's has a pager of its own
    pager: '#!/bin/sh\nexec /bin/cat "$@"\n',
    cat: '#!/bin/sh\nexec /bin/cat "$@"\n',
    more: '#!/bin/sh\nexec /bin/cat "$@"\n',
  };
}

/** What is appended to see what the shell itself has: values, then the environment a child gets. */
function readBack(bin: string): string {
  return `\nbuiltin printf '%s\\0' = "$PWD" ${values(LISTED)} >>/dev/fd/${LOG_FD}; ${bin}/after`;
}

/** Of what a line leaves behind in its process tree nothing reaches the next line: it may end by itself for a while, then it is killed. */
const driver = `
ulimit -f 4096 -c 0 -t 20 -v 1500000
mapfile -d '' -t lines <"$1/lines"
exec ${IDLE_FD}<> <(:)
settle() {
  (($$ == 1)) || return
  for ((n = 0; n < 60; n++)); do
    kill -0 -1 2>/dev/null || return
    read -r -t 0.004 -u ${IDLE_FD}
  done
  kill -KILL -1
  builtin printf 'late\n'
}
wait
for ((i = $2; i < \${#lines[@]}; i++)); do
  cd "$1/w/$i" && unset OLDPWD
  builtin printf '%s\n' "$i"
  if [[ $3 ]]; then export __LINE=\${lines[i]}; code=$3; else code=\${lines[i]}; fi
  HOME=$PWD PATH=$1/bin "\${@:4}" -c "$code" ${LOG_FD}>>"$1/log/$i" ${IDLE_FD}<&- </dev/null >/dev/null 2>"$1/err/$i"
  settle
done
builtin printf 'end\n'
`;

/** The strongest confinement this machine gives: another user, no network, a process tree of its own that ends with this process. */
function confinement(): readonly string[] {
  const own = process.getuid?.() === 0;
  // a change of user takes back what --kill-child asks for
  const bound = ["setpriv", "--pdeathsig", "KILL"];
  const apart = [...bound, "unshare", "-n", "-p", "-f", "--kill-child"];
  const drop = [...bound, "--reuid", "65534", "--regid", "65534", "--clear-groups", "--no-new-privs"];
  const tries: readonly (readonly string[])[] = own ? [[...apart, ...drop], drop] : [[...apart, "-U"], bound];
  return tries.find(([command = "", ...args]) => spawnSync(command, [...args, "true"]).status === 0) ?? [];
}

function find(shell: Shell): string {
  const path = spawnSync("sh", ["-c", `command -v ${shell}`], { encoding: "utf8" }).stdout.trim();
  if (path === "") throw new Error(`${shell} is not installed`);
  return path;
}

export function createCage(): Cage {
  // directories of lines come and go fast: in memory where the machine has a place for it
  const base = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
  const root = mkdtempSync(join(base, "heed-differential-"));
  const bin = join(root, "bin");
  const confined = confinement();
  const commands: { readonly [shell in Shell]: readonly string[] } = { bash: [find("bash")], zsh: [find("zsh"), "-f"] };
  mkdirSync(bin);
  chmodSync(root, 0o755);
  const directory = (i: number) => join(root, "w", String(i));
  const running = new Set<ChildProcess>();

  const prepare = (lines: readonly string[]) => {
    for (const part of ["w", "log", "err"]) {
      rmSync(join(root, part), { recursive: true, force: true });
      mkdirSync(join(root, part));
      chmodSync(join(root, part), 0o777);
    }
    writeFileSync(join(root, "lines"), lines.map((l) => `${l}\0`).join(""));
    lines.forEach((_, i) => {
      mkdirSync(directory(i));
      for (const [name, text] of Object.entries(FILES)) {
        const path = join(directory(i), name);
        if (text === undefined) mkdirSync(path);
        else writeFileSync(path, text, { mode: 0o666 });
        chmodSync(path, text === undefined ? 0o777 : 0o666);
      }
      chmodSync(directory(i), 0o777);
    });
  };

  /** Runs from line `start` on, adding the lines that did not end; gives the line it hung on, or the number of lines. */
  const go = (
    shell: Shell,
    start: number,
    count: number,
    state: boolean,
    patience: number,
    hung: Set<number>,
  ): Promise<number> =>
    new Promise((done, fail) => {
      const code = state ? `eval -- "$__LINE"${readBack(bin)}` : undefined;
      const args = ["bash", "-c", driver, "driver", root, String(start), code ?? "", ...commands[shell]];
      const [command = "", ...rest] = [...confined, ...args];
      const child = spawn(command, rest, {
        cwd: root,
        detached: true,
        stdio: ["ignore", "pipe", "ignore"],
        env: { PATH: process.env["PATH"], LC_ALL: "C.UTF-8", FUNCNEST: "60", ...STARTED },
      });
      running.add(child);
      let at = start;
      let text = "";
      let ended = false;
      let watch = setTimeout(stop, patience, child);
      child.stdout?.on("data", (data) => {
        clearTimeout(watch);
        watch = setTimeout(stop, patience, child);
        const all = (text + String(data)).split("\n");
        text = all.pop() ?? "";
        for (const word of all)
          if (word === "end") ended = true;
          else if (word === "late") hung.add(at);
          else at = Number(word);
      });
      child.on("error", fail);
      child.on("close", () => {
        clearTimeout(watch);
        running.delete(child);
        if (!ended) hung.add(at);
        done(ended ? count : at);
      });
    });

  return {
    root,
    path: bin,
    directory,
    async run(shell, lines, state, patience = PATIENCE) {
      for (const [name, text] of Object.entries(programs(commands[shell])))
        writeFileSync(join(bin, name), text, { mode: 0o755 });
      prepare(lines);
      const hung = new Set<number>();
      for (let start = 0; start < lines.length; ) {
        start = 1 + (await go(shell, start, lines.length, state, patience, hung));
      }
      return lines.map((_, i) => really(root, directory(i), i, hung.has(i)));
    },
    close() {
      for (const child of running) stop(child);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Ends the process group, and with its first process the whole tree. */
function stop(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    // it has ended meanwhile
  }
}

function really(root: string, directory: string, i: number, hung: boolean): Really {
  const text = (part: string) => {
    try {
      return readFileSync(join(root, part, String(i)), "utf8");
    } catch {
      return "";
    }
  };
  const { noted, left } = parse(text("log"));
  return { noted, left, files: filesBelow(directory), stderr: text("err").slice(0, 2_000), hung };
}

function parse(log: string): { noted: Noted[]; left: Left | undefined } {
  const noted: Noted[] = [];
  let own: { cwd: string; values: Map<string, string | undefined> } | undefined;
  let left: Left | undefined;
  const tokens = log.split("\0");
  let at = 0;
  const next = () => tokens[at++] ?? "";
  const listed = () =>
    new Map(
      LISTED.map((n) => {
        const token = next();
        return [n, token.startsWith("=") ? token.slice(1) : undefined];
      }),
    );
  while (at < tokens.length - 1) {
    const kind = next();
    if (kind === "=") {
      own = { cwd: next(), values: listed() };
      continue;
    }
    // a line may close or write to the log itself
    if (kind !== "@") break;
    const cwd = next();
    const exported = listed();
    const count = Number(next());
    const argv = Array.from({ length: count + 1 }, next);
    const extra = next();
    if (argv[0] === "after") left = own && { ...own, exported };
    else noted.push({ argv, cwd, exported, stdin: extra.startsWith("=") ? extra.slice(1, -1) : undefined });
  }
  return { noted, left };
}

function filesBelow(directory: string): Map<string, string> {
  const out = new Map<string, string>();
  for (const item of readdirSync(directory, { withFileTypes: true, recursive: true })) {
    if (!item.isFile() || out.size > 50) continue;
    const path = join(item.parentPath, item.name);
    try {
      out.set(relative(directory, path), readFileSync(path, "utf8").slice(0, 70_000));
    } catch {
      // a line may take away its own permission to read it
    }
  }
  return out;
}
