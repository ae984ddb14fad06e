/** Collects what the judge says of one line: one finding a rule and segment, the worst of each kept. */

import type { Effect, Finding } from "../policy/verdict.ts";
import type { Invocation } from "../rules/invocation.ts";
import type { CommandEvent, Place } from "../session/event.ts";
import type { Origin } from "../session/session.ts";
import type { Value } from "../session/value.ts";

export interface Said {
  readonly rule: string;
  readonly effect: Effect;
  readonly because: string;
  readonly instead?: string | undefined;
  /** The part it is about; the whole segment unless given. */
  readonly text?: string | undefined;
  /** What the effect falls on, resolved. */
  readonly target?: string | undefined;
}

/** Effects that are never asked about. */
export const hostile: ReadonlySet<Effect> = new Set(["destroy", "hijack", "exfiltrate", "disarm"]);

/** More than this is not read by anyone: what is then said is kept only if it is of a kind that was not. */
const MAX_FINDINGS = 200;

/** A command that the line would run, as it would run it. */
export interface Ran {
  readonly start: number;
  readonly end: number;
  /** As written, where that is not the same. */
  readonly text: string;
  readonly argv: readonly string[];
  readonly directory: string;
  readonly via: readonly string[];
  /** The row that speaks of it: its id, and what it does. */
  readonly known: Pick<Invocation, "id" | "because"> | undefined;
}

/** A listed variable that the line sets, or that one of its commands would inherit. */
export interface Listed {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly name: string;
  readonly value: Value;
  /** What set it, where an earlier part did. */
  readonly origin: Origin | undefined;
}

export interface Findings {
  readonly all: Map<string, Finding>;
  /** Their effects, each with the rules and targets it has: by these a person says yes. */
  readonly kinds: Map<Effect, Set<string>>;
  readonly commands: Ran[];
  readonly listed: Listed[];
}

export function createFindings(): Findings {
  return { all: new Map(), kinds: new Map(), commands: [], listed: [] };
}

const MAX_COMMANDS = 500;

export function noteCommand(findings: Findings, event: CommandEvent, known: Ran["known"]): void {
  if (findings.commands.length >= MAX_COMMANDS || event.place.dead) return;
  const { start, end, text, via } = event.place;
  findings.commands.push({ start, end, text, argv: event.argv, directory: event.cwd.texts.join(" or "), via, known });
}

export function noteListed(findings: Findings, place: Place, name: string, value: Value, origin?: Origin): void {
  if (findings.listed.length >= MAX_COMMANDS || place.dead) return;
  findings.listed.push({ start: place.start, end: place.end, text: place.text, name, value, origin });
}

/** What a file of the project does is its own business unless it is hostile, or changes the session that sources it. */
function counts(effect: Effect, place: Place): boolean {
  if (hostile.has(effect)) return true;
  if (place.dead) return false;
  if (place.inFile === undefined) return true;
  return place.inFile === "sourced" && effect === "rewire";
}

export function say(findings: Findings, place: Place, said: Said): void {
  if (said.effect === "observe" || !counts(said.effect, place)) return;
  const kind = `${said.rule}\0${said.target ?? ""}`;
  const kinds = findings.kinds.get(said.effect);
  if (findings.all.size >= MAX_FINDINGS && kinds?.has(kind) && !hostile.has(said.effect)) return;
  const text = said.text ?? place.text;
  // a long line may have many findings
  const key = `${said.rule}\0${said.effect}\0${text.length}\0${text.slice(0, 400)}`;
  if (findings.all.has(key)) return;
  if (kinds === undefined) findings.kinds.set(said.effect, new Set([kind]));
  else kinds.add(kind);
  const last = place.via.at(-1);
  const way = last === undefined ? "" : ` (in ${last})`;
  findings.all.set(key, {
    rule: said.rule,
    effect: said.effect,
    line: 0,
    start: place.start,
    end: place.end,
    text,
    because: `${said.because}${way}`,
    ...(said.instead === undefined ? {} : { instead: said.instead }),
    ...(said.target === undefined ? {} : { target: said.target }),
  });
}
