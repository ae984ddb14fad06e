/** zsh's options: `set`, `setopt`, `unsetopt`, `emulate` (zsh 5.9). */

import { HOLE } from "../session/value.ts";
import { assignName } from "./assign.ts";
import type { Call } from "./builtins.ts";
import { type Evaluation, giveUp } from "./context.ts";
import { emitSomething, emitVariables } from "./descriptors.ts";
import { scalarOf } from "./elements.ts";
import { isZshOption, option, setArguments, zshOption } from "./options.ts";
import { bad, either_, type Outcome, ok } from "./outcome.ts";
import { runText } from "./run.ts";
import { lookup, type State } from "./state.ts";

/** zshoptions(1), Single Letter Options; one that changes nothing here has a name all the same. */
const LETTERS: { readonly [letter: string]: string } = {
  "0": "correct",
  "1": "printexitvalue",
  "2": "nobadpattern",
  "3": "nonomatch",
  "4": "globdots",
  "5": "notify",
  "6": "bgnice",
  "7": "ignoreeof",
  "8": "markdirs",
  "9": "autolist",
  a: "allexport",
  d: "noglobalrcs",
  e: "errexit",
  f: "norcs",
  g: "histignorespace",
  h: "histignoredups",
  i: "interactive",
  k: "interactivecomments",
  l: "login",
  m: "monitor",
  n: "noexec",
  p: "privileged",
  r: "restricted",
  s: "shinstdin",
  t: "singlecommand",
  u: "nounset",
  v: "verbose",
  w: "chaselinks",
  x: "xtrace",
  y: "shwordsplit",
  B: "nobeep",
  C: "noclobber",
  D: "pushdtohome",
  E: "pushdsilent",
  F: "noglob",
  G: "nullglob",
  H: "rmstarsilent",
  I: "ignorebraces",
  J: "autocd",
  K: "nobanghist",
  L: "sunkeyboardhack",
  M: "singlelinezle",
  N: "autopushd",
  O: "correctall",
  P: "rcexpandparam",
  Q: "pathdirs",
  R: "longlistjobs",
  S: "recexact",
  T: "cdablevars",
  U: "mailwarning",
  V: "nopromptcr",
  W: "autoresume",
  X: "listtypes",
  Y: "menucomplete",
  Z: "zle",
};

/** What a shell that nobody types into does not turn on. */
const FIXED: ReadonlySet<string> = new Set(["interactive", "shinstdin", "singlecommand", "monitor", "zle"]);

interface Item {
  /** `o` an option by its name, or any other letter. */
  readonly letter: string;
  readonly value: string | undefined;
  readonly on: boolean;
}

interface Read {
  readonly items: readonly Item[];
  /** Number of words that stand before the others. */
  readonly length: number;
  /** A dash has ended them. */
  readonly closed: boolean;
}

/** The letters in front; those of `valued` take a word. */
function lettersIn(args: readonly string[], valued: string, isLast: (letter: string) => boolean): Read {
  const items: Item[] = [];
  let i = 0;
  for (; i < args.length && /^[-+]/.test(args[i] as string); i++) {
    const word = args[i] as string;
    const on = word[0] === "-";
    const letters = word.length === 1 ? "-" : word.slice(1);
    for (let k = 0; k < letters.length; k++) {
      const letter = letters[k] as string;
      if (letter === "-") return { items, length: i + 1, closed: true };
      if (!valued.includes(letter)) {
        items.push({ letter, value: undefined, on });
        continue;
      }
      const value = k + 1 < letters.length ? letters.slice(k + 1) : args[++i];
      items.push({ letter, value, on });
      if (isLast(letter)) return { items, length: i + 1, closed: false };
      break;
    }
  }
  return { items, length: Math.min(i, args.length), closed: false };
}

/** Turns an option; false where there is none of that name, or it cannot be changed. */
function turn(e: Evaluation, s: State, name: string | undefined, on: boolean): boolean {
  if (name === undefined || !isZshOption(name)) return false;
  const [plain, value] = zshOption(name, on);
  if (FIXED.has(plain) && value && !s.options.has("interactive")) return false;
  if (plain === "restricted" && value) e.host.opaque(e.place, "a shell that becomes a restricted one");
  option(e, s, name, on);
  return true;
}

