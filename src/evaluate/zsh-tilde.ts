/** zsh looks for `~` and `=program` in what is expanded already: the rules of `filesub` (zsh 5.9, Src/subst.c). */

import { ANY, HOLE, known, LIVE, textOf, type Value } from "../session/value.ts";
import { type Evaluation, giveUp } from "./context.ts";
import { textsOf } from "./fields.ts";
import { valueOfName, variableOf } from "./names.ts";
import { quote, unquote } from "./pattern.ts";
import type { State } from "./state.ts";
import { tilde, which } from "./tilde.ts";

/** What a field may be: a word, a word inside a word (what it does not use, that one may), the value of an assignment (also behind each colon), or `NAME=value` given to a declaration. */
export type Kind = "word" | "value" | "declaration" | "inner";

export interface Named {
  readonly texts: readonly string[];
  readonly taint: number;
}

const TILDE = `${LIVE}~`;
const EQUALS = `${LIVE}=`;
const PLAIN: Named = { texts: [""], taint: 0 };

/** The field with its names of directories and programs spelled out. */
export function zshNames(e: Evaluation, s: State, field: string, kind: Kind): Named {
  if (!field.includes(LIVE)) return { texts: [field], taint: 0 };
  const named = namesIn(e, s, field, kind);
  return kind === "inner" ? named : { ...named, texts: named.texts.map(settled) };
}

function namesIn(e: Evaluation, s: State, field: string, kind: Kind): Named {
  if (!field.includes(TILDE) && !field.includes(EQUALS)) return { texts: [field], taint: 0 };
  if (kind === "word" || kind === "inner") return begin(e, s, field, false);
  if (kind === "value") return value(e, s, field);
  const at = field.indexOf(EQUALS, 1);
  if (at < 0) return begin(e, s, field, false);
  return after(PLAIN, field.slice(0, at + 2), value(e, s, field.slice(at + 2)));
}

export const settled = (text: string): string => text.replaceAll(LIVE, "");

function after(before: Named, text: string, behind: Named): Named {
  const texts = before.texts.flatMap((b) => behind.texts.map((t) => b + text + t));
  return { texts: texts.length > 16 ? [ANY] : texts, taint: before.taint | behind.taint };
}

function value(e: Evaluation, s: State, field: string): Named {
  return field
    .split(/(?<=:)(?=\ud806[~=])/)
    .map((piece) => begin(e, s, piece, true))
    .reduce((a, b) => after(a, "", b));
}

/** `~name`, `=name` at the beginning; in a value a colon ends the name as well. */
function begin(e: Evaluation, s: State, field: string, colon: boolean): Named {
  const rest = field.slice(2);
  // what is not known before it may be nothing
  const open = /^\ud800+(?=\ud806[~=])/.exec(field)?.[0];
  if (open !== undefined) {
    const { texts, taint } = begin(e, s, field.slice(open.length), colon);
    return { texts: [...texts, field], taint };
  }
  if (field.startsWith(TILDE) && !/^\ud806?=/.test(rest)) {
    const name = (colon ? /^[^/:(]*/ : /^[^/(]*/).exec(rest)?.[0] ?? "";
    const found = directory(e, s, name);
    if (found) return after({ texts: textsOf(found).map(quote), taint: found.taint }, rest.slice(name.length), PLAIN);
  }
  if (field.startsWith(EQUALS) && rest !== "" && !s.options.has("noequals")) {
    const name = (colon ? /^[^:(]*/ : /^[^(]*/).exec(rest)?.[0] ?? "";
    return after({ texts: [quote(program(e, s, unquote(settled(name))))], taint: 0 }, rest.slice(name.length), PLAIN);
  }
  return { texts: [field], taint: 0 };
}

function program(e: Evaluation, s: State, name: string): string {
  const found = HOLE.test(name) ? ANY : name.includes("/") ? name : which(e, s, name);
  // one that cannot be found is an error; its name still says what is meant
  if (found === undefined || HOLE.test(name) || name.includes("/")) giveUp(e, s);
  return found ?? name;
}

/** Undefined where a tilde is text. */
function directory(e: Evaluation, s: State, name: string): Value | undefined {
  if (HOLE.test(name)) {
    giveUp(e, s);
    return known(ANY);
  }
  if (/^[+-]?\d+$/.test(name)) {
    giveUp(e, s);
    return known(ANY);
  }
  if (name !== "" && name !== "+" && name !== "-" && !/^[\w.-]+$/.test(name)) return undefined;
  // a name whose value is a path is the name of that directory
  const named = /^[A-Za-z_]\w*$/.test(name) ? variableOf(e, s, name) : undefined;
  const path = named && textOf(valueOfName(e, s, name));
  return path?.startsWith("/") ? valueOfName(e, s, name) : tilde(e, s, name);
}
