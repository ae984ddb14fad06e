/** Runs git to ask, never to act: no hook, no monitor, no pager, no lock, no network, and output that is bounded. */

import { delimiter, isAbsolute } from "node:path";

const overrides = ["core.fsmonitor=false", "core.hooksPath=/dev/null", "core.untrackedCache=false"];
const arguments_ = ["--no-pager", "--literal-pathspecs", ...overrides.flatMap((pair) => ["-c", pair])];

/** Attributes name filters, and filters are commands: read them from the empty tree instead of the working copy. */
const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/** Standard output, or undefined when git is missing, refuses, takes too long or says too much. */
export function git(directory: string, home: string, ...args: readonly string[]): string | undefined {
  // Loaded here, not above: most calls never ask git, and child_process costs milliseconds at start.
  const run = process
    .getBuiltinModule("node:child_process")
    .spawnSync("git", ["-C", directory, ...arguments_, ...args], {
      encoding: "utf8",
      env: {
        PATH: trustedPath(process.env["PATH"] ?? "", directory),
        HOME: home,
        LC_ALL: "C",
        GIT_OPTIONAL_LOCKS: "0",
        GIT_TERMINAL_PROMPT: "0",
        GIT_NO_LAZY_FETCH: "1",
        GIT_ATTR_SOURCE: emptyTree,
      },
      maxBuffer: 4 << 20,
      stdio: ["ignore", "pipe", "ignore"],
      timeout: 5_000,
    });
  return run.status === 0 ? run.stdout : undefined;
}

/** The search path without the directories of the tree that is asked about: its `git` would be its own. */
function trustedPath(path: string, directory: string): string {
  const usable = path.split(delimiter).filter((part) => isAbsolute(part) && !`${part}/`.startsWith(`${directory}/`));
  return usable.join(delimiter) || "/usr/local/bin:/usr/bin:/bin";
}
