/** Puts what was stopped or let through into the log. A log that cannot be written is said, and lets nothing run that would not run with it. */

import type { Event } from "../audit/entry.ts";
import type { Context } from "./context.ts";
import type { Io } from "./io.ts";

/** Throws when a person's yes cannot be logged: what they let pass must not go unseen. */
export async function record(event: Event, context: Context, io: Io): Promise<void> {
  if (event.verdict === "allow" && !context.config.log.allows) return;
  // A line that is allowed does not load the log.
  const { entryOf } = await import("../audit/entry.ts");
  const { append, usual } = await import("../audit/log.ts");
  const entry = entryOf(event, context.tables, new Date());
  const lost = append(context.state, entry, { ...usual, bytes: context.config.log.bytes });
  if (lost !== undefined && event.outcome === "overridden") throw new Error(`the log cannot be written: ${lost}`);
  if (lost !== undefined) io.err(`heed: the log entry was lost: ${lost.split("\n")[0]}\n`);
}
