/** Files by which tools know what to run, when they came from the network. */

import type { CommandEvent } from "../session/event.ts";
import { baseName, parentOf, within } from "../session/path.ts";
import { HOLE } from "../session/value.ts";
import { runsBrought } from "./brought.ts";
import { hostile, say } from "./findings.ts";
import type { Judge } from "./judge.ts";
import { commandsAmong } from "./recipes/among.ts";

const RECIPE =
  /^(?:GNUmakefile|[Mm]akefile|package\.json|.+\.config\.[cm]?[jt]s|setup\.(?:py|cfg)|pyproject\.toml|conftest\.py|noxfile\.py|tox\.ini|(?:Docker|Container)file|(?:docker-)?compose(?:\.override)?\.ya?ml|(?:build|settings)\.gradle(?:\.kts)?|pom\.xml|Cargo\.toml|build\.rs|CMakeLists\.txt|meson\.build|Rakefile|Gemfile|[Jj]ustfile|Taskfile\.ya?ml|Vagrantfile|[Gg]runtfile\.js|gulpfile\.js|composer\.json|mix\.exs|build\.sbt|BUILD|WORKSPACE)$/;

/** Files that a program of the project may load or build. */
const CODE =
  /\.(?:[cm]?[jt]sx?|py|pyc|rb|pl|pm|php|sh|bash|zsh|lua|go|rs|c|cc|cpp|cxx|h|hpp|java|kt|kts|scala|groovy|cs|fs|swift|ex|exs|erl|hs|jl|r|mk|cmake|gradle|so|dylib|dll|node|jar|war|class|wasm|whl|gem|egg)$/i;

/** What the project runs is what was just downloaded. */
export function recipes(j: Judge, event: CommandEvent, directories: readonly string[]): void {
  written(j, event, [...directories, ...event.cwd.texts]);
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

/** Recipes that no reader follows: what this session has written there counts where it is hostile. */
const UNREAD =
  /^(?:build\.rs|CMakeLists\.txt|meson\.build|(?:build|settings)\.gradle(?:\.kts)?|pom\.xml|Pipfile|pyproject\.toml|pixi\.toml|tox\.ini|Procfile(?:\..+)?|\.pre-commit-config\.yaml|\.?lefthook\.ya?ml|nodemon\.json|deno\.jsonc?|Rakefile|Gemfile|Vagrantfile|mix\.exs|build\.sbt|BUILD(?:\.bazel)?|(?:flake|shell)\.nix|\.?mise\.toml)$/;

const COMPOSE = /^(?:docker-)?compose(?:\.[\w-]+)?\.ya?ml$/;

/** What gives a container more than its own. */
const OPEN_CONTAINER =
  /^\s*(?:privileged:\s*true|(?:pid|ipc|network_mode|userns_mode):\s*["']?host|-\s*["']?(?:\/|~|\$\{?HOME)[^:\s]*:)|\bdocker\.sock\b/m;

function written(j: Judge, event: CommandEvent, directories: readonly string[]): void {
  for (const path of event.written()) {
    if (!directories.includes(parentOf(path))) continue;
    const name = baseName(path);
    const isCompose = COMPOSE.test(name);
    const isUnread = UNREAD.test(name);
    if (!isCompose && !isUnread) continue;
    const text = event.content(path)?.texts[0] ?? "";
    if (HOLE.test(text)) continue;
    if (isCompose && OPEN_CONTAINER.test(text))
      say(j.findings, event.place, {
        rule: "run-open-container",
        effect: "reach",
        because: `may start containers with more of this machine than the project, as ${name} now says`,
        instead: "Ask a person.",
      });
    const key = `written\0${path}\0${text}`;
    if (!isUnread || j.depth > 1 || j.judged.has(key)) continue;
    j.judged.add(key);
    for (const line of commandsAmong(text).slice(0, MAX_WRITTEN))
      for (const found of j.nested(`${line}\n:`, j.depth + 1).all.values())
        if (hostile.has(found.effect)) say(j.findings, event.place, { ...found, text: name });
  }
}

const MAX_WRITTEN = 120;

export const isCode = (path: string): boolean => CODE.test(path);

function isRun(path: string, directories: readonly string[]): boolean {
  if (isCode(path)) return directories.some((directory) => within(path, directory));
  return RECIPE.test(baseName(path)) && directories.includes(parentOf(path));
}
