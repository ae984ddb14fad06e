/** A path in a role → effect, by policy's table of places and roles. */

import type { Effect } from "../policy/verdict.ts";
import { baseName, within } from "../session/path.ts";
import { ANY, BELOW, FRESH, HOLE, NAME } from "../session/value.ts";
import type { World } from "../session/world.ts";
import {
  isAgentSettings,
  isGuard,
  isPersistence,
  isRewiring,
  isSecret,
  isStartup,
  isSystemTree,
  type Resolved,
  resolve,
} from "./places.ts";
import { matchesBelow } from "./search.ts";

export type PathRole = "stat" | "read" | "write" | "delete" | "delete-tree" | "attributes" | "attributes-tree" | "exec";

export interface PathFinding {
  readonly rule: string;
  readonly effect: Effect;
  readonly because: string;
  readonly instead?: string;
  /** The path, resolved. */
  readonly target?: string;
}

const NAME_IT = "Name the directory inside the project that you mean.";

/** One finding for the path as it may be; `allow`-class findings are left out except `edit`, `remove` and `run`. */
export function judgePath(role: PathRole, text: string, directory: string, world: World): PathFinding | undefined {
  if (text === "") return undefined;
  const r = resolve(text, directory, world, role === "delete" || role === "delete-tree");
  const said = byRole(role, r, text, world);
  const found = said && { ...said, target: r.path };
  if (!text.includes(ANY) && !text.startsWith(`${FRESH}/`)) return found;
  // a part that may be empty is judged as empty too
  const emptied = text.replaceAll(ANY, "").replace(FRESH, "");
  if (emptied === "" || !(role === "delete-tree" || role === "delete" || role === "attributes-tree")) return found;
  const worst = byRole(role, resolve(emptied, directory, world), emptied, world);
  return worst?.effect === "destroy" ? { ...worst, because: `${worst.because} when the unknown part is empty` } : found;
}

function byRole(role: PathRole, r: Resolved, text: string, world: World): PathFinding | undefined {
  switch (role) {
    case "stat":
      return r.place === "secret" && isStore(r.path)
        ? {
            rule: "list-secrets",
            effect: "disclose",
            because: "looks into a directory that is there for secrets",
            instead: "Ask a person which key there is.",
          }
        : undefined;
    case "read":
      return reading(revealing(r, world));
    case "write":
      return writing(r, text, world);
    case "delete":
    case "delete-tree":
      return deleting(r, role === "delete-tree", text, world);
    case "attributes":
    case "attributes-tree":
      return attributes(r, role === "attributes-tree", world);
    case "exec":
      return executing(r);
    default: {
      const never: never = role;
      return never;
    }
  }
}

/** A pattern that stands for a secret file as well as for others. */
function revealing(r: Resolved, world: World): Resolved {
  return isSecretAmong(r, world) ? { ...r, place: "secret" } : r;
}

export function isSecretAmong({ path, place }: Resolved, world: World): boolean {
  if (place === "secret") return true;
  const name = baseName(path);
  // `find -name '.e*'`: what it stands for is not listed
  if (/^\.[^\ud801]*\ud801/.test(name) && HOLE.test(path.slice(0, -name.length)))
    return HIDDEN.some((secret) => mayBe(`/${name}`, `/${secret}`));
  if (place !== "project" || !name.includes(NAME) || HOLE.test(path.slice(0, path.length - name.length))) return false;
  return spelled(path, world).some((each) => isSecret(each, world));
}

/** Secret files as projects have them. */
const HIDDEN = [".env", ".env.local", ".env.production", ".netrc", ".pgpass", ".git-credentials", ".htpasswd"];

/** Names say something here; of a secret file elsewhere, that it is there. */
const isStore = (path: string) => /\/\.(?:ssh|aws|gnupg|kube|azure|password-store)(?:\/|$)/.test(path);

function reading(r: Resolved): PathFinding | undefined {
  switch (r.place) {
    case "project":
    case "temp":
      return undefined;
    case "secret":
      return {
        rule: "read-secret",
        effect: "disclose",
        because: "shows a file that holds secrets",
        instead: "Name the value you need and ask a person for it.",
      };
    case "home":
      return {
        rule: "read-home",
        effect: "disclose",
        because: "reads a file of the home directory, outside the project",
      };
    case "device":
      return r.open ? undefined : { rule: "read-device", effect: "disclose", because: "reads a device directly" };
    case "system":
      return r.open
        ? undefined
        : { rule: "read-system", effect: "disclose", because: "reads a file outside the project that is not public" };
    case "unknown":
      return { rule: "read-unknown", effect: "opaque", because: "reads a path that is not known before it runs" };
  }
}

