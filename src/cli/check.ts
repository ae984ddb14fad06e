/** `heed check [--shell bash|zsh|sh] [--cwd DIR] [--session NAME] [--json] LINE`, and `heed check --batch`. */

import { message } from "../policy/message.ts";
import { beginSession } from "./begin.ts";
import { createContext, policyIn, settled, statusOf } from "./context.ts";
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
  const { session, project, world } = await beginSession(name, options, context, io);
  const answer = context.check(line, session, world, await policyIn(project, context, io));
  const { verdict, findings } = settled(line, answer);
  // A line that is stopped does not run, so it changes nothing; whoever runs it after an ask says so by other means.
  if (name !== undefined && verdict === "allow") {
    (await import("../store/sessions.ts")).saveSession(context.state, name, { session: answer.session, project });
  }
  const cwd = session.cwd.texts.join(" or ");
  await record({ line, verdict, findings, outcome: "reported", session, cwd, name, client: "check" }, context, io);
  if (options.json) io.out(`${JSON.stringify({ verdict, findings })}\n`);
  else if (verdict !== "allow" && findings[0])
    io.err(`${message(verdict === "deny" ? "denied" : "ask", findings[0])}\n`);
  return statusOf(verdict);
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
