/** Programs that are run with words nobody sees: only a filter does no harm whatever they are. */

import type { Use } from "../rules/invocation.ts";
import { baseName } from "../session/path.ts";
import { HOLE } from "../session/value.ts";
import { type Context, sayOf } from "./context.ts";
import { judgePath } from "./paths.ts";
import { readable } from "./uses.ts";

const HARMLESS_ROLES = /^(?:text|read|stat|write|\?)?[.?]*$/;

/** A program that is run with words nobody sees: only a filter that does no harm whatever they are. */
export function runsProgram(c: Context, use: Use): void {
  const [name = ""] = use.text.split(/\s/);
  for (const d of name.includes("/") ? c.directories : []) {
    const found = judgePath("exec", name, d, c.j.world);
    if (found && !/^\/(?:usr\/)?s?bin\/[^/]+$/.test(name))
      sayOf(c, { ...found, because: `${c.i.because}: ${found.because}` });
    if (found?.effect === "run") return;
  }
  if (!HOLE.test(use.text) && isFilter(c, name)) return;
  sayOf(c, {
    rule: `${c.i.id}-program`,
    effect: "foreign-code",
    because: `runs ${readable(use.text)} with words that heed does not see`,
    text: use.flag === undefined ? use.text : `${use.flag} ${use.text}`,
  });
}

/** `sort | uniq -c`: nothing but filters, which are judged by themselves. */
export const isFilters = (c: Context, line: string): boolean =>
  /^[\w\s|.,:=+*/%-]+$/.test(line) && line.split("|").every((each) => isFilter(c, each.trim().split(/\s/)[0] ?? ""));

function isFilter(c: Context, name: string): boolean {
  const row = c.j.tables.program(baseName(name));
  if (row === undefined || row.sub !== undefined || row.stdin === "code" || row.stdout === "own") return false;
  if (row.effect !== undefined && row.effect !== "observe") return false;
  const operands = row.operands ?? [];
  const roles = [...operands, ...(row.flags ?? []).map((f) => f.split("=")[1] ?? "")];
  return operands.some((o) => o.startsWith("read")) && roles.every((r) => HARMLESS_ROLES.test(r));
}
