/** Unquoted text: tildes and zsh `=name`. */

import { known, textOf, unknown, type Value } from "../session/value.ts";
import type { Part } from "../syntax/tree.ts";
import type { Evaluation } from "./context.ts";
import { valueOfName } from "./names.ts";
import { add, addValue, type Mode, type Partial } from "./parts.ts";
import { quote } from "./pattern.ts";
import type { State } from "./state.ts";

/** Unquoted literal text: tilde at the start (and after `:` and `=` in assignments), zsh `=cmd`. */
export function unquoted(
  e: Evaluation,
  s: State,
  text: string,
  first: boolean,
  next: Part | undefined,
  mode: Mode,
  out: Partial[],
): Partial[] {
  let rest = text;
  let now = out;
  const head = /^([A-Za-z_]\w*\+?=)([\s\S]*)$/.exec(rest);
  if (first && mode.assignment && !mode.single && head) {
    now = add(now, [head[1] as string], 0);
    rest = head[2] as string;
  } else if (first && mode.single && mode.assignment && head && text !== "") {
    // a declaration operand NAME=VALUE
    now = add(now, [head[1] as string], 0);
    rest = head[2] as string;
  } else if (!first && !(mode.assignment && /:~/.test(rest)))
    return add(now, [mode.single && !mode.pattern ? quote(rest) : rest], 0);
  if (s.dialect === "zsh" && /^=[\w.-]+$/.test(rest) && next === undefined && (first || head)) {
    const found = which(e, s, rest.slice(1));
    // a program that cannot be found is an error there; its name still says what is meant
    return add(now, [found ?? rest.slice(1)], 0);
  }
  const pieces = mode.assignment ? rest.split(/(?<=:)(?=~)/) : [rest];
  pieces.forEach((piece, i) => {
    const m = i > 0 || first ? /^~([^/:]*)/.exec(piece) : null;
    const ends = m && (m[0].length < piece.length || i < pieces.length - 1 || next === undefined);
    if (m && ends) {
      now = addValue(now, tilde(e, s, m[1] as string), true);
      piece = piece.slice(m[0].length);
    }
    if (piece !== "" || pieces.length === 1) now = add(now, [mode.single && !mode.pattern ? quote(piece) : piece], 0);
  });
  return now;
}

function tilde(e: Evaluation, s: State, name: string): Value {
  if (name === "") {
    const home = valueOfName(e, s, "HOME");
    return home.texts.length === 0 ? known(e.host.home) : { ...home, unset: false };
  }
  if (name === "+") return s.cwd;
  if (name === "-") return s.previous;
  if (/^[\w.-]+$/.test(name)) {
    if (name === e.host.home.slice(e.host.home.lastIndexOf("/") + 1)) return known(e.host.home);
    if (name === "root") return known("/root");
    const dir = e.host.home.slice(0, e.host.home.lastIndexOf("/"));
    return s.dialect === "zsh" && !/^[a-z_][a-z0-9_-]*$/.test(name)
      ? unknown(0)
      : known(`${dir === "" ? "/home" : dir}/${name}`);
  }
  return known(`~${name}`);
}

/** The path PATH gives a program name, when it can be seen. */
export function which(e: Evaluation, s: State, name: string): string | undefined {
  const path = textOf(valueOfName(e, s, "PATH"));
  if (path === undefined) return undefined;
  for (const dir of path.split(":"))
    if (dir.startsWith("/") && e.host.kind(`${dir}/${name}`) === "file") return `${dir}/${name}`;
  return undefined;
}
