/** `[[ … ]]`: what is certain about a test. */

import { ANY, HOLE, known, textOf, unknown, type Value } from "../session/value.ts";
import type { Test } from "../syntax/tree.ts";
import { arithmetic } from "./arithmetic.ts";
import { assignName } from "./assign.ts";
import { type Evaluation, giveUp } from "./context.ts";
import { expandText, expandValue } from "./expand.ts";
import { join } from "./joining.ts";
import { flavorOf } from "./match.ts";
import { calculate, names } from "./names.ts";
import { bad, ended, negate, type Outcome, ok } from "./outcome.ts";
import { matches } from "./pattern.ts";
import { fork, type State } from "./state.ts";

const NUMERIC = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);

export function test(e: Evaluation, s: State, t: Test): Outcome {
  switch (t.kind) {
    case "and":
    case "or": {
      const left = test(e, s, t.left);
      const go = t.kind === "and" ? left.yes : left.no;
      const stay = t.kind === "and" ? left.no : left.yes;
      if (go === undefined) return left;
      const right = test(e, go === stay ? fork(go) : go, t.right);
      if (stay === undefined) return right;
      return t.kind === "and"
        ? { yes: right.yes, no: right.no ? join(right.no, stay) : stay }
        : { yes: right.yes ? join(right.yes, stay) : stay, no: right.no };
    }
    case "not":
      return negate(test(e, s, t.inner));
    case "word":
    case "unary": {
      const word = t.kind === "word" ? t.word : t.operand;
      if (s.dialect === "zsh" && word.parts.some((p) => p.kind === "process")) giveUp(e, s);
      const operator = t.kind === "word" ? "-n" : t.operator;
      // zsh takes a lone `-n` for a mistake
      const lone = t.kind === "word" && word.parts[0]?.kind === "literal" && /^-.$/.test(word.parts[0].text);
      if (lone && s.dialect === "zsh") {
        giveUp(e, s);
        return ended(s, undefined);
      }
      if (operator === "-v" || operator === "-R") {
        subscript(e, s, expandValue(e, s, word, false, "word"));
        return ended(s, undefined);
      }
      return unaryTest(s, operator, expandValue(e, s, word, false, "word"));
    }
    case "binary": {
      const pattern = ["==", "=", "!="].includes(t.operator);
      // zsh has no process substitution here
      const both = [...t.left.parts, ...t.right.parts];
      if (s.dialect === "zsh" && both.some((p) => p.kind === "process")) giveUp(e, s);
      const left = expandValue(e, s, t.left, false, "word");
      const right = expandValue(e, s, t.right, pattern, "word");
      if (NUMERIC.has(t.operator)) {
        const a = calculate(e, s, left);
        const b = calculate(e, s, right);
        // it may be no expression
        if ([left, right].some((v) => v.texts.some((x) => HOLE.test(x)))) giveUp(e, s);
        return a === undefined || b === undefined ? ended(s, undefined) : ended(s, compare(t.operator, a, b));
      }
      if (t.operator === "=~") {
        return regularExpression(e, s, left, right);
      }
      const l = textOf(left);
      const r = right.texts.length === 1 ? right.texts[0] : undefined;
      if (!pattern || l === undefined || r === undefined) return ended(s, undefined);
      const plain = (text: string) => (s.options.has("nocasematch") ? text.toLowerCase() : text);
      const m = matches(plain(r), plain(l), flavorOf(s));
      if (m === undefined) return ended(s, undefined);
      return ended(s, m === (t.operator !== "!=") ? 0 : 1);
    }
    default: {
      const never: never = t;
      return never;
    }
  }
}

/** `=~` where both sides are known and the expression means the same in JavaScript. */
function regularExpression(e: Evaluation, s: State, left: Value, right: Value): Outcome {
  const text = textOf(left);
  const source = textOf(right);
  const name = s.dialect === "zsh" ? "MATCH" : "BASH_REMATCH";
  const plain =
    source !== undefined &&
    source.length < 200 &&
    /^\^?(?:[\w\s:/=,@%-]|\.|\[[\w^-]+\][+*?]?|\w[+*?])*\$?$/.test(source);
  const found = plain && text !== undefined && text.length < 2000 ? new RegExp(source).exec(text) : undefined;
  if (found === null) return bad(s);
  const value = found === undefined ? unknown(left.taint) : known(found[0], left.taint);
  if (s.dialect === "zsh") assignName(e, s, name, value, {});
  else {
    const groups: [string, Value][] = found === undefined ? [[ANY, unknown(left.taint)]] : [];
    assignName(e, s, name, value, { elements: new Map([["0", value], ...groups]) });
  }
  return found === undefined ? ended(s, undefined) : ok(s);
}

export function unaryTest(s: State, operator: string, v: Value): Outcome {
  const empty = v.texts.every((x) => x === "");
  const full = v.texts.every((x) => x !== "" && x !== ANY) && !v.unset;
  if (operator === "-n") return full && v.texts.length > 0 ? ok(s) : empty ? bad(s) : ended(s, undefined);
  if (operator === "-z") return full && v.texts.length > 0 ? bad(s) : empty ? ok(s) : ended(s, undefined);
  return ended(s, undefined);
}

export function compare(operator: string, a: number, b: number): 0 | 1 {
  const holds =
    operator === "-eq"
      ? a === b
      : operator === "-ne"
        ? a !== b
        : operator === "-lt"
          ? a < b
          : operator === "-le"
            ? a <= b
            : operator === "-gt"
              ? a > b
              : a >= b;
  return holds ? 0 : 1;
}

/** `name[subscript]` given as data: the subscript is expanded and calculated, so what it holds runs. */
export function subscript(e: Evaluation, s: State, v: Value): void {
  for (const t of v.texts) {
    const inner = /^[A-Za-z_]\w*\[([\s\S]*)\]$/.exec(t)?.[1];
    if (inner !== undefined && /[$`]/.test(inner)) expandText(e, s, inner);
    if (inner !== undefined) arithmetic(inner, names(e, s));
  }
}
