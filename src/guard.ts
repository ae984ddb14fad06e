/** `check`: the composition of syntax, evaluate, judge and policy. Pure: no file, clock, environment, process, print, exit or throw. */

import { evaluate } from "./evaluate/evaluate.ts";
import { createFindings, type Findings, hostile, type Listed, type Ran, say } from "./judge/findings.ts";
import { guardDirectories, kept } from "./judge/guard-names.ts";
import { hostOf, type Judge } from "./judge/judge.ts";
import { planted } from "./judge/planted.ts";
import { judgeValue } from "./judge/variables.ts";
import { decide, type Policy } from "./policy/policy.ts";
import type { Judged, Verdict } from "./policy/verdict.ts";
import type { Tables } from "./rules/row.ts";
import type { Session } from "./session/session.ts";
import { BELOW, clean, known, OUTSIDE, unknown } from "./session/value.ts";
import type { Live, World } from "./session/world.ts";
import { read } from "./syntax/read.ts";

/** Something the live shell can tell and that the line turns on. */
export interface Need {
  readonly what: "alias" | "function" | "variable";
  readonly name: string;
}

export interface Answer {
  readonly verdict: Verdict;
  /** Strictest first. */
  readonly findings: readonly Judged[];
  /** The session after the line, if it runs. */
  readonly session: Session;
  /** Every command that would run, in order, with its words resolved. */
  readonly commands: readonly Ran[];
  /** Listed variables that the line sets or its commands inherit, in order. */
  readonly listed: readonly Listed[];
  /** What to ask the live shell before this answer is final; empty unless `world.live` said `unasked`. */
  readonly needs: readonly Need[];
  /** The line is not finished: the shell would wait for more. The verdict then speaks of what is there so far. */
  readonly incomplete: boolean;
}

export type Check = (line: string, session: Session, world: World, policy: Policy) => Answer;

/** Longer lines are not read; they ask. */
const MAX_LINE = 2_000_000;

/** Binds `check` to the tables. */
export function createCheck(tables: Tables): Check {
  return (line, session, world, policy) => {
    const needs = new Map<string, Need>();
    const asking: World = {
      ...world,
      guard: [...(world.guard ?? []), ...guardDirectories(session)],
      live(what, name): Live {
        const told = world.live(what, name);
        // what matters of these is their being exported, and that is seen
        if (told.kind === "unseen" && tables.variable(name)) return { kind: "absent" };
        if (told.kind === "unasked") needs.set(`${what} ${name}`, { what, name });
        return told;
      },
    };
    const findings = createFindings();
    try {
      const text = clean(line);
      const outcome = judgeLine(text, session, asking, tables, findings);
      const decided = decide([...findings.all.values()], policy);
      return {
        ...decided,
        session: outcome.session,
        commands: findings.commands,
        listed: findings.listed,
        needs: [...needs.values()],
        incomplete: outcome.incomplete,
      };
    } catch (error) {
      return failed(line, session, error);
    }
  };
}

/** A mistake of heed's own: refused, and said to be one. */
function failed(line: string, session: Session, error: unknown): Answer {
  const because = `heed failed while judging it (${error instanceof Error ? error.message.slice(0, 200) : String(error)}): an internal error, not a judgement`;
  const finding: Judged = {
    rule: "internal-error",
    effect: "opaque",
    verdict: "deny",
    line: 0,
    start: 0,
    end: line.length,
    text: line.slice(0, 200),
    because,
  };
  return { verdict: "deny", findings: [finding], session, commands: [], listed: [], needs: [], incomplete: false };
}

