/** One command with its argv: which row it has, what its words do by their roles, and what it brings along. */

import type { Effect } from "../policy/verdict.ts";
import type { Claim, Invocation, Unknown } from "../rules/invocation.ts";
import { invoke } from "../rules/invoke.ts";
import type { CommandEvent, Consequence } from "../session/event.ts";
import { baseName, from } from "../session/path.ts";
import { ANY, DECODED, FRESH, HOLE, known, NETWORK, OUTSIDE, SECRET, unknown } from "../session/value.ts";
import { byPath, inFront, strange } from "./by-path.ts";
import { consequenceOf } from "./consequence.ts";
import { secretTaint } from "./content.ts";
import type { Context } from "./context.ts";
import { entriesOf } from "./entries.ts";
import { hostile, noteCommand, say } from "./findings.ts";
import { isGuardHook, stripped, taken } from "./guard-names.ts";
import { code, type Judge } from "./judge.ts";
import { linked } from "./linked.ts";
import { isBuilt } from "./made.ts";
import { filesNamed } from "./named.ts";
import { staysHere } from "./network-uses.ts";
import { obeyed } from "./obeyed.ts";
import { isSecretAmong } from "./paths.ts";
import { isSystemTree, resolve } from "./places.ts";
import { recipes } from "./recipes.ts";
import { judgeSettings } from "./settings.ts";
import { judgeUses } from "./uses.ts";
import { judgeInherited, judgeValue } from "./variables.ts";
import { worstOfUnknown, worstOfWords } from "./worst.ts";

const nothing: Consequence = { stdout: unknown(OUTSIDE), entries: [], writes: [], assignments: [], status: undefined };

export function judgeCommand(judge: Judge, event: CommandEvent): Consequence {
  const j = linked(judge, event);
  const name = event.argv[0] ?? "";
  judgeInherited(j, event);
  const base = baseName(name);
  const row = HOLE.test(name) ? undefined : j.tables.program(base);
  const invocation = row && invoke(base, row, event.argv);
  noteCommand(j.findings, event, invocation);
  if (HOLE.test(name.replace(FRESH, ""))) {
    const files = filesNamed(j, event, name);
    if (files === undefined) return unknownName(j, event, name);
    return { ...nothing, entries: files.flatMap((file) => byPath(j, event, file)) };
  }
  const own = name.includes("/") ? name : inFront(j, event, name);
  const entries = own === undefined ? [] : byPath(j, event, own);
  if (own !== undefined) stripped(j, event);
  if (row === undefined || invocation === undefined) {
    if (!name.includes("/")) strange(j, event, base);
    else settings(j, event);
    for (const word of event.argv.slice(1)) if (isGuardHook(word)) taken(j, event.place, word);
    worstOfUnknown(j, event);
    return { ...nothing, entries, stdout: entries.length > 0 ? undefined : unknown(OUTSIDE) };
  }
  // The working directory that its flags give is where the rest is meant.
  const directories = directoriesOf(invocation, event);
  const names = invocation.uses.filter((u) => u.role === "names" && !HOLE.test(u.text)).map((u) => u.text);
  const context: Context = { j, event, i: invocation, directories, names };
  if (!invocation.help) {
    for (const u of invocation.unknown) unknownWord(j, event, invocation, u);
    for (const claim of invocation.claims) judgeClaim(j, event, invocation, claim, directories);
    judgeUses(context);
    if (startsOthers(invocation)) stripped(j, event);
    worstOfWords(context);
    network(j, event, invocation);
    judgeSettings(j, event, invocation.row.reads ?? row.reads ?? [], directories);
    if (
      invocation.privileged &&
      !invocation.claims.some((c) => c.effect === "reach") &&
      (invocation.nested.length > 0 || invocation.uses.some((u) => u.role !== "text"))
    )
      say(j.findings, event.place, {
        rule: `${invocation.id}-privilege`,
        effect: "reach",
        because: "runs a command as another user",
      });
  }
  const obeys = invocation.row.obeys ?? row.obeys ?? [];
  const nested = invocation.help ? [] : entriesOf(context);
  const result = consequenceOf(j, event, invocation, directories);
  return {
    ...result,
    entries: [...entries, ...nested, ...obeyed(j, event, invocation, obeys, directories)],
    stdout:
      nested.length > 0 && result.stdout?.texts.every((t) => HOLE.test(t))
        ? mixed(result.stdout.taint, invocation)
        : result.stdout,
  };
}

