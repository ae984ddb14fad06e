/** The session that a line continues, or a new one, and the machine it is judged on. */

import { dirname, join, resolve } from "node:path";
import type { Session } from "../session/session.ts";
import { startSession } from "../session/start.ts";
import { known } from "../session/value.ts";
import type { World } from "../session/world.ts";
import { createMachine } from "../world/machine.ts";
import { projectOf } from "../world/project.ts";
import { type Context, dialectOf } from "./context.ts";
import type { Io } from "./io.ts";

export interface Begun {
  readonly session: Session;
  readonly project: string | undefined;
  readonly world: World;
}

export async function beginSession(
  name: string | undefined,
  options: { readonly shell?: string | undefined; readonly cwd?: string | undefined },
  context: Context,
  io: Io,
): Promise<Begun> {
  const { home, state } = context;
  const cwd = resolve(io.cwd, options.cwd ?? "");
  const toml = await parserFor(cwd);
  const place = (session: Session, project: string | undefined): Begun => ({
    session,
    project,
    world: createMachine({ home, project, tmpdir: io.env["TMPDIR"], ...(toml && { toml }) }),
  });
  const fresh = () => startSession({ dialect: dialectOf(options.shell ?? "bash"), cwd, env: io.env, home });
  if (name === undefined) return place(fresh(), projectOf(cwd, home));
  const stored = (await import("../store/sessions.ts")).loadSession(state, name);
  if (stored.kind === "none") return place(fresh(), projectOf(cwd, home));
  if (stored.kind === "broken") return place({ ...fresh(), blurred: stored.why }, projectOf(cwd, home));
  const { session, project } = stored.kept;
  const continued = {
    ...session,
    ...(options.shell !== undefined && { dialect: dialectOf(options.shell) }),
    ...(options.cwd !== undefined && { cwd: known(cwd) }),
  };
  return place(continued, project ?? projectOf(cwd, home));
}

/** Who has no settings files does not wait for their parser. */
export async function parserFor(cwd: string): Promise<typeof import("smol-toml").parse | undefined> {
  return SETTINGS.some((name) => near(cwd, name)) ? (await import("smol-toml")).parse : undefined;
}

/** Files that rows read variables from; any that is not here and is there counts as one that cannot be read. */
const SETTINGS = [
  "mise.toml",
  ".mise.toml",
  "mise.local.toml",
  ".mise.local.toml",
  ".config/mise.toml",
  ".config/mise/config.toml",
  ".cargo/config.toml",
  ".cargo/config",
];

function near(directory: string, name: string): boolean {
  const { existsSync } = process.getBuiltinModule("node:fs");
  for (let at = directory; ; at = dirname(at)) {
    if (existsSync(join(at, name))) return true;
    if (dirname(at) === at) return false;
  }
}