function judgeLine(
  line: string,
  session: Session,
  world: World,
  tables: Tables,
  findings: Findings,
): { session: Session; incomplete: boolean } {
  const place = {
    start: 0,
    end: line.length,
    text: line.slice(0, 400),
    via: [],
    inFile: undefined,
    elsewhere: false,
  } as const;
  if (line.length > MAX_LINE) {
    say(findings, place, { rule: "too-long", effect: "opaque", because: "is longer than heed reads" });
    return { session, incomplete: false };
  }
  const judge: Judge = {
    tables,
    world,
    session,
    findings,
    depth: 0,
    judged: new Set(),
    recipes: new Set(),
    nested: (text, depth) => nested(text, depth, session, world, tables),
  };
  // at zsh's prompt `#` begins no comment unless INTERACTIVE_COMMENTS is set
  const typed = session.dialect === "zsh" && session.interactive;
  const comments = !(typed && session.options.has("nointeractivecomments"));
  const tree = read(line, session.dialect, { extglob: session.options.has("extglob"), comments });
  if (tree.kind === "unreadable")
    say(
      findings,
      { ...place, start: tree.span.start, end: tree.span.end, text: line.slice(tree.span.start, tree.span.end) },
      {
        rule: "unreadable",
        effect: "opaque",
        because: `cannot be read with certainty: ${tree.reason}`,
        instead: "Write it in a simpler form.",
      },
    );
  const next = evaluate(line, tree, session, hostOf(judge));
  // its text is read again when it is called
  if (!comments && [...next.functions].some(([name, text]) => session.functions.get(name) !== text && HIDES.test(text)))
    say(findings, place, {
      rule: "unreadable",
      effect: "opaque",
      because: "makes a function of what would be a comment elsewhere",
      instead: "Quote the `#`.",
    });
  kept(judge, place, next);
  planted(judge, place, next);
  waiting(judge, next);
  if (typed && comments && !session.options.has("interactivecomments")) withoutComments(line, judge);
  return {
    session:
      tree.kind === "complete"
        ? next
        : { ...next, blurred: next.blurred ?? (tree.kind === "unreadable" ? tree.reason : undefined) },
    incomplete: tree.kind === "incomplete",
  };
}

/** Values that the shell runs later, as its prompt does, with what the line has changed. Only the worst of them counts. */
function waiting(judge: Judge, next: Session): void {
  const { session, tables, world } = judge;
  if (next.variables === session.variables && next.cwd === session.cwd) return;
  const later: Judge = {
    ...judge,
    session: next,
    judged: new Set(),
    nested: (text, depth) => nested(text, depth, next, world, tables),
  };
  const place = { start: 0, end: 0, via: [], inFile: undefined, elsewhere: false, dead: true } as const;
  for (const name of next.changed) {
    const variable = next.variables.get(name);
    if (tables.variable(name)?.shell !== "now" || !variable?.value.texts.some((t) => /[$`]/.test(t))) continue;
    judgeValue(later, { ...place, text: name }, name, variable.value, next.cwd);
  }
}

/** A `#` that begins a comment where there are comments. */
const HIDES = /(?:^|[\s;&|(){}`])#/;

/** Where nobody has said whether INTERACTIVE_COMMENTS is set, the worst of what `#` hides counts. */
function withoutComments(line: string, judge: Judge): void {
  const { session, findings } = judge;
  if (!HIDES.test(line)) return;
  const hidden = createFindings();
  const tree = read(line, "zsh", { extglob: session.options.has("extglob"), comments: false });
  evaluate(line, tree, session, hostOf({ ...judge, findings: hidden, judged: new Set(), recipes: new Set() }));
  for (const [key, finding] of hidden.all) if (hostile.has(finding.effect)) findings.all.set(key, finding);
}

/** A variable's value that is a command line: it will get words and input which nobody has seen. */
function nested(text: string, depth: number, session: Session, world: World, tables: Tables): Findings {
  const findings = createFindings();
  const inner: Session = {
    ...session,
    dialect: "sh",
    variables: session.variables,
    changed: new Set(),
    functions: new Map(),
    aliases: new Map(),
    options: new Set(),
    positional: [known(BELOW)],
    interactive: false,
    descriptors: new Map([[0, { kind: "data", value: unknown(OUTSIDE) }]]),
  };
  const judge: Judge = {
    tables,
    world,
    session: inner,
    findings,
    depth,
    judged: new Set(),
    recipes: new Set(),
    nested: (t, d) => nested(t, d, inner, world, tables),
  };
  // as git and most others run it: the words that follow come behind the last command
  const line = `${text} "$@"`;
  const tree = read(line, "sh");
  if (tree.kind !== "complete")
    say(
      findings,
      { start: 0, end: text.length, text, via: [], inFile: undefined, elsewhere: false },
      { rule: "unreadable", effect: "opaque", because: `cannot be read with certainty: ${tree.reason}` },
    );
  evaluate(line, tree, inner, hostOf(judge));
  return findings;
}
