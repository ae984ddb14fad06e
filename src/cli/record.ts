/** Puts what was stopped into the log; a log that cannot be written is said, and changes no verdict. */

import type { Event } from "../audit/entry.ts";
import type { Context } from "./context.ts";
import type { Io } from "./io.ts";

export async function record(event: Event, context: Context, io: Io): Promise<void> {
  if (event.verdict === "allow" && !context.config.log.allows) return;
  // A line that is allowed does not load the log.
  const { entryOf } = await import("../audit/entry.ts");
  const { append, usual } = await import("../audit/log.ts");
  const entry = entryOf(event, context.tables, new Date());
  const lost = append(context.state, entry, { ...usual, bytes: context.config.log.bytes });
  if (lost !== undefined) io.err(`heed: the log entry was lost: ${lost.split("\n")[0]}\n`);
}
