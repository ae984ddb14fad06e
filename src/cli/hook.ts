/** `heed hook CLIENT`: one call of an agent client's hook. JSON in; nothing out when the command may run, else the client's own no. */

import type { Client } from "../clients/client.ts";
import { type Reading, readCall } from "../clients/payload.ts";
import { allowed, failed, type Reply, refused } from "../clients/reply.ts";
import { clientNamed, clients } from "../clients/table.ts";
import { message } from "../policy/message.ts";
import type { Session } from "../session/session.ts";
import { startSession } from "../session/start.ts";
import { known } from "../session/value.ts";
import { loadSession, saveSession } from "../store/sessions.ts";
import { forgetStale } from "../store/stale.ts";
import type { Dialect } from "../syntax/tree.ts";
import { createMachine } from "../world/machine.ts";
import { projectOf } from "../world/project.ts";
import { type Context, createContext, policyIn, settled } from "./context.ts";
import type { Io } from "./io.ts";
import { record } from "./record.ts";
import { type Standing, standing, wayOn } from "./standing.ts";

/** Clients give up on a hook after the time that install wrote down, 15 s, and then most of them run the command. */
const PATIENCE = 8_000;

type Call = Extract<Reading, { kind: "lines" }>;

export async function hook(args: readonly string[], io: Io): Promise<number> {
  const [id = "", ...more] = args;
  const client = clientNamed(id);
  if (!client || more.length) {
    io.err(`heed: error: usage: heed hook ${clients.map(({ id }) => id).join("|")}\n`);
    // Whichever client it is: for most of them this is a refusal, and any other status is not.
    return 2;
  }
  return hookCall(client, io, PATIENCE);
}

export async function hookCall(client: Client, io: Io, patience: number): Promise<number> {
  // What there is to say besides (a broken configuration, a log that is full) goes behind a refusal: a command that may run is silent.
  const notes: string[] = [];
  let reply: Reply;
  try {
    reply = await answer(client, { ...io, cwd: io.cwd, err: (note) => notes.push(note) }, patience);
  } catch (error) {
    reply = failed(client, error);
  }
  if (reply.out) io.out(reply.out);
  if (reply.err) io.err(reply.err + notes.join(""));
  return reply.status;
}

async function answer(client: Client, io: Io, patience: number): Promise<Reply> {
  const reading = readCall(client, parse(await input(io, patience)), io.env);
  switch (reading.kind) {
    case "other":
      return allowed(client);
    case "unknown":
      return failed(client, `${reading.because}; this version of ${client.title} is not known`);
    case "lines":
      return judge(client, reading, io);
    default:
      return reading satisfies never;
  }
}

async function judge(client: Client, call: Call, io: Io): Promise<Reply> {
  const context = await createContext(io);
  const { home, state } = context;
  const name = call.session === undefined ? undefined : `${client.id}-${call.session}`;
  const begun = begin(client, call, name, context, io);
  const { project } = begun;
  const world = createMachine({ home, project, tmpdir: io.env["TMPDIR"], begins: !client.keeps.shell });
  let session = begun.session;
  for (const line of call.lines) {
    const answer = context.check(line, session, world, await policyIn(project, context, io));
    const { verdict, findings } = settled(line, answer);
    const cwd = session.cwd.texts.join(" or ");
    const stood = await standing(context, { line, verdict, findings, session, name: name ?? "" });
    const outcome = stood.used.length ? "overridden" : outcomes[stood.verdict];
    await record({ line, verdict, findings, outcome, session, cwd, name, client: client.id }, context, io);
    if (stood.verdict !== "allow") return refused(client, reasonOf(stood));
    session = answer.session;
  }
  if (name !== undefined) keep(client, () => saveSession(state, name, { session, project }));
  return allowed(client);
}

/** Where home cannot be written, what the shell itself forgets may be forgotten; what it keeps may not. */
function keep({ keeps }: Client, save: () => void): void {
  try {
    save();
  } catch (error) {
    if (keeps.shell) throw error;
  }
}

/** Nobody is asked here: the client waits for the hook, and a person may not even be there. */
const outcomes = { allow: "allowed", ask: "refused", deny: "denied" } as const;

function reasonOf({ verdict, findings, id }: Standing): string {
  const [worst] = findings;
  if (!worst) throw new Error("a verdict without a finding");
  return message(verdict === "deny" ? "denied" : "refused", worst) + wayOn(id);
}

interface Begun {
  readonly session: Session;
  readonly project: string | undefined;
}

/** What the shell of this call will have: as far as the client keeps it from the last one. Files stay in any case. */
function begin(client: Client, call: Call, name: string | undefined, { home, state }: Context, io: Io): Begun {
  const told = call.cwd ?? io.cwd;
  const start = { dialect: dialectOf(client, io), cwd: told, env: io.env, home, interactive: false } as const;
  const fresh = startSession(start);
  const project = projectOf(told, home);
  const stored = name === undefined ? undefined : loadSession(state, name);
  if (stored?.kind === "none") forgetStale(state, `${client.id}-`, new Date());
  if (stored?.kind === "broken" && client.keeps.shell) return { session: { ...fresh, blurred: stored.why }, project };
  if (stored?.kind !== "kept") return { session: fresh, project };
  const { session } = stored.kept;
  const { files, approved, lines } = session;
  const cwd = client.keeps.cwd === "kept" ? session.cwd : known(told);
  return {
    session: client.keeps.shell ? { ...session, cwd } : { ...fresh, cwd, files, approved, lines },
    project: stored.kept.project ?? project,
  };
}

function dialectOf({ shell }: Client, io: Io): Dialect {
  if ("always" in shell) return shell.always;
  const program = shell.named.map((name) => io.env[name]).find(Boolean) ?? "";
  return program.endsWith("zsh") ? "zsh" : "bash";
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("the client sent something that is not JSON");
  }
}

/** All of standard input, waited for no longer than `patience` milliseconds. */
async function input(io: Io, patience: number): Promise<string> {
  const lines: string[] = [];
  const all = (async () => {
    for await (const line of io.lines()) lines.push(line);
    return lines.join("\n");
  })();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the client sent no whole call within ${patience} ms`)), patience);
  });
  try {
    return await Promise.race([all, late]);
  } finally {
    clearTimeout(timer);
  }
}
