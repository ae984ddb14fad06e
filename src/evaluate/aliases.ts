/** Aliases: text in place of a word, read again. One made on the line itself counts from the next line on, and what a line is differs from place to place: both are followed. */

import { mayBeNone, textsIn } from "../session/alternatives.ts";
import { HOLE } from "../session/value.ts";
import type { Simple, Word } from "../syntax/tree.ts";
import { builtins, type Call } from "./builtins.ts";
import { type Evaluation, giveUp } from "./context.ts";
import { emitSomething } from "./descriptors.ts";
import { join } from "./joining.ts";
import { flavorOf } from "./match.ts";
import { bad, either_, ended, failing, misused, type Outcome, ok } from "./outcome.ts";
import { matches } from "./pattern.ts";
import { readAgain, runText } from "./run.ts";
import { suffix } from "./special-arrays.ts";
import { aliasAlternatives, aliasText, fork, type State } from "./state.ts";
import { apart } from "./traps.ts";

export const literalOf = (w: Word | undefined): string | undefined => {
  const p = w?.parts.length === 1 ? w.parts[0] : undefined;
  return p?.kind === "literal" && !p.quoted ? p.text : undefined;
};

interface Found {
  readonly name: string;
  readonly word: Word;
  /** What stands in place of the word. */
  readonly text: string;
  /** It was there before the line. */
  readonly certain: boolean;
  /** What else it may be. */
  readonly others?: readonly string[];
}

/** Runs a command whose alias is replaced; undefined when there is none. */
export function runAlias(e: Evaluation, s: State, c: Simple, run: (s: State) => Outcome): Outcome | undefined {
  if (e.depth > 8) return undefined;
  const found = find(e, s, c);
  if (found === undefined) return undefined;
  const { name, word, text, certain } = found;
  const whole = e.text.slice(c.span.start, c.span.end);
  const written = e.text.slice(word.span.start, word.span.end);
  if (written !== literalOf(word)) return undefined;
  const at = word.span.start - c.span.start;
  const rest = followed(e, s, c, word, text, whole.slice(at + written.length));
  const line = `${whole.slice(0, at)}${text}${rest}`;
  for (const other of found.others ?? [])
    apart(e, () => either_(runText(e, fork(s), `${whole.slice(0, at)}${other}${rest}`, `alias ${name}`)));
  if (readAgain(line, s).kind !== "complete") e.host.opaque(e.place, `the alias ${name} is no whole command`);
  if (certain) return either_(runText(e, s, line, `alias ${name}`));
  const plain = fork(s);
  const saved = e.place;
  e.place = { ...e.place, via: [...e.place.via, `alias ${name}`] };
  const without = run(plain);
  e.place = saved;
  const replaced = runText(e, s, line, `alias ${name}`);
  const yes = without.yes ? join(fork(replaced), without.yes) : replaced;
  return failing({ yes, no: replaced }, without.no ? [without.no] : []);
}

/** Behind a text that ends in a blank the next word is looked up as well; `rest` is what stands behind the replaced word. */
function followed(e: Evaluation, s: State, c: Simple, word: Word, text: string, rest: string): string {
  const next = c.words[c.words.indexOf(word) + 1];
  const name = literalOf(next);
  if (!/\s$/.test(text) || next === undefined || name === undefined) return rest;
  const own = textFor(e, s, name);
  const at = next.span.start - word.span.end;
  if (own === undefined || rest.slice(at, at + name.length) !== name) return rest;
  return `${rest.slice(0, at)}${own}${followed(e, s, c, next, own, rest.slice(at + name.length))}`;
}

