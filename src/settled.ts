/** The verdict for a caller that has no more to give: a line that is not finished is not one that may run. */

import type { Answer } from "./guard.ts";
import type { Judged, Verdict } from "./policy/verdict.ts";

const unfinished: Omit<Judged, "text" | "end"> = {
  rule: "unfinished",
  effect: "opaque",
  verdict: "ask",
  line: 0,
  start: 0,
  because: "is not a whole command: the shell would wait for more",
};

export function settled(line: string, answer: Answer): { verdict: Verdict; findings: readonly Judged[] } {
  if (!answer.incomplete || answer.verdict !== "allow") return answer;
  return { verdict: "ask", findings: [{ ...unfinished, text: line, end: line.length }, ...answer.findings] };
}
