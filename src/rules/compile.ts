/** Texts of tables → compiled tables, or what is wrong with them and where. For building and for a user's own tables; brings zod and TOML. */

import { parse, TomlError } from "smol-toml";
import type { z } from "zod";
import { resolveLike, rowBelow } from "./like.ts";
import { locate, type Path } from "./locate.ts";
import { likeProblems, type Problem, rowProblems, variableProblems } from "./problems.ts";
import type { EnvRow, Row } from "./row.ts";
import { programsSchema, variablesSchema } from "./schema.ts";
import type { CompiledTables } from "./tables.ts";

export interface Source {
  readonly file: string;
  readonly text: string;
}

export interface TableError {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** `FILE:LINE:COL: what is wrong`, one line. */
  readonly message: string;
  /** The message, the line it speaks of, and a caret. */
  readonly frame: string;
}

export interface Sources {
  readonly programs: readonly Source[];
  readonly variables: readonly Source[];
  /** Whether each program must say lines that pass and lines that stop. */
  readonly examples: boolean;
}

export type Compiled = { readonly tables: CompiledTables } | { readonly errors: readonly TableError[] };

export function compile(sources: Sources): Compiled {
  const errors: TableError[] = [];
  const programs: Record<string, string> = Object.create(null);
  const variables: EnvRow[] = [];
  const names = new Map<string, string>();
  const claim = (source: Source, name: string, path: Path): boolean => {
    const other = names.get(name);
    if (other !== undefined) {
      errors.push(report(source, { path, message: `\`${name}\` is there twice, the other in ${other}` }));
    }
    names.set(name, source.file);
    return other === undefined;
  };

  for (const source of sources.programs) {
    const rows = rowsOf(source, errors);
    const find = ([program = "", ...below]: readonly string[]): Row | undefined => rowBelow(rows[program], below);
    for (const [name, row] of Object.entries(rows)) {
      const problems = [
        ...likeProblems([name], row, find),
        ...rowProblems(name, resolveLike(row, find), sources.examples),
      ];
      errors.push(...problems.map((problem) => report(source, problem)));
      if (claim(source, name, [name])) programs[name] = JSON.stringify(row);
      for (const [i, also] of (row.also ?? []).entries()) {
        if (claim(source, also, [name, "also", i])) programs[also] = JSON.stringify(name);
      }
    }
  }
  names.clear();
  for (const source of sources.variables) {
    for (const row of variablesOf(source, errors)) {
      errors.push(...variableProblems(row).map((problem) => report(source, problem)));
      if (claim(source, row.name, ["env", row.name])) variables.push(row);
      for (const [i, also] of (row.also ?? []).entries()) claim(source, also, ["env", row.name, "also", i]);
    }
  }
  if (errors.length > 0) return { errors };
  variables.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { tables: { programs, variables } };
}

function rowsOf(source: Source, errors: TableError[]): Readonly<Record<string, Row>> {
  return read(source, programsSchema, errors) ?? {};
}

function variablesOf(source: Source, errors: TableError[]): readonly EnvRow[] {
  const data = read(source, variablesSchema, errors);
  const lists = data?.list ?? {};
  return Object.entries(data?.env ?? {}).map(([name, entry]) => {
    const row: { -readonly [key in keyof EnvRow]: EnvRow[key] } = { name, ...entry };
    for (const key of ["values", "allowed"] as const) {
      const items = row[key];
      if (items === undefined) continue;
      const bad = (i: number, message: string) => errors.push(report(source, { path: ["env", name, key, i], message }));
      row[key] = items.flatMap((item, i) => listed(item, lists, (message) => bad(i, message)));
    }
    return row;
  });
}

/** The items that `@name` stands for; any other item is itself. */
function listed(
  item: string,
  lists: { readonly [name: string]: readonly string[] },
  bad: (message: string) => void,
  depth = 0,
): readonly string[] {
  if (!/^@\w/.test(item)) return [item];
  const list = Object.hasOwn(lists, item.slice(1)) ? lists[item.slice(1)] : undefined;
  if (list !== undefined && depth < 4) return list.flatMap((each) => listed(each, lists, bad, depth + 1));
  bad(list === undefined ? `there is no list \`${item.slice(1)}\`` : `\`${item}\` stands in itself`);
  return [];
}

function read<T>(source: Source, schema: z.ZodType<T>, errors: TableError[]): T | undefined {
  let data: unknown;
  try {
    data = parse(source.text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [message = ""] = error.message.split("\n");
    errors.push(framed(source, error.line, error.column, message.replace(/^Invalid TOML document: /, "")));
    return undefined;
  }
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  errors.push(...result.error.issues.flatMap(problemsOf).map((problem) => report(source, problem)));
  return undefined;
}

type Issue = z.core.$ZodIssue;

function problemsOf(issue: Issue): readonly (Problem & { at?: "key" })[] {
  const path = issue.path.map((part) => (typeof part === "symbol" ? String(part) : part));
  const name = path.at(-1);
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => ({ path: [...path, key], at: "key", message: `unknown key \`${key}\`` }));
    case "invalid_key":
      return [{ path, at: "key", message: `\`${name}\` ${issue.issues[0]?.message ?? "is no name"}` }];
    case "invalid_value":
      return [{ path, message: `\`${name}\` is one of ${issue.values.join(", ")}` }];
    case "invalid_type":
      return [
        issue.input === undefined && !issue.message.includes("received")
          ? { path, message: `\`${name}\` is missing` }
          : { path, message: `${quoted(name)} ${typed(issue)}` },
      ];
    default:
      return [{ path, message: `${quoted(name)} ${issue.message}` }];
  }
}

function quoted(name: string | number | undefined): string {
  return typeof name === "number" ? `entry ${name + 1}` : `\`${name ?? "the file"}\``;
}

function typed(issue: z.core.$ZodIssueInvalidType): string {
  return issue.message.endsWith("received undefined") ? "is missing" : `must be ${article(issue.expected)}`;
}

function article(expected: string): string {
  const word = expected === "record" || expected === "object" ? "table" : expected;
  return `${/^[aeiou]/.test(word) ? "an" : "a"} ${word}`;
}

function report(source: Source, problem: Problem & { at?: "key" }): TableError {
  const { line, column } = locate(source.text, problem.path, problem.at ?? "value");
  return framed(source, line, column, problem.message);
}

function framed(source: Source, line: number, column: number, what: string): TableError {
  const text = (source.text.split("\n")[line - 1] ?? "").replaceAll("\t", " ").replace(/\r$/, "");
  const message = `${source.file}:${line}:${column}: ${what}`;
  const gutter = `${line} | `;
  const frame = `${message}\n${gutter}${text}\n${" ".repeat(gutter.length + column - 1)}^`;
  return { file: source.file, line, column, message, frame };
}
