/** `heed explain LINE`: a tree of the line's parts, each with what heed found in it. Runs nothing, keeps nothing. */

import type { Answer } from "../guard.ts";
import type { Listed } from "../judge/findings.ts";
import { segment, visible } from "../policy/message.ts";
import { type Judged, stricter, type Verdict } from "../policy/verdict.ts";
import type { EnvRow, Tables } from "../rules/row.ts";
import type { Origin } from "../session/session.ts";
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
  io.out(render(partsOf(answer, findings, context.tables), "").join(""));
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
  /** What its row says that it does. */
  readonly does: string;
  /** Listed variables that it sets or runs with, and why they pass where they do. */
  readonly variables: Set<string>;
  readonly findings: Judged[];
  readonly below: Part[];
}

/** Parts in the order of the line: every command that would run, and whatever else there is something to say about. */
function partsOf({ commands, listed }: Answer, findings: readonly Judged[], tables: Tables): Part[] {
  const parts = new Map<string, Part>();
  const at = (here: Pick<Part, "start" | "end" | "text" | "depth" | "resolved" | "does">): Part => {
    const key = `${here.start} ${here.end} ${here.text} ${here.resolved}`;
    const part = parts.get(key) ?? { ...here, variables: new Set(), findings: [], below: [] };
    parts.set(key, part);
    return part;
  };
  for (const { start, end, text, argv, directory, via, known } of commands) {
    const words = argv.map(shown).join(" ");
    const asWritten = words === text || argv.join(" ") === text.replace(/["']/g, "");
    const resolved = asWritten ? `in ${directory}` : `${words}, in ${directory}`;
    const does = known === undefined ? "(no row): nothing that matters here" : `(${known.id}): ${known.because}`;
    at({ start, end, text, depth: via.length, resolved, does });
  }
  const about = ({ start, end, text }: { start: number; end: number; text: string }): Part[] => {
    const own = [...parts.values()].filter((p) => p.start === start && p.end === end && p.text === text);
    return own.length > 0 ? own : [at({ start, end, text, depth: 0, resolved: "", does: "" })];
  };
  const judged = new Set(findings.map((finding) => finding.rule));
  // an assignment in front of a command is said with the command
  const inside = (a: Listed) =>
    listed.some((b) => b.origin !== undefined && b.name === a.name && b.start <= a.start && a.end <= b.end);
  for (const each of listed) {
    if (each.origin === undefined && inside(each)) continue;
    const row = judged.has(`env-${each.name}`) ? undefined : tables.variable(each.name);
    for (const part of about(each)) part.variables.add(variableWords(each, row));
  }
  for (const finding of findings) for (const part of about(finding)) part.findings.push(finding);
  return nest([...parts.values()]);
}

const passing: { readonly [shape in EnvRow["shape"]]: string } = {
  "exec-path": "passes: code of this project",
  "data-path": "passes: a path that may be used so",
  "option-string": "passes: only flags that are known to be harmless",
  command: "passes: read as a command line, it is harmless",
  text: "passes: runs nothing harmful when it is expanded",
  address: "passes: this machine",
  opaque: "passes",
};

const MAX_VALUE = 80;

/** What a listed variable holds, what set it, and, when its row is given, why that passes. */
function variableWords({ name, value, text, origin }: Listed, row: EnvRow | undefined): string {
  const values = [...value.texts.map(shown), ...(value.unset ? ["unset"] : [])].join(" or ");
  const short = values.length > MAX_VALUE ? `${values.slice(0, MAX_VALUE)}…` : values;
  const why = row === undefined ? "" : ` (${passing[row.shape]})`;
  return `${name}=${short}${why}${originWords(origin, text)}`;
}

function originWords(origin: Origin | undefined, part: string): string {
  if (origin?.kind === "line") return part.includes(origin.text) ? "" : `, set by ${segment(origin.text)}`;
  return origin?.kind === "seen" ? ", changed by something that no line said" : "";
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
  return parts.flatMap(({ text, resolved, does, variables, findings, below }, i) => {
    const last = i === parts.length - 1;
    const next = indent + (last ? "   " : "│  ");
    const said = findings.flatMap((f) => [
      `${next}      ${f.effect} (${f.rule}): ${visible(f.because)}\n`,
      ...(f.instead === undefined || f.verdict === "allow" ? [] : [`${next}      ${visible(f.instead)}\n`]),
    ]);
    const quiet = findings.length === 0 && resolved !== "" ? [`${next}      observe ${does}\n`] : said;
    return [
      `${indent}${last ? "└─ " : "├─ "}${worst(findings).padEnd(5)} ${segment(text)}\n`,
      ...(resolved === "" ? [] : [`${next}      runs ${segment(resolved)}\n`]),
      ...[...variables].map((said) => `${next}      ${resolved === "" ? "sets" : "with"} ${visible(said)}\n`),
      ...quiet,
      ...render(below, next),
    ];
  });
}
