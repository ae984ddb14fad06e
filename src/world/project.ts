/** Which directory a session works in, and which directories are temp. */

import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

const repositories = [".git", ".hg", ".jj", ".svn"];

const manifests = [
  "package.json",
  "pyproject.toml",
  "setup.py",
  "requirements.txt",
  "go.mod",
  "Cargo.toml",
  "pom.xml",
  "build.gradle",
  "build.gradle.kts",
  "composer.json",
  "Gemfile",
  "mix.exs",
  "deno.json",
  "CMakeLists.txt",
  "Makefile",
  "mise.toml",
  ".envrc",
];

/** Trees that are never a project, whatever lies in them. */
const systemTrees = ["/bin", "/boot", "/dev", "/etc", "/lib", "/lib32", "/lib64", "/proc", "/run", "/sbin", "/sys"];
const systemDirectories = ["/", "/home", "/media", "/mnt", "/opt", "/private", "/root", "/srv", "/tmp", "/usr", "/var"];
/** Below these a project may lie, but only with a marker: container images keep sources there. */
const shared = ["/usr/src", "/usr/local/src", "/var/www", "/var/lib", "/var/task", "/opt", "/srv"];
const otherSystem = ["/usr", "/var", "/Applications", "/Library", "/System", "/nix", "/snap"];

const tempRoots = ["/tmp", "/var/tmp", "/private/tmp", "/private/var/tmp", "/dev/shm"];
/** Where a `TMPDIR` may lie to be believed: an environment variable must not turn home into temp. */
const tempParents = [...tempRoots, "/var/folders", "/private/var/folders", "/run/user"];

export function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory === "/" ? "/" : `${directory}/`);
}

function isBelow(path: string, directory: string): boolean {
  return path !== directory && isWithin(path, directory);
}

/** Of macOS's, those that are there: looked at once. */
let roots: readonly string[] | undefined;

/** Directories that count as temp, each also with symlinks followed. */
export function tempDirectories(tmpdir: string | undefined): readonly string[] {
  roots ??= tempRoots.filter((root) => !root.startsWith("/private") || existsSync(root));
  const found = new Set(roots);
  const own = tmpdir?.replace(/\/+$/, "");
  if (own && !own.split("/").includes("..") && tempParents.some((parent) => isBelow(own, parent))) {
    found.add(own);
    found.add(real(own));
  }
  return [...found];
}

/** Whether `directory` may be a project at all; `marked` says that it holds a repository or a manifest. */
function mayBeProject(directory: string, home: string, marked: boolean): boolean {
  if (isWithin(home, directory) || systemDirectories.includes(directory) || tempRoots.includes(directory)) return false;
  // Home may lie in a system tree (/var/lib/jenkins, /usr/home/me); what is below it is the person's.
  if (isWithin(directory, home)) return marked || !directory.slice(home.length + 1).startsWith(".");
  if (tempRoots.some((root) => isBelow(directory, root))) return true;
  if (systemTrees.some((tree) => isWithin(directory, tree))) return false;
  if (shared.some((tree) => isBelow(directory, tree))) return marked;
  return !otherSystem.some((tree) => isWithin(directory, tree));
}

/**
 * The project that a session in `cwd` works in: the nearest repository around it, else the nearest directory with a manifest,
 * else the directory itself. Undefined where that would be home, a system tree or a temp root.
 */
export function projectOf(cwd: string, home: string): string | undefined {
  const start = real(cwd);
  const realHome = real(home);
  for (const markers of [repositories, manifests]) {
    for (let directory = start; directory !== dirname(directory); directory = dirname(directory)) {
      if (isWithin(realHome, directory)) break;
      if (!mayBeProject(directory, realHome, true)) continue;
      if (markers.some((marker) => existsSync(join(directory, marker)))) return directory;
    }
  }
  return mayBeProject(start, realHome, false) ? start : undefined;
}

function real(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
