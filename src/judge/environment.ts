/** What a listed variable's new value does: judged by the shape of its entry in the table of variables. */

import type { EnvRow } from "../rules/row.ts";
import { ANY, HOLE, NUMBER, type Value } from "../session/value.ts";
import { carried, type EnvContext, type EnvFinding, harmless, type Stop, splitAt } from "./environment-finding.ts";
import { judgeOptions } from "./environment-options.ts";
import { judgePath, pathParts } from "./environment-paths.ts";
import { passes } from "./environment-values.ts";
import { hostile } from "./findings.ts";

export type { EnvContext, EnvFinding };

/** Findings for every value the variable may have. A value that passes may still be said to `run` or `edit`. */
export function judgeVariable(row: EnvRow, value: Value, context: EnvContext): EnvFinding[] {
  const found = new Map<string, EnvFinding>();
  for (const text of value.texts) {
    for (const finding of judgeText(row, text, context)) found.set(`${finding.effect}\n${finding.text}`, finding);
  }
  return [...found.values()];
}

function judgeText(row: EnvRow, text: string, context: EnvContext): readonly EnvFinding[] {
  if (text === context.startValue) return [];
  // A number cannot be anything that a shape stops at.
  const plain = text.replaceAll(NUMBER, "0");
  if (plain === "" && row.shape !== "opaque") return [];
  if (passes(row.values, plain, context.home)) return [];
  const stop: Stop = (part, why, instead) => [finding(row, context, part, why, instead)];
  switch (row.shape) {
    case "exec-path":
      return [
        ...expanded(plain, context),
        ...pathParts(row, plain).flatMap((part) => judgePath(row, part, "exec", context, stop)),
      ];
    case "data-path":
      return pathParts(row, plain).flatMap((part) => judgePath(row, part, row.role ?? "read", context, stop));
    case "option-string":
      return judgeOptions(row, plain, context, stop);
    case "command":
      return judgeCommand(row, plain, context, stop);
    case "text":
      return judgeExpanded(plain, context, stop);
    case "address":
      return judgeAddress(row, plain, context, stop);
    case "opaque":
      return stop(plain, HOLE.test(plain) ? "its value is not known" : "no value of it can be shown harmless");
    default: {
      const never: never = row.shape;
      return stop(plain, `shape ${String(never)} is not known`);
    }
  }
}

function finding(row: EnvRow, context: EnvContext, part: string, why: string, instead?: string): EnvFinding {
  // What was measured is for the table's readers; the person at the prompt needs the first clause.
  const does = row.because.split(/;| \(measured|: /)[0] ?? "";
  const because = `${context.name} ${does}, and ${why}`;
  return { effect: "rewire", because, text: part, ...(instead === undefined ? {} : { instead }) };
}

function judgeCommand(row: EnvRow, text: string, context: EnvContext, stop: Stop): readonly EnvFinding[] {
  if (HOLE.test(text)) return stop(text, "its value is not known");
  const separators = row.separators ?? "";
  const parts = separators === "" ? [text] : splitAt(text, separators);
  return parts.flatMap((part) => {
    let line = part.trim();
    while (line !== "" && row.prefix?.includes(line.charAt(0))) line = line.slice(1);
    line = line.trim();
    if (line === "" || passes(row.values, line, context.home)) return [];
    // words may come behind it, or nothing
    const withWords = context.judgeLine(line);
    const isHostile = (each: EnvFinding) => hostile.has(each.effect);
    const alone = withWords.some(isHostile) ? [] : context.judgeLine(`${line}\n:`).filter(isHostile);
    const found = [...withWords, ...alone].flatMap((each): readonly EnvFinding[] => {
      const effect = carried(each.effect);
      if (effect === "observe") return [];
      if (effect !== "rewire") return [{ ...each, effect }];
      return [finding(row, context, each.text, `as a command that ${each.because}`, each.instead)];
    });
    if (!row.program || !/\s/.test(line) || found.some((each) => !harmless.has(each.effect))) return found;
    return stop(line, "the whole value is the name of one program, which this is not");
  });
}

/** Text in which the shell expands as it does in a here-document. */
function judgeExpanded(text: string, context: EnvContext, stop: Stop): readonly EnvFinding[] {
  if (text.includes(ANY) || HOLE.test(text)) return stop(text, "its value is not known");
  // bash decodes `\044` and `\140` in a prompt into `$` and a backquote before it expands.
  if (/\\(?:044|140)/.test(text)) return stop(text, "it hides a substitution");
  if (!/[$`]/.test(text)) return [];
  let end = "END";
  while (text.includes(end)) end += "_";
  // the words that a nested line gets go to the last command
  return context.judgeLine(`: <<${end}\n${text}\n${end}\n:`).flatMap((each): readonly EnvFinding[] => {
    const effect = carried(each.effect);
    if (effect === "observe") return [];
    if (effect !== "rewire") return [{ ...each, effect }];
    return stop(each.text, `what runs in it ${each.because}`, each.instead);
  });
}

/** Shells expand the name of a file of start-up commands: what is hostile in it counts. */
function expanded(text: string, context: EnvContext): readonly EnvFinding[] {
  if (HOLE.test(text) || !/\$\(|`/.test(text)) return [];
  return context.judgeLine(`: "${text.replaceAll('"', "")}"\n:`).filter((each) => hostile.has(each.effect));
}

const loopback =
  /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[\w.:%-]*@)?(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d+)?(?:\/[\w./%~-]*)?$/i;

function judgeAddress(row: EnvRow, text: string, context: EnvContext, stop: Stop): readonly EnvFinding[] {
  const separators = row.separators ?? "";
  const parts = separators === "" ? [text] : splitAt(text, separators).filter((part) => part !== "");
  return parts.flatMap((part) => {
    if (HOLE.test(part)) return stop(part, "its value is not known");
    if (loopback.test(part) || passes(row.values, part, context.home)) return [];
    return stop(part, `${part} is not this machine`);
  });
}
