/** Asks where nobody can answer: a standing approval lets the line run, else the refusal names the id that a person can approve. */

import { approve, type Circumstances, wishes } from "../policy/approvals.ts";
import type { Judged, Verdict } from "../policy/verdict.ts";
import type { Tables } from "../rules/row.ts";
import type { Session } from "../session/session.ts";
import { HOLE } from "../session/value.ts";
import type { Context } from "./context.ts";

export interface Asked {
  readonly line: string;
  readonly verdict: Verdict;
  readonly findings: readonly Judged[];
  /** The session the line would run in. */
  readonly session: Session;
  /** Name of the session, empty without one. */
  readonly name: string;
}

export interface Standing {
  readonly verdict: Verdict;
  readonly findings: readonly Judged[];
  /** Id of the question that a person can approve: `heed allow ID`. */
  readonly id: string | undefined;
  /** Ids of the approvals that let it run, for the log. */
  readonly used: readonly string[];
}

/** Listed variables that changed, as `NAME=value`: an approval counts only while they are the same. */
export function circumstances(session: Session, tables: Tables, name: string): Circumstances {
  const variables: string[] = [];
  for (const changed of session.changed) {
    const variable = session.variables.get(changed);
    if (variable === undefined || variable.exported === false || tables.variable(changed) === undefined) continue;
    variables.push(`${changed}=${variable.value.texts.map((t) => t.replace(new RegExp(HOLE, "gu"), "?")).join("|")}`);
  }
  return { directory: session.cwd.texts.join("|"), variables: variables.sort(), session: name };
}

/** Looks for approvals and uses them; notes the question where there is none. Denials and allowed lines pass through. */
export async function standing(context: Context, asked: Asked): Promise<Standing> {
  const through = { verdict: asked.verdict, findings: asked.findings, id: undefined, used: [] };
  if (asked.verdict !== "ask") return through;
  const store = await import("../store/approvals.ts");
  const at = circumstances(asked.session, context.tables, asked.name);
  const result = approve(asked.findings, store.loadApprovals(context.state), at);
  if (result.verdict === "allow" && store.consume(context.state, result.used))
    return { verdict: "allow", findings: result.findings, id: undefined, used: result.used.map((a) => a.id) };
  const wished = wishes(asked.findings, "once", at);
  if (wished === undefined) return through;
  try {
    const { cleaner } = await import("../audit/entry.ts");
    const clean = cleaner(asked.session, [asked.line, ...asked.findings.map(({ text }) => text)]);
    const noted = store.notePending(
      context.state,
      {
        line: clean(asked.line),
        wishes: wished,
        findings: asked.findings
          .filter((f) => f.verdict === "ask")
          .map(({ rule, because, text }) => ({ rule, because: clean(because), text: clean(text) })),
        at,
      },
      new Date(),
    );
    return { ...through, id: noted.id };
  } catch {
    // a home that cannot be written: the refusal stands, without an id
    return through;
  }
}

/** Ends a refusal: how a person can let it through. */
export const wayOn = (id: string | undefined): string =>
  id === undefined ? "" : ` A person can approve it once in their own terminal: heed allow ${id}`;
