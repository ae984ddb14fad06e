/** What a shell is told when its line does not run. */

import type { Answer as Judgement } from "../guard.ts";
import { message, visible, type Word } from "../policy/message.ts";
import type { Judged } from "../policy/verdict.ts";
import type { Answer } from "./protocol.ts";

export function internal(what: string): Answer {
  return { word: "deny", text: `heed: internal error: ${visible(what.split("\n")[0] ?? "")} (the line was not run)` };
}

export function reason(word: Word, { findings }: Judgement): string {
  const finding = findings[0];
  if (!finding) return `heed: ${word}: no reason given`;
  if (word !== "refused") return message(word, finding);
  return message(word, {
    ...finding,
    instead: [finding.instead, "A person can run it in a terminal of their own."].filter(Boolean).join(" "),
  });
}

/** The shell took the line for complete and heed does not: one of them reads it wrong. */
export function unfinished(judgement: Judgement, text: string): Judgement {
  if (judgement.verdict === "deny") return judgement;
  const finding: Judged = {
    rule: "unfinished",
    effect: "opaque",
    verdict: "ask",
    line: 0,
    start: 0,
    end: text.length,
    text,
    because: "heed cannot see where this line ends",
  };
  return { ...judgement, verdict: "ask", findings: [finding, ...judgement.findings] };
}
