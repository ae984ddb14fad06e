/** Tildes, and where PATH has a program. */

import { ANY, either, known, nothing, textOf, type Value } from "../session/value.ts";
import type { Part } from "../syntax/tree.ts";
import { type Evaluation, giveUp } from "./context.ts";
import { add, addValue, type Partial } from "./fields.ts";
import { valueOfName } from "./names.ts";
import type { Mode } from "./parts.ts";
import { quote } from "./pattern.ts";
import type { State } from "./state.ts";

/** Unquoted literal text of bash and sh: tilde at the start (and after `:` and `=` in assignments). */
export function unquoted(
  e: Evaluation,
  s: State,
  text: string,
  first: boolean,
  next: Part | undefined,
  mode: Mode,
  out: Partial[],
): Partial[] {
  let now = out;
  let rest = text;
  const literal = (t: string) => (mode.single && !mode.pattern ? quote(t) : t);
  const head = first && mode.head ? /^([A-Za-z_]\w*\+?=)([\s\S]*)$/.exec(text) : null;
  if (head) {
    now = add(now, [head[1] as string], 0);
    rest = head[2] as string;
  }
  if (!rest.includes("~")) return rest === "" && head ? now : add(now, [literal(rest)], 0);
  // bash ends the name at `=` then, in the arguments of a command and nowhere else
  if (first && s.dialect === "bash" && !mode.assignment && /^~[^/]*=~/.test(rest))
    e.host.opaque(e.place, "a tilde behind an equals sign");
  // bash looks for the end of the name up to a slash or a quote, and takes all before it as it stands (measured: bash 5.2)
  const open = first && s.dialect === "bash" && !mode.assignment && /^~[^/]*[:=][^/]*$/.test(rest);
  if (open && next !== undefined) {
    if (next.kind === "double" || next.kind === "literal") return add(now, [literal(rest)], 0);
    e.host.opaque(e.place, "a tilde with an expansion behind its name");
  }
  if (head && s.dialect === "bash" && rest.includes("=~")) e.host.opaque(e.place, "tildes behind two equals signs");
  const pieces = mode.assignment ? rest.split(/(?<=:)(?=~)/) : [rest];
  for (const [i, whole] of pieces.entries()) {
    let piece = whole;
    const m = i > 0 || first ? /^~([^/:]*)/.exec(piece) : null;
    if (m && (m[0].length < piece.length || i < pieces.length - 1 || next === undefined)) {
      now = addValue(now, tilde(e, s, m[1] as string), true);
      piece = piece.slice(m[0].length);
    }
    if (piece !== "") now = add(now, [literal(piece)], 0);
  }
  return now;
}

export function tilde(e: Evaluation, s: State, name: string): Value {
  if (name === "") {
    const home = valueOfName(e, s, "HOME");
    return home.texts.length === 0 ? known(e.host.home) : { ...home, unset: false };
  }
  if (name === "+") return s.cwd;
  if (name === "-") {
    const none = s.previous.unset || s.previous.texts.length === 0;
    return none && s.dialect === "bash" ? either({ ...s.previous, unset: false }, known("~-")) : s.previous;
  }
  const place = s.dialect === "bash" ? /^([+-]?)(\d+)$/.exec(name) : null;
  if (place) {
    const stack = [s.cwd, ...s.stack];
    const found = (place[1] === "-" ? stack.toReversed() : stack)[Number(place[2])] ?? nothing;
    return found.unset ? either({ ...found, unset: false }, known(`~${name}`)) : found;
  }
  if (!/^[\w.-]+$/.test(name)) return known(`~${name}`);
  if (name === e.host.home.slice(e.host.home.lastIndexOf("/") + 1)) return known(e.host.home);
  if (name === "root") return known("/root");
  if (s.dialect === "zsh") giveUp(e, s);
  // where the others live is not known, nor whether there is one of that name
  const homes = e.host.home.slice(0, e.host.home.lastIndexOf("/"));
  return {
    texts: [`${homes === "" ? "/home" : homes}/${name}`, ANY, ...(s.dialect === "zsh" ? [] : [`~${name}`])],
    unset: false,
    taint: 0,
  };
}

/** The path PATH gives a program name, when it can be seen. */
export function which(e: Evaluation, s: State, name: string): string | undefined {
  const path = textOf(valueOfName(e, s, "PATH"));
  if (path === undefined) return undefined;
  for (const dir of path.split(":"))
    if (dir.startsWith("/") && e.host.kind(`${dir}/${name}`) === "file") return `${dir}/${name}`;
  return undefined;
}