function find(e: Evaluation, s: State, c: Simple): Found | undefined {
  const expands =
    s.options.has("interactive") || s.options.has("expand_aliases") || s.dialect !== "bash" || s.options.has("posix");
  if (!expands || s.options.has("noaliases")) return undefined;
  const fresh = (name: string) => !e.place.via.includes(`alias ${name}`);
  for (const word of s.globalAliases.size > 0 ? c.words : []) {
    const name = literalOf(word);
    const text = name === undefined ? undefined : s.globalAliases.get(name);
    if (name !== undefined && text !== undefined && fresh(name))
      return { name, word, text, certain: s.session.globalAliases.get(name) === text };
  }
  const word = c.words[0];
  const name = literalOf(word);
  if (word === undefined || name === undefined || !fresh(name) || !/^[^\s/$`"'\\=]+$|^[^\s$`"'\\=]+\.\w+$/.test(name))
    return undefined;
  const text = textFor(e, s, name);
  if (text !== undefined) {
    const all = aliasAlternatives(s, name) ?? text;
    const isSettled = !s.aliases.has(name) || e.aliases.get(name) === s.aliases.get(name);
    return { name, word, text, certain: isSettled && !mayBeNone(all), others: textsIn(all).slice(1) };
  }
  const extension = /\.(\w+)$/.exec(name)?.[1];
  const opener = extension === undefined ? undefined : aliasText(s, suffix(extension));
  if (extension === undefined || opener === undefined) return undefined;
  return { name, word, text: `${opener} ${name}`, certain: !s.aliases.has(suffix(extension)) };
}

/** Text of an alias, also of one that this line takes away again. */
function textFor(e: Evaluation, s: State, name: string): string | undefined {
  const before = s.session.aliases.get(name);
  const text = aliasText(s, name) ?? (before === undefined ? undefined : textsIn(before)[0]);
  if (text !== undefined || s.aliases.has(name)) return text;
  if (e.nested || !s.options.has("interactive") || builtins.has(name)) return undefined;
  const live = e.host.live("alias", name);
  return live.kind === "known" ? live.text : undefined;
}

export function alias(e: Evaluation, s: State, call: Call): Outcome {
  if (call.args.length === 0 || call.args.some((a) => !a.includes("="))) emitSomething(e, s);
  const { options } = call;
  const flags = [...(options?.on ?? []), ...(options?.off ?? [])];
  if (flags.filter((c) => /[grs]/.test(c)).length > 1) return bad(s);
  // they list what there is
  if (flags.includes("L") || flags.includes("m")) return ended(s, call.args.length === options?.length ? 0 : undefined);
  const given = call.args.slice(options?.length ?? 0);
  const names = given.filter((a) => a.indexOf("=") <= 0);
  const done = missed(s, options === undefined ? names.filter((a) => !/^-./.test(a)) : names);
  for (const a of given) {
    const at = a.indexOf("=");
    if ((options === undefined && /^-./.test(a)) || at < 0) continue;
    // a name that is none ends the line
    if (at === 0 && s.dialect === "zsh") giveUp(e, s);
    if (at === 0) continue;
    const name = a.slice(0, at);
    const text = a.slice(at + 1);
    if (HOLE.test(a)) s.blurred ??= "an alias whose text is not known";
    if (s.dialect === "zsh" && flags.includes("g")) s.globalAliases.set(name, text);
    else s.aliases.set(s.dialect === "zsh" && flags.includes("s") ? suffix(name) : name, text);
    e.host.shadow(e.place, "alias", name, text);
  }
  return done;
}

/** Fails where one of the names is no alias; the shell a person types in has more than is known here. */
function missed(s: State, args: readonly string[]): Outcome {
  const missing = args.some((a) => !HOLE.test(a) && aliasText(s, a) === undefined);
  // only some of the ways here have made it
  const perhaps = args.some((a) => mayBeNone(aliasAlternatives(s, a) ?? ""));
  if (!missing) return perhaps ? ended(s, undefined) : ok(s);
  return !s.options.has("interactive") && s.blurred === undefined ? bad(s) : ended(s, undefined);
}

export function unalias(_e: Evaluation, s: State, call: Call): Outcome {
  const { options } = call;
  const given = call.args.slice(options?.length ?? 0);
  // flags end at the first name
  const names = options === undefined ? given.slice(/^-./.test(given[0] ?? "") ? 1 : 0) : given;
  const all = call.name === "unalias" && (options?.on.has("a") ?? call.args[0] === "-a");
  if (s.dialect === "zsh" && all === names.length > 0) return bad(s);
  if (call.args.length === 0) return misused(s);
  const known = all || options?.on.has("m") ? [...s.aliases.keys(), ...s.session.aliases.keys()] : [];
  const kind = options?.on.has("s") ? names.map(suffix) : names;
  const done = all ? ok(s) : options?.on.has("m") ? ended(s, undefined) : missed(s, kind);
  const fits = (name: string) => all || names.some((p) => matches(p, name, flavorOf(s)) !== false);
  for (const name of [...known.filter(fits), ...kind]) s.aliases.set(name, null);
  for (const name of [...s.globalAliases.keys()].filter((n) => names.includes(n) || (known.length > 0 && fits(n))))
    s.globalAliases.delete(name);
  return done;
}
