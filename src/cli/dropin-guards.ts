/** `heed guards`: the files that shells read first, and what makes them read those. */

import { lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { integration } from "../serve/integration.ts";
import { resource, version } from "../store/asset.ts";
import type { Dialect } from "../syntax/tree.ts";
import { homeOf } from "./context.ts";
import { isOutermost } from "./dropin-program.ts";
import { type Io, UsageError } from "./io.ts";
import { ownPath } from "./own.ts";

export interface Guards {
  /** For `BASH_ENV`. */
  readonly bashEnv: string;
  /** For `ZDOTDIR`. */
  readonly zdotdir: string;
  /** For `bash --rcfile`. */
  readonly bashrc: string;
  /** For `.` in a sh that reads its commands from a pipe. */
  readonly sh: string;
  /** For a call in a session. */
  readonly session: { readonly [shell in Dialect]: string };
}

export function guardsCommand(args: readonly string[], io: Io): number {
  if (args.length > 0) throw new UsageError("usage: heed guards");
  const { bashEnv, zdotdir } = writeGuards(io);
  // What these were before goes on being read.
  const lines = [
    ["HEED_BASH_ENV", io.env["BASH_ENV"], bashEnv],
    ["HEED_ZDOTDIR", io.env["ZDOTDIR"], zdotdir],
  ] as const;
  for (const [name, own, ours] of lines) if (own && own !== ours) io.out(`export ${name}=${quote(own)}\n`);
  io.out(`export BASH_ENV=${quote(bashEnv)}\nexport ZDOTDIR=${quote(zdotdir)}\n`);
  if (isOutermost(io.env)) io.out("export SHLVL=1\n");
  return 0;
}

/** For a program whose shells are to be guarded without a terminal of heed's: nobody can be asked. */
export function guardedEnvironment(io: Io): Io["env"] {
  const { bashEnv, zdotdir } = writeGuards(io);
  const own = (name: string, ours: string) => (io.env[name] === ours ? io.env[`HEED_${name}`] : io.env[name]);
  return {
    ...io.env,
    HEED_ASK: "refuse",
    // The outermost bash takes a socket for its input, which is what Node gives its children, for a login from afar: it reads .bashrc
    // and no BASH_ENV.
    SHLVL: io.env["SHLVL"] || "1",
    HEED_BASH_ENV: own("BASH_ENV", bashEnv),
    HEED_ZDOTDIR: own("ZDOTDIR", zdotdir),
    BASH_ENV: bashEnv,
    ZDOTDIR: zdotdir,
  };
}

/** Each file is written when it is asked for: a call needs one or two of them. */
export function writeGuards(io: Io): Guards {
  const values = { heed: ownPath(), version: version(), ask: "refuse" } as const;
  const shipped = (name: string) => integration(resource(`shell-integration/${name}`), values);
  const directory = directoryFor(io);
  const put = (name: string, text: string) => write(join(directory, name), text);
  const session = {
    get bash() {
      return put("session.bash", shipped("session.bash"));
    },
    get zsh() {
      mkdirSync(join(directory, "zsh"), { recursive: true, mode: 0o700 });
      return put("zsh/session.zsh", shipped("session.zsh"));
    },
    get sh() {
      return put("session.sh", shipped("session.sh"));
    },
  };
  return {
    session,
    get bashEnv() {
      put("input.bash", shipped("input.bash"));
      return put("env.bash", shipped("env.bash"));
    },
    get zdotdir() {
      const zdotdir = dirname(session.zsh);
      put("zsh/.zshenv", shipped("zshenv"));
      put("zsh/.zprofile", forward(".zprofile"));
      put("zsh/.zlogin", `${forward(".zlogin")}${resume}`);
      put("zsh/.zshrc", `${forward(".zshrc")}[[ -o login ]] || {\n${resume}}\n${shipped("heed.zsh")}`);
      return zdotdir;
    },
    get bashrc() {
      return put("bashrc", `${shipped("bashrc")}${shipped("heed.bash")}`);
    },
    get sh() {
      return put("env.sh", shipped("env.sh"));
    },
  };
}

/** Where nobody else can put anything. A home that cannot be written is usual in sandboxes. */
function directoryFor(io: Io): string {
  const data = io.env["XDG_DATA_HOME"];
  const own = join(data !== undefined && isAbsolute(data) ? data : join(homeOf(io), ".local/share"), "heed");
  try {
    mkdirSync(own, { recursive: true, mode: 0o700 });
    return own;
  } catch {
    const shared = join(process.getBuiltinModule("node:os").tmpdir(), `heed-${process.getuid?.() ?? 0}`);
    mkdirSync(shared, { recursive: true, mode: 0o700 });
    const stat = lstatSync(shared);
    if (!stat.isDirectory() || stat.uid !== process.getuid?.() || (stat.mode & 0o077) !== 0)
      throw new Error(`${shared} is not a directory of one's own`);
    return shared;
  }
}

/** Put into place by rename: a shell may be reading the old one. */
function write(path: string, text: string): string {
  if (read(path) === text) return path;
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, text, { mode: 0o600 });
  renameSync(fresh, path);
  return path;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** zsh finds its other start-up files where it found ours; the person's are where they were. */
function forward(name: string): string {
  return [
    "__heed_zdotdir=$ZDOTDIR ZDOTDIR=${HEED_ZDOTDIR:-$HOME}",
    `[[ ! -r $ZDOTDIR/${name} || $ZDOTDIR == $__heed_zdotdir ]] || . $ZDOTDIR/${name}`,
    "ZDOTDIR=$__heed_zdotdir",
    "unset __heed_zdotdir",
    "",
  ].join("\n");
}

/** In the last file that zsh reads. */
const resume = '[[ -z ${HEED_CALL-} ]] || . "${${(%):-%x}:h}/session.zsh"\n';

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
