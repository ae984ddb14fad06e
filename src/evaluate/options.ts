/** Shell options: `set` and `shopt`. An option that is on by default is remembered as `no…` when it is off. */

import { OPTION } from "../session/event.ts";
import { ANY, HOLE, known, type Value } from "../session/value.ts";
import type { Call } from "./builtins.ts";
import type { Evaluation } from "./context.ts";
import { emitSomething, emitVariables } from "./descriptors.ts";
import { expandText } from "./expand.ts";
import { perhapsOn } from "./joining.ts";
import { valueOfName } from "./names.ts";
import { bad, ended, misused, type Outcome, ok } from "./outcome.ts";
import type { State } from "./state.ts";
import { zshOptionNames } from "./zsh-options.ts";

type Letters = { readonly [letter: string]: string };

/** Letters of `set` (bash(1), zshoptions(1)); those that change nothing here have a name all the same. */
const BASH: Letters = {
  a: "allexport",
  b: "notify",
  e: "errexit",
  f: "noglob",
  h: "hashall",
  k: "keyword",
  m: "monitor",
  n: "noexec",
  p: "privileged",
  t: "onecmd",
  u: "nounset",
  v: "verbose",
  x: "xtrace",
  B: "braceexpand",
  C: "noclobber",
  E: "errtrace",
  H: "histexpand",
  P: "physical",
  T: "functrace",
};

/** Options that a shell begins with and that matter here. */
const ON: { readonly bash: ReadonlySet<string>; readonly zsh: ReadonlySet<string>; readonly sh: ReadonlySet<string> } =
  {
    bash: new Set(["braceexpand", "extquote", "patsub_replacement"]),
    zsh: new Set([
      "globalexport",
      "multios",
      "nomatch",
      "equals",
      "badpattern",
      "bareglobqual",
      "aliases",
      "interactivecomments",
    ]),
    sh: new Set(),
  };

/** Other names for options (zshoptions(1), Option Aliases). */
const SYNONYMS: ReadonlySet<string> = new Set([
  "braceexpand",
  "dotglob",
  "hashall",
  "histappend",
  "histexpand",
  "log",
  "mailwarn",
  "onecmd",
  "physical",
  "promptvars",
  "stdin",
  "trackall",
]);

/** Names whose `no` is not a prefix. */
const NO = new Set(["notify", "nomatch"]);
/** zsh names that are stored in their negative form, as `set` in the other shells calls them. */
const NEGATIVE = new Set(["glob", "clobber", "exec", "unset"]);

/** zsh reads option names without case and underscores, `no` turning them round. */
export function zshOption(name: string, on: boolean): [name: string, on: boolean] {
  let plain = name.toLowerCase().replaceAll("_", "");
  let value = on;
  while (plain.startsWith("no") && !NO.has(plain)) {
    plain = plain.slice(2);
    value = !value;
  }
  return NEGATIVE.has(plain) ? [`no${plain}`, !value] : [plain, value];
}

/** Whether zsh has an option of that name. */
export function isZshOption(name: string): boolean {
  const plain = name.toLowerCase().replaceAll("_", "");
  return HOLE.test(name) || [plain, plain.replace(/^no/, "")].some((n) => zshOptionNames.has(n) || SYNONYMS.has(n));
}

/** What changes how words or names are taken, and what nearly nobody sets. */
const STRANGE: ReadonlySet<string> = new Set(["localvar_inherit", "nocaseglob", "xpg_echo"]);

