/** `getopts`: one option at a time. */

import { ANY, HOLE, known, NAME, textOf, unknown } from "../session/value.ts";
import { assignName } from "./assign.ts";
import type { Call } from "./builtins.ts";
import { type Evaluation, giveUp } from "./context.ts";
import { emit } from "./descriptors.ts";
import { mayBeSeveral } from "./fields.ts";
import { join } from "./joining.ts";
import { lookupText } from "./names.ts";
import { bad, misused, type Outcome, ok } from "./outcome.ts";
import { fork, frameOf, lookup, type State } from "./state.ts";

/** One step of option parsing where the arguments are known; some letter otherwise. */
export function getopts(e: Evaluation, s: State, call: Call): Outcome {
  if (call.args.length < 2) return misused(s);
  const [spec = "", name = "", ...given] = call.args;
  if (call.args.some(mayBeSeveral)) {
    s.blurred ??= "options are taken from words that are not known";
    return someOption(e, s, name);
  }
  const counted = lookup(s, "OPTIND");
  if (s.dialect === "bash" && !/^[A-Za-z_]\w*$/.test(name) && !HOLE.test(name)) {
    // it has looked at the option by then
    assignName(e, s, "OPTARG", { ...unknown(0), unset: true }, {});
    return bad(s);
  }
  // zsh ends the line
  const refused = (!/^[A-Za-z_]\w*(?:\[[\s\S]*\])?$/.test(name) && !HOLE.test(name)) || lookup(s, name)?.readonly;
  if (s.dialect === "zsh" && refused) {
    giveUp(e, s);
    return bad(s);
  }
  // bash reads the option all the same, and fails
  if (s.dialect === "bash" && lookup(s, name)?.readonly) {
    const { yes, no } = someOption(e, s, name);
    return misused(join(yes, no));
  }
  const args = given.length > 0 ? given : s.positional.map((p) => textOf(p) ?? ANY);
  const at = Number(lookupText(s, "OPTIND") ?? "1");
  const a = args[at - 1];
  if (counted !== undefined && textOf(counted.value) === undefined) return someOption(e, s, name);
  // zsh counts OPTIND in its own way: only the first step is certain
  if (s.dialect === "zsh" && counted !== undefined) return someOption(e, s, name);
  if (a !== undefined && !HOLE.test(a) && Number.isInteger(at)) {
    if (s.dialect === "zsh" && /^\+./.test(a)) return someOption(e, s, name);
    if (!/^-./.test(a) || a === "--") {
      noMore(e, s, name);
      if (a === "--" && s.dialect === "zsh") assignName(e, s, "OPTIND", unknown(0), {});
      if (a === "--" && s.dialect === "bash") assignName(e, s, "OPTIND", known(String(at + 1)), {});
      return bad(s);
    }
    if (a.length === 2) {
      const c = a[1] as string;
      const valid = spec.includes(c) && c !== ":";
      const takes = valid && spec[spec.indexOf(c) + 1] === ":";
      const quiet = spec.startsWith(":");
      const lacks = takes && args[at] === undefined;
      if (!quiet && (lacks || !valid)) emit(e, s, 2, unknown(0));
      assignName(e, s, name, known(lacks ? (quiet ? ":" : "?") : valid ? c : "?"), {});
      if (takes && !lacks) assignName(e, s, "OPTARG", known(args[at] ?? ""), {});
      else if (s.dialect !== "sh" && quiet && (lacks || !valid)) assignName(e, s, "OPTARG", known(c), {});
      else if (s.dialect === "zsh") assignName(e, s, "OPTARG", known(""), {});
      else if (s.dialect === "bash") frameOf(s, "OPTARG").set("OPTARG", null);
      assignName(e, s, "OPTIND", s.dialect === "zsh" ? unknown(0) : known(String(at + (takes && !lacks ? 2 : 1))), {});
      return ok(s);
    }
  } else if (a === undefined && Number.isInteger(at)) {
    noMore(e, s, name);
    return bad(s);
  }
  return someOption(e, s, name);
}

function someOption(e: Evaluation, s: State, name: string): Outcome {
  const none = fork(s);
  assignName(e, s, name, known(NAME), {});
  assignName(e, s, "OPTARG", { ...unknown(), unset: true }, {});
  assignName(e, s, "OPTIND", unknown(0), {});
  return { yes: s, no: none };
}

/** bash says `?`, zsh leaves the name as it was. */
function noMore(e: Evaluation, s: State, name: string): void {
  if (s.dialect !== "zsh") assignName(e, s, name, known("?"), {});
  if (s.dialect === "bash") frameOf(s, "OPTARG").set("OPTARG", null);
}
