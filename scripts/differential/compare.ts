/** Is what really ran among what evaluation said? */

import { fits } from "../../src/session/holes.ts";
import type { Session, Variable } from "../../src/session/session.ts";
import { ANY, HOLE, known, textOf, type Value } from "../../src/session/value.ts";
import { FILES, LISTED, type Ran, type Recording } from "../../test/evaluate/host.ts";
import type { Noted, Really } from "./cage.ts";

/** Between the words of an argv; no word holds it. */
const GAP = "\x01";

/** Nobody knows which name the shell gives a process substitution. */
const unnamed = (word: string): string =>
  word.replaceAll(
    /\/(?:dev|proc\/self)\/fd\/(?:\d\d|substitution-\d+-)|\/tmp\/zsh(?:-substitution-\d+-|\w{6})/gi,
    "<substitution>",
  );

export interface Miss {
  /** Stable short word for the kind of difference: shrinking keeps it. */
  readonly kind: "argv" | "environment" | "directory" | "input" | "state" | "file";
  readonly text: string;
}

/** Text with holes against a real text. */
export function stands(said: string, ran: string): boolean {
  return fits(unnamed(said), unnamed(ran));
}

function standsValue(v: Value, real: string | undefined): boolean {
  if (real === undefined) return v.unset;
  return v.texts.some((t) => stands(t, real)) || (real === "" && v.unset);
}

/** A word with a hole may be none, one or several of the real words: nobody knows where it splits. */
function argvStands(ran: readonly string[], real: readonly string[]): boolean {
  const [name = "", ...rest] = ran;
  const argv = [name.replace(/^.*\/bin\/(?=x\d$)/, ""), ...rest].map(unnamed);
  let reached = new Set([0]);
  for (const word of argv) {
    if (!HOLE.test(word)) {
      reached = new Set([...reached].filter((at) => real[at] === word).map((at) => at + 1));
      continue;
    }
    // a set takes what is added while it is walked
    for (const at of reached)
      for (let end = at + 1; end <= real.length; end++)
        if (!reached.has(end) && fits(word, real.slice(at, end).join(GAP))) reached.add(end);
  }
  return reached.has(real.length);
}

function exportedStands(v: Variable | undefined, real: string | undefined): boolean {
  const goes =
    v !== undefined && v.exported !== false && (v.kind === "scalar" || v.kind === "nameref" || v.tied !== undefined);
  if (real === undefined) return !goes || v.exported === "maybe" || v.value.unset || v.pending === true;
  return goes && standsValue(v.value, real);
}

const show = (value: unknown) => JSON.stringify(value);
const shown = (v: Variable | undefined) => (v === undefined ? "unset" : show({ ...v.value, exported: v.exported }));

/** The first real command that evaluation did not say, or said with another environment, directory or input. */
export function compareCommands(said: Recording, real: Really): Miss | undefined {
  for (const noted of real.noted) {
    const same = said.commands.filter((c) => argvStands(c.argv, noted.argv.map(unnamed)));
    const miss = compareOne(same, noted, said.session.blurred !== undefined);
    if (miss) return miss;
  }
  return undefined;
}

function compareOne(same: readonly Ran[], noted: Noted, blurred: boolean): Miss | undefined {
  if (same.length === 0) return { kind: "argv", text: `really ran ${show(noted.argv)}` };
  const here = same.filter((c) => c.cwd.texts.some((t) => stands(t, noted.cwd)));
  if (here.length === 0)
    return { kind: "directory", text: `${show(noted.argv)} in ${noted.cwd}, said ${show(same[0]?.cwd.texts)}` };
  const fit = here.filter((c) => LISTED.every((n) => exportedStands(c.variables.get(n), noted.exported.get(n))));
  // evaluation has said that names may have become anything
  if (fit.length === 0 && blurred) return undefined;
  if (fit.length === 0) {
    const name = LISTED.find((n) => !here.some((c) => exportedStands(c.variables.get(n), noted.exported.get(n))));
    const said = here.map((c) => shown(c.variables.get(name ?? ""))).join(" or ");
    return {
      kind: "environment",
      text: `${show(noted.argv)} with ${name ?? "names"}=${show(noted.exported.get(name ?? ""))}, said ${said}`,
    };
  }
  const { stdin } = noted;
  // the stub's own shell keeps no NUL
  const kept = (v: Value): Value => ({ ...v, texts: v.texts.map((t) => t.replaceAll("\0", "")) });
  if (stdin !== undefined && !fit.some((c) => c.stdin === undefined || standsValue(kept(c.stdin), stdin)))
    return { kind: "input", text: `${show(noted.argv)} with ${show(stdin)} as input, said ${show(fit[0]?.stdin)}` };
  return undefined;
}

