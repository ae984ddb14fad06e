import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { builtHeed } from "../../scripts/built.ts";

const root = join(import.meta.dirname, "../..");
const names = ["plain", "with space", 'it\'s $HOME `x` "q"', "ünï *[a]", "-dash"];

let base = "";
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "heed-install-"));
});
afterEach(() => rmSync(base, { recursive: true }));

function home(name: string): string {
  const path = join(base, name);
  mkdirSync(path);
  return path;
}

function environment(at: string) {
  return { HOME: at, PATH: process.env["PATH"], TERM: "dumb" };
}

/** heed, copied into the home as install.sh does. */
function heedIn(at: string): string {
  const bin = join(at, ".local/bin");
  mkdirSync(bin, { recursive: true });
  // A link, not a symlink: heed then says that it is where it was called.
  try {
    linkSync(builtHeed(), join(bin, "heed"));
  } catch {
    cpSync(builtHeed(), join(bin, "heed"));
  }
  return join(bin, "heed");
}

function heed(at: string, ...args: readonly string[]) {
  return spawnSync(join(at, ".local/bin/heed"), args, {
    env: environment(at),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** A program that heed does not know is refused with 126 in a guarded shell, and not found with 127 in another. */
function isGuarded(at: string, shell: "bash" | "zsh", flags: string): boolean {
  const run = spawnSync(shell, [flags, "no-such-program"], {
    env: environment(at),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (run.status !== 126 && run.status !== 127) throw new Error(`${shell} ended with ${run.status}: ${run.stderr}`);
  return run.status === 126;
}

describe.each(names)("in a home called %s", (name) => {
  test("install guards the shells, and uninstall leaves the files as they were", () => {
    const at = home(name);
    heedIn(at);
    const before = { ".bashrc": "export A=1", ".zshrc": "# mine\n", ".profile": "umask 022\n" };
    for (const [file, text] of Object.entries(before)) writeFileSync(join(at, file), text);
    expect(heed(at, "install", "--yes").status).toBe(0);
    expect(isGuarded(at, "bash", "-ic")).toBe(true);
    expect(isGuarded(at, "bash", "-lic")).toBe(true);
    expect(isGuarded(at, "zsh", "-ic")).toBe(true);
    expect(isGuarded(at, "bash", "-c")).toBe(false);
    expect(heed(at, "uninstall", "--yes").status).toBe(0);
    for (const [file, text] of Object.entries(before)) expect(readFileSync(join(at, file), "utf8")).toBe(text);
    expect(existsSync(join(at, ".bash_profile"))).toBe(false);
  });
});

test("files that install made are gone after uninstall", () => {
  const at = home("new");
  heedIn(at);
  heed(at, "install", "--yes");
  expect([".bashrc", ".bash_profile", ".zshrc"].filter((file) => existsSync(join(at, file)))).toHaveLength(3);
  heed(at, "uninstall", "--yes");
  expect([".bashrc", ".bash_profile", ".zshrc"].filter((file) => existsSync(join(at, file)))).toEqual([]);
});

test("uninstall names the clients that go on asking heed", () => {
  const at = home("clients");
  heedIn(at);
  heed(at, "install", "--yes");
  heed(at, "install", "claude", "--yes");
  expect(heed(at, "uninstall", "--yes").stdout).toContain("Claude Code still asks heed: heed uninstall claude\n");
  heed(at, "uninstall", "claude", "--yes");
  expect(heed(at, "uninstall", "--yes").stdout).not.toContain("still asks");
});

test("in a directory that is gone, heed says so", () => {
  const at = home("gone");
  heedIn(at);
  const line = `mkdir gone; cd gone; rmdir ../gone; exec '${join(at, ".local/bin/heed")}' check ls`;
  const { status, stderr } = spawnSync("sh", ["-c", line], { cwd: at, env: environment(at), encoding: "utf8" });
  expect({ status, stderr }).toEqual({
    status: 64,
    stderr: "heed: error: the current directory is gone: change to one that is there\n",
  });
});

test("a linked start-up file stays a link, and keeps its mode", () => {
  const at = home("dots");
  heedIn(at);
  mkdirSync(join(at, "dotfiles"));
  writeFileSync(join(at, "dotfiles/bashrc"), "# mine\n");
  chmodSync(join(at, "dotfiles/bashrc"), 0o640);
  symlinkSync("dotfiles/bashrc", join(at, ".bashrc"));
  heed(at, "install", "--yes", "--shell", "bash");
  expect(lstatSync(join(at, ".bashrc")).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(at, "dotfiles/bashrc"), "utf8")).toMatch(/^# mine\ncase .* # heed\n$/);
  expect(statSync(join(at, "dotfiles/bashrc")).mode & 0o777).toBe(0o640);
});

test("nobody there to ask: nothing is touched", () => {
  const at = home("asking");
  const binary = heedIn(at);
  const run = spawnSync("setsid", ["-w", binary, "install"], {
    env: environment(at),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  expect(run.status).toBe(64);
  expect(run.stderr).toMatch(/^heed: error: no terminal to ask at/);
  expect(existsSync(join(at, ".bashrc"))).toBe(false);
});

test("a line names the home it was installed in, and sh does not mind it", () => {
  const at = home("it's sh");
  heedIn(at);
  writeFileSync(join(at, ".profile"), "");
  heed(at, "install", "--yes", "--shell", "bash");
  const { status, stderr } = spawnSync("sh", ["-ec", `. "$HOME/.profile"`], { env: environment(at), encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

test("install.sh ends with shells that are guarded, says how to undo it, and may run again", () => {
  const at = home("it's a clone");
  builtHeed();
  const install = () =>
    execFileSync("sh", [join(root, "install.sh"), "--yes"], { env: environment(at), encoding: "utf8", stdio: "pipe" });
  const said = install();
  expect(said).toContain("To undo this: heed uninstall");
  expect(said).toContain(join(at, ".bashrc"));
  const texts = () => [".bashrc", ".bash_profile", ".zshrc"].map((file) => readFileSync(join(at, file), "utf8"));
  const once = texts();
  expect(install()).toContain("heed is in every start-up file already");
  expect(texts()).toEqual(once);
  expect(isGuarded(at, "bash", "-ic")).toBe(true);
  expect(heed(at, "doctor").stdout).toMatch(/^ok {5}heed /);
});
