/** A call in a session: judged with what earlier calls left, and started so that it really has that. */

import { statSync } from "node:fs";
import type { Session } from "../session/session.ts";
import { clean, known } from "../session/value.ts";
import { baseOf } from "../store/sessions.ts";
import { beginCall, type Opened, openSession } from "../store/state-calls.ts";
import { textOf } from "../store/state-notes.ts";
import { continued } from "../store/state-session.ts";
import type { Dialect } from "../syntax/tree.ts";
import type { Invocation } from "./dropin-arguments.ts";
import type { Program } from "./dropin-become.ts";
import { writeGuards } from "./dropin-guards.ts";
import { quote, withSession } from "./dropin-program.ts";
import type { Io } from "./io.ts";

export interface Joined {
  /** Why nothing can go on with this session. */
  readonly broken: string | undefined;
  /** What the line is judged with. */
  readonly session: Session;
  readonly project: string | undefined;
  /** Notes the call, which may run now, and says how the shell is to be called. */
  start(next: Session, project: string | undefined, program: Program): Program;
}

export function join(
  name: string,
  state: string,
  fresh: Session,
  line: {
    readonly shell: Dialect;
    readonly invocation: Invocation;
    readonly text: string;
    /** The file that it is the text of. */
    readonly script: string | undefined;
  },
  io: Io,
): Joined {
  const { shell, invocation, text, script } = line;
  const base = baseOf(state, name);
  const opened = openSession(base);
  const cwd = directoryOf(opened, io);
  const session = sessionOf(fresh, opened, cwd);
  return {
    broken: opened.broken && `heed: refused: ${opened.broken}. To begin anew: heed session forget ${name}`,
    session,
    project: opened.kept?.project,
    start(next, project, program) {
      const more = moreFor(shell, invocation, script === undefined ? text : `. ${quote(script)}`);
      const dialect = shell;
      const anchored = script === undefined || cwd === undefined ? program : withScript(program, invocation, script);
      const call = beginCall(base, opened, { dialect, before: session, after: next, project, cwd, more });
      return withSession(shell, invocation, withForeignNames(anchored, opened), writeGuards(io), call);
    },
  };
}

function sessionOf(fresh: Session, { kept, live }: Opened, cwd: string | undefined): Session {
  if (kept === undefined) return fresh;
  const session = continued(fresh, kept.session, live);
  return cwd === undefined ? { ...session, cwd: fresh.cwd } : { ...session, cwd: known(clean(textOf(cwd))) };
}

/** Where earlier calls went, in bytes; undefined where they went nowhere, or it is not there any more. */
function directoryOf({ live }: Opened, io: Io): string | undefined {
  if (live.cwd === undefined) return undefined;
  try {
    if (statSync(Buffer.from(live.cwd, "latin1")).isDirectory()) return live.cwd;
  } catch {
    // Said below.
  }
  io.err(`heed: the directory of this session is gone; this line is for ${io.cwd}\n`);
  return undefined;
}

/** The shell opens its script only when it is where the session is. */
function withScript(program: Program, { end }: Invocation, script: string): Program {
  return { ...program, argv: program.argv.map((word, i) => (i === 1 + end ? script : word)) };
}

/** What a shell cannot find out by itself. */
function moreFor(shell: Dialect, { source }: Invocation, text: string): string {
  if (shell === "zsh") return "";
  if (shell === "sh") return `__heed_text=${quote(text)}\n`;
  const unseen = source.kind !== "command";
  return unseen || (/\btrap\b/.test(text) && /\b(?:EXIT|0)\b/.test(text)) ? "__heed_wraps=1\n" : "";
}

/** Names that no shell can set go by the environment that it is given. */
function withForeignNames(program: Program, { live }: Opened): Program {
  const env: { [name: string]: string | undefined } = { ...program.env };
  for (const [name, value] of live.environment) {
    if (!/^[A-Za-z_]\w*$/.test(name)) env[name] = value === null ? undefined : textOf(value);
  }
  return { ...program, env };
}
