/** Which start-up files a shell reads, and writing them without ever leaving half of one. */

import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { homeOf } from "./context.ts";
import type { Io } from "./io.ts";

export type Shell = "bash" | "zsh";

export interface StartupFile {
  readonly shell: Shell;
  readonly path: string;
}

/** bash reads `.bashrc`, but a login shell only the first of three others. */
export function startupFiles(shells: readonly Shell[], io: Io): StartupFile[] {
  const home = homeOf(io);
  return shells.flatMap((shell): StartupFile[] => {
    if (shell === "zsh") return [{ shell, path: join(io.env["ZDOTDIR"] || home, ".zshrc") }];
    const logins = [".bash_profile", ".bash_login", ".profile"];
    const login = logins.find((name) => existsSync(join(home, name))) ?? ".bash_profile";
    return [".bashrc", login].map((name) => ({ shell, path: join(home, name) }));
  });
}

/** Every file that an install may have touched, also one that has since been shadowed by another login file. */
export function allStartupFiles(io: Io): StartupFile[] {
  const home = homeOf(io);
  const bash = [".bashrc", ".bash_profile", ".bash_login", ".profile"].map((name) => join(home, name));
  const zsh = [...new Set([io.env["ZDOTDIR"] || home, home])].map((directory) => join(directory, ".zshrc"));
  return [
    ...zsh.map((path) => ({ shell: "zsh" as const, path })),
    ...bash.map((path) => ({ shell: "bash" as const, path })),
  ];
}

export function installedShells(io: Io): Shell[] {
  const directories = (io.env["PATH"] ?? "").split(delimiter).filter(Boolean);
  const isThere = (shell: Shell) => directories.some((directory) => isExecutable(join(directory, shell)));
  return (["bash", "zsh"] as const).filter(isThere);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Latin-1 keeps every byte as it is, whatever encoding the person uses. */
export function readStartup(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "latin1") : undefined;
}

/** Undefined removes the file. A link stays one: what it leads to is replaced. */
export function writeStartup(path: string, text: string | undefined): void {
  if (text === undefined) rmSync(path);
  else if (existsSync(path)) replace(realpathSync(path), text);
  else writeFileSync(path, text, { encoding: "latin1", mode: 0o644, flag: "wx" });
}

function replace(path: string, text: string): void {
  const { mode, uid, nlink } = statSync(path);
  // Somebody else's file, or one with other names, would not be the same file after a rename.
  if (uid !== process.getuid?.() || nlink > 1) {
    writeFileSync(path, text, "latin1");
    return;
  }
  const fresh = `${path}.heed-${process.pid}`;
  try {
    writeFileSync(fresh, text, { encoding: "latin1", mode: 0o600, flag: "wx" });
    chmodSync(fresh, mode & 0o7777);
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

export function latin1(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

export function utf8(text: string): string {
  return Buffer.from(text, "latin1").toString("utf8");
}
