/** Shell arithmetic as a tree. What cannot be read is cut off: the shell, too, calculates up to where it notices. */

import { HOLE } from "../session/value.ts";

export type Expression =
  /** `value` undefined: some number. `base`: the one it is written in, when it says so. */
  | { readonly kind: "number"; readonly value: bigint | undefined; readonly base?: number }
  | Target
  | { readonly kind: "unary"; readonly operator: string; readonly operand: Expression }
  /** `++x`, `x--` */
  | { readonly kind: "step"; readonly by: bigint; readonly before: boolean; readonly target: Target }
  | { readonly kind: "binary"; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | { readonly kind: "choice"; readonly test: Expression; readonly yes: Expression; readonly no: Expression }
  | { readonly kind: "assignment"; readonly operator: string; readonly target: Target; readonly value: Expression };

export interface Target {
  readonly kind: "name";
  readonly name: string;
  /** Text of the subscript. */
  readonly index: string | undefined;
}

export interface ArithmeticRead {
  /** Separated by commas. */
  readonly expressions: readonly Expression[];
  /** The shell would say that this is no expression. */
  readonly wrong: boolean;
  /** What it gives is written in a way of its own. */
  readonly formatted: boolean;
}

/** Parentheses and operators nested deeper than this are a number that nobody calculates. */
const MAX_NESTING = 200;

const OPERATORS =
  /\^\^=?|<<=|>>=|\*\*=|&&=|\|\|=|\*\*|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||\+=|-=|\*=|\/=|%=|&=|\^=|\|=|[-+*/%<>=!~&|^?:(),]/y;
const ASSIGNING = new Set(["=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "^=", "|=", "**="]);

/** Those that only zsh has. */
const LOGICAL = new Set(["&&=", "||=", "^^="]);

const BASH: { readonly [operator: string]: number } = {
  "||": 1,
  "&&": 2,
  "|": 3,
  "^": 4,
  "&": 5,
  "==": 6,
  "!=": 6,
  "<": 7,
  ">": 7,
  "<=": 7,
  ">=": 7,
  "<<": 8,
  ">>": 8,
  "+": 9,
  "-": 9,
  "*": 10,
  "/": 10,
  "%": 10,
  "**": 11,
};

/** zsh puts the bitwise operators before the arithmetic ones (zshmisc(1), without C_PRECEDENCES). */
const ZSH: { readonly [operator: string]: number } = {
  "||": 1,
  "^^": 1,
  "&&": 2,
  "==": 3,
  "!=": 3,
  "<": 4,
  ">": 4,
  "<=": 4,
  ">=": 4,
  "+": 5,
  "-": 5,
  "*": 6,
  "/": 6,
  "%": 6,
  "**": 7,
  "|": 8,
  "^": 9,
  "&": 10,
  "<<": 11,
  ">>": 11,
};

type Token =
  | { readonly kind: "operator"; readonly text: string }
  | { readonly kind: "number"; readonly value: bigint | undefined; readonly base?: number }
  | Target
  | { readonly kind: "wrong" }
  | { readonly kind: "end" };

const ZSH_NUMBER = /(?:0[bB][01]*|0[xX][0-9a-fA-F]*|\d+#[0-9a-zA-Z@_]*|\d[\w.]*)/y;
/** bash takes letters that are no digits along, and then complains. */
const BASH_NUMBER = /(?:0[xX][\w@#]*|\d+#[0-9a-zA-Z@_]*|\d[\w.]*)/y;

const SOME: Expression = { kind: "number", value: undefined };

export function readArithmetic(text: string, zsh: boolean, octal = !zsh, likeC = !zsh): ArithmeticRead {
  const precedence = likeC ? BASH : ZSH;
  let at = 0;
  let token: Token = { kind: "end" };
  let wrong = false;
  let nesting = 0;
  let formatted = false;
  /** `?` whose `:` is still to come. */
  let choices = 0;

  const next = (): void => {
    while (/\s/.test(text[at] ?? "")) at++;
    token = at >= text.length ? { kind: "end" } : readToken();
  };
  const readToken = (): Token => {
    const c = text[at] as string;
    if (HOLE.test(c)) {
      while (/[A-Za-z0-9_\ud800-\ud804]/.test(text[at] ?? "")) at++;
      return { kind: "number", value: undefined };
    }
    const number = zsh ? ZSH_NUMBER : BASH_NUMBER;
    number.lastIndex = at;
    const digits = number.exec(text)?.[0];
    if (digits !== undefined) {
      at += digits.length;
      return numberOf(digits, zsh, octal);
    }
    const name = /[A-Za-z_]\w*/y;
    name.lastIndex = at;
    const found = name.exec(text)?.[0];
    if (found !== undefined) {
      at += found.length;
      if (zsh && /^(?:inf|nan)$/i.test(found)) return { kind: "number", value: undefined };
      return { kind: "name", name: found, index: text[at] === "[" ? subscript() : undefined };
    }
    // zsh: `$`, `#x` and `##x` are numbers of their own kind, `[#16]` writes the result in a base
    const own = zsh ? /\$|##[\s\S]?|#(?:[A-Za-z_]\w*)?|\[#[^\]]*\]?/y : undefined;
    if (own) own.lastIndex = at;
    const special = own?.exec(text)?.[0];
    if (special !== undefined) {
      at += special.length;
      if (!special.startsWith("[")) return { kind: "number", value: undefined };
      formatted = true;
      while (/\s/.test(text[at] ?? "")) at++;
      return at < text.length ? readToken() : { kind: "end" };
    }
    OPERATORS.lastIndex = at;
    const sign = OPERATORS.exec(text)?.[0];
    if (sign === undefined) return { kind: "wrong" };
    const operator = zsh || !sign.startsWith("^^") ? sign : "^";
    at += operator.length;
    return { kind: "operator", text: operator };
  };
  const subscript = (): string => {
    const start = at + 1;
    let open = 0;
    for (; at < text.length; at++) {
      if (text[at] === "[") open++;
      else if (text[at] === "]" && --open === 0) break;
    }
    const index = text.slice(start, at);
    if (at >= text.length || index === "") wrong = true;
    at++;
    return index;
  };
  const is = (operator: string) => token.kind === "operator" && token.text === operator;
  const fail = (): Expression => {
    wrong = true;
    return SOME;
  };

  const primary = (): Expression => {
    const t = token;
    if (nesting > MAX_NESTING || wrong) return SOME;
    if (t.kind === "number") {
      next();
      // zsh takes it for what stands behind a name
      if (zsh && (is("++") || is("--"))) return fail();
      return t;
    }
    if (t.kind === "name") {
      next();
      if (!is("++") && !is("--")) return t;
      const by = is("++") ? 1n : -1n;
      next();
      return { kind: "step", by, before: false, target: t };
    }
    if (t.kind !== "operator") return fail();
    if (t.text === "(") {
      next();
      nesting++;
      const outer = choices;
      choices = 0;
      const inner = comma();
      choices = outer;
      nesting--;
      const whole = inner.reduce((left, right) => ({ kind: "binary", operator: ",", left, right }));
      // what stands there has been calculated by then
      if (!is(")")) wrong = true;
      else next();
      return whole;
    }
    if (t.text === "++" || t.text === "--") {
      next();
      if (token.kind === "name") {
        const target: Target = token;
        next();
        return { kind: "step", by: t.text === "++" ? 1n : -1n, before: true, target };
      }
      if (zsh) return fail();
      nesting++;
      const operand = primary();
      nesting--;
      return operand;
    }
    if (!"+-!~".includes(t.text)) return fail();
    next();
    nesting++;
    const operand = primary();
    nesting--;
    return { kind: "unary", operator: t.text, operand };
  };

  const binary = (least: number): Expression => {
    let left = primary();
    for (;;) {
      if (token.kind !== "operator" || wrong) return left;
      const operator: string = token.text;
      const rank = precedence[operator];
      if (rank === undefined || rank < least) return left;
      next();
      nesting++;
      const right = binary(operator === "**" ? rank : rank + 1);
      nesting--;
      left = { kind: "binary", operator, left, right };
    }
  };

  const assignment = (): Expression => {
    const left = conditional();
    if (token.kind === "operator" && (ASSIGNING.has(token.text) || (zsh && LOGICAL.has(token.text)))) {
      const operator: string = token.text;
      if (left.kind !== "name") {
        if (!zsh) {
          wrong = true;
          return left;
        }
        // zsh has calculated the right side by then
        next();
        const right = assignment();
        wrong = true;
        return { kind: "binary", operator: ",", left, right };
      }
      next();
      nesting++;
      const value = assignment();
      nesting--;
      if (wrong && !zsh) return value;
      // zsh 5.9 calculates this one and forgets it
      if (operator === "^^=") return { kind: "binary", operator: "^^", left, right: value };
      return { kind: "assignment", operator, target: left, value };
    }
    return left;
  };

  const conditional = (): Expression => {
    const left = binary(1);
    // zsh calculates what stands behind a `:` before it notices
    if (zsh && is(":") && choices === 0) {
      next();
      const right = assignment();
      wrong = true;
      return { kind: "binary", operator: ",", left, right };
    }
    if (!is("?")) return left;
    next();
    nesting++;
    choices++;
    // zsh and, behind the colon, bash: what is assigned there needs brackets
    const yes = zsh ? conditional() : comma().reduce((a, b) => ({ kind: "binary", operator: ",", left: a, right: b }));
    choices--;
    if (!is(":")) return fail();
    next();
    const no = conditional();
    nesting--;
    return { kind: "choice", test: left, yes, no };
  };

  const comma = (): Expression[] => {
    const out = [assignment()];
    while (is(",") && !wrong) {
      next();
      out.push(assignment());
    }
    return out;
  };

  next();
  if (token.kind === "end") return { expressions: [], wrong: false, formatted };
  const expressions = comma();
  const last = expressions.at(-1);
  const ended = (token as Token).kind === "end";
  // bash reads one token ahead, and another behind a name: it assigns nothing where that is none
  if ((token as Token).kind === "name") next();
  if (!zsh && (token as Token).kind === "wrong" && last) expressions.splice(-1, 1, unassigned(last));
  return { expressions, wrong: wrong || !ended, formatted };
}

const unassigned = (x: Expression): Expression => (x.kind === "assignment" ? unassigned(x.value) : x);

function numberOf(digits: string, zsh: boolean, octal: boolean): Token {
  const [base = "", rest] = digits.split("#");
  if (rest === "" && zsh) return inBase(Number(base), "0");
  if (rest !== undefined && zsh && Number(base) > 36) return { kind: "wrong" };
  if (rest !== undefined) return inBase(Number(base), rest);
  if (zsh && /^0[bB]/.test(digits)) return inBase(2, digits.slice(2) || "0");
  if (/^0[xX](?![0-9a-fA-F]*$)/.test(digits)) return { kind: "wrong" };
  if (/^0[xX]/.test(digits))
    return { kind: "number", value: digits.length === 2 ? 0n : wrap(BigInt(digits)), base: 16 };
  if (/^\d+$/.test(digits)) {
    if (!octal || !/^0\d/.test(digits)) return { kind: "number", value: wrap(BigInt(digits)) };
    return /[89]/.test(digits) ? { kind: "wrong" } : { kind: "number", value: wrap(BigInt(`0o${digits.slice(1)}`)) };
  }
  // zsh has floating point and `1_000`
  return zsh && /^[\d_]*\.?[\d_]*(?:[eE]\d*)?$/.test(digits) ? { kind: "number", value: undefined } : { kind: "wrong" };
}

function inBase(base: number, digits: string): Token {
  if (base < 2 || base > 64 || digits === "") return { kind: "wrong" };
  let value = 0n;
  for (const c of digits) {
    const digit = digitOf(c, base);
    if (digit < 0 || digit >= base) return { kind: "wrong" };
    value = value * BigInt(base) + BigInt(digit);
  }
  return { kind: "number", value: wrap(value), base };
}

function digitOf(c: string, base: number): number {
  if (/\d/.test(c)) return Number(c);
  if (c === "@") return 62;
  if (c === "_") return 63;
  const small = c.toLowerCase().charCodeAt(0) - 97 + 10;
  return base <= 36 || c === c.toLowerCase() ? small : small + 26;
}

export const wrap = (n: bigint): bigint => BigInt.asIntN(64, n);
