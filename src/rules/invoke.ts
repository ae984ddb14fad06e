/** What an argv means by its row: claims, paths and texts with their roles, nested commands, and whatever the row does not know. */

import type { Effect } from "../policy/verdict.ts";
import { type GivenFlag, isAssignment, type Reading, readArgv, type Word } from "./argv.ts";
import { type Given, type Holding, holding } from "./conditions.ts";
import type { Flag } from "./flags.ts";
import { matchGlob } from "./glob.ts";
import { type Grammar, grammarOf } from "./grammar.ts";
import type { Claim, Invocation, Nested, Unknown, Use } from "./invocation.ts";
import { distribute, type Operand } from "./operands.ts";
import type { Row, StdinUse, When } from "./row.ts";

export function invoke(program: string, row: Row, argv: readonly string[]): Invocation {
  const reading = readArgv(grammarOf(program, row), argv);
  const { grammar } = reading;
  const given = givenBy(reading);
  const held = holding(grammar.conditions, given);
  const certain = held.filter((each) => each.certain);
  const first = <K extends keyof When>(key: K): When[K] | undefined =>
    certain.find(({ condition }) => condition.when[key] !== undefined)?.condition.when[key];

  const changed = certain.find(({ condition }) => condition.operands !== undefined)?.condition.operands;
  const parts = assign(changed ?? grammar.operands, reading.operands);
  const dry = isDry(grammar, reading.flags, given);
  const nested = [...reading.nested, ...parts.nested];
  const inOrder = [...reading.flags.flatMap(useOf), ...reading.texts.map(textUse), ...parts.uses].sort(
    (a, b) => a.index - b.index,
  );
  const uses = dry ? inOrder.map(withoutChange) : inOrder;
  const base = about(grammar, certain);
  const claims = claimsOf(grammar, base, reading.flags, held);
  const stdin = first("stdin");
  return {
    path: [program, ...reading.subcommands],
    because: base.because,
    instead: base.instead,
    id: base.id,
    claims: dry ? claims.map((claim, i) => onlySays(claim, i === 0)) : claims,
    uses,
    nested,
    unknown: [...reading.unknown, ...parts.unknown],
    flags: firstSpellings(given.flags),
    operands: given.count,
    stdin: stdin ?? stdinOf(grammar.row.stdin, uses),
    stdout: first("stdout") ?? grammar.row.stdout ?? "input",
    prints: first("prints") ?? grammar.row.prints,
    lang: grammar.lang,
    network:
      (first("network") ?? grammar.network) ||
      held.some(({ condition, certain }) => !certain && condition.when.network === true),
    privileged: grammar.privileged,
    elsewhere: grammar.elsewhere,
    cwd: grammar.cwd,
    help: reading.help && nested.length === 0 && !uses.some(suppliesCode),
    dry,
    sets: dry ? [] : (grammar.row.sets ?? []).filter(({ flag }) => flag === undefined || isGiven(grammar, given, flag)),
    brings: dry ? undefined : (first("brings") ?? grammar.row.brings),
    row: grammar.row,
  };
}

function givenBy({ grammar, flags, operands }: Reading): Given {
  const present = new Map<Flag, number>();
  const doubtful = new Set<Flag>();
  const values = new Map<Flag, readonly string[]>();
  for (const { flag, index, value, off } of flags) {
    if (off) doubtful.add(flag);
    else if (!present.has(flag)) present.set(flag, index);
    if (value !== undefined) values.set(flag, [...(values.get(flag) ?? []), value.text]);
  }
  const { assignments, positional, command } = split(grammar.operands, operands);
  const direct = operands.length - command.length;
  return {
    flags: present,
    doubtful,
    values,
    operands: command.length > 0 ? operands.slice(0, direct) : operands,
    positional,
    count: operands.length - assignments.length,
  };
}

interface Split {
  readonly assignments: readonly Word[];
  readonly positional: readonly Word[];
  /** The words of role argv. */
  readonly command: readonly Word[];
}

/** Takes out the words of `env...` and of `argv`. */
function split(places: readonly Operand[], words: readonly Word[]): Split {
  const env = places.some((place) => place.role === "env" && place.count === "many");
  if (places.at(-1)?.role !== "argv") {
    if (!env) return { assignments: [], positional: words, command: [] };
    const assignments = words.filter(({ text }) => isAssignment(text));
    return { assignments, positional: words.filter(({ text }) => !isAssignment(text)), command: [] };
  }
  const assignments: Word[] = [];
  const positional: Word[] = [];
  let at = 0;
  for (const place of places) {
    if (place.role === "argv") break;
    for (;;) {
      const word = words[at];
      const many = place.role === "env" && place.count === "many";
      if (word === undefined || (many && !isAssignment(word.text))) break;
      (many ? assignments : positional).push(word);
      at++;
      if (!many) break;
    }
  }
  return { assignments, positional, command: words.slice(at) };
}

interface Assigned {
  readonly uses: readonly Use[];
  readonly nested: readonly Nested[];
  readonly unknown: readonly Unknown[];
}

