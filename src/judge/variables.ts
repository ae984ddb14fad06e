/** Listed variables: every way of setting one, and every command that would inherit one. */

import type { EnvRow } from "../rules/row.ts";
import type { AssignEvent, CommandEvent, Place } from "../session/event.ts";
import { ANY, DECODED, FOREIGN, HOLE, NETWORK, type Value } from "../session/value.ts";
import { type EnvContext, judgeVariable } from "./environment.ts";
import { noteListed, say } from "./findings.ts";
import { changed } from "./guard-names.ts";
import { code, type Judge } from "./judge.ts";
import { judgePath } from "./paths.ts";
import { isAbsolutePath } from "./text.ts";

/** Nesting of command lines inside values of variables. */
const MAX_NESTING = 4;

export function judgeAssigned(j: Judge, event: AssignEvent): void {
  changed(j, event);
  const row = j.tables.variable(event.name);
  if (row === undefined) return;
  if (event.exported === false && row.shell === undefined) return;
  noteListed(j.findings, event.place, event.name, event.value);
  if ((row.shape === "command" || row.shape === "text") && event.value.taint & (NETWORK | DECODED))
    code(j, event.place, event.value, `as the value of ${event.name}`);
  // nobody knows it yet: the first command that would inherit it asks, unless the shell itself obeys it before
  if (unknowable(event.value) && !(row.shell === "now" && row.shape === "command")) return;
  judgeValue(j, event.place, event.name, event.value, event.cwd);
}

/** What a command would inherit of what changed since the session began. */
export function judgeInherited(j: Judge, event: CommandEvent): void {
  for (const [name, variable] of event.inherited(j.tables.isListed)) {
    const row = j.tables.variable(name);
    if (row === undefined) continue;
    noteListed(j.findings, event.place, name, variable.value, variable.origin);
    judgeValue(j, event.place, name, variable.value, event.cwd);
    if (row.shape === "exec-path") loaded(j, event, row, name, variable.value);
  }
}

/** Code that a variable names, by where it came from. */
function loaded(j: Judge, event: CommandEvent, row: EnvRow, name: string, value: Value): void {
  // what is first in the list of programs counts when a program is found there (by-path.ts)
  const marks = row.shell === undefined ? NETWORK | DECODED | FOREIGN : NETWORK | DECODED;
  for (const path of value.texts.flatMap((text) => text.split(/[:\s]/))) {
    const mark = path === "" || HOLE.test(path) ? undefined : event.content(path);
    if (mark !== undefined && mark.taint & marks) code(j, event.place, mark, `named by ${name}`);
  }
}

const unknowable = (v: Value) => v.texts.some((t) => t === ANY);

export function judgeValue(j: Judge, place: Place, name: string, value: Value, cwd: Value): void {
  const row = j.tables.variable(name);
  if (row === undefined || (value.unset && value.texts.length === 0)) return;
  // what does not count in a file counts outside of it
  const key = `${name}=${value.texts.join("\0")}@${cwd.texts.join("\0")}@${place.inFile ?? ""}${place.dead ?? ""}`;
  if (j.judged.has(key)) return;
  j.judged.add(key);
  if (j.tables.broken !== undefined) {
    say(j.findings, place, {
      rule: `env-${name}`,
      effect: "opaque",
      because: `sets ${name} while heed's own table of variables is broken: ${j.tables.broken}`,
    });
    return;
  }
  const start = j.session.initial.get(name);
  for (const directory of cwd.texts)
    for (const text of value.texts) {
      if (approved(j, name, text, directory)) continue;
      const context: EnvContext = {
        name,
        home: j.world.home,
        dialect: j.session.dialect,
        startValue: start?.origin.kind === "start" ? start.value.texts[0] : undefined,
        place: (path, role) => judgePath(role, path, directory, j.world)?.effect ?? "observe",
        judgeLine: (line) => {
          if (j.depth >= MAX_NESTING)
            return [
              { effect: "opaque", because: "holds commands inside commands, deeper than heed follows", text: line },
            ];
          return [...j.nested(line, j.depth + 1).all.values()].map((f) => ({
            effect: f.effect,
            because: f.because,
            text: f.text,
            ...(f.instead === undefined ? {} : { instead: f.instead }),
          }));
        },
      };
      for (const f of judgeVariable(row, { texts: [text], unset: false, taint: value.taint }, context))
        say(j.findings, place, {
          rule: `env-${name}`,
          effect: f.effect,
          because: f.because,
          instead: f.instead ?? instead(name),
        });
    }
}

const instead = (name: string) => `Leave ${name} alone, or give it a value inside the project.`;

/** A value that a person approved; a relative one only in the directory it was approved in. */
function approved(j: Judge, name: string, text: string, directory: string): boolean {
  if (HOLE.test(text)) return false;
  return j.session.approved.has(`${name}=${text}`) && (isAbsolutePath(text) || j.session.cwd.texts.includes(directory));
}
