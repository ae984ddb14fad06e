/** What cannot be had again if files, a working copy, stashes or branches went away: git is asked, and names tell what a build can make again. */

import { lstatSync, opendirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { Loss, LossRequest } from "../session/world.ts";
import { isGenerated, isPrecious } from "./generated.ts";
import { git, gitUnfiltered } from "./git.ts";
import { isWithin } from "./project.ts";

const MAX_ENTRIES = 20_000;

const nothing = (facts: string): Loss => ({ lost: false, facts });
const something = (facts: string): Loss => ({ lost: true, facts });
const unsure = (facts: string): Loss => ({ lost: "unknown", facts });

export function lossAt(request: LossRequest, home: string, realPath: (path: string) => string): Loss {
  switch (request.kind) {
    case "paths":
      return lossOfPaths(request.paths, home, realPath);
    case "worktree":
      return lossOfWorktree(request.directory, home, request.untracked, request.ignored);
    case "stash":
      return lossOfStash(request.directory, home);
    case "branch":
      return lossOfBranches(request.directory, request.names, home);
  }
}

function lossOfPaths(paths: readonly string[], home: string, realPath: (path: string) => string): Loss {
  const lost: string[] = [];
  let unknown: string | undefined;
  const byRepository = new Map<string, string[]>();
  for (const path of paths) {
    const trimmed = path.replace(/\/+$/, "") || "/";
    // Removing a link removes the link: only its directory is followed, unless the path says `link/`.
    const target = trimmed === path ? join(realPath(dirname(trimmed)), basename(trimmed)) : realPath(trimmed);
    if (!entry(target)) continue;
    const repository = repositoryOf(target);
    if (repository === undefined) {
      const found = unversioned(target);
      if (found === "many") unknown = `too many files to look at in ${target}`;
      else lost.push(...found);
    } else if (isWithin(join(repository, ".git"), target)) {
      return something("the repository itself, with commits that may be nowhere else");
    } else if (isWithin(target, join(repository, ".git"))) {
      if (!target.endsWith(".lock")) return something("part of git's own data");
    } else {
      byRepository.set(repository, [...(byRepository.get(repository) ?? []), target]);
    }
  }
  for (const [repository, targets] of byRepository) {
    const entries = status(repository, home, { untracked: true, ignored: true }, targets);
    if (!entries) unknown = "git could not say what it has";
    else lost.push(...entries.filter((e) => isLostWithFile(e)).map((e) => e.path));
  }
  if (lost.length) return something(`${count(lost.length, "file")} git does not have: ${examples(lost)}`);
  return unknown === undefined ? nothing("git has everything that is there") : unsure(unknown);
}

function lossOfWorktree(directory: string, home: string, untracked: boolean, ignored: boolean): Loss {
  const top = git(directory, home, "rev-parse", "--show-toplevel")?.replace(/\n$/, "");
  if (top === undefined) return unsure("not a repository that git will look into");
  const entries = status(top, home, { untracked, ignored });
  if (!entries) return unsure("git could not say what has changed");
  // `clean` takes what git does not know and leaves what it does; everything else takes the changes.
  const changed = untracked || ignored ? [] : entries.filter((e) => e.kind === "changed" || e.kind === "staged");
  const below = (e: Entry) => isWithin(join(top, e.path), resolve(directory));
  const added = entries.filter(
    (e) => below(e) && isLostWithFile(e) && (e.kind === "untracked" || e.kind === "ignored"),
  );
  const parts = [
    changed.length ? `${count(changed.length, "file")} with changes that are not committed: ${paths(changed)}` : "",
    added.length ? `${count(added.length, "file")} git does not have: ${paths(added)}` : "",
  ].filter(Boolean);
  return parts.length ? something(parts.join("; ")) : nothing("nothing that git does not have");
}

function lossOfStash(directory: string, home: string): Loss {
  const common = git(directory, home, "rev-parse", "--path-format=absolute", "--git-common-dir")?.replace(/\n$/, "");
  if (common === undefined) return unsure("not a repository that git will look into");
  let log: string;
  try {
    log = readFileSync(join(common, "logs/refs/stash"), "utf8");
  } catch {
    return nothing("no stash is there");
  }
  const entries = log.split("\n").filter(Boolean);
  if (!entries.length) return nothing("no stash is there");
  const subjects = entries.reverse().map((line) => line.slice(line.indexOf("\t") + 1));
  return something(`${count(entries.length, "stash", "stashes")}: ${examples(subjects)}`);
}

function lossOfBranches(directory: string, names: readonly string[], home: string): Loss {
  const lost: string[] = [];
  for (const name of names) {
    const ref = `refs/heads/${name}`;
    // `for-each-ref` tells a branch that is not there (no output) from a git that fails.
    const there = git(directory, home, "for-each-ref", "--format=%(refname)", ref);
    if (there === undefined) return unsure("not a repository that git will look into");
    if (!there.split("\n").includes(ref)) continue;
    const others = ["--not", `--exclude=${name}`, "--branches", "--tags", "--remotes"];
    const commits = git(directory, home, "rev-list", "--count", ref, ...others)?.trim();
    if (commits === undefined) return unsure(`git could not say what only ${name} has`);
    if (commits !== "0") lost.push(`${name} (${count(Number(commits), "commit")})`);
  }
  return lost.length
    ? something(`commits that no other branch has: ${lost.join(", ")}`)
    : nothing("another branch has every commit");
}

interface Entry {
  readonly path: string;
  readonly kind: "changed" | "staged" | "untracked" | "ignored";
}

function isLostWithFile(entry: Entry): boolean {
  switch (entry.kind) {
    case "changed":
      return true;
    case "staged":
      // The index has it.
      return false;
    case "untracked":
      return !isGenerated(entry.path);
    case "ignored":
      return isPrecious(entry.path);
  }
}

/** Reads `git status --porcelain=v2 -z`. Paths are relative to the repository. */
function status(
  repository: string,
  home: string,
  want: { readonly untracked: boolean; readonly ignored: boolean },
  targets: readonly string[] = [],
): Entry[] | undefined {
  const text = gitUnfiltered(
    repository,
    home,
    "status",
    "--porcelain=v2",
    "-z",
    "--no-renames",
    "--ignore-submodules=dirty",
    `--untracked-files=${want.untracked || want.ignored ? "all" : "no"}`,
    ...(want.ignored ? ["--ignored=matching"] : []),
    "--",
    ...targets.map((target) => relative(repository, target) || "."),
  );
  if (text === undefined) return undefined;
  const entries: Entry[] = [];
  for (const record of text.split("\0")) {
    const kind = record[0];
    if (kind === "?") entries.push({ path: record.slice(2), kind: "untracked" });
    else if (kind === "!") entries.push({ path: record.slice(2), kind: "ignored" });
    else if (kind === "1") {
      // 1 XY sub mH mI mW hH hI path: Y is the working copy against the index; D has gone already.
      const worktree = record[3];
      const path = record.split(" ").slice(8).join(" ");
      if (worktree !== "D") entries.push({ path, kind: worktree === "." ? "staged" : "changed" });
    } else if (kind === "u") entries.push({ path: record.split(" ").slice(10).join(" "), kind: "changed" });
  }
  return entries;
}

function entry(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The nearest directory around (or at) `path` that holds a `.git`. */
function repositoryOf(path: string): string | undefined {
  for (let directory = path; ; directory = dirname(directory)) {
    if (entry(join(directory, ".git"))) return directory;
    if (directory === dirname(directory)) return undefined;
  }
}

/** Files with content below a path that no git knows and no build makes; `many` when there are too many to look at. */
function unversioned(path: string): string[] | "many" {
  const found: string[] = [];
  const open = [path];
  let seen = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (++seen > MAX_ENTRIES) return "many";
    if (isGenerated(next.slice(dirname(path).length))) continue;
    const stat = entry(next);
    if (stat?.isFile() && stat.size > 0) found.push(next);
    if (!stat?.isDirectory()) continue;
    try {
      using directory = opendirSync(next);
      for (let item = directory.readSync(); item && open.length <= MAX_ENTRIES; item = directory.readSync()) {
        open.push(join(next, item.name));
      }
    } catch {
      // What we may not list, whoever runs the line may not remove either.
    }
  }
  return found.map((file) => relative(dirname(path), file));
}

function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

const paths = (entries: readonly Entry[]) => examples(entries.map((e) => e.path));

function examples(names: readonly string[]): string {
  return names.slice(0, 3).join(", ") + (names.length > 3 ? " …" : "");
}