function assign(places: readonly Operand[], words: readonly Word[]): Assigned {
  const { assignments, positional, command } = split(places, words);
  const uses: Use[] = assignments.map((word) => useAs("env", "", word, undefined));
  const unknown: Unknown[] = [];
  const fixed = places.filter(({ role, count }) => role !== "argv" && !(role === "env" && count === "many"));
  const roles = distribute(fixed, positional.length);
  for (const [i, word] of positional.entries()) {
    const place = roles[i];
    if (place === undefined) unknown.push({ what: "operand", text: word.text, index: word.index });
    else uses.push(useAs(place.role, place.detail, word, undefined));
  }
  const [head] = command;
  const nested: readonly Nested[] =
    head === undefined
      ? []
      : [{ words: command.map(({ text }) => text), index: head.index, until: undefined, flag: undefined }];
  return { uses, nested, unknown };
}

function useOf({ flag, value }: GivenFlag): readonly Use[] {
  if (value === undefined) return [];
  const name = flag.spellings[0];
  if (flag.role !== "exec-list") return [useAs(flag.role, flag.detail, value, name)];
  // an empty part is the working directory
  const parts = [...new Set(value.text.split(":"))].map((text) => ({ ...value, text: text || "." }));
  return parts.map((part) => useAs("exec", flag.detail, part, name));
}

function textUse(word: Word): Use {
  return useAs("text", "", word, undefined);
}

function useAs(role: string, detail: string, { text, index }: Word, flag: string | undefined): Use {
  return { role, detail, text, index, flag };
}

type About = Pick<Invocation, "because" | "instead" | "id">;

/** What is said of the row itself, after conditions that change its words or take its effect's place. */
function about(grammar: Grammar, certain: readonly Holding[]): About {
  const words = certain
    .map(({ condition }) => condition.when)
    .filter((when) => when.effect === undefined || when.replace === true);
  return {
    because: words.find((when) => when.because !== undefined)?.because ?? grammar.because,
    instead: words.find((when) => when.instead !== undefined)?.instead ?? grammar.instead,
    id: words.find((when) => when.id !== undefined)?.id ?? grammar.id,
  };
}

/** The row's own claim first. */
function claimsOf(
  grammar: Grammar,
  base: About,
  flags: readonly GivenFlag[],
  held: readonly Holding[],
): readonly Claim[] {
  const replacing = held.find(({ condition, certain }) => certain && condition.when.replace);
  const own = {
    ...base,
    effect: replacing?.condition.when.effect ?? grammar.row.effect ?? "observe",
    loss: replacing ? replacing.condition.when.loss : grammar.row.loss,
  };
  const claims: Claim[] = [{ ...own, index: replacing?.index ?? 0, certain: true }];
  for (const { flag, index, off } of flags) {
    if (flag.effect !== undefined && !off)
      claims.push({ ...base, effect: flag.effect, loss: undefined, index, certain: true });
  }
  for (const { condition, index, certain } of held) {
    const { effect, replace, because, instead, id, loss } = condition.when;
    if (effect === undefined || replace) continue;
    claims.push({
      id: id ?? base.id,
      effect,
      because: because ?? base.because,
      instead: instead ?? base.instead,
      loss,
      index,
      certain,
    });
  }
  return claims;
}

function firstSpellings(flags: ReadonlyMap<Flag, number>): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [flag, index] of flags) {
    const [spelling = ""] = flag.spellings;
    if (!found.has(spelling)) found.set(spelling, index);
  }
  return found;
}

function isGiven(grammar: Grammar, given: Given, spelling: string): boolean {
  const flag = grammar.flags.get(spelling);
  return flag !== undefined && given.flags.has(flag);
}

function isDry(grammar: Grammar, flags: readonly GivenFlag[], given: Given): boolean {
  return grammar.dry.some(({ flag, value, negative }) => {
    if (negative.some((each) => given.flags.has(each))) return false;
    const found = flags.filter((each) => each.flag === flag);
    return (
      found.length > 0 &&
      found.every((each) =>
        value === undefined ? each.value === undefined : matchGlob(value, each.value?.text ?? "") === "yes",
      )
    );
  });
}

const undone: ReadonlySet<Effect> = new Set(["edit", "remove", "run", "discard", "reach", "remote", "destroy"]);

/** A dry run does none of what the row does; a flag that brings in foreign code still does. */
function onlySays(claim: Claim, own: boolean): Claim {
  return own || undone.has(claim.effect) ? { ...claim, effect: "observe" } : claim;
}

const dryRoles: ReadonlyMap<string, string> = new Map([
  ["write", "stat"],
  ["edit", "read"],
  ["delete", "stat"],
  ["delete-tree", "stat"],
  ["move", "stat"],
  ["link", "stat"],
  ["attributes", "stat"],
  ["attributes-tree", "stat"],
  ["device", "stat"],
  ["remote", "host"],
  ["package", "text"],
]);

function withoutChange(use: Use): Use {
  const role = dryRoles.get(use.role);
  return role === undefined ? use : { ...use, role };
}

const codeRoles: ReadonlySet<string> = new Set(["code", "command", "command-words", "exec", "script", "program"]);

function suppliesCode({ role }: Use): boolean {
  return codeRoles.has(role);
}

const programRoles: ReadonlySet<string> = new Set(["code", "command", "command-words", "script", "program"]);

/** Standard input is not the program's text once something else is. */
function stdinOf(stdin: StdinUse | undefined, uses: readonly Use[]): StdinUse {
  if (stdin !== "code") return stdin ?? "data";
  const named = uses.some(
    ({ role, text, flag }) => text !== "-" && (programRoles.has(role) || (role === "exec" && flag === undefined)),
  );
  return named ? "data" : "code";
}
