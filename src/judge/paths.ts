/** A path in a role → effect, by policy's table of places and roles. */

import type { Effect } from "../policy/verdict.ts";
import { baseName, parentOf, within } from "../session/path.ts";
import { ANY, FRESH, HOLE, NAME } from "../session/value.ts";
import type { World } from "../session/world.ts";
import { deleting, destroyed, mayBe, spelled } from "./deletion.ts";
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

export type PathRole = "stat" | "read" | "write" | "delete" | "delete-tree" | "attributes" | "attributes-tree" | "exec";

export interface PathFinding {
  readonly rule: string;
  readonly effect: Effect;
  readonly because: string;
  readonly instead?: string;
  /** The path, resolved. */
  readonly target?: string;
}

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

function attributes(r: Resolved, tree: boolean, world: World): PathFinding | undefined {
  const { path } = r;
  if (isGuard(path, world)) return { rule: "guard-files", effect: "disarm", because: "changes the guard's own files" };
  if (
    tree &&
    (path === "/" ||
      isSystemTree(path) ||
      within(world.home, path) ||
      (HOLE.test(baseName(path)) && isSystemTree(parentOf(path))))
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
