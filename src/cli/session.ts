/** `heed session`: what a kept session carries from line to line, and which line brought it. */

import { visible } from "../policy/message.ts";
import { textsIn } from "../session/alternatives.ts";
import type { Origin, Session } from "../session/session.ts";
import type { Value } from "../session/value.ts";
import { stateDirectory } from "../store/paths.ts";
import { forgetSession, loadSession, sessionNames } from "../store/sessions.ts";
import { createContext, homeOf } from "./context.ts";
import { type Io, UsageError } from "./io.ts";

export async function list(io: Io): Promise<number> {
  for (const name of sessionNames(stateDirectory(io.env, homeOf(io)))) io.out(`${name}\n`);
  return 0;
}

export async function forget(name: string, io: Io): Promise<number> {
  if (forgetSession(stateDirectory(io.env, homeOf(io)), name)) return 0;
  throw new UsageError(`there is no session ${JSON.stringify(name)}`);
}

export async function show(name: string, io: Io): Promise<number> {
  const { tables, state } = await createContext(io);
  const stored = loadSession(state, name);
  if (stored.kind === "none") throw new UsageError(`there is no session ${JSON.stringify(name)}`);
  if (stored.kind === "broken") throw new UsageError(`${stored.why}: heed session forget ${name}`);
  const { session, project } = stored.kept;
  io.out(`shell: ${session.dialect}\ndirectory: ${valueWords(session.cwd)}\nproject: ${project ?? "none"}\n`);
  if (session.blurred !== undefined) io.out(`any name may have changed: ${visible(session.blurred)}\n`);
  for (const [title, lines] of sections(session, (variable) => tables.variable(variable) !== undefined)) {
    if (lines.length) io.out(`${title}:\n${lines.map((line) => `  ${line}\n`).join("")}`);
  }
  return 0;
}

function sections(session: Session, isListed: (name: string) => boolean): [title: string, lines: string[]][] {
  const set = [...session.changed].sort().flatMap((name) => {
    const variable = session.variables.get(name);
    if (!variable) return [];
    const exported = variable.exported === true ? "export " : variable.exported === "maybe" ? "export? " : "";
    return [
      {
        listed: isListed(name),
        text: `${exported}${name}=${valueWords(variable.value)}${originWords(variable.origin)}`,
      },
    ];
  });
  const pairs = (map: ReadonlyMap<string, string>) =>
    [...map].map(([name, text]) => `${name}: ${textsIn(text).map(visible).join(" or ")}`);
  return [
    ["listed variables, judged when a command inherits them", set.filter((v) => v.listed).map((v) => v.text)],
    ["other variables", set.filter((v) => !v.listed).map((v) => v.text)],
    ["aliases", pairs(session.aliases)],
    ["global aliases", pairs(session.globalAliases)],
    ["functions", pairs(session.functions)],
    ["traps", pairs(session.traps)],
    ["files it wrote", [...session.files].map(([path, mark]) => `${visible(path)} (${visible(mark.from)})`)],
    ["approved", [...session.approved].map(visible)],
  ];
}

function valueWords(value: Value): string {
  const texts = value.texts.map(visible);
  return [...texts, ...(value.unset ? ["(unset)"] : [])].join(" or ");
}

function originWords(origin: Origin): string {
  if (origin.kind === "line") return `  (line ${origin.line + 1}: ${visible(origin.text)})`;
  return origin.kind === "seen" ? "  (seen in the shell; no line said so)" : "";
}
