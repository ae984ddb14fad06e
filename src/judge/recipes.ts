/** Files by which tools know what to run, when they came from the network. */

import type { CommandEvent } from "../session/event.ts";
import { baseName } from "../session/path.ts";
import { runsBrought } from "./brought.ts";
import { say } from "./findings.ts";
import type { Judge } from "./judge.ts";

const RECIPE =
  /^(?:GNUmakefile|[Mm]akefile|package\.json|.+\.config\.[cm]?[jt]s|setup\.(?:py|cfg)|pyproject\.toml|conftest\.py|noxfile\.py|tox\.ini|(?:Docker|Container)file|(?:docker-)?compose(?:\.override)?\.ya?ml|(?:build|settings)\.gradle(?:\.kts)?|pom\.xml|Cargo\.toml|build\.rs|CMakeLists\.txt|meson\.build|Rakefile|Gemfile|[Jj]ustfile|Taskfile\.ya?ml|Vagrantfile|[Gg]runtfile\.js|gulpfile\.js|composer\.json|mix\.exs|build\.sbt|BUILD|WORKSPACE)$/;

/** What the project runs is what was just downloaded. */
export function recipes(j: Judge, event: CommandEvent, directories: readonly string[]): void {
  for (const directory of directories) runsBrought(j, event, directory);
  for (const path of event.fetched())
    if (RECIPE.test(baseName(path)) && directories.includes(path.slice(0, path.lastIndexOf("/")) || "/"))
      say(j.findings, event.place, {
        rule: "run-downloaded",
        effect: "foreign-code",
        because: `runs what ${baseName(path)} says, which came from the network`,
        instead: "Read it first, and ask a person.",
      });
}
