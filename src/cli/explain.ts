/** `heed explain LINE`: a tree of the line's parts, each with what heed found in it. Runs nothing, keeps nothing. */

import type { Ran } from "../judge/findings.ts";
import { segment, visible } from "../policy/message.ts";
import { type Judged, stricter, type Verdict } from "../policy/verdict.ts";
import { NAME } from "../session/value.ts";
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
  io.out(render(partsOf(answer.commands, findings), "").join(""));
  for (const need of answer.needs)
    io.out(`  in a live shell heed would ask for the ${need.what} ${visible(need.name)}\n`);
  return 0;
}

/** Something the line does, with what is said of it; what runs inside a command is below it. */
interface Part {
  readonly start: number;
  readonly end: number;
  readonly depth: number;
  readonly text: string;
  /** Words as they would be, and where, when that says more than the text. */
  readonly resolved: string;
  readonly findings: Judged[];
  readonly below: Part[];
}

/** Parts in the order of the line: every command that would run, and whatever else there is something to say about. */
export function partsOf(commands: readonly Ran[], findings: readonly Judged[]): Part[] {
  const parts = new Map<string, Part>();
  const at = (start: number, end: number, text: string, depth: number, resolved: string): Part => {
    const key = `${start} ${end} ${text} ${resolved}`;
    const part = parts.get(key) ?? { start, end, depth, text, resolved, findings: [], below: [] };
    parts.set(key, part);
    return part;
  };
  for (const { start, end, text, argv, directory, via } of commands) {
    const words = argv.map(shown).join(" ");
    const asWritten = words === text || argv.join(" ") === text.replace(/["']/g, "");
    at(start, end, text, via.length, asWritten ? `in ${directory}` : `${words}, in ${directory}`);
  }
  for (const finding of findings) {
    const own = [...parts.values()].filter(
      (p) => p.start === finding.start && p.end === finding.end && p.text === finding.text,
    );
    const into = own.length > 0 ? own : [at(finding.start, finding.end, finding.text, 0, "")];
    for (const part of into) part.findings.push(finding);
  }
  return nest([...parts.values()]);
}

/** A word as a shell would need it written; a `*` for names that are not known yet. */
function shown(word: string): string {
  const text = word.replaceAll(NAME, "*");
  return /^[\w@%+=:,./~*\ud800-\udfff-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function nest(parts: readonly Part[]): Part[] {
  const ordered = parts.toSorted((a, b) => a.start - b.start || b.end - a.end || a.depth - b.depth);
  const top: Part[] = [];
  const open: Part[] = [];
  for (const part of ordered) {
    while (open.length && !holds(open.at(-1), part)) open.pop();
    (open.at(-1)?.below ?? top).push(part);
    open.push(part);
  }
  return top;
}

function holds(outer: Part | undefined, inner: Part): boolean {
  if (!outer || outer.start > inner.start || inner.end > outer.end) return false;
  return outer.start < inner.start || inner.end < outer.end || outer.depth < inner.depth;
}

const worst = (findings: readonly Judged[]) => findings.reduce<Verdict>((v, f) => stricter(v, f.verdict), "allow");

function render(parts: readonly Part[], indent: string): string[] {
  return parts.flatMap(({ text, resolved, findings, below }, i) => {
    const last = i === parts.length - 1;
    const next = indent + (last ? "   " : "│  ");
    const said = findings.flatMap((f) => [
      `${next}      ${f.effect} (${f.rule}): ${visible(f.because)}\n`,
      ...(f.instead === undefined || f.verdict === "allow" ? [] : [`${next}      ${visible(f.instead)}\n`]),
    ]);
    const quiet = findings.length === 0 ? [`${next}      observe: nothing to say against it\n`] : said;
    return [
      `${indent}${last ? "└─ " : "├─ "}${worst(findings).padEnd(5)} ${segment(text)}\n`,
      ...(resolved === "" ? [] : [`${next}      runs ${segment(resolved)}\n`]),
      ...quiet,
      ...render(below, next),
    ];
  });
}
