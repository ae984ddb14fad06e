/** Lists of paths in a variable: which of their parts are the person's own, the project's, or foreign. */

import type { Effect } from "../policy/verdict.ts";
import type { EnvRow } from "../rules/row.ts";
import { FRESH, HOLE, NAME } from "../session/value.ts";
import { carried, type EnvContext, type EnvFinding, type Stop, splitAt } from "./environment-finding.ts";
import { passes } from "./environment-values.ts";

export type PathRole = "read" | "write" | "exec";

/** The parts of a path list; an empty one means the current directory. */
export function pathParts(row: EnvRow, text: string): readonly string[] {
  const separators = row.separators ?? ":";
  return separators === "" ? [text] : splitAt(text, separators);
}

export function judgePath(
  row: EnvRow,
  part: string,
  role: PathRole,
  context: EnvContext,
  stop: Stop,
): readonly EnvFinding[] {
  const start = context.startValue;
  if (start !== undefined && start !== "" && pathParts(row, start).includes(part)) return [];
  if (passes(row.values, part, context.home)) return [];
  return placed(part, role, context, stop);
}

/** One path by its place. */
export function placed(part: string, role: PathRole, context: EnvContext, stop: Stop): readonly EnvFinding[] {
  if (part === "/dev/null") return [];
  const rest = part.replaceAll(NAME, "").replaceAll(FRESH, "");
  if (HOLE.test(rest)) return stop(part, "its value is not known");
  // Shells expand these in some variables and loaders in others; where nobody does, such a name is too odd to be meant.
  if (/[$`\n]|^~/.test(rest)) return stop(part, `${part} may be expanded into any other path`);
  const place = context.place(part === "" ? "." : part, role);
  const effect = carried(place);
  if (effect === "observe") return [];
  if (effect !== "rewire") return [{ effect, because: `${context.name} ${plain[role]} ${part || "."}`, text: part }];
  const named = part === "" ? "an empty part is the current directory, which" : part;
  if (place === "opaque") return stop(part, `where ${named} is cannot be known`);
  if (role === "exec") return stop(part, `${named} is outside the project`, "Use a path inside the project.");
  return stop(part, `${named} is not a place to ${role}${reason[place] ?? ""}`, "Use a path inside the project.");
}

const plain = { read: "reads", write: "writes", exec: "loads code from" } as const;

const reason: { readonly [effect in Effect]?: string } = {
  disclose: ": it is outside the project",
  reach: ": it is outside the project",
};
