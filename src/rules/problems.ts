/** What the shape of a table cannot say: whether its written flags, operands and conditions make sense together. */

import { type Flag, parseFlag } from "./flags.ts";
import type { Find } from "./like.ts";
import type { Path } from "./locate.ts";
import { type Operand, parseOperands } from "./operands.ts";
import type { EnvRow, Row, When } from "./row.ts";

export interface Problem {
  readonly path: Path;
  readonly message: string;
}

interface Around {
  /** Spellings that the rows around this one know. */
  readonly flags: ReadonlySet<string>;
  /** What a row means that does not say its help flags. */
  readonly help: readonly string[];
  readonly because: boolean;
  readonly lang: boolean;
}

/** What `like` in a row and below says that is not so. */
export function likeProblems(path: Path, row: Row, find: Find): readonly Problem[] {
  const below = Object.entries(row.sub ?? {}).flatMap(([name, sub]) => likeProblems([...path, "sub", name], sub, find));
  if (row.like === undefined || find(row.like.split(" ")) !== undefined) return below;
  return [{ path: [...path, "like"], message: `no row \`${row.like}\` in this file` }, ...below];
}

/** Problems of one program's row. `examples`: it must say lines that pass and lines that stop. */
export function rowProblems(name: string, row: Row, examples: boolean): readonly Problem[] {
  const problems: Problem[] = [];
  for (const key of ["pass", "stop"] as const) {
    if (examples && !row[key]?.length) {
      problems.push({ path: [name], message: `${name} has no \`${key}\`: say at least one line that must ${key}` });
    }
  }
  inspect([name], row, { flags: new Set(), help: ["--help", "--version"], because: false, lang: false }, problems);
  return problems;
}

function inspect(path: Path, row: Row, around: Around, problems: Problem[]): void {
  const because = around.because || row.because !== undefined;
  if (!because)
    problems.push({ path, message: `${path.at(-1)} has no \`because\`: say in your own words what it does` });
  const lang = around.lang || row.lang !== undefined;
  const say = (key: string, index: number, message: string) => problems.push({ path: [...path, key, index], message });
  const languages = (parsed: readonly (Flag | Operand)[], at: Path) => {
    for (const { role, detail } of parsed) {
      if (!lang && detail === "" && (role === "code" || role === "script")) {
        problems.push({ path: at, message: `role \`${role}\` needs \`lang\` on the row, or \`${role}:LANGUAGE\`` });
      }
    }
  };

  const own = new Set<string>();
  for (const [i, text] of (row.flags ?? []).entries()) {
    const flags = parseFlag(text);
    if (typeof flags === "string") {
      say("flags", i, flags);
      continue;
    }
    languages(flags, [...path, "flags", i]);
    for (const spelling of flags.flatMap((flag) => flag.spellings)) {
      if (own.has(spelling)) say("flags", i, `\`${spelling}\` is there twice`);
      own.add(spelling);
    }
  }
  const flags = new Set([...around.flags, ...own, ...(row.help ?? around.help), ...(row.dry ?? []).map(flagOf)]);
  operandProblems(row.operands, [...path, "operands"], problems, languages);
  for (const [i, when] of (row.when ?? []).entries()) {
    whenProblems(when, [...path, "when", i], flags, problems);
    operandProblems(when.operands, [...path, "when", i, "operands"], problems, languages);
  }
  for (const [i, sets] of (row.sets ?? []).entries()) {
    if (sets.flag === undefined ? !sets.operands : !flags.has(sets.flag)) {
      say("sets", i, "says neither `operands = true` nor a flag of the row");
    }
  }
  if (row.stdin === "code" && !lang)
    problems.push({ path: [...path, "stdin"], message: '`stdin = "code"` needs `lang`' });

  const names = new Set<string>();
  for (const [name, sub] of Object.entries(row.sub ?? {})) {
    for (const each of [name, ...(sub.also ?? [])]) {
      if (names.has(each)) problems.push({ path: [...path, "sub", name], message: `\`${each}\` is there twice` });
      names.add(each);
    }
    inspect([...path, "sub", name], sub, { flags, help: row.help ?? around.help, because, lang }, problems);
  }
}

