/** What the calls of a session hand on to the next shell: kept in bytes, and written out as commands that bring it back. Pure. */

import { textsIn } from "../session/alternatives.ts";
import type { Dialect } from "../syntax/tree.ts";
import type { Notes } from "./state-notes.ts";
import { difference, laidOver } from "./state-patch.ts";

/** Against whatever environment the next call is given. Null is unset. */
export interface Live {
  readonly environment: ReadonlyMap<string, string | null>;
  readonly cwd: string | undefined;
  /** What one shell has is nothing to another. */
  readonly shells: ReadonlyMap<Dialect, Private>;
}

export interface Private {
  readonly functions: ReadonlyMap<string, string>;
  readonly aliases: ReadonlyMap<string, string>;
  readonly options: ReadonlyMap<string, boolean>;
}

export const nothingYet: Live = { environment: new Map(), cwd: undefined, shells: new Map() };
const nothing: Private = { functions: new Map(), aliases: new Map(), options: new Map() };

/** `expected` are functions that a shell cannot list. */
export function handOn(
  live: Live,
  { before, after }: Notes,
  dialect: Dialect,
  expected: ReadonlyMap<string, string | null>,
): Live {
  const own = live.shells.get(dialect) ?? nothing;
  const functions = dialect === "sh" ? inBytes(expected) : difference(before.functions, after.functions);
  return {
    environment: new Map([...live.environment, ...difference(before.environment, after.environment)]),
    cwd: after.cwd === before.cwd ? live.cwd : after.cwd,
    shells: new Map(live.shells).set(dialect, {
      functions: laidOver(own.functions, functions),
      aliases: laidOver(own.aliases, difference(before.aliases, after.aliases)),
      options: new Map([...own.options, ...turned(before.options, after.options, dialect)]),
    }),
  };
}

function inBytes(texts: ReadonlyMap<string, string | null>): Map<string, string | null> {
  return new Map(
    Array.from(texts, ([name, text]) => [name, text && Buffer.from(textsIn(text)[0] ?? "").toString("latin1")]),
  );
}

export function turned(
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
  dialect: Dialect,
): Map<string, boolean> {
  const found = new Map<string, boolean>();
  for (const name of after) if (!before.has(name)) found.set(name, true);
  for (const name of before) if (!after.has(name)) found.set(name, false);
  for (const name of found.keys()) if (!lasts(name, dialect)) found.delete(name);
  return found;
}

/** Options that say how the shell was started, or with which the next one would run nothing. */
const passing = new Set(
  `noexec onecmd privileged restricted restricted_shell history histexpand monitor emacs vi login_shell exec interactive login
  zle shinstdin singlecommand rcs globalrcs hashall`.split(/\s+/),
);

function lasts(name: string, dialect: Dialect): boolean {
  return dialect === "sh" ? "abCefuvx".includes(name) : !passing.has(name);
}

/** The commands, in bytes. `cwd` is left out when the directory is gone. */
export function script(live: Live, dialect: Dialect, cwd: string | undefined): string {
  const own = live.shells.get(dialect) ?? nothing;
  const lines: string[] = [];
  if (cwd !== undefined) {
    const lost = `{ printf 'heed: not run: the directory of this session is gone\\n' >&2; exit 126; }`;
    lines.push(`cd -- ${quote(cwd)} || ${lost}`);
  }
  for (const [name, value] of live.environment) {
    if (!/^[A-Za-z_]\w*$/.test(name)) continue;
    lines.push(value === null ? `unset ${name}` : `export ${name}=${quote(value)}`);
  }
  for (const [name, text] of own.functions) lines.push(...functionLines(dialect, name, text));
  for (const [name, text] of own.aliases) lines.push(aliasLine(dialect, name, text));
  const options = [...own.options].map(([name, on]) => optionWords(dialect, name, on));
  lines.push(`__heed_options=${quote(options.join("; "))}`);
  return `${lines.join("\n")}\n`;
}

/** Each by itself: one that this shell cannot read (for want of an option) takes no other with it. */
function functionLines(dialect: Dialect, name: string, text: string): string[] {
  if (dialect === "zsh") return [`__heed_name=${quote(name)}`, `functions[$__heed_name]=${quote(text.slice(2))}`];
  if (dialect === "sh") return [`eval ${quote(text)}`];
  const at = text.indexOf(" ");
  const define = `eval ${quote(text.slice(at + 1))}`;
  return text.slice(0, at).includes("x") ? [define, `export -f -- ${quote(name)}`] : [define];
}

function aliasLine(dialect: Dialect, name: string, text: string): string {
  const global = dialect === "zsh" && text.startsWith("g") ? "-g " : "";
  return `alias ${global}-- ${quote(`${name}=${text.slice(1)}`)}`;
}

const bySet =
  /^(?:allexport|braceexpand|errexit|errtrace|functrace|ignoreeof|interactive-comments|keyword|noclobber|noglob|nolog|notify|nounset|physical|pipefail|posix|verbose|xtrace)$/;

function optionWords(dialect: Dialect, name: string, on: boolean): string {
  if (dialect === "sh") return `set ${on ? "-" : "+"}${name}`;
  if (dialect === "zsh") return `${on ? "setopt" : "unsetopt"} ${name}`;
  return bySet.test(name) ? `set ${on ? "-" : "+"}o ${name}` : `shopt ${on ? "-s" : "-u"} ${name}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
