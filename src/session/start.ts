/** The session that a shell starts with. */

import type { Dialect } from "../syntax/tree.ts";
import type { Session, Variable } from "./session.ts";
import { clean, known } from "./value.ts";

export interface Start {
  readonly dialect: Dialect;
  readonly cwd: string;
  readonly env: { readonly [name: string]: string | undefined };
  readonly home: string;
  /** An interactive shell expands aliases; `bash -c` does not. */
  readonly interactive?: boolean;
}

/** Every variable of `env` is exported and the person's own: it is not judged until it changes. */
export function startSession(start: Start): Session {
  const variables = new Map<string, Variable>();
  const put = (name: string, text: string, exported: boolean) =>
    variables.set(name, { value: known(clean(text)), kind: "scalar", exported, origin: { kind: "start" } });
  for (const [name, text] of Object.entries(start.env)) if (text !== undefined) put(name, text, true);
  if (!variables.has("HOME")) put("HOME", start.home, true);
  if (!variables.has("PATH")) put("PATH", "/usr/local/bin:/usr/bin:/bin", true);
  if (!variables.has("IFS")) put("IFS", " \t\n", false);
  put("PWD", start.cwd, true);
  return {
    dialect: start.dialect,
    variables,
    initial: variables,
    changed: new Set(),
    cwd: known(clean(start.cwd)),
    previous: variables.get("OLDPWD")?.value ?? { ...known(clean(start.cwd)), unset: true },
    stack: [],
    functions: new Map(),
    exportedFunctions: new Set(),
    aliases: new Map(),
    globalAliases: new Map(),
    options: new Set(start.interactive === false ? [] : ["interactive"]),
    positional: [],
    traps: new Map(),
    files: new Map(),
    descriptors: new Map(),
    approved: new Set(),
    interactive: start.interactive !== false,
    blurred: undefined,
    lines: 0,
  };
}
