/** `heed check [--shell bash|zsh|sh] [--cwd DIR] [--session NAME] [--json] LINE`, and `heed check --batch`. */

import { resolve } from "node:path";
import { message } from "../policy/message.ts";
import { startSession } from "../session/start.ts";
import { known } from "../session/value.ts";
import type { Kept } from "../store/codec.ts";
import { createMachine } from "../world/machine.ts";
import { projectOf } from "../world/project.ts";
import { type Context, createContext, dialectOf, settled, statusOf } from "./context.ts";
import { type Io, UsageError } from "./io.ts";
import { record } from "./record.ts";

interface Options {
  readonly shell: string | undefined;
  readonly cwd: string | undefined;
  readonly session: string | undefined;
  readonly json: boolean;
  readonly batch: boolean;
  readonly lines: readonly string[];
}

export async function check(args: readonly string[], io: Io): Promise<number> {
  const options = optionsFrom(args);
  if (options.batch) return (await import("./batch.ts")).batch(io);
  const [line, more] = options.lines;
  if (line === undefined) throw new UsageError("check needs a line: heed check 'git status'");
  if (more !== undefined) throw new UsageError("check takes one line: put quotes around it");
  return checkLine(line === "-" ? io.input() : line, options, io);
}

async function checkLine(line: string, options: Options, io: Io): Promise<number> {
  const context = await createContext(io);
  const name = options.session ?? (io.env["HEED_SESSION"] || undefined);
  const { session, project } = await begin(name, options, context, io);
  const world = createMachine({ home: context.home, project, tmpdir: io.env["TMPDIR"] });
  const answer = context.check(line, session, world, context.config.policy);
  const { verdict, findings } = settled(line, answer);
  // A line that is stopped does not run, so it changes nothing; whoever runs it after an ask says so by other means.
  if (name !== undefined && verdict === "allow") {
    (await import("../store/sessions.ts")).saveSession(context.state, name, { session: answer.session, project });
  }
  await record({ line, verdict, findings, session, name, client: "check", outcome: "reported" }, context, io);
  if (options.json) io.out(`${JSON.stringify({ verdict, findings })}\n`);
  else if (verdict !== "allow" && findings[0])
    io.err(`${message(verdict === "deny" ? "denied" : "ask", findings[0])}\n`);
  return statusOf(verdict);
}

/** The session that the line continues, or a new one. */
async function begin(name: string | undefined, options: Options, context: Context, io: Io): Promise<Kept> {
  const cwd = resolve(io.cwd, options.cwd ?? "");
  const fresh: Kept = {
    session: startSession({ dialect: dialectOf(options.shell ?? "bash"), cwd, env: io.env, home: context.home }),
    project: projectOf(cwd, context.home),
  };
  if (name === undefined) return fresh;
  const stored = (await import("../store/sessions.ts")).loadSession(context.state, name);
  if (stored.kind === "none") return fresh;
  if (stored.kind === "broken") return { ...fresh, session: { ...fresh.session, blurred: stored.why } };
  const session = {
    ...stored.kept.session,
    ...(options.shell !== undefined && { dialect: dialectOf(options.shell) }),
    ...(options.cwd !== undefined && { cwd: known(cwd) }),
  };
  return { session, project: stored.kept.project ?? fresh.project };
}

const valued = ["shell", "cwd", "session"] as const;

/** By hand: this is on the path of every line. */
function optionsFrom(args: readonly string[]): Options {
  const found: { shell?: string; cwd?: string; session?: string; json?: boolean; batch?: boolean } = {};
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as string;
    if (arg === "--") return finish(args.slice(i + 1));
    if (!arg.startsWith("-") || arg === "-") return finish(args.slice(i));
    const name = valued.find((flag) => arg === `--${flag}` || arg.startsWith(`--${flag}=`));
    if (name) {
      const value = arg.includes("=") ? arg.slice(arg.indexOf("=") + 1) : args[++i];
      if (value === undefined) throw new UsageError(`--${name} needs a value`);
      found[name] = value;
    } else if (arg === "--json" || arg === "--batch") {
      found[arg.slice(2) as "json" | "batch"] = true;
    } else {
      throw new UsageError(`unknown option ${arg} (a line that begins with - goes behind --)`);
    }
  }
  return finish([]);

  function finish(lines: readonly string[]): Options {
    return {
      shell: found.shell,
      cwd: found.cwd,
      session: found.session,
      json: found.json ?? false,
      batch: found.batch ?? false,
      lines,
    };
  }
}
