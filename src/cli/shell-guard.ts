/** What `heed shell` gives its terminal: the real guard, the person's approvals, and shells that read their files first and ours then. */

import { basename } from "node:path";
import { isSea } from "node:sea";
import { usualTimes } from "../pty/asker.ts";
import { realClock } from "../pty/clock.ts";
import { type Approvals, freshDirectory, guard } from "../pty/guard.ts";
import { identityOf } from "../pty/identity.ts";
import { prepareInside, shellCommand } from "../pty/inside.ts";
import { installedAddon, load, loadCarried, type Native } from "../pty/native.ts";
import { takeTerminal } from "../pty/outer.ts";
import { integration } from "../serve/integration.ts";
import { runDirectory } from "../serve/place.ts";
import type { Once } from "../serve/protocol.ts";
import type { Entry } from "../serve/sessions.ts";
import { consume, give, loadApprovals, revoke } from "../store/approvals.ts";
import { asset, resource, version } from "../store/asset.ts";
import { startOf, terminalOf } from "../world/process.ts";
import { createContext, homeOf } from "./context.ts";
import type { About } from "./dropin-judge.ts";
import type { Io } from "./io.ts";
import { ownPath } from "./own.ts";
import { surroundings } from "./serve.ts";
import type { ShellOptions } from "./shell.ts";
import { circumstances } from "./standing.ts";

export interface Terminal extends ShellOptions {
  /** The file to run, and its arguments; for the person's own shell heed chooses them. */
  readonly program: string;
  readonly rest: readonly string[];
  readonly isOwn: boolean;
}

export async function guardTerminal(terminal: Terminal, io: Io): Promise<number> {
  const run = runDirectory(io.env, homeOf(io));
  const directory = freshDirectory(run);
  const native = loadNative([run, "/dev/shm", io.env["TMPDIR"] ?? "/tmp"]);
  const context = await createContext(io);
  const { parse } = await import("smol-toml");
  const env = prepareInside({ directory, texts: texts(), dropin: isSea() ? process.execPath : undefined, env: io.env });
  const name = `terminal ${process.pid} ${startOf(process.pid)}`;
  const executable = ownPath();
  const identity = identityOf(executable);
  if (terminal.isOwn && !/^(?:bash|zsh)$/.test(basename(terminal.program)))
    io.err(`heed: ${basename(terminal.program)} itself cannot be guarded, only bash and zsh and what they start\n`);
  const outer = takeTerminal();
  if (!outer) throw new Error("the terminal does not obey stty");
  try {
    return await guard({
      directory,
      outer,
      surroundings: (ask) => ({
        ...surroundings(context, io, parse, (about, request) => ask(entryOf(about, request))),
        ask,
      }),
      approvals: approvalsIn(context.state, name),
      circumstances: (entry: Entry) => circumstances(entry.session, context.tables, name),
      warnings: () =>
        identityOf(executable) === identity
          ? []
          : [`${executable} is not the program that guards this terminal any more: it was replaced.`],
      start: (port) => ({
        native,
        command: terminal.isOwn
          ? shellCommand(terminal.program, directory, terminal.login)
          : [terminal.program, ...terminal.rest],
        env: port === undefined ? env : { ...env, HEED_PORT: String(port) },
        cwd: io.cwd,
        style: {
          colour: !io.env["NO_COLOR"] && io.env["TERM"] !== "dumb",
          plain: terminal.plain || cannotPlace(io.env["TERM"]),
        },
        clock: realClock,
        times: usualTimes,
      }),
    });
  } finally {
    await outer.release();
  }
}

/** A shell that is not kept has no version to tell. */
function entryOf(about: About, { shell, pid }: Once): Entry {
  return { ...about, outcome: "asked", shell, shellVersion: "", pid, tty: terminalOf(pid) };
}

/** Terminals without a second screen that could be left again. */
function cannotPlace(term = "dumb"): boolean {
  return /^(?:dumb|linux|cons\d+|vt52|)$/.test(term);
}

function loadNative(directories: readonly string[]): Native {
  const carried = asset("pty.node");
  return carried === undefined ? load(installedAddon()) : loadCarried(new Uint8Array(carried), directories);
}

function texts() {
  const values = { heed: ownPath(), version: version(), ask: "refuse" } as const;
  const text = (file: string) => integration(resource(`shell-integration/${file}`), values);
  return {
    bash: text("heed.bash"),
    zsh: text("heed.zsh"),
    bashEnv: maybe(() => text("env.bash")),
    bashInput: maybe(() => text("input.bash")),
    bashSession: maybe(() => text("session.bash")),
    zshEnv: maybe(() => text("zshenv")),
  };
}

function maybe<T>(get: () => T): T | undefined {
  try {
    return get();
  } catch {
    // not part of this heed
    return undefined;
  }
}

function approvalsIn(state: string, session: string): Approvals {
  return {
    load: () => loadApprovals(state),
    consume: (used) => consume(state, used),
    give: (wishes) => void give(state, wishes, new Date()),
    revokeSession() {
      for (const { id, session: of, scope } of loadApprovals(state))
        if (scope === "session" && of === session) revoke(state, id);
    },
  };
}