function writing(r: Resolved, text: string, world: World): PathFinding | undefined {
  const { path } = r;
  if (isGuard(path, world)) return { rule: "guard-files", effect: "disarm", because: "changes the guard's own files" };
  if (isPersistence(path))
    return {
      rule: "write-persistence",
      effect: /authorized_keys|\.ssh\/rc/.test(path) ? "hijack" : "reach",
      because: "gives lasting access to this machine",
    };
  if (isRewiring(path))
    return { rule: "write-rewiring", effect: "rewire", because: "changes a file that other programs obey later" };
  switch (r.place) {
    case "project":
      return { rule: "write-project", effect: "edit", because: "writes in the project" };
    case "temp":
      return { rule: "write-temp", effect: "edit", because: "writes a temporary file" };
    case "secret":
      return { rule: "write-secret", effect: "reach", because: "writes to a file that holds secrets" };
    case "home":
      return {
        rule: "write-home",
        effect: "reach",
        because: "writes in the home directory, outside the project",
        instead: "Write inside the project.",
      };
    case "device":
      return r.open ? undefined : { rule: "write-device", effect: "destroy", because: "overwrites a device" };
    case "system":
      return {
        rule: "write-system",
        effect: "reach",
        because: "writes outside the project",
        instead: "Write inside the project.",
      };
    case "unknown":
      return {
        rule: "write-unknown",
        effect: "opaque",
        because: text.startsWith(ANY)
          ? "writes to a path that is not known before it runs"
          : "writes to a path with a part that is not known",
      };
  }
}

function deleting(r: Resolved, tree: boolean, text: string, world: World): PathFinding | undefined {
  const { path } = r;
  const { home, project } = world;
  const parent = path.slice(0, path.lastIndexOf("/")) || "/";
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
      return deletingWork(path, text, world);
    case "temp":
      return {
        rule: "remove-temp",
        effect: world.temp.includes(parent) && whole ? "reach" : "remove",
        because: "deletes temporary files",
      };
    case "secret":
      return project !== undefined && within(path, project)
        ? deletingWork(path, text, world)
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
function mayBe(path: string, one: string): boolean {
  if (!/[\ud801\ud802]/u.test(path) || path.includes(ANY)) return false;
  const parts = path.split(/([\ud801\ud802])/u).map((part) => {
    if (part === NAME) return "[^/]+";
    return part === BELOW ? ".+" : part.replaceAll(/[^\w/]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`).test(one);
}

const destroyed = (rule: string, because: string, instead?: string): PathFinding => ({
  rule,
  effect: "destroy",
  because,
  ...(instead ? { instead } : {}),
});

/** Inside the project it matters whether git can bring it back. */
function deletingWork(path: string, _text: string, world: World): PathFinding {
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
function spelled(path: string, world: World): string[] {
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

function attributes(r: Resolved, tree: boolean, world: World): PathFinding | undefined {
  const { path } = r;
  if (isGuard(path, world)) return { rule: "guard-files", effect: "disarm", because: "changes the guard's own files" };
  if (
    tree &&
    (path === "/" ||
      isSystemTree(path) ||
      within(world.home, path) ||
      (HOLE.test(baseName(path)) && isSystemTree(path.slice(0, path.lastIndexOf("/")) || "/")))
  )
    return destroyed("attributes-system", "changes modes or owners all over the system or your home");
  if (isAgentSettings(path) && r.place !== "temp")
    return { rule: "attributes-rewiring", effect: "rewire", because: "changes modes or owners of an agent's settings" };
  if (r.place === "project" || r.place === "temp")
    return { rule: "attributes", effect: "edit", because: "changes modes or owners in the project" };
  if (r.place === "unknown")
    return {
      rule: "attributes-unknown",
      effect: "opaque",
      because: "changes modes or owners of a path that is not known before it runs",
    };
  if (r.place === "device" && r.open) return undefined;
  return { rule: "attributes-outside", effect: "reach", because: "changes modes or owners outside the project" };
}

function executing(r: Resolved): PathFinding | undefined {
  switch (r.place) {
    case "project":
      return { rule: "run-project", effect: "run", because: "runs code of the project" };
    case "temp":
      return {
        rule: "run-temp",
        effect: "foreign-code",
        because: "runs code from a temporary directory",
        instead: "Put the code into the project where it can be read.",
      };
    case "home":
      if (isStartup(r.path))
        return { rule: "run-startup", effect: "run", because: "reads the person's own startup files" };
      return {
        rule: "run-home",
        effect: "foreign-code",
        because: "runs code from the home directory, outside the project",
      };
    case "device":
      return r.open ? undefined : { rule: "run-device", effect: "foreign-code", because: "runs what a device gives" };
    case "secret":
      return { rule: "run-secret", effect: "disclose", because: "reads a file that holds secrets as code" };
    case "system":
      if (isStartup(r.path))
        return { rule: "run-startup", effect: "run", because: "reads the person's own startup files" };
      return { rule: "run-system", effect: "foreign-code", because: "runs code from outside the project" };
    case "unknown":
      return {
        rule: "run-unknown",
        effect: "opaque",
        because: "runs code from a path that is not known before it runs",
      };
  }
}
