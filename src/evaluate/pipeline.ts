/** Pipelines: parts that run beside each other, each in its own shell but perhaps the last. */

import { either, known, NETWORK, unknown, type Value } from "../session/value.ts";
import type { ArrayLiteral, Command, Part, Pipeline, Redirection, Word } from "../syntax/tree.ts";
import { literalOf } from "./aliases.ts";
import type { Evaluation } from "./context.ts";
import { perhapsOn } from "./joining.ts";
import { after, either_, eitherOutcome, failing, negate, type Outcome, ok } from "./outcome.ts";
import { shareInput } from "./redirect.ts";
import { isolated, runCommand } from "./run.ts";
import { fork, outOf, type State } from "./state.ts";
import { afterCommand, apart, trapsBelow } from "./traps.ts";

export function pipeline(e: Evaluation, s: State, c: Pipeline): Outcome {
  const before = c.parts.length > 1 ? fork(s) : s;
  const done = parts(e, s, c);
  if (before !== s) meanwhile(e, before, after(done), c);
  return done;
}

const runsInWords = (c: Command) =>
  c.kind === "simple" && [...c.words, ...c.assignments.map((a) => a.value)].some(runsIn);

const runsIn = (w: Word | ArrayLiteral): boolean =>
  w.kind === "array" ? w.elements.some((x) => runsIn(x.value)) : w.parts.some((p) => inside(p));

const inside = (p: Part): boolean =>
  p.kind === "command" || p.kind === "process" || (p.kind === "double" && p.parts.some(inside));

/** `exec >file` */
const redirectsShell = (c: Command) =>
  c.kind === "simple" && c.redirections.length > 0 && c.words.length === 1 && literalOf(c.words[0]) === "exec";

/** Its parts run beside each other: what a later one got from the network into a file, an earlier one may read. */
function meanwhile(e: Evaluation, before: State, done: State, c: Pipeline): void {
  const fetched = (path: string) => ((done.files.get(path)?.value.taint ?? 0) & NETWORK) !== 0;
  const came = [...done.files.differing(before.files)].some(
    (path) => fetched(path) && done.files.get(path) !== before.files.get(path),
  );
  if (!came) return;
  const place = e.place;
  e.place = { ...place, dead: true };
  before.files = done.files.copy();
  apart(e, () => parts(e, before, c));
  e.place = place;
}

function parts(e: Evaluation, s: State, c: Pipeline): Outcome {
  if (c.parts.length === 1) {
    const inner = c.timed && s.dialect === "sh" ? fork(s) : s;
    const before = c.timed && s.dialect === "zsh" && timedApart(c.parts[0] as Command) ? fork(s) : undefined;
    const ran = runCommand(e, inner, c.parts[0] as Command);
    if (inner !== s) return isolated(s, ran);
    // zsh times what is no command in a subshell and does not ask how it ended, unless it is the last thing to do
    const done = before ? eitherOutcome(ok(after(isolated(before, ran))), ran) : ran;
    return c.negated ? negate(done) : done;
  }
  // the shell itself is then redirected, whichever part that is
  if (s.dialect === "zsh" && c.parts.some(redirectsShell))
    e.host.opaque(e.place, "a shell that is redirected in a pipeline");
  if (s.options.has(perhapsOn("lastpipe"))) e.host.opaque(e.place, "a pipeline whose last part may run here");
  let input: Value | undefined;
  let last: Outcome = either_(s);
  // whether an earlier part decides: with pipefail, and in zsh where the last only assigns
  let fails = false;
  const tail = c.parts.at(-1);
  const carries =
    s.options.has("pipefail") || (s.dialect === "zsh" && tail?.kind === "simple" && tail.words.length === 0);
  const files = s.files;
  let now = files;
  c.parts.forEach((part, i) => {
    const final = i === c.parts.length - 1;
    const current = final && (s.dialect === "zsh" || s.options.has("lastpipe"));
    const inner = current ? s : fork(s);
    inner.files = now;
    const saved = { descriptors: new Map(inner.descriptors), out: inner.out };
    if (!current) inner.options.add("\0pipe");
    if (input !== undefined) {
      // zsh: what a command's words run reads from where the shell reads
      const value = s.dialect === "zsh" && runsInWords(part) ? either(input, unknown(0)) : input;
      inner.descriptors.set(0, { kind: "data", value, piped: true });
    }
    if (!final) {
      inner.out = known("");
      inner.racing = false;
      inner.descriptors.set(1, { kind: "capture", piped: true });
      if (c.stderr[i] && s.dialect !== "bash") inner.descriptors.set(2, { kind: "capture" });
    }
    if (!current) inner.traps = trapsBelow(inner);
    const whole = c.stderr[i] && s.dialect !== "sh" ? withErrors(part) : part;
    const done = current ? runCommand(e, inner, whole) : apart(e, () => runCommand(e, inner, whole));
    const end = after(done);
    if (i === 0 && !current) shareInput(s, s.descriptors.get(0), end);
    now = end.files;
    if (!final && done.no) fails = true;
    // zsh runs no EXIT trap of a builtin that has set it there
    if (!final)
      input =
        s.dialect === "zsh" && part.kind === "simple" && inner.traps.size > 0
          ? either(known(""), outOf(end))
          : outOf(end);
    else if (current) {
      for (const t of new Set([done.yes, done.no])) if (t) t.descriptors = new Map(saved.descriptors);
      last = done;
    } else {
      s.out = end.out;
      s.racing = end.racing;
      s.files = now;
      last = isolated(s, done);
    }
  });
  if (fails && carries) last = failing(last, [after(last)]);
  // of one that runs here its commands have seen to it
  if (s.traps.size > 0 && s.dialect === "bash") afterCommand(e, last);
  return c.negated ? negate(last) : last;
}

/** bash `|&`: errors go where the output goes, once the command's own redirections are done. */
function withErrors(c: Command): Command {
  const { span } = c;
  const one: Redirection = {
    operator: ">&",
    descriptor: 2,
    target: { kind: "word", parts: [{ kind: "literal", text: "1", quoted: false }], span },
    span,
  };
  if ("redirections" in c) return { ...c, redirections: [...c.redirections, one] };
  const body = { kind: "list" as const, items: [{ command: c, background: false }], span };
  return { kind: "group", body, always: undefined, redirections: [one], span };
}

/** zsh: all but commands with words may be timed in a subshell (measured: zsh 5.9). */
const timedApart = (c: Command): boolean => c.kind !== "simple" || c.words.length === 0;
