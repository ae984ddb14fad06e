/** What an expression of Terraform reads: it cannot write, run or connect. */

import { type CodeReport, doubt, draft, finish } from "./report.ts";

export function hcl(expression: string): CodeReport {
  const report = draft();
  for (const [, name, path] of expression.matchAll(/\b(file\w*|templatefile)\s*\(\s*(?:"((?:\\.|[^"\\])*)")?/g)) {
    if (path === undefined) doubt(report, `calls ${name} with a name that it computes`);
    else if (/[$%]\{/.test(path)) doubt(report, `calls ${name} with a name that it computes`);
    else report.reads.push(path);
  }
  return finish(report);
}
