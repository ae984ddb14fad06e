/** What makes the shells inside guarded without a change to the person's files: start-up files of our own that read theirs first, and the environment that leads to them. */

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

export interface Inside {
  /** Private, and gone when the terminal is. */
  readonly directory: string;
  /** The integrations, ready to be read; undefined where there is none. */
  readonly texts: {
    readonly bash: string;
    readonly zsh: string;
    readonly bashEnv: string | undefined;
    readonly bashInput: string | undefined;
    readonly bashSession: string | undefined;
    readonly zshEnv: string | undefined;
  };
  /** The executable that is a drop-in shell when it is called by a shell's name; undefined when there is none. */
  readonly dropin: string | undefined;
  readonly env: Environment;
}

type Environment = { readonly [name: string]: string | undefined };

/** One word for any shell. */
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const shells = ["bash", "zsh", "sh"] as const;

/** Writes the files and gives the environment that programs inside are to have. */
export function prepareInside({ directory, texts, dropin, env }: Inside): { [name: string]: string | undefined } {
  const at = (...parts: string[]) => join(directory, ...parts);
  const write = (path: string, text: string) => writeFileSync(path, text, { mode: 0o600 });
  mkdirSync(at("zsh"), { mode: 0o700 });
  mkdirSync(at("bin"), { mode: 0o700 });
  const path = dropin === undefined ? undefined : at("bin");
  write(at("heed.bash"), texts.bash);
  write(at("heed.zsh"), texts.zsh);
  write(at("bashrc"), bashrc(at("heed.bash"), path));
  write(at("bash_login"), bashLogin(at("heed.bash"), path));
  // It reads itself again and again while it gathers what comes by a pipe, so it is a file of its own.
  const zshEnv = texts.zshEnv === undefined ? undefined : at("heed.zshenv");
  if (zshEnv !== undefined) write(zshEnv, texts.zshEnv ?? "");
  for (const [name, text] of Object.entries(zshFiles(at("zsh"), at("heed.zsh"), path, zshEnv)))
    write(at("zsh", name), text);
  if (texts.bashEnv !== undefined) write(at("env.bash"), texts.bashEnv);
  // env.bash reads them beside itself, when commands come by a pipe or a session is named
  if (texts.bashInput !== undefined) write(at("input.bash"), texts.bashInput);
  if (texts.bashSession !== undefined) write(at("session.bash"), texts.bashSession);
  if (dropin !== undefined) for (const name of shells) symlinkSync(dropin, at("bin", name));

  const shell = env["SHELL"];
  const isKnown = shell !== undefined && shells.some((name) => name === basename(shell));
  return {
    ...env,
    HEED_DIR: directory,
    // Shells that are left when this terminal is gone have nobody to ask: who sits at theirs may be an agent.
    HEED_ASK: "refuse",
    HEED_SHELL: String(process.pid),
    // The outermost bash takes a socket for its input, which is what Node gives its children, for a login from afar: it reads .bashrc
    // and no BASH_ENV.
    SHLVL: env["SHLVL"] || "1",
    // Nothing of what may be around this terminal was judged together with what runs in it.
    HEED_WITHIN: undefined,
    HEED_JUDGED: undefined,
    ...(texts.bashEnv !== undefined && { BASH_ENV: at("env.bash"), HEED_BASH_ENV: env["BASH_ENV"] }),
    ZDOTDIR: at("zsh"),
    HEED_ZDOTDIR: env["ZDOTDIR"],
    ...(path !== undefined && { PATH: `${path}:${env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"}` }),
    ...(path !== undefined && isKnown && { SHELL: join(path, basename(shell)) }),
  };
}

/** The words that start the person's shell: their files are read as always, ours after them. */
export function shellCommand(shell: string, directory: string, isLogin: boolean): readonly [string, ...string[]] {
  switch (basename(shell)) {
    case "bash":
      return [shell, "--rcfile", join(directory, isLogin ? "bash_login" : "bashrc"), "-i"];
    case "zsh":
      return isLogin ? [shell, "-l", "-i"] : [shell, "-i"];
    default:
      return isLogin ? [shell, "-l"] : [shell];
  }
}

/** Once more after theirs: they may have set it anew. */
const prepend = (path: string | undefined) =>
  path === undefined ? "" : `case $PATH in ${quote(path)}:*) ;; *) PATH=${quote(path)}:$PATH ;; esac\n`;

function bashrc(integration: string, path: string | undefined): string {
  return `[[ ! -r ~/.bashrc ]] || \\builtin . ~/.bashrc\n${prepend(path)}\\builtin . ${quote(integration)}\n`;
}

/** bash -l does not read an --rcfile: the same files in the same order, by an interactive one that is no login shell. */
function bashLogin(integration: string, path: string | undefined): string {
  return `[[ ! -r /etc/profile ]] || \\builtin . /etc/profile
if [[ -r ~/.bash_profile ]]; then \\builtin . ~/.bash_profile
elif [[ -r ~/.bash_login ]]; then \\builtin . ~/.bash_login
elif [[ -r ~/.profile ]]; then \\builtin . ~/.profile
fi
${prepend(path)}\\builtin . ${quote(integration)}
`;
}

/**
 * zsh looks for each file in the directory that ZDOTDIR then names: each of ours puts theirs there, reads the file of the same name, notes
 * what became of it, and puts ours there again. After .zshrc theirs stays, so .zlogin and .zlogout are theirs directly.
 */
function zshFiles(
  own: string,
  integration: string,
  path: string | undefined,
  guard: string | undefined,
): { readonly [name: string]: string } {
  const theirs = `if [[ -n \${HEED_ZDOTDIR+set} ]]; then export ZDOTDIR=$HEED_ZDOTDIR; else unset ZDOTDIR; fi\n`;
  const back = `if [[ -n \${__heed_zdotdir+set} ]]; then ZDOTDIR=$__heed_zdotdir; else unset ZDOTDIR; fi\n`;
  const note = `if [[ -n \${ZDOTDIR+set} ]]; then typeset -g +x __heed_zdotdir=$ZDOTDIR; else unset __heed_zdotdir; fi\n`;
  const ours = `export ZDOTDIR=${quote(own)}\n`;
  const read = (name: string) =>
    `[[ ! -r \${ZDOTDIR:-$HOME}/${name} ]] || \\builtin source \${ZDOTDIR:-$HOME}/${name}\n`;
  // Where /etc/zshrc puts the history beside the files, it must not be put beside ours.
  const history = `[[ \${HISTFILE-} != ${quote(own)}/* ]] || HISTFILE=\${\${__heed_zdotdir-}:-$HOME}/\${HISTFILE:t}\n`;
  return {
    ".zshenv": `${guard === undefined ? "" : `'builtin' 'source' ${quote(guard)}\n`}${theirs}${read(".zshenv")}${note}${ours}`,
    ".zprofile": `${back}${read(".zprofile")}${note}${ours}`,
    ".zshrc": `${back}${history}${read(".zshrc")}unset __heed_zdotdir\n${prepend(path)}\\builtin source ${quote(integration)}\n`,
    // Only shells that are not interactive come by here.
    ".zlogin": `${back}${read(".zlogin")}${note}${ours}`,
    ".zlogout": `${back}${read(".zlogout")}`,
  };
}
