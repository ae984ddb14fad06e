/** What every judging command needs: the tables, the person's policy and the place it judges in. */

import { type Check, createCheck } from "../guard.ts";
import type { Policy } from "../policy/policy.ts";
import type { Verdict } from "../policy/verdict.ts";
import type { Tables } from "../rules/row.ts";
import { type Config, loadConfig } from "../store/config.ts";
import { configDirectory, stateDirectory } from "../store/paths.ts";
import { loadTables } from "../store/tables.ts";
import type { Dialect } from "../syntax/tree.ts";
import { exit, type Io, UsageError } from "./io.ts";

export { settled } from "../settled.ts";

export interface Context {
  readonly check: Check;
  readonly tables: Tables;
  readonly config: Config;
  readonly home: string;
  readonly state: string;
}

export function homeOf(io: Io): string {
  const home = io.env["HOME"];
  return home?.startsWith("/") ? home : process.getBuiltinModule("node:os").homedir();
}

export async function createContext(io: Io, examples = false): Promise<Context> {
  const home = homeOf(io);
  const warn = (message: string) => io.err(`heed: error: ${message}\n`);
  const [tables, config] = await Promise.all([
    loadTables({ own: configDirectory(io.env, home), warn, examples }),
    loadConfig(io.env, home),
  ]);
  if (config.broken) warn(`${config.broken} (every ask is a refusal until that is mended)`);
  return { check: createCheck(tables), tables, config, home, state: stateDirectory(io.env, home) };
}

/** The policy in a project: the person's, with what the project's own file may change. */
export async function policyIn(project: string | undefined, { config, state }: Context, io: Io): Promise<Policy> {
  if (project === undefined) return config.policy;
  const store = await import("../store/project.ts");
  if (!store.hasProjectFile(project)) return config.policy;
  const { parse } = await import("smol-toml");
  const file = store.readProjectFile(project, state, parse);
  if (file.kind === "broken") io.err(`heed: error: ${file.why} (what changes anything asks until that is mended)\n`);
  return store.projectPolicy(config.policy, file);
}

export function dialectOf(name: string): Dialect {
  if (name === "bash" || name === "zsh" || name === "sh") return name;
  throw new UsageError(`unknown shell ${JSON.stringify(name)}: bash, zsh or sh`);
}

export function statusOf(verdict: Verdict): number {
  return exit[verdict];
}
