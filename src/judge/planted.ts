/** Files that shells obey later, with what a line has put into them. */

import type { Place } from "../session/event.ts";
import { layered } from "../session/layers.ts";
import type { Session } from "../session/session.ts";
import { DECODED, HOLE, NETWORK } from "../session/value.ts";
import { inline } from "./code/inline.ts";
import { hostile, say } from "./findings.ts";
import type { Judge } from "./judge.ts";
import { isPersistence, isShellCode } from "./places.ts";

export function planted(j: Judge, place: Place, next: Session): void {
  for (const path of layered(next.files).differing(layered(j.session.files))) {
    const mark = next.files.get(path);
    if (mark === undefined || mark === j.session.files.get(path)) continue;
    if (!isShellCode(path) && !isPersistence(path)) continue;
    if (mark.value.taint & (NETWORK | DECODED))
      say(j.findings, place, {
        rule: "plant-download",
        effect: "hijack",
        because: `puts what was just downloaded or decoded into ${path}, which runs later`,
        instead: "Save it in the project, read it, and let a person install it.",
      });
    for (const text of mark.value.texts)
      for (const line of HOLE.test(text) ? [] : linesOf(path, text))
        for (const found of j.nested(`${line}\n:`, j.depth + 1).all.values())
          if (hostile.has(found.effect)) say(j.findings, place, { ...found, text: path });
  }
}

function linesOf(path: string, text: string): string[] {
  if (isShellCode(path)) return [text];
  return inline("crontab", text).runs.flatMap((run) => (run.kind === "line" ? [run.text] : []));
}
