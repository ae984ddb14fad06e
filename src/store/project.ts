/** A project's own `.heed.toml`: it can only tighten, unless a person pinned its content. */

import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { adjust, type Policy, tighten } from "../policy/policy.ts";
import { type Effect, effects, type Verdict } from "../policy/verdict.ts";
import { failureIn } from "../world/failure.ts";
import { Mistake, mistakeIn } from "./mistake.ts";

export type ProjectFile =
  | { readonly kind: "none" }
  | { readonly kind: "broken"; readonly why: string }
  | { readonly kind: "read"; readonly rows: { readonly [effect in Effect]?: Verdict }; readonly pinned: boolean };

export type Toml = (text: string) => { readonly [key: string]: unknown };

const NAME = ".heed.toml";

/** `toml` is loaded by the caller, and only when there is a file: `hasProjectFile`. */
export function readProjectFile(root: string, state: string, toml: Toml): ProjectFile {
  const file = join(root, NAME);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    return isMissing ? { kind: "none" } : { kind: "broken", why: failureIn(file, error) };
  }
  try {
    return { kind: "read", rows: rowsFrom(toml(text)), pinned: pins(state)[root] === hash(text) };
  } catch (error) {
    return { kind: "broken", why: mistakeIn(file, text, error) };
  }
}

export function hasProjectFile(root: string): boolean {
  return process.getBuiltinModule("node:fs").existsSync(join(root, NAME));
}

/** The policy inside a project. A broken file makes every allow of something that changes an ask. */
export function projectPolicy(base: Policy, file: ProjectFile): Policy {
  if (file.kind === "none") return base;
  if (file.kind === "broken") return tighten(base, { edit: "ask", remove: "ask", run: "ask", fetch: "ask" });
  return file.pinned ? adjust(base, file.rows) : tighten(base, file.rows);
}

function rowsFrom(data: { readonly [key: string]: unknown }): { readonly [effect in Effect]?: Verdict } {
  for (const key of Object.keys(data)) if (key !== "policy") throw new Mistake([key], `unknown key ${key}`);
  const rows = data["policy"] ?? {};
  if (typeof rows !== "object" || rows === null || Array.isArray(rows))
    throw new Mistake(["policy"], "policy must be a table");
  const out: { [effect in Effect]?: Verdict } = {};
  for (const [key, value] of Object.entries(rows)) {
    const effect = effects.find((e) => e === key);
    if (effect === undefined) throw new Mistake(["policy", key], `unknown key policy.${key}`);
    if (value !== "allow" && value !== "ask" && value !== "deny")
      throw new Mistake(["policy", key], `policy.${key} must be "allow", "ask" or "deny"`);
    out[effect] = value;
  }
  return out;
}

const hash = (text: string) => process.getBuiltinModule("node:crypto").createHash("sha256").update(text).digest("hex");

const pinFile = (state: string) => join(state, "projects.json");

function pins(state: string): { readonly [root: string]: string } {
  try {
    const stored: unknown = JSON.parse(readFileSync(pinFile(state), "utf8"));
    return typeof stored === "object" && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

/** Trusts the content that the project's file has now; an edit ends the trust. Throws when there is no file. */
export function pinProject(root: string, state: string): void {
  const next = { ...pins(state), [root]: hash(readFileSync(join(root, NAME), "utf8")) };
  mkdirSync(state, { recursive: true, mode: 0o700 });
  const fresh = `${pinFile(state)}.${process.pid}`;
  writeFileSync(fresh, JSON.stringify(next), { mode: 0o600, flag: "wx" });
  renameSync(fresh, pinFile(state));
}
