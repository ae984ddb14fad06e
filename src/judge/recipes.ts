/** Files by which tools know what to run, when they came from the network. */

import type { CommandEvent } from "../session/event.ts";
import { baseName, within } from "../session/path.ts";
import { runsBrought } from "./brought.ts";
import { say } from "./findings.ts";
import type { Judge } from "./judge.ts";

const RECIPE =
  /^(?:GNUmakefile|[Mm]akefile|package\.json|.+\.config\.[cm]?[jt]s|setup\.(?:py|cfg)|pyproject\.toml|conftest\.py|noxfile\.py|tox\.ini|(?:Docker|Container)file|(?:docker-)?compose(?:\.override)?\.ya?ml|(?:build|settings)\.gradle(?:\.kts)?|pom\.xml|Cargo\.toml|build\.rs|CMakeLists\.txt|meson\.build|Rakefile|Gemfile|[Jj]ustfile|Taskfile\.ya?ml|Vagrantfile|[Gg]runtfile\.js|gulpfile\.js|composer\.json|mix\.exs|build\.sbt|BUILD|WORKSPACE)$/;

/** Files that a program of the project may load or build. */
const CODE =
  /\.(?:[cm]?[jt]sx?|py|pyc|rb|pl|pm|php|sh|bash|zsh|lua|go|rs|c|cc|cpp|cxx|h|hpp|java|kt|kts|scala|groovy|cs|fs|swift|ex|exs|erl|hs|jl|r|mk|cmake|gradle|so|dylib|dll|node|jar|war|class|wasm|whl|gem|egg)$/i;

/** What the project runs is what was just downloaded. */
export function recipes(j: Judge, event: CommandEvent, directories: readonly string[]): void {
  for (const directory of directories) runsBrought(j, event, directory);
  for (const path of event.fetched())
    if (isRun(path, directories))
      say(j.findings, event.place, {
        rule: "run-downloaded",
        effect: "foreign-code",
        because: `runs the project with ${baseName(path)}, which came from the network`,
        instead: "Read it first, and ask a person.",
      });
}

export const isCode = (path: string): boolean => CODE.test(path);

function isRun(path: string, directories: readonly string[]): boolean {
  if (isCode(path)) return directories.some((directory) => within(path, directory));
  return RECIPE.test(baseName(path)) && directories.includes(path.slice(0, path.lastIndexOf("/")) || "/");
}