export function zshSet(e: Evaluation, s: State, call: Call): Outcome {
  const { args } = call;
  const read = lettersIn(args, "oA", (c) => c === "A" && !s.options.has("ksharrays"));
  if (args.slice(0, read.length).some((a) => HOLE.test(a))) s.blurred ??= "options that are not known were set";
  let array: Item | undefined;
  let sorted: Item | undefined;
  const shows = read.items.every((i) => !i.on) && args.length === read.length;
  if (shows) emitVariables(e, s, []);
  for (const item of read.items) {
    if (item.letter === "A") array = item;
    else if (item.letter === "s") sorted = item;
    else if (item.letter === "o" && item.value === undefined) {
      emitSomething(e, s);
      return ok(s);
    } else if (!turn(e, s, optionIn(item), item.on) && !HOLE.test(item.letter)) {
      // it does not go on
      giveUp(e, s);
      return bad(s);
    }
  }
  const values = call.values().slice(read.length);
  if (sorted && values.length > 1) e.host.opaque(e.place, "words that are sorted");
  if (array?.value !== undefined) {
    const old = array.on ? [] : [...(lookup(s, array.value)?.elements?.values() ?? [])].slice(values.length);
    const elements = new Map([...values, ...old].map((v, i) => [String(i), v]));
    const isName = HOLE.test(array.value) || /^(?:[A-Za-z_]\w*|[1-9]\d*)$/.test(array.value);
    if (!isName || !assignName(e, s, array.value, scalarOf(s, elements), { elements })) {
      giveUp(e, s);
      return bad(s);
    }
  } else if (array) emitSomething(e, s);
  else if (values.length > 0 || read.closed) setArguments(s, values);
  return ok(s);
}

/** The name of the option that an item means. */
function optionIn({ letter, value }: Item): string | undefined {
  if (letter === "o") return value;
  return Object.hasOwn(LETTERS, letter) ? LETTERS[letter] : undefined;
}

/** `setopt` and `unsetopt`, which go on behind what is no option. */
export function zshOptions(e: Evaluation, s: State, call: Call): Outcome {
  const sense = call.name === "setopt";
  if (call.args.length === 0) emitSomething(e, s);
  const read = lettersIn(call.args, "o", () => false);
  let fine = true;
  for (const item of read.items) {
    if (item.letter === "m") e.host.opaque(e.place, "options that are set by a pattern");
    else if (item.letter === "o" && item.value === undefined) return bad(s);
    else if (!turn(e, s, optionIn(item), item.on === sense)) fine = false;
  }
  for (const name of call.args.slice(read.length)) fine = turn(e, s, name, sense) && fine;
  return fine ? ok(s) : bad(s);
}

/** What `sh` and `ksh` have that zsh does not. */
const FOREIGN = [
  "posixbuiltins",
  "shwordsplit",
  "globsubst",
  "ksharrays",
  "nonomatch",
  "noequals",
  "nomultios",
  "nobareglobqual",
  "noglobalexport",
  "octalzeroes",
  "posixidentifiers",
];

/** `emulate sh -c CODE` runs the code by another shell's rules. */
export function emulate(e: Evaluation, s: State, call: Call): Outcome {
  const { on, length } = call.options ?? { on: new Set(), length: 0 };
  const [name, ...more] = call.args.slice(length);
  if (name === undefined) {
    if (on.has("L") || on.has("R")) return bad(s);
    emitSomething(e, s);
    return ok(s);
  }
  if (on.has("l")) {
    emitSomething(e, s);
    return more.length > 0 ? bad(s) : ok(s);
  }
  const [flag, code] = more;
  if (flag !== undefined && !/^[-+]/.test(flag)) return bad(s);
  const kind = name.replace(/^r/, "")[0] ?? "";
  if (HOLE.test(name) || kind === "c" || (more.length > 0 && (flag !== "-c" || code === undefined || more.length > 2)))
    e.host.opaque(e.place, "another shell's rules in a way that is rare");
  const saved = new Set(s.options);
  for (const o of [...s.options]) if (!o.startsWith("\0") && o !== "interactive") s.options.delete(o);
  if (/[skb]/.test(kind)) for (const o of FOREIGN) s.options.add(o);
  if (/[sb]/.test(kind)) s.options.add("ignorebraces");
  if (on.has("L")) s.options.add("localoptions");
  if (code === undefined) return ok(s);
  const done = runText(e, s, code, "emulate");
  done.options = saved;
  return either_(done);
}
