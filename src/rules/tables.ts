/** Compiled tables → look-up. Rows are read from their JSON on first use: a line looks at few of them. */

import { resolvedRows } from "./like.ts";
import type { EnvRow, Row, Tables } from "./row.ts";

export interface CompiledTables {
  /** JSON text by name: a row, or the name of the row for another name of the same program. */
  readonly programs: { readonly [name: string]: string };
  readonly variables: readonly EnvRow[];
}

export function tablesFrom(data: CompiledTables): Tables {
  const text = (name: string): string | undefined =>
    Object.hasOwn(data.programs, name) ? data.programs[name] : undefined;
  const resolved = resolvedRows((name) => {
    const json = text(name);
    return json === undefined ? undefined : JSON.parse(json);
  });
  // Another name of a program holds the program's name.
  const program = (name: string): Row | undefined => {
    const json = text(name);
    return resolved(json?.startsWith('"') ? JSON.parse(json) : name);
  };
  const names = sorted(Object.keys(data.programs));
  return { program, programs: () => names, broken: undefined, ...variablesOf(data.variables) };
}

/** Tables with the user's own rows before the built-in ones. A broken table of variables makes every listed name ask. */
export function extend(tables: Tables, user: CompiledTables | { readonly broken: string }): Tables {
  if ("broken" in user) return { ...tables, broken: user.broken };
  const own = tablesFrom(user);
  const ownVariables = new Set(own.variables());
  const variables = variablesOf([
    ...user.variables,
    ...tables.variables().flatMap((name) => {
      const row = ownVariables.has(name) ? undefined : tables.variable(name);
      // The user may have an entry for one of the row's names only.
      return row === undefined ? [] : [{ ...row, name, also: [] }];
    }),
  ]);
  const programs = sorted([...new Set([...own.programs(), ...tables.programs()])]);
  return {
    program: (name) => own.program(name) ?? tables.program(name),
    programs: () => programs,
    broken: tables.broken,
    ...variables,
  };
}

function sorted(names: readonly string[]): readonly string[] {
  return [...names].sort();
}

interface Pattern {
  readonly prefix: string;
  readonly suffix: string;
  readonly name: string;
}

function variablesOf(rows: readonly EnvRow[]): ReturnType<typeof variableLookup> {
  const exact = new Map(rows.flatMap((row) => [row.name, ...(row.also ?? [])].map((name) => [name, row] as const)));
  return variableLookup([...exact.keys()], (name) => exact.get(name));
}

/** `names` may hold a `*`; `row` is asked for these only. */
export function variableLookup(
  names: readonly string[],
  row: (name: string) => EnvRow | undefined,
): Pick<Tables, "variable" | "isListed" | "variables"> {
  const exact = new Set(names);
  // The pattern that says most of a name comes first, so that its entry is the one that counts.
  const patterns: readonly Pattern[] = names
    .filter((name) => name.includes("*"))
    .sort((a, b) => b.length - a.length)
    .map((name) => {
      const star = name.indexOf("*");
      return { prefix: name.slice(0, star), suffix: name.slice(star + 1), name };
    });
  const listed = (name: string): string | undefined =>
    exact.has(name)
      ? name
      : patterns.find(
          ({ prefix, suffix }) =>
            name.length > prefix.length + suffix.length && name.startsWith(prefix) && name.endsWith(suffix),
        )?.name;
  return {
    variable(name) {
      const entry = listed(name);
      return entry === undefined ? undefined : row(entry);
    },
    isListed: (name) => listed(name) !== undefined,
    variables: () => sorted(names),
  };
}