/** A script of the project may take variables as words, as `./configure CC=gcc` does. */
function settings(j: Judge, event: CommandEvent): void {
  for (const [i, word] of event.argv.entries()) {
    const [, name, value] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(word) ?? [];
    if (name !== undefined && value !== undefined)
      judgeValue(j, event.place, name, known(value, event.taints[i] ?? 0), event.cwd);
  }
}

const RUNS: ReadonlySet<string> = new Set(["exec", "script", "package", "package-script", "program"]);

/** What it runs is not followed to the end: shells may be among it. */
const startsOthers = (i: Invocation) =>
  i.claims.some((c) => c.effect === "run" || c.effect === "foreign-code") || i.uses.some((u) => RUNS.has(u.role));

/** A wrapper prints what its command prints. */
const mixed = (taint: number, invocation: Invocation) =>
  invocation.nested.length > 0 || invocation.uses.some((u) => u.role === "command") ? undefined : unknown(taint);

function unknownName(j: Judge, event: CommandEvent, name: string): Consequence {
  const taint = event.taints[0] ?? 0;
  if (taint & (NETWORK | DECODED)) code(j, event.place, { texts: [name], unset: false, taint }, "as a command name");
  else
    say(j.findings, event.place, {
      rule: "unknown-name",
      effect: "opaque",
      because: "runs a command whose name is not known before it runs",
      instead: "Write the command's name out.",
    });
  return nothing;
}

const wordOf: { readonly [what in Unknown["what"]]: string } = {
  flag: "the flag",
  subcommand: "the subcommand",
  operand: "the operand",
  value: "the value",
  "maybe-flag": "what may be a flag:",
};

function unknownWord(j: Judge, event: CommandEvent, i: Invocation, u: Unknown): void {
  const program = i.path.join(" ");
  const taint = event.taints[u.index] ?? 0;
  if (u.what === "maybe-flag" && taint === 0) return;
  say(j.findings, event.place, {
    rule: `${i.id}-unknown`,
    effect: "opaque",
    because: HOLE.test(u.text)
      ? `gives ${program} a word that is not known before it runs and may be a flag`
      : `gives ${program} ${wordOf[u.what]} ${u.text}, which heed does not know`,
    instead: `See what heed knows: heed rules ${i.path[0] ?? ""}.`,
  });
}

/** Effects that say what happens in the working directory. */
const placed: ReadonlySet<Effect> = new Set(["edit", "remove", "run", "discard"]);

function judgeClaim(j: Judge, event: CommandEvent, i: Invocation, claim: Claim, directories: readonly string[]): void {
  // a word that is not known may be harmless: that is no ground for more than a question
  let effect = !claim.certain && hostile.has(claim.effect) ? "opaque" : claim.effect;
  let because = claim.because;
  if (effect === "remote" && staysHere(i)) return;
  if (effect === "observe" || (i.dry && effect !== "rewire")) return;
  const { place } = event;
  if (place.elsewhere && placed.has(effect)) {
    if (place.elsewhere === true || effect === "remove" || effect === "discard") effect = "remote";
  } else if (effect === "discard" && claim.loss !== undefined) {
    const loss = lossOf(j, i, claim, directories);
    if (loss.lost === false) effect = "remove";
    because = `${because}: ${loss.facts}`;
  }
  if (effect === "run" && !place.elsewhere) recipes(j, event, directories);
  if (i.cwd && placed.has(effect) && !place.elsewhere)
    for (const directory of directories) {
      const there = displaced(j, event, effect, directory);
      if (there)
        say(j.findings, place, {
          rule: claim.id,
          effect: there.effect,
          because: `${because} ${there.where}`,
          instead: claim.instead,
        });
    }
  say(j.findings, place, { rule: claim.id, effect, because, instead: claim.instead, target: i.path.join(" ") });
}

