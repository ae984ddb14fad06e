/** `heed serve --at DIR [--foreground]`: sees to it that a guard process serves the shells that meet in DIR, or is that process. */

import { entryOf } from "../audit/entry.ts";
import { append, usual } from "../audit/log.ts";
import { launch } from "../serve/launch.ts";
import { runDirectory } from "../serve/place.ts";
import type { Once } from "../serve/protocol.ts";
import { serve as serveShells } from "../serve/server.ts";
import type { Entry, Surroundings } from "../serve/sessions.ts";
import { version } from "../store/asset.ts";
import { configFile, followConfig } from "../store/config.ts";
import { projectPolicy, readProjectFile, type Toml } from "../store/project.ts";
import { createMachine } from "../world/machine.ts";
import { directoryOf, isAttended, terminalOf } from "../world/process.ts";
import { projectOf } from "../world/project.ts";
import { type Context, createContext, homeOf } from "./context.ts";
import type { About } from "./dropin-judge.ts";
import { judgeOnce } from "./dropin-once.ts";
import { exit, type Io, UsageError } from "./io.ts";
import { ownCommand } from "./own.ts";

export async function serve(args: readonly string[], io: Io): Promise<number> {
  let directory = runDirectory(io.env, homeOf(io));
  let foreground = false;
  for (let i = 0; i < args.length; i++) {
    if (args[i] === "--foreground") foreground = true;
    else if (args[i] === "--at" && args[i + 1] !== undefined) directory = args[++i] as string;
    else throw new UsageError("usage: heed serve [--at DIR] [--foreground]");
  }
  if (foreground) return stay(directory, io);
  const [program, ...before] = ownCommand();
  const command = [program, ...before, "serve", "--at", directory, "--foreground"] as const;
  await launch({ directory, version: version(), command, patience: 5_000 });
  return exit.allow;
}

async function stay(directory: string, io: Io): Promise<number> {
  const context = await createContext(io);
  const { parse } = await import("smol-toml");
  return new Promise((resolve, reject) => {
    serveShells({
      directory,
      around: surroundings(context, io, parse),
      lookEvery: 10_000,
      left: () => resolve(exit.allow),
    })
      .then((running) => {
        if (!running) return resolve(exit.allow);
        // A terminal that goes away, or a ^C meant for a shell, is not the guard's.
        for (const signal of ["SIGINT", "SIGHUP", "SIGTTOU", "SIGPIPE"] as const) process.on(signal, () => {});
        process.on("SIGTERM", () => running.close());
        io.out("ready\n");
      })
      .catch(reject);
  });
}

/** `person` is asked what a shell of which nothing is kept would ask; without one, nobody is. */
export function surroundings(
  context: Context,
  io: Io,
  toml: Toml,
  person?: (about: About, request: Once) => Promise<boolean>,
): Surroundings {
  const { home, check, state } = context;
  const config = followConfig(configFile(io.env, home), home, toml);
  const tmpdir = io.env["TMPDIR"];
  // Looking for the project is most of the work of a short line: the policy is for the directory just looked at.
  let last: { readonly cwd: string; readonly project: string | undefined } | undefined;
  const at = (cwd: string) => (last?.cwd === cwd ? last.project : projectOf(cwd, home));
  return {
    check,
    version: version(),
    home,
    policy: (cwd) => {
      const project = at(cwd);
      const { policy } = config();
      return project === undefined ? policy : projectPolicy(policy, readProjectFile(project, state, toml));
    },
    world({ cwd, live }) {
      last = { cwd, project: projectOf(cwd, home) };
      return createMachine({ home, project: last.project, tmpdir, live, toml });
    },
    trouble: () => config().broken,
    record: (entry) => write(entry, { ...context, config: config() }),
    directory: directoryOf,
    terminal: terminalOf,
    attended: isAttended,
    once: (request) =>
      judgeOnce(request, { ...context, config: config() }, io, person && ((about) => person(about, request))),
  };
}

/** A refusal stands whether or not it can be logged; what a person let pass must not go unseen. */
function write(entry: Entry, { tables, config, state }: Context): void {
  const { outcome, session, cwd, line, findings } = entry;
  const name = `${entry.tty || "no terminal"} ${entry.pid}`;
  const client = `${entry.shell} ${entry.shellVersion}`;
  const verdict = outcome === "denied" ? "deny" : "ask";
  const logged = entryOf({ line, verdict, findings, outcome, session, cwd, name, client }, tables, new Date());
  const lost = append(state, logged, { ...usual, bytes: config.log.bytes, wait: 1_000 });
  if (lost !== undefined && outcome === "overridden") throw new Error(`the log cannot be written: ${lost}`);
}
