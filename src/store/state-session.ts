/** A kept session laid over what a new shell starts with, and what a call really did laid over a kept session. Pure. */

import type { Session, Variable } from "../session/session.ts";
import { clean, known, textOf as plainText } from "../session/value.ts";
import type { Dialect } from "../syntax/tree.ts";
import { type Live, turned } from "./state-live.ts";
import { type Notes, textOf } from "./state-notes.ts";
import { difference, laidOver, type Patch } from "./state-patch.ts";

/** What the shell of a next call has: the environment it is given, with what the session exported; nothing that dies with a shell. */
export function continued(fresh: Session, kept: Session, live: Live): Session {
  const variables = new Map(fresh.variables);
  const changed = new Set<string>();
  for (const name of kept.changed) {
    const variable = kept.variables.get(name);
    if (variable === undefined || variable.exported === false) {
      variables.delete(name);
      continue;
    }
    variables.set(name, variable);
    changed.add(name);
  }
  const { dialect } = fresh;
  const same = kept.dialect === dialect;
  const own = live.shells.get(dialect);
  const functions = definitions(dialect, own?.functions ?? new Map());
  return {
    ...fresh,
    variables,
    changed,
    cwd: kept.cwd,
    previous: kept.previous,
    files: kept.files,
    approved: kept.approved,
    lines: kept.lines,
    blurred: kept.blurred,
    functions: new Map([...fresh.functions, ...(same ? kept.functions : []), ...functions]),
    exportedFunctions: exported(fresh.exportedFunctions, new Map(), own?.functions ?? new Map()),
    aliases: new Map([...(same ? kept.aliases : []), ...ofKind("a", own?.aliases ?? new Map())]),
    globalAliases: new Map([...(same ? kept.globalAliases : []), ...ofKind("g", own?.aliases ?? new Map())]),
    options: withOptions(
      new Set([...(same ? kept.options : []), ...fresh.options]),
      own?.options ?? new Map(),
      dialect,
    ),
  };
}

/** What really came of a call: the shell's own word on what it exports and defines, and heed's on where that came from. */
export function settled(session: Session, patch: Patch, { before, after }: Notes, dialect: Dialect): Session {
  const variables = new Map(session.variables);
  const changed = new Set(session.changed);
  for (const [name, bytes] of difference(before.environment, after.environment)) {
    changed.add(name);
    if (bytes === null) variables.delete(name);
    else variables.set(name, seen(clean(textOf(bytes)), patch.variables.get(name) ?? undefined));
  }
  const same = session.dialect === dialect;
  const own = same ? session : { ...session, functions: new Map(), aliases: new Map(), globalAliases: new Map() };
  const functions =
    dialect === "sh" ? patch.functions : definitions(dialect, difference(before.functions, after.functions));
  return {
    ...own,
    dialect,
    variables,
    changed,
    cwd: after.cwd === before.cwd ? session.cwd : known(clean(textOf(after.cwd))),
    previous: known(clean(textOf(after.environment.get("OLDPWD") ?? after.cwd))),
    stack: [],
    functions: laidOver(own.functions, functions),
    exportedFunctions: exported(own.exportedFunctions, before.functions, after.functions),
    aliases: laidOver(own.aliases, difference(ofKind("a", before.aliases), ofKind("a", after.aliases))),
    globalAliases: laidOver(own.globalAliases, difference(ofKind("g", before.aliases), ofKind("g", after.aliases))),
    options: withOptions(same ? session.options : new Set(), turned(before.options, after.options, dialect), dialect),
    positional: [],
    traps: new Map(),
    descriptors: new Map(),
    files: laidOver(session.files, patch.files),
    approved: new Set([...session.approved, ...patch.approved]),
    blurred: undefined,
    lines: session.lines + 1,
  };
}

/** A value that was foreseen keeps its origin; of one that was not, what was known of where it came from still counts. */
function seen(text: string, expected: Variable | undefined): Variable {
  const value = known(text, expected?.value.taint ?? 0);
  if (expected === undefined) return { value, kind: "scalar", exported: true, origin: { kind: "seen" } };
  return {
    value: plainText(expected.value) === text ? expected.value : value,
    kind: "scalar",
    exported: true,
    origin: expected.origin,
  };
}

function definitions<T extends string | null>(
  dialect: Dialect,
  noted: ReadonlyMap<string, T>,
): Map<string, string | T> {
  const found = new Map<string, string | T>();
  for (const [name, text] of noted) found.set(name, text === null ? text : definition(dialect, name, text));
  return found;
}

function definition(dialect: Dialect, name: string, noted: string): string {
  if (dialect === "sh") return clean(textOf(noted));
  const text = clean(textOf(noted.slice(noted.indexOf(" ") + 1)));
  return dialect === "bash" ? text : `${name} () {\n${text}\n}`;
}

function exported(
  names: ReadonlySet<string>,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Set<string> {
  const found = new Set(names);
  for (const name of before.keys()) if (!after.get(name)?.startsWith("-fx")) found.delete(name);
  for (const [name, text] of after) if (text.startsWith("-fx")) found.add(name);
  return found;
}

/** Aliases of one kind, as text. */
function ofKind(kind: "a" | "g", noted: ReadonlyMap<string, string>): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, text] of noted) if (text.startsWith(kind)) found.set(name, clean(textOf(text.slice(1))));
  return found;
}

const letters: { readonly [letter: string]: string } = {
  a: "allexport",
  C: "noclobber",
  e: "errexit",
  f: "noglob",
  u: "nounset",
  v: "verbose",
  x: "xtrace",
};

function withOptions(
  options: ReadonlySet<string>,
  changes: ReadonlyMap<string, boolean>,
  dialect: Dialect,
): Set<string> {
  const found = new Set(options);
  for (const [written, on] of changes) {
    const name = dialect === "sh" ? (letters[written] ?? written) : written;
    if (on) found.add(name);
    else found.delete(name);
    // zsh names what is off by default of the shell, on by its own.
    if (dialect === "zsh") on ? found.delete(`no${name}`) : found.add(`no${name}`);
  }
  return found;
}