/** What an effect on the working directory becomes where that is not the project. */
function displaced(
  j: Judge,
  event: CommandEvent,
  effect: Effect,
  directory: string,
): { effect: Effect; where: string } | undefined {
  const r = resolve(".", directory, j.world);
  if (r.place === "project") return undefined;
  if (j.world.project === undefined && r.path === directory && r.place === "home" && r.path !== j.world.home)
    return undefined;
  const top = r.path === "/" || r.path === j.world.home || isSystemTree(r.path);
  if (top && (effect === "remove" || effect === "discard" || (effect === "edit" && r.path === "/")))
    return { effect: "destroy", where: `in ${r.path} itself` };
  if (r.place === "temp")
    return effect === "run" && !isBuilt(event, directory)
      ? { effect: "foreign-code", where: `in ${r.path}, a temporary directory` }
      : undefined;
  if (r.place === "unknown") return { effect: "opaque", where: "in a directory that is not known before it runs" };
  if (effect === "run") return { effect: "foreign-code", where: `in ${r.path}, outside the project` };
  return { effect: effect === "discard" ? "discard" : "reach", where: `in ${r.path}, outside the project` };
}

function lossOf(j: Judge, i: Invocation, claim: Claim, directories: readonly string[]) {
  const directory = directories[0] ?? "/";
  const operands = i.uses.filter((u) => u.flag === undefined);
  if (directories.length > 1 || HOLE.test(directory))
    return { lost: "unknown" as const, facts: "it is not known where" };
  switch (claim.loss) {
    case "stash":
      return j.world.loss({ kind: "stash", directory });
    case "branch":
      return operands.some((u) => HOLE.test(u.text))
        ? { lost: "unknown" as const, facts: "it is not known which" }
        : j.world.loss({ kind: "branch", directory, names: operands.map((u) => u.text) });
    case "untracked":
      return j.world.loss({
        kind: "worktree",
        directory,
        untracked: true,
        ignored: [...i.flags.keys()].some((f) => f === "-x" || f === "-X"),
      });
    case "paths":
      return j.world.loss({ kind: "paths", paths: operands.map((u) => from(directory, u.text)) });
    default:
      return j.world.loss({ kind: "worktree", directory, untracked: false, ignored: false });
  }
}

/** Where the command works: its `cd` flags over the shell's directory. */
function directoriesOf(i: Invocation, event: CommandEvent): string[] {
  let out = [...event.cwd.texts];
  for (const u of i.uses)
    if (u.role === "cd" || u.role === "cd-exec")
      out = out.map((d) => (u.text.startsWith(ANY) ? u.text : from(d, u.text)));
  return out;
}

/** Secrets among what a network program is given. */
function network(j: Judge, event: CommandEvent, i: Invocation): void {
  const sends = i.network || i.stdin === "sent";
  let taint = sends ? (event.stdin?.taint ?? 0) : 0;
  if (sends) for (const t of event.taints) taint |= t;
  if (sends) for (const u of i.uses) taint |= secretTaint(j, event, u);
  if ((taint & SECRET) === 0 && i.claims.some((c) => c.effect === "remote")) taint |= namedSecret(j, event, i);
  if (taint & SECRET)
    say(j.findings, event.place, {
      rule: `${i.id}-secret`,
      effect: "exfiltrate",
      because: "sends a secret over the network",
    });
}

/** Words that no role calls a file, and that name one with secrets: `--body .env`, `x=@.env`, `-c "put .env"`. */
function namedSecret(j: Judge, event: CommandEvent, i: Invocation): number {
  const loose = i.row.style?.includes("loose") === true;
  const words = i.uses
    .filter((u) => u.role === "text" || u.role === "never" || u.role === "remote")
    // what it shows itself by does not leave
    .filter((u) => !/key|cert|ca(?:file|path)?$|identity|^-i$/i.test(u.flag ?? event.argv[u.index - 1] ?? ""))
    .flatMap((u) => (loose ? u.text.split(/\s+/) : [u.text]))
    .map((text) => text.replace(/^(?:[\w.-]+=)?@|^fileb?:\/\//, ""));
  const isSecret = (text: string) =>
    text !== "" && !HOLE.test(text) && event.cwd.texts.some((d) => isSecretAmong(resolve(text, d, j.world), j.world));
  return words.some(isSecret) ? SECRET : 0;
}
