/** A row made ready for reading argvs: its written flags, operands, styles and conditions as look-ups, once per row. */

import { HOLE } from "../session/value.ts";
import { type Flag, parseFlag } from "./flags.ts";
import { matchGlob } from "./glob.ts";
import { type Operand, parseOperands } from "./operands.ts";
import type { Row, When } from "./row.ts";

export interface Style {
  readonly abbreviate: boolean;
  readonly cluster: boolean;
  /** Options end at the first operand. */
  readonly posix: boolean;
  /** `-name` and `--name` are the same. */
  readonly single: boolean;
  /** `-o=V` means V, not `=V`. */
  readonly joined: boolean;
  readonly keys: boolean;
  readonly bundle: boolean;
  readonly loose: boolean;
  readonly expression: boolean;
}

export interface Condition {
  readonly when: When;
  readonly flags: readonly Flag[] | undefined;
  readonly every: readonly (Flag | undefined)[];
  readonly absent: readonly Flag[];
  readonly value: readonly (readonly [Flag | undefined, string])[];
  readonly operands: readonly Operand[] | undefined;
}

export interface DryFlag {
  readonly flag: Flag;
  /** The value it must have, as a glob; undefined when it must have none. */
  readonly value: string | undefined;
  /** What takes it back: `--no-…`. */
  readonly negative: readonly Flag[];
}

export interface Grammar {
  readonly row: Row;
  /** From the program's row to this one. */
  readonly rows: readonly Row[];
  readonly id: string;
  /** What the row has, or else the rows around it. */
  readonly because: string;
  readonly instead: string | undefined;
  readonly lang: string;
  readonly network: boolean;
  readonly privileged: boolean;
  readonly elsewhere: boolean | "own";
  readonly cwd: boolean;
  readonly flags: ReadonlyMap<string, Flag>;
  /** Longest first. */
  readonly prefixes: readonly (readonly [string, Flag])[];
  readonly longs: readonly string[];
  /** Some flags begin with neither `-` nor `+`. */
  readonly plain: boolean;
  readonly style: Style;
  readonly help: ReadonlySet<string>;
  readonly dry: readonly DryFlag[];
  readonly operands: readonly Operand[];
  readonly conditions: readonly Condition[];
}

const programs = new WeakMap<Row, Grammar>();
const below = new WeakMap<Grammar, Map<string, Grammar>>();

export function grammarOf(program: string, row: Row): Grammar {
  let grammar = programs.get(row);
  if (grammar === undefined) {
    grammar = build(row, undefined, row.id ?? program);
    programs.set(row, grammar);
  }
  return grammar;
}

/** The grammar behind the subcommand `name`, which must be one of the row's. */
export function grammarBelow(outer: Grammar, name: string): Grammar {
  let known = below.get(outer);
  if (known === undefined) {
    known = new Map();
    below.set(outer, known);
  }
  let grammar = known.get(name);
  if (grammar === undefined) {
    const row = outer.row.sub?.[name] ?? {};
    grammar = build(row, outer, row.id ?? `${outer.id}-${name}`);
    known.set(name, grammar);
  }
  return grammar;
}

/** The name of the subcommand's row that a word means: exact before globs. A word with an unknown part is no subcommand. */
export function subcommandOf({ row: { sub } }: Grammar, word: string): string | undefined {
  if (sub === undefined) return undefined;
  if (Object.hasOwn(sub, word)) return word;
  const names = otherNames(sub);
  const exact = names.get(word);
  if (exact !== undefined || HOLE.test(word)) return exact;
  for (const [each, name] of names) if (/[*?]/.test(each) && matchGlob(each, word) === "yes") return name;
  return undefined;
}

const others = new WeakMap<NonNullable<Row["sub"]>, ReadonlyMap<string, string>>();

/** Name or other name → name, in the row's order. Only when no name is the word itself: every subcommand's row is read for it. */
function otherNames(sub: NonNullable<Row["sub"]>): ReadonlyMap<string, string> {
  let names = others.get(sub);
  if (names === undefined) {
    names = new Map(
      Object.entries(sub).flatMap(([name, { also = [] }]) => [name, ...also].map((each) => [each, name] as const)),
    );
    others.set(sub, names);
  }
  return names;
}

