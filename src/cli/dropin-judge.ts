/** Judges what a shell that is not interactive is about to run, for the drop-in shells and for the guards that a shell reads first. */

import { message } from "../policy/message.ts";
import type { Judged } from "../policy/verdict.ts";
import type { Session } from "../session/session.ts";
import { startSession } from "../session/start.ts";
import { clean, known } from "../session/value.ts";
import type { Dialect } from "../syntax/tree.ts";
import { createMachine } from "../world/machine.ts";
import { projectOf } from "../world/project.ts";
import { parserFor } from "./begin.ts";
import { type Context, policyIn, settled } from "./context.ts";
import type { Io } from "./io.ts";
import { record } from "./record.ts";
import { type Standing, standing, wayOn } from "./standing.ts";

export interface Start {
  readonly shell: Dialect;
  readonly cwd: string;
  readonly env: { readonly [name: string]: string | undefined };
  readonly zero: string | undefined;
  readonly positional: readonly string[];
  readonly options: ReadonlySet<string>;
}

export function startOf(start: Start, home: string): Session {
  const session = startSession({ dialect: start.shell, cwd: start.cwd, env: start.env, home, interactive: false });
  const functions = exportedFunctions(start.env);
  return {
    ...session,
    positional: start.positional.map((text) => known(clean(text))),
    options: new Set([...session.options, ...start.options]),
    functions: start.shell === "bash" ? functions : session.functions,
    exportedFunctions: start.shell === "bash" ? new Set(functions.keys()) : session.exportedFunctions,
  };
}

/** bash keeps them in its environment as `BASH_FUNC_name%%=() { … }`. */
function exportedFunctions(env: Start["env"]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [key, text] of Object.entries(env)) {
    const name = /^BASH_FUNC_(.+)%%$/.exec(key)?.[1];
    if (name !== undefined && text?.startsWith("() {")) found.set(name, clean(`${name} ${text}`));
  }
  return found;
}

export interface Asking {
  readonly text: string;
  readonly session: Session;
  /** The project of a session that went elsewhere. */
  readonly project?: string | undefined;
  /** Name of the session. */
  readonly name: string | undefined;
  readonly client: string;
  /** Runs within a line that was allowed: what such a line may start only a denial stops. */
  readonly within: boolean;
  /** Asks a person; undefined where there is none to ask. */
  readonly ask?: ((about: About) => Promise<boolean>) | undefined;
}

/** What a person is asked about. */
export interface About {
  readonly line: string;
  readonly findings: readonly Judged[];
  readonly session: Session;
  readonly cwd: string;
}

export type Ruling =
  | { readonly allowed: true; readonly next: Session; readonly project: string | undefined }
  /** `reason` is one line for whoever reads the shell's errors. */
  | { readonly allowed: false; readonly reason: string };

export async function rule(asking: Asking, context: Context, io: Io): Promise<Ruling> {
  const { text, session, name, client } = asking;
  const cwd = session.cwd.texts[0] ?? "/";
  const project = asking.project ?? projectOf(cwd, context.home);
  const toml = await parserFor(cwd);
  const world = createMachine({
    home: context.home,
    project,
    tmpdir: io.env["TMPDIR"],
    begins: true,
    ...(toml && { toml }),
  });
  const answer = context.check(text, session, world, await policyIn(project, context, io));
  const found = settled(text, answer);
  const asked =
    asking.within && found.verdict === "ask" ? { verdict: "allow" as const, findings: found.findings } : found;
  const { verdict, findings, id, used } =
    asked.verdict === "ask" && asking.ask
      ? await answered(asking.ask, { line: text, findings: asked.findings, session, cwd })
      : await standing(context, { line: text, ...asked, session, name: name ?? "" });
  const no = asking.ask ? "declined" : "refused";
  const outcome = verdict === "deny" ? "denied" : verdict === "ask" ? no : used.length > 0 ? "overridden" : "allowed";
  // As heed saw it, not as a person changed it: that is the outcome.
  await record({ line: text, ...asked, outcome, session, cwd, name, client }, context, io);
  if (verdict === "allow") return { allowed: true, next: answer.session, project };
  return { allowed: false, reason: reasonOf(verdict === "deny" ? "denied" : "refused", findings[0], id) };
}

async function answered(ask: (about: About) => Promise<boolean>, about: About): Promise<Standing> {
  const yes = await ask(about);
  return { verdict: yes ? "allow" : "ask", findings: about.findings, id: undefined, used: yes ? ["person"] : [] };
}

function reasonOf(word: "denied" | "refused", finding: Judged | undefined, id: string | undefined): string {
  if (!finding) return `heed: ${word}: no reason given`;
  return `${message(word, finding)}${word === "refused" ? wayOn(id) : ""}`;
}
