/** What deleting a path takes away, and what git could bring back of it. */

import { baseName, parentOf, within } from "../session/path.ts";
import { ANY, BELOW, FRESH, HOLE, NAME } from "../session/value.ts";
import type { World } from "../session/world.ts";
import type { PathFinding } from "./paths.ts";
import { isAgentSettings, isGuard, isSystemTree, type Resolved } from "./places.ts";
import { matchesBelow } from "./search.ts";

const NAME_IT = "Name the directory inside the project that you mean.";

export function deleting(r: Resolved, tree: boolean, text: string, world: World): PathFinding | undefined {
  const { path } = r;
  const { home, project } = world;
  const parent = parentOf(path);
  const glob = HOLE.test(baseName(path)) && !path.includes(ANY);
  const whole = glob && /^\.?[\ud801\ud802]$/.test(baseName(path));
  if (isGuard(path, world)) return { rule: "guard-files", effect: "disarm", because: "deletes the guard's own files" };
  if (path === "/" || (whole && parent === "/")) return destroyed("remove-root", "deletes the whole file system");
  if (path === home || within(home, path) || mayBe(path, home))
    return destroyed("remove-home", "deletes your home directory", NAME_IT);
  if (whole && (parent === home || within(home, parent)) && parent !== project)
    return destroyed("remove-home", "deletes everything in your home directory", NAME_IT);
  if (project !== undefined && (path === project || within(project, path))) {
    if (tree)
      return destroyed(
        "remove-project",
        "deletes the whole project with its history",
        "Name the files or directories inside it that can go.",
      );
  }
  if (isSystemTree(path) || (whole && isSystemTree(parent) && !world.temp.includes(parent))) {
    if (world.temp.includes(path))
      return { rule: "remove-temp", effect: "reach", because: "deletes other programs' temporary files" };
    return destroyed(
      "remove-system",
      `deletes ${isSystemTree(path) ? "a system directory" : "the content of a system directory"}`,
    );
  }
  if (isAgentSettings(path) && r.place !== "temp")
    return {
      rule: "remove-rewiring",
      effect: "rewire",
      because: "takes away settings of an agent, and the hooks among them",
    };
  switch (r.place) {
    case "project":
      return deletingWork(path, world);
    case "temp":
      return {
        rule: "remove-temp",
        effect: world.temp.includes(parent) && whole ? "reach" : "remove",
        because: "deletes temporary files",
      };
    case "secret":
      return project !== undefined && within(path, project)
        ? deletingWork(path, world)
        : destroyed("remove-secret", "deletes keys or credentials");
    case "device":
      return r.open ? undefined : destroyed("remove-device", "deletes a device");
    case "home":
      if (tree && (parent === home || mayBe(parent, home)) && !text.startsWith("..") && !glob)
        return destroyed("remove-home", "deletes a directory at the top of your home", NAME_IT);
      return { rule: "remove-outside", effect: "reach", because: "deletes files outside the project" };
    case "system":
      return path.endsWith(BELOW) && isSystemTree(path.slice(0, path.indexOf(`/${BELOW}`)) || "/")
        ? destroyed("remove-system", "deletes files all over a system directory")
        : { rule: "remove-outside", effect: "reach", because: "deletes files outside the project" };
    case "unknown":
      return {
        rule: "remove-unknown",
        effect: "opaque",
        because: "deletes a path that is not known before it runs",
        instead: "Write the path out.",
      };
  }
}

/** A pattern that stands for a path, among others. */
export function mayBe(path: string, one: string): boolean {
  if (!/[\ud801\ud802]/u.test(path) || path.includes(ANY)) return false;
  const parts = path.split(/([\ud801\ud802])/u).map((part) => {
    if (part === NAME) return "[^/]+";
    return part === BELOW ? ".+" : part.replaceAll(/[^\w/]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`).test(one);
}

export const destroyed = (rule: string, because: string, instead?: string): PathFinding => ({
  rule,
  effect: "destroy",
  because,
  ...(instead ? { instead } : {}),
});

/** Inside the project it matters whether git can bring it back. */
function deletingWork(path: string, world: World): PathFinding {
  const loss = world.loss({ kind: "paths", paths: spelled(path, world) });
  if (loss.lost === false)
    return { rule: "remove-files", effect: "remove", because: `deletes files of the project; ${loss.facts}` };
  return {
    rule: "remove-work",
    effect: "discard",
    because: `deletes work that may not come back: ${loss.facts}`,
    instead: "Commit or stash it first, or name only what is generated.",
  };
}

/** The names a pattern stands for now; the directory itself when they cannot be listed. */
export function spelled(path: string, world: World): string[] {
  const at = path.search(HOLE);
  if (at < 0) return [path];
  const cut = path.lastIndexOf("/", at);
  const directory = path.slice(0, cut) || "/";
  const rest = path.slice(cut + 1);
  const below = rest.startsWith(BELOW) ? rest.slice(1).replace(/^\//, "") : "";
  if (below !== "" && !below.includes("/") && !below.includes(BELOW))
    return [...(matchesBelow(world, directory, [below.replaceAll(NAME, "*")]) ?? [directory])];
  if (!rest.includes(NAME) || rest.includes(BELOW) || rest.includes(FRESH)) return [directory];
  if (world.list(directory) === undefined) return [directory];
  let found = [directory];
  for (const part of rest.split("/").filter((p) => p !== "")) {
    found = part.includes(NAME)
      ? found.flatMap((d) => named(world.list(d) ?? [], part).map((n) => `${d}/${n}`))
      : found.map((d) => `${d}/${part}`).filter((p) => world.kind(p) !== "none");
    if (found.length > MAX_SPELLED) return [directory];
  }
  return found;
}

/** More paths than these are not told apart. */
const MAX_SPELLED = 500;

function named(names: readonly string[], pattern: string): string[] {
  const source = [...pattern].map((c) => (HOLE.test(c) ? ".*" : c.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))).join("");
  const test = new RegExp(`^${source}$`);
  return names.filter((n) => test.test(n) && (pattern.startsWith(".") || !n.startsWith(".")));
}