function build(row: Row, outer: Grammar | undefined, id: string): Grammar {
  const rows = [...(outer?.rows ?? []), row];
  const find = <K extends keyof Row>(key: K): Row[K] | undefined =>
    rows.findLast((each) => each[key] !== undefined)?.[key];
  const flags = new Map(outer?.flags);
  const isInherited = (spelling: string) => flags.get(spelling) === outer?.flags.get(spelling);
  const prefixes = [...(outer?.prefixes ?? [])];
  for (const text of row.flags ?? []) {
    const parsed = parseFlag(text);
    // A flag that cannot be read stays unknown.
    if (typeof parsed === "string") continue;
    for (const flag of parsed) {
      for (const spelling of flag.spellings) {
        flags.set(spelling, flag);
        if (flag.form === "prefix") prefixes.unshift([spelling.slice(0, -1), flag]);
      }
    }
  }
  // A subcommand's flag of the same spelling means what the subcommand says: `-h` is a host name in `docker run`.
  const help = row.help ?? (outer === undefined ? ["--help", "--version"] : [...outer.help].filter(isInherited));
  const dry = find("dry") ?? [];
  for (const word of [...help, ...dry.map((text) => text.replace(/=.*/, ""))]) {
    if (!flags.has(word)) flags.set(word, bare(word));
  }
  const names = [...flags.keys()];
  return {
    row,
    rows,
    id,
    because: find("because") ?? "",
    instead: find("instead"),
    lang: find("lang") ?? "",
    network: find("network") ?? false,
    privileged: find("privileged") ?? false,
    elsewhere: find("elsewhere") ?? false,
    cwd: find("cwd") ?? true,
    flags,
    // The sort is stable: of equal prefixes the inner row's comes first.
    prefixes: prefixes.sort(([a], [b]) => b.length - a.length),
    longs: names.filter((name) => name.startsWith("--")),
    plain: names.some((name) => !/^[-+]/.test(name)),
    style: styleOf(find("style") ?? "gnu"),
    help: new Set(help),
    dry: dry.flatMap((text) => dryFlag(text, flags)),
    operands: operandsOf(row.operands),
    conditions: [
      ...(outer?.conditions ?? []).filter(({ when }) => !speaksOfOperands(when)),
      ...(row.when ?? []).map((when) => condition(when, flags)),
    ],
  };
}

function bare(spelling: string): Flag {
  return {
    spellings: [spelling],
    form: "word",
    value: "none",
    role: "text",
    detail: "",
    untilSemicolon: false,
    last: false,
    effect: undefined,
  };
}

function dryFlag(text: string, flags: ReadonlyMap<string, Flag>): readonly DryFlag[] {
  const [name = "", ...value] = text.split("=");
  const flag = flags.get(name);
  if (flag === undefined) return [];
  const negative = flag.spellings.flatMap((spelling) => flags.get(spelling.replace(/^--/, "--no-")) ?? []);
  return [
    { flag, value: value.length > 0 ? value.join("=") : undefined, negative: negative.filter((each) => each !== flag) },
  ];
}

function operandsOf(texts: readonly string[] | undefined): readonly Operand[] {
  const operands = parseOperands(texts ?? []);
  return typeof operands === "string" ? [] : operands;
}

/** The outer row's operands are the subcommand's name; what it says of operands is not about the subcommand's. */
function speaksOfOperands(when: When): boolean {
  return (
    when.operand !== undefined ||
    when.first !== undefined ||
    when.second !== undefined ||
    when.count !== undefined ||
    when.operands !== undefined
  );
}

function condition(when: When, flags: ReadonlyMap<string, Flag>): Condition {
  const some = (names: readonly string[] | undefined) => (names ?? []).flatMap((name) => flags.get(name) ?? []);
  return {
    when,
    flags: when.flags === undefined ? undefined : some(when.flags),
    every: (when.every ?? []).map((text) => flags.get(text)),
    absent: some(when.absent),
    value: Object.entries(when.value ?? {}).map(([name, glob]) => [flags.get(name), glob]),
    operands: when.operands === undefined ? undefined : operandsOf(when.operands),
  };
}

const styles = new Map<string, Style>();

function styleOf(text: string): Style {
  let style = styles.get(text);
  if (style === undefined) {
    const words = new Set(text.split(" "));
    style = {
      abbreviate: !["long", "single", "keys", "loose", "expression"].some((word) => words.has(word)),
      cluster: !words.has("single"),
      posix: words.has("posix"),
      single: words.has("single"),
      joined: words.has("long"),
      keys: words.has("keys"),
      bundle: words.has("bundle"),
      loose: words.has("loose"),
      expression: words.has("expression"),
    };
    styles.set(text, style);
  }
  return style;
}