/** What the shell has after the line against the session. */
export function compareState(said: Recording, real: Really): Miss | undefined {
  const { left } = real;
  const { session } = said;
  if (left === undefined || session.blurred !== undefined) return undefined;
  if (!session.cwd.texts.some((t) => stands(t, left.cwd)))
    return { kind: "state", text: `is in ${left.cwd}, said ${show(session.cwd.texts)}` };
  // a list is shown joined with the first character of IFS
  const joins = session.variables.get("IFS")?.origin.kind !== "line";
  for (const name of LISTED) {
    const own = session.variables.get(name);
    // with KSH_ARRAYS the name alone is the first element
    const first = session.options.has("ksharrays") ? own?.elements?.get("0") : undefined;
    const target = own?.kind === "nameref" ? session.variables.get(own.value.texts[0] ?? "") : undefined;
    const other = target?.value ?? first ?? joined(session, own);
    const variable = own && other ? { ...own, value: other } : own;
    const value = left.values.get(name);
    if (own?.elements && !joins) continue;
    if (own?.kind !== "nameref" && !standsScalar(variable, value))
      return { kind: "state", text: `${name} is ${show(value)}, said ${shown(variable)}` };
    if (!exportedStands(own, left.exported.get(name)))
      return { kind: "state", text: `${name} is exported as ${show(left.exported.get(name))}, said ${shown(own)}` };
  }
  return undefined;
}

/** zsh joins a list with what IFS begins with. */
function joined(session: Session, own: Variable | undefined): Value | undefined {
  const texts = [...(own?.elements?.values() ?? [])].map((v) => (v.many ? undefined : textOf(v)));
  const [glue] = session.variables.get("IFS")?.value.texts ?? [];
  if (session.dialect !== "zsh" || glue === undefined || texts.length === 0 || texts.includes(undefined))
    return undefined;
  return known(texts.join(glue.slice(0, 1)));
}

function standsScalar(v: Variable | undefined, real: string | undefined): boolean {
  if (v === undefined) return real === undefined;
  // a declared name without a value counts as set in one shell and not in the other; children see neither
  if (real === undefined || real === "")
    return v.value.unset || v.value.texts.some((t) => stands(t, "")) || !!v.elements;
  return standsValue(v.value, real);
}

/** Every file that came or changed was opened for writing, and holds what the session thinks it holds. */
export function compareFiles(said: Recording, real: Really, cwd: string): Miss | undefined {
  for (const [name, text] of real.files) {
    if (FILES[name] === text) continue;
    const path = `${cwd}/${name}`;
    const opened = said.writes.some((w) =>
      w.cwd.texts.some((d) => {
        const full =
          w.path.startsWith("/") || w.path.startsWith(ANY) ? w.path : `${d}/${w.path.replace(/^(\.\/)+/, "")}`;
        return stands(full, path);
      }),
    );
    if (!opened) return { kind: "file", text: `${name} was written` };
    const mark = said.session.files.get(path);
    if (mark !== undefined && !mark.value.texts.some((t) => stands(t, text)))
      return { kind: "file", text: `${name} holds ${show(text)}, said ${show(mark.value)}` };
  }
  return undefined;
}