export function option(e: Evaluation, s: State, name: string, on: boolean): void {
  if (HOLE.test(name)) {
    s.blurred ??= "an option that is not known was set";
    return;
  }
  const [plain, value] = s.dialect === "zsh" ? zshOption(name, on) : [name, on];
  if (value && s.dialect === "bash" && STRANGE.has(plain)) e.host.opaque(e.place, "an option heed does not follow");
  s.options.delete(perhapsOn(plain));
  s.options.delete(perhapsOn(`no${plain}`));
  if (value) {
    s.options.add(plain);
    s.options.delete(`no${plain}`);
  } else {
    e.host.removed(e.place, `${OPTION}${plain}`);
    s.options.delete(plain);
    if (ON[s.dialect].has(plain)) s.options.add(`no${plain}`);
  }
  if (plain === "xtrace" && value) {
    const ps4 = valueOfName(e, s, "PS4");
    for (const t of ps4.texts) if (/[$`]/.test(t)) expandText(e, s, t);
  }
}

export function setOptions(e: Evaluation, s: State, call: Call): Outcome {
  const { args } = call;
  if (args.length === 0 || args.at(-1) === "-o" || args.at(-1) === "+o" || args[0] === "+") emitVariables(e, s, []);
  const turns: [name: string, on: boolean][] = [];
  let i = 0;
  for (; i < args.length; i++) {
    const a = args[i] as string;
    if (a === "--" || a === "-") {
      turn(e, s, turns);
      setArguments(s, call.values().slice(i + 1));
      return ok(s);
    }
    if (!/^[-+]/.test(a)) break;
    const on = a[0] === "-";
    if (HOLE.test(a)) s.blurred ??= "options that are not known were set";
    for (const c of a.slice(1)) {
      if (c === "o") {
        const name = args[++i];
        if (name !== undefined && s.dialect === "bash" && !BASH_SET.has(name) && !HOLE.test(name)) {
          turn(e, s, turns);
          return misused(s);
        }
        if (name === undefined) emitVariables(e, s, []);
        else turns.push([name, on]);
      } else if (c === "r" && s.dialect === "bash") e.host.opaque(e.place, "a restricted shell");
      else if (BASH[c] !== undefined) turns.push([BASH[c], on]);
      // nothing of it is done; behind an `o` bash finds out too late
      else {
        if (a.slice(0, a.indexOf(c)).includes("o") && s.dialect === "bash") turn(e, s, turns);
        if (!HOLE.test(c)) return misused(s);
      }
    }
  }
  turn(e, s, turns);
  if (i < args.length) setArguments(s, call.values().slice(i));
  return ok(s);
}

/** More arguments than this are some arguments. */
const MAX_ARGUMENTS = 4_096;

function turn(e: Evaluation, s: State, turns: readonly (readonly [string, boolean])[]): void {
  for (const [name, on] of turns) option(e, s, name, on);
}

/** What stands behind the options of `set`. */
export function setArguments(s: State, values: readonly Value[]): void {
  const taint = values.reduce((all, v) => all | v.taint, 0);
  s.positional = values.length > MAX_ARGUMENTS ? [known(ANY, taint)] : values;
}

/** Names that `shopt` knows (bash 5.2). */
const BASH_SHOPT: ReadonlySet<string> = new Set(
  `autocd assoc_expand_once cdable_vars cdspell checkhash checkjobs checkwinsize cmdhist compat31 compat32 compat40 compat41 compat42
  compat43 compat44 complete_fullquote direxpand dirspell dotglob execfail expand_aliases extdebug extglob extquote failglob force_fignore
  globasciiranges globskipdots globstar gnu_errfmt histappend histreedit histverify hostcomplete huponexit inherit_errexit
  interactive_comments lastpipe lithist localvar_inherit localvar_unset login_shell mailwarn no_empty_cmd_completion nocaseglob nocasematch
  noexpand_translation nullglob patsub_replacement progcomp progcomp_alias promptvars restricted_shell shift_verbose sourcepath
  varredir_close xpg_echo`.split(/\s+/),
);

/** Names that `set -o` and `shopt -o` know. */
const BASH_SET: ReadonlySet<string> = new Set([
  ...Object.values(BASH),
  ..."emacs history ignoreeof interactive-comments nolog pipefail posix vi".split(" "),
]);

export function shopt(e: Evaluation, s: State, call: Call): Outcome {
  const end = call.args.findIndex((a) => a === "--" || !/^-./.test(a));
  const flags = call.args.slice(0, end < 0 ? undefined : end).join("");
  const given = end < 0 ? [] : call.args.slice(call.args[end] === "--" ? end + 1 : end);
  const on = flags.includes("s");
  if (on && flags.includes("u")) return bad(s);
  if (call.args.some((a) => HOLE.test(a))) s.blurred ??= "an option that is not known was set";
  const table = flags.includes("o") ? BASH_SET : BASH_SHOPT;
  const wrong = given.some((a) => !HOLE.test(a) && !table.has(a));
  if (given.length > 0 && (on || flags.includes("u"))) {
    for (const a of given) if (table.has(a) || HOLE.test(a)) option(e, s, a, on);
    return wrong ? bad(s) : ok(s);
  }
  if (wrong) return bad(s);
  emitSomething(e, s);
  return ended(s, undefined);
}
