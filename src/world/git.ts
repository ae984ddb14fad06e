/** Runs git to ask, never to act: no hook, no monitor, no pager, no lock, no network, and output that is bounded. */

import { delimiter, isAbsolute } from "node:path";
import { stdio } from "./descriptors.ts";

const overrides = ["core.fsmonitor=false", "core.hooksPath=/dev/null", "core.untrackedCache=false"];
const arguments_ = ["--no-pager", "--literal-pathspecs", ...overrides.flatMap((pair) => ["-c", pair])];

/** Standard output, or undefined when git is missing, refuses, takes too long or says too much. */
export function git(directory: string, home: string, ...args: readonly string[]): string | undefined {
  return run(directory, home, {}, args);
}

/** As `git`, for what compares files: the repository's filters, which are commands, are set to nothing first. */
export function gitUnfiltered(directory: string, home: string, ...args: readonly string[]): string | undefined {
  const names = run(directory, home, {}, ["config", "-z", "--name-only", "--get-regexp", "^filter\\."]) ?? "";
  const keys = [...new Set(names.split("\0").filter(Boolean))];
  // Keys may hold any character: `-c` could not carry them.
  const env: { [name: string]: string } = { GIT_CONFIG_COUNT: String(keys.length) };
  keys.forEach((key, i) => {
    env[`GIT_CONFIG_KEY_${i}`] = key;
    env[`GIT_CONFIG_VALUE_${i}`] = key.endsWith(".required") ? "false" : "";
  });
  return run(directory, home, env, args);
}

function run(
  directory: string,
  home: string,
  env: { readonly [name: string]: string },
  args: readonly string[],
): string | undefined {
  // Loaded here, not above: most calls never ask git, and child_process costs milliseconds at start.
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { status, stdout } = spawnSync("git", ["-C", directory, ...arguments_, ...args], {
    encoding: "utf8",
    env: {
      PATH: trustedPath(process.env["PATH"] ?? "", directory),
      HOME: home,
      LC_ALL: "C",
      GIT_OPTIONAL_LOCKS: "0",
      GIT_TERMINAL_PROMPT: "0",
      GIT_NO_LAZY_FETCH: "1",
      ...env,
    },
    maxBuffer: 4 << 20,
    stdio: stdio("ignore", "pipe", "ignore"),
    timeout: 5_000,
  });
  return status === 0 ? stdout : undefined;
}

/** The search path without the directories of the tree that is asked about: its `git` would be its own. */
function trustedPath(path: string, directory: string): string {
  const usable = path.split(delimiter).filter((part) => isAbsolute(part) && !`${part}/`.startsWith(`${directory}/`));
  return usable.join(delimiter) || "/usr/local/bin:/usr/bin:/bin";
}
