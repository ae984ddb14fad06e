/** `heed explain LINE`: a tree of the line's parts, each with what heed found in it. Runs nothing, keeps nothing. */

import { segment, visible } from "../policy/message.ts";
import type { Judged } from "../policy/verdict.ts";
import { beginSession } from "./begin.ts";
import { createContext, policyIn, settled } from "./context.ts";
import type { Io } from "./io.ts";

export interface ExplainOptions {
  readonly shell?: string;
  readonly cwd?: string;
  readonly session?: string;
}

export async function explain(line: string, options: ExplainOptions, io: Io): Promise<number> {
  const context = await createContext(io);
  const { session, project, world } = await beginSession(options.session, options, context, io);
  const answer = context.check(line, session, world, await policyIn(project, context, io));
  const { verdict, findings } = settled(line, answer);
  io.out(`${verdict}: ${segment(line)}\n`);
  io.out(render(treeOf(findings), "").join(""));
  for (const need of answer.needs)
    io.out(`  in a live shell heed would ask for the ${need.what} ${visible(need.name)}\n`);
  return 0;
}

interface Part {
  readonly finding: Judged;
  readonly below: Part[];
}

/** A finding whose text lies within another's is below it. */
export function treeOf(findings: readonly Judged[]): Part[] {
  const ordered = findings.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const top: Part[] = [];
  const open: Part[] = [];
  for (const finding of ordered) {
    const part: Part = { finding, below: [] };
    while (open.length && !holds(open.at(-1), finding)) open.pop();
    (open.at(-1)?.below ?? top).push(part);
    open.push(part);
  }
  return top;
}

function holds(outer: Part | undefined, { start, end }: Judged): boolean {
  if (!outer) return false;
  const { finding } = outer;
  return finding.start <= start && end <= finding.end && (finding.start < start || end < finding.end);
}

function render(parts: readonly Part[], indent: string): string[] {
  return parts.flatMap(({ finding, below }, i) => {
    const last = i === parts.length - 1;
    const next = indent + (last ? "   " : "│  ");
    const because = `${finding.effect} (${finding.rule}): ${visible(finding.because)}`;
    return [
      `${indent}${last ? "└─ " : "├─ "}${finding.verdict.padEnd(5)} ${segment(finding.text)}\n`,
      `${next}      ${because}\n`,
      ...(finding.instead === undefined ? [] : [`${next}      ${visible(finding.instead)}\n`]),
      ...render(below, next),
    ];
  });
}
