/** The person's `config.toml`: which policy, and what the log keeps. Broken configuration is the strict standard one, and says so. */

import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { adjust, type Grant, type GrantRole, type Policy, presets, strict } from "../policy/policy.ts";
import { effects, type Verdict } from "../policy/verdict.ts";
import { Mistake, mistakeIn } from "./mistake.ts";
import { configDirectory, type Environment } from "./paths.ts";

export interface Config {
  readonly policy: Policy;
  readonly log: { readonly allows: boolean; readonly bytes: number };
  /** What is wrong with the file, one sentence. */
  readonly broken: string | undefined;
}

const standard: Config = {
  policy: presets["default"] as Policy,
  log: { allows: false, bytes: 8 << 20 },
  broken: undefined,
};

export const configFile = (env: Environment, home: string) => join(configDirectory(env, home), "config.toml");

export async function loadConfig(env: Environment, home: string): Promise<Config> {
  const file = configFile(env, home);
  // A person who has no file does not wait for the parser.
  return existsSync(file) ? readConfig(file, home, (await import("smol-toml")).parse) : standard;
}

type Toml = (text: string) => { readonly [key: string]: unknown };

function readConfig(file: string, home: string, toml: Toml): Config {
  let text = "";
  try {
    text = readFileSync(file, "utf8");
    return configFrom(toml(text), home);
  } catch (error) {
    return { ...standard, policy: strict(standard.policy), broken: mistakeIn(file, text, error) };
  }
}

/** What the file says at the time of each call: for a process that stays while the person edits it. */
export function followConfig(file: string, home: string, toml: Toml): () => Config {
  let seen: string | undefined;
  let config = standard;
  return () => {
    const now = stateOf(file);
    if (now !== seen) {
      seen = now;
      config = now === "" ? standard : readConfig(file, home, toml);
    }
    return config;
  };
}

/** Empty where there is no such file. */
function stateOf(file: string): string {
  try {
    const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
    return stat === undefined ? "" : `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
  } catch {
    return "unreadable";
  }
}

/** Throws a `Mistake` that names the key that is wrong. */
export function configFrom(data: { readonly [key: string]: unknown }, home: string): Config {
  only(data, [], ["policy", "log", "grant"]);
  const { preset = "default", strict: isStrict = false, ...rows } = table(data, "policy");
  const log = table(data, "log");
  only(log, ["log"], ["allows", "bytes"]);
  const base = typeof preset === "string" && Object.hasOwn(presets, preset) ? presets[preset] : undefined;
  if (!base) throw wrong(["policy", "preset"], `must be one of ${Object.keys(presets).join(", ")}`);
  if (typeof isStrict !== "boolean") throw wrong(["policy", "strict"], "must be true or false");
  only(rows, ["policy"], effects);
  const moved = Object.fromEntries(
    Object.entries(rows).map(([effect, verdict]) => [effect, verdictOf(effect, verdict)]),
  );
  const adjusted = adjust(base, moved);
  const grants = grantsFrom(data["grant"], home);
  const policy = grants.length === 0 ? adjusted : { ...adjusted, grants };
  const { allows = standard.log.allows, bytes = standard.log.bytes } = log;
  if (typeof allows !== "boolean") throw wrong(["log", "allows"], "must be true or false");
  if (typeof bytes !== "number" || bytes < 65_536) throw wrong(["log", "bytes"], "must be a number, at least 65536");
  return { policy: isStrict ? strict(policy) : policy, log: { allows, bytes }, broken: undefined };
}

const grantRoles: readonly GrantRole[] = ["read", "write", "run"];

/** `[[grant]]`: a directory outside the project and what may be done there. */
function grantsFrom(value: unknown, home: string): Grant[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw wrong(["grant"], "must be written [[grant]]");
  return value.map((each: unknown, i): Grant => {
    const data = table({ grant: each }, "grant");
    only(data, ["grant", i], ["path", "roles"]);
    const { path, roles } = data;
    if (typeof path !== "string" || !/^[~/]/.test(path)) throw wrong(["grant", i, "path"], "must be an absolute path");
    if (!Array.isArray(roles) || !roles.every((r) => grantRoles.includes(r)))
      throw wrong(["grant", i, "roles"], `must be a list of ${grantRoles.join(", ")}`);
    const full = path.replace(/^~(?=\/|$)/, home).replace(/(?<=.)\/+$/, "");
    if (full === "/" || full === home) throw wrong(["grant", i, "path"], `must be a directory below ${full}`);
    return { path: full, roles };
  });
}

function verdictOf(effect: string, value: unknown): Verdict {
  if (value === "allow" || value === "ask" || value === "deny") return value;
  throw wrong(["policy", effect], 'must be "allow", "ask" or "deny"');
}

function table(data: { readonly [key: string]: unknown }, key: string): { readonly [key: string]: unknown } {
  const value = data[key] ?? {};
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong([key], "must be a table");
  return { ...value };
}

type Keys = readonly (string | number)[];

const dotted = (keys: Keys) => keys.filter((key) => typeof key === "string").join(".");

function wrong(keys: Keys, what: string): Mistake {
  return new Mistake(keys, `${dotted(keys)} ${what}`);
}

function only(data: { readonly [key: string]: unknown }, around: Keys, known: readonly string[]): void {
  for (const key of Object.keys(data)) {
    const keys = [...around, key];
    if (!known.includes(key)) throw new Mistake(keys, `unknown key ${dotted(keys)}`);
  }
}