/** `--dry-run=client` → `--dry-run`. */
function flagOf(text: string): string {
  const equals = text.indexOf("=");
  return equals < 0 ? text : text.slice(0, equals);
}

function operandProblems(
  texts: readonly string[] | undefined,
  path: Path,
  problems: Problem[],
  languages: (parsed: readonly Operand[], at: Path) => void,
): void {
  const operands = parseOperands(texts ?? []);
  if (typeof operands === "string") problems.push({ path, message: operands });
  else languages(operands, path);
}

const matching = ["flags", "every", "absent", "operand", "first", "second", "count", "value"] as const;
const changing = [
  "effect",
  "because",
  "instead",
  "id",
  "operands",
  "stdin",
  "stdout",
  "prints",
  "network",
  "loss",
  "brings",
] as const;

function whenProblems(when: When, path: Path, flags: ReadonlySet<string>, problems: Problem[]): void {
  const say = (message: string, ...keys: Path) => problems.push({ path: [...path, ...keys], message });
  if (matching.every((key) => when[key] === undefined)) say(`says no condition: one of ${matching.join(", ")}`);
  if (changing.every((key) => when[key] === undefined)) say(`changes nothing: one of ${changing.join(", ")}`);
  if (when.replace && when.effect === undefined) say("`replace` without `effect` replaces nothing", "replace");
  for (const key of ["flags", "every", "absent"] as const) {
    for (const [i, flag] of (when[key] ?? []).entries()) {
      if (!flags.has(flag)) say(`\`${flag}\` is none of the row's flags`, key, i);
    }
  }
  for (const flag of Object.keys(when.value ?? {})) {
    if (!flags.has(flag)) say(`\`${flag}\` is none of the row's flags`, "value", flag);
  }
}

export function variableProblems(row: EnvRow): readonly Problem[] {
  const problems: Problem[] = [];
  const say = (message: string, ...keys: Path) => problems.push({ path: ["env", row.name, ...keys], message });
  const allowed = row.allowed ?? [];
  if (row.shape === "option-string" && row.allowed === undefined) say("an option-string needs `allowed`", "shape");
  if (row.shape !== "option-string") {
    if (row.allowed !== undefined) say("`allowed` belongs to shape option-string", "allowed");
    if (row.path_flags !== undefined) say("`path_flags` belongs to shape option-string", "path_flags");
  }
  if (row.role !== undefined && row.shape !== "data-path") say("`role` belongs to shape data-path", "role");
  if (row.separators !== undefined && (row.shape === "text" || row.shape === "opaque")) {
    say(`shape ${row.shape} is no list: \`separators\` says nothing`, "separators");
  }
  for (const key of ["prefix", "program"] as const) {
    if (row[key] !== undefined && row.shape !== "command") say(`\`${key}\` belongs to shape command`, key);
  }
  for (const [i, value] of (row.values ?? []).entries()) {
    if (value === "**") say(`\`${value}\` lets everything pass`, "values", i);
  }
  for (const [i, flag] of allowed.entries()) {
    if (flag.slice(0, -1).includes("*")) say(`\`${flag}\`: \`*\` stands only at the end`, "allowed", i);
    else if (/^[-+]*\*$/.test(flag)) say(`\`${flag}\` lets everything pass`, "allowed", i);
    if (allowed.indexOf(flag) < i) say(`\`${flag}\` is there twice`, "allowed", i);
  }
  const seen = new Set<string>();
  for (const [i, { flag }] of (row.path_flags ?? []).entries()) {
    if (flag.includes("*")) say(`\`${flag}\`: a path flag has no \`*\``, "path_flags", i, "flag");
    const twin = allowed.find((each) => each === flag || (each.endsWith("*") && flag.startsWith(each.slice(0, -1))));
    if (twin !== undefined) {
      say(`\`${flag}\` is in \`allowed\` too (\`${twin}\`), which never looks at its path`, "path_flags", i, "flag");
    }
    if (seen.has(flag)) say(`\`${flag}\` is there twice`, "path_flags", i, "flag");
    seen.add(flag);
  }
  return problems;
}
