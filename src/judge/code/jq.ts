/** What a jq filter does: it reads its input and prints, besides what it includes. */

import { type CodeReport, draft, finish } from "./report.ts";

export function jq(program: string): CodeReport {
  const report = draft();
  // jq code cannot write, run or connect; whatever else a filter says is only printed.
  for (const [, name] of program.matchAll(/\b(?:include|import)\s+"((?:\\.|[^"\\])*)"/g)) report.loads.push(name ?? "");
  return finish(report);
}
