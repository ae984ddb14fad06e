/** Lays what a live shell says it has over what the session expected it to have. Pure. */

import type { Session, Variable } from "../session/session.ts";
import { clean, known, textOf, unknown } from "../session/value.ts";

/** The exported variables as they were when the shell was last looked at. */
export type Seen = ReadonlyMap<string, Variable>;

export interface Observed {
  readonly session: Session;
  readonly seen: Seen;
}

/**
 * Exported names get the value they really have. One that the session foresaw keeps its origin; one that is as it was keeps what was
 * known then; any other was changed by something no line said (a sourced script, a prompt hook) and is `seen`. What is gone is gone.
 */
export function observe(session: Session, seen: Seen, exports: ReadonlyMap<string, string>, cwd: string): Observed {
  const now = new Map<string, Variable>();
  for (const [name, raw] of exports) {
    const text = clean(raw);
    const expected = session.variables.get(name);
    const before = seen.get(name);
    if (expected?.exported === true && textOf(expected.value) === text) now.set(name, expected);
    else if (before && textOf(before.value) === text) now.set(name, before);
    else now.set(name, { value: known(text), kind: "scalar", exported: true, origin: { kind: "seen" } });
  }
  const variables = new Map<string, Variable>();
  for (const [name, variable] of session.variables) {
    if (variable.exported === false && !now.has(name)) keep(variables, name, variable, session.blurred !== undefined);
  }
  const changed = new Set([...session.changed].filter((name) => variables.has(name)));
  for (const [name, variable] of now) {
    variables.set(name, variable);
    if (variable.origin.kind !== "start") changed.add(name);
  }
  const settled = session.blurred === undefined ? session : forget(session);
  return {
    seen: now,
    session: { ...settled, variables, changed, cwd: known(clean(cwd)), previous: previous(session, now) },
  };
}

/** After something that could not be followed, a name that is not exported has to be asked for again; where it came from still counts. */
function keep(variables: Map<string, Variable>, name: string, variable: Variable, blurred: boolean): void {
  if (!blurred) variables.set(name, variable);
  else if (variable.value.taint !== 0) variables.set(name, { ...variable, value: unknown(variable.value.taint) });
}

/** What the live shell can be asked for when a line uses it. */
function forget(session: Session): Session {
  return { ...session, functions: new Map(), aliases: new Map(), globalAliases: new Map(), blurred: undefined };
}

function previous(session: Session, now: Seen): Session["previous"] {
  return now.get("OLDPWD")?.value ?? session.previous;
}

/** A person said yes: the values that later commands inherit because of it are not asked about again while they stay the same. */
export function approve(session: Session): Session {
  const approved = new Set(session.approved);
  for (const name of session.changed) {
    const variable = session.variables.get(name);
    const text = variable && variable.exported !== false ? textOf(variable.value) : undefined;
    if (text !== undefined) approved.add(`${name}=${text}`);
  }
  return { ...session, approved };
}
