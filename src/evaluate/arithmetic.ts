/** Shell arithmetic on text that may hold holes. Values of variables are read as expressions again, and subscripts are expanded: that is how data becomes code. */

import { HOLE } from "../session/value.ts";

export interface Names {
  /** Text of a variable, or undefined when it has none. */
  get(name: string): string | undefined;
  /** `value` undefined: some number. */
  set(name: string, value: number | undefined): void;
  /** Expands a subscript as in double quotes, running what it holds. */
  expand(text: string): string;
}

/** Nesting at which bash itself gives up (1024); far less is certain to be a loop here. */
const MAX_DEPTH = 24;

const OPERATORS = [
  "<<=",
  ">>=",
  "**",
  "++",
  "--",
  "<<",
  ">>",
  "<=",
  ">=",
  "==",
  "!=",
  "&&",
  "||",
  "+=",
  "-=",
  "*=",
  "/=",
  "%=",
  "&=",
  "^=",
  "|=",
  "+",
  "-",
  "*",
  "/",
  "%",
  "<",
  ">",
  "=",
  "!",
  "~",
  "&",
  "|",
  "^",
  "?",
  ":",
  "(",
  ")",
  ",",
];
const ASSIGNING = new Set(["=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "^=", "|="]);

const PRECEDENCE: { readonly [op: string]: number } = {
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

type Token =
  | { kind: "op"; text: string }
  | { kind: "number"; value: number | undefined }
  | { kind: "name"; name: string; index: string | undefined }
  | { kind: "end" };

/** The number, or undefined when it is not certain (or an error in the shell). */
export function arithmetic(text: string, names: Names, depth = 0): number | undefined {
  if (depth > MAX_DEPTH || text.length > 20_000) return undefined;
  let i = 0;
  let token: Token = { kind: "end" };
  const ended = (): boolean => token.kind === "end";

  const next = (): void => {
    while (i < text.length && /\s/.test(text[i] as string)) i++;
    if (i >= text.length) {
      token = { kind: "end" };
      return;
    }
    const c = text[i] as string;
    if (HOLE.test(c)) {
      i++;
      while (i < text.length && /[A-Za-z0-9_\ud800-\ud804]/.test(text[i] as string)) i++;
      token = { kind: "number", value: undefined };
      return;
    }
    const rest = text.slice(i, i + 64);
    const number = /^(?:0[xX][0-9a-fA-F]+|\d+#[0-9a-zA-Z@_]+|\d+)/.exec(rest)?.[0];
    if (number !== undefined) {
      i += number.length;
      const [base, digits] = number.split("#");
      token = {
        kind: "number",
        value:
          digits === undefined
            ? /^0\d/.test(number)
              ? Number.parseInt(number, 8)
              : Number(number)
            : Number.parseInt(digits, Number(base)),
      };
      return;
    }
    const name = /^[A-Za-z_]\w*/.exec(rest)?.[0];
    if (name !== undefined) {
      i += name.length;
      let index: string | undefined;
      if (text[i] === "[") {
        const start = i + 1;
        let open = 0;
        for (; i < text.length; i++) {
          if (text[i] === "[") open++;
          else if (text[i] === "]" && --open === 0) break;
        }
        index = text.slice(start, i);
        i++;
      }
      token = { kind: "name", name, index };
      return;
    }
    const op = OPERATORS.find((o) => text.startsWith(o, i));
    if (op === undefined) {
      i++;
      token = { kind: "number", value: undefined };
      return;
    }
    i += op.length;
    token = { kind: "op", text: op };
  };
  const isOp = (text: string) => token.kind === "op" && token.text === text;

  const numberOf = (name: string, index: string | undefined): number | undefined => {
    if (index !== undefined) {
      const inner = names.expand(index);
      if (inner !== "@" && inner !== "*") arithmetic(inner, names, depth + 1);
      return undefined;
    }
    const stored = names.get(name);
    if (stored === undefined || stored === "") return 0;
    if (/^-?\d{1,15}$/.test(stored)) return Number(stored);
    return arithmetic(stored, names, depth + 1);
  };

  const primary = (): number | undefined => {
    const t = token;
    if (t.kind === "number") {
      next();
      return t.value;
    }
    if (t.kind === "name") {
      next();
      if (token.kind === "op" && (token.text === "++" || token.text === "--")) {
        const by = token.text === "++" ? 1 : -1;
        next();
        const old = numberOf(t.name, t.index);
        names.set(t.name, old === undefined ? undefined : old + by);
        return old;
      }
      return numberOf(t.name, t.index);
    }
    if (isOp("(")) {
      next();
      const v = comma();
      if (isOp(")")) next();
      return v;
    }
    if (t.kind === "op") {
      next();
      if (t.text === "++" || t.text === "--") {
        const target = token;
        if (target.kind === "name") {
          next();
          const old = numberOf(target.name, target.index);
          const value = old === undefined ? undefined : old + (t.text === "++" ? 1 : -1);
          names.set(target.name, value);
          return value;
        }
        return undefined;
      }
      if ("+-!~".includes(t.text)) {
        const v = primary();
        if (v === undefined) return undefined;
        return t.text === "-" ? -v : t.text === "!" ? Number(v === 0) : t.text === "~" ? ~v : v;
      }
    }
    return undefined;
  };

  const binary = (min: number): number | undefined => {
    let left = primary();
    for (;;) {
      if (token.kind !== "op") return left;
      const op = token.text;
      const precedence = PRECEDENCE[op];
      if (precedence === undefined || precedence < min) return left;
      next();
      const right = binary(op === "**" ? precedence : precedence + 1);
      left = left === undefined || right === undefined ? undefined : apply(op, left, right);
    }
  };

  const ternary = (): number | undefined => {
    const start = i;
    const t = token;
    if (t.kind === "name") {
      // an assignment is a name followed by an assigning operator
      next();
      if (token.kind === "op" && ASSIGNING.has(token.text)) {
        const op = token.text;
        next();
        const right = ternary();
        if (t.index !== undefined) arithmetic(names.expand(t.index), names, depth + 1);
        const value = op === "=" ? right : both(numberOf(t.name, t.index), right, op.slice(0, -1));
        names.set(t.name, value);
        return value;
      }
      i = start;
      token = t;
    }
    const test = binary(1);
    if (!isOp("?")) return test;
    next();
    const yes = ternary();
    if (isOp(":")) next();
    const no = ternary();
    return test === undefined ? (yes === no ? yes : undefined) : test !== 0 ? yes : no;
  };

  const comma = (): number | undefined => {
    let v = ternary();
    while (isOp(",")) {
      next();
      v = ternary();
    }
    return v;
  };

  next();
  if (ended()) return 0;
  let v = comma();
  // what is left over would be an error in the shell; its names are still looked at
  for (let guard = 0; !ended() && guard < 200; guard++) {
    const before: number = i;
    comma();
    if (i === before) next();
    v = undefined;
  }
  return v;
}

const both = (a: number | undefined, b: number | undefined, op: string): number | undefined =>
  a === undefined || b === undefined ? undefined : apply(op, a, b);

function apply(op: string, a: number, b: number): number | undefined {
  switch (op) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return b === 0 ? undefined : Math.trunc(a / b);
    case "%":
      return b === 0 ? undefined : a % b;
    case "**":
      return b < 0 ? undefined : a ** b;
    case "<<":
      return a * 2 ** b;
    case ">>":
      return Math.floor(a / 2 ** b);
    case "<":
      return Number(a < b);
    case ">":
      return Number(a > b);
    case "<=":
      return Number(a <= b);
    case ">=":
      return Number(a >= b);
    case "==":
      return Number(a === b);
    case "!=":
      return Number(a !== b);
    case "&":
      return Number(BigInt.asIntN(64, BigInt(Math.trunc(a)) & BigInt(Math.trunc(b))));
    case "|":
      return Number(BigInt.asIntN(64, BigInt(Math.trunc(a)) | BigInt(Math.trunc(b))));
    case "^":
      return Number(BigInt.asIntN(64, BigInt(Math.trunc(a)) ^ BigInt(Math.trunc(b))));
    case "&&":
      return Number(a !== 0 && b !== 0);
    case "||":
      return Number(a !== 0 || b !== 0);
    default:
      return undefined;
  }
}
