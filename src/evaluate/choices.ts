/** `if` and `case`: which branches may run. */

import type { Case, If, List } from "../syntax/tree.ts";
import type { Evaluation } from "./context.ts";
import { expandValue } from "./expand.ts";
import { join } from "./joining.ts";
import { flavorOf } from "./match.ts";
import { either_, type Outcome, ok } from "./outcome.ts";
import { matches } from "./pattern.ts";
import { outcomeOfList, runList } from "./run.ts";
import { fork, type State } from "./state.ts";
import { apart } from "./traps.ts";

export function branches(e: Evaluation, s: State, c: If): Outcome {
  let rest: State | undefined = s;
  let yes: State | undefined;
  let no: State | undefined;
  const take = (o: Outcome) => {
    if (o.yes) yes = join(yes, o.yes);
    if (o.no) no = join(no, o.no);
  };
  for (const clause of c.clauses) {
    if (rest === undefined || !rest.live) break;
    const t = outcomeOfList(e, rest, clause.test);
    const same = t.yes === t.no;
    if (t.yes) take(outcomeOfList(e, same ? fork(t.yes) : t.yes, clause.body));
    rest = t.no;
  }
  if (rest !== undefined) take(c.otherwise ? outcomeOfList(e, rest, c.otherwise) : ok(rest));
  return { yes, no };
}

export function choose(e: Evaluation, s: State, c: Case): Outcome {
  const word = expandValue(e, s, c.word, false, "word");
  let rest: State | undefined = s;
  let done: State | undefined;
  const finish = (t: State) => {
    done = join(done, t);
  };
  let falling: State | undefined;
  for (const arm of c.arms) {
    if (rest === undefined && falling === undefined) break;
    let enter: State | undefined = falling;
    falling = undefined;
    if (rest !== undefined) {
      const verdicts: (boolean | undefined)[] = [];
      for (const p of arm.patterns) {
        const pattern = expandValue(e, rest, p, true, "word");
        for (const t of word.texts) for (const q of pattern.texts) verdicts.push(matches(q, t, flavorOf(s)));
      }
      const certain = verdicts.some((v) => v === true) && word.texts.length === 1;
      const possible = verdicts.some((v) => v !== false);
      if (possible) {
        const t = certain ? rest : fork(rest);
        enter = join(enter, t);
        if (certain) rest = undefined;
      }
    }
    if (enter === undefined) {
      // `case x in y) …`: literal to literal, so nobody can mean it to run; what it would do is said all the same
      if (rest !== undefined && c.word.parts.every((p) => p.kind === "literal")) dead(e, rest, arm.body);
      continue;
    }
    if (arm.body.items.length === 0) enter.status = 0;
    const result = runList(e, enter, arm.body);
    if (arm.then === ";&") falling = result;
    else if (arm.then === ";;&") rest = join(rest, result);
    else finish(result);
  }
  if (falling) finish(falling);
  if (rest) finish({ ...rest, status: 0 });
  return either_(done ?? s);
}

function dead(e: Evaluation, s: State, body: List): void {
  const saved = e.place;
  e.place = { ...e.place, dead: true };
  apart(e, () => either_(runList(e, fork(s), body)));
  e.place = saved;
}
