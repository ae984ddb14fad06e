/** The place that cases speak of: a person's home with keys in it, and a repository with work to lose. */

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface Place {
  readonly home: string;
  readonly project: string;
}

/** Makes the place where it is missing; where that is not permitted the cases run without files. */
export function makePlace(home = "/home/me"): Place {
  const project = join(home, "project");
  try {
    if (!existsSync(join(project, ".git"))) fill(home, project);
  } catch (error) {
    console.error(`no files in ${home}: ${error instanceof Error ? error.message.split("\n")[0] : error}`);
  }
  return { home, project };
}

function fill(home: string, project: string): void {
  const put = (file: string, text: string) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", project, "-c", "user.name=me", "-c", "user.email=me@example.invalid", ...args], {
      stdio: "ignore",
    });
  for (const file of [".ssh/id_rsa", ".ssh/id_ed25519", ".aws/credentials", ".bashrc", ".zshrc"]) {
    put(join(home, file), "fixture\n");
  }
  mkdirSync(join(home, "Documents"), { recursive: true });
  for (const directory of ["src", "build", "tests", "logs", "scripts"]) {
    mkdirSync(join(project, directory), { recursive: true });
  }
  for (const file of ["README.md", "src/main.c", "package.json", "data.json", "notes.md", ".env", "Makefile"]) {
    put(join(project, file), "{}\n");
  }
  symlinkSync(join(home, ".ssh"), join(project, "link-to-ssh"));
  git("-c", "init.defaultBranch=main", "init", "-q");
  put(join(project, ".gitignore"), "build/\nlogs/\nnode_modules/\n");
  git("add", "-A");
  git("commit", "-qm", "first");
  git("checkout", "-qb", "old-experiment");
  put(join(project, "src/experiment.c"), "int x;\n");
  git("add", "-A");
  git("commit", "-qm", "experiment");
  git("checkout", "-q", "main");
  put(join(project, "data.json"), '{"stashed": 1}\n');
  git("stash", "-q");
  put(join(project, "README.md"), "changed, not committed\n");
  put(join(project, "draft.txt"), "never added\n");
}
