/** Tables of commands that run by the clock. */

import { ANY, HOLE } from "../../session/value.ts";
import { type CodeReport, doubt, draft, finish, line } from "./report.ts";

const FIELD = "[\\w*/,?~-]+";
const JOB = new RegExp(`^\\s*(?:@\\w+|${Array(5).fill(FIELD).join("\\s+")})\\s+(.+)$`);

export function crontab(program: string): CodeReport {
  const report = draft();
  for (const whole of program.split("\n")) {
    // what is not known before it, as the jobs that were there, ends with its line
    const text = whole.replace(new RegExp(`^${ANY}+`, "u"), "");
    if (text !== whole) doubt(report, "is not known as a whole");
    if (/^\s*(?:#|$)/.test(text)) continue;
    if (HOLE.test(text)) {
      doubt(report, "is not known as a whole");
      continue;
    }
    const [, name, value] = /^\s*([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(text) ?? [];
    if (name !== undefined) {
      report.sets.push([name, (value ?? "").replace(/^(["'])(.*)\1$/, "$2")]);
      continue;
    }
    const command = JOB.exec(text)?.[1];
    if (command === undefined) doubt(report, "has a line that is no job");
    // behind the first `%` stands the job's input
    else line(report, command.replace(/(^|[^\\])%[\s\S]*$/, "$1").replaceAll("\\%", "%"));
  }
  return finish(report);
}
