/** Shell arithmetic on text that may hold holes. Values of variables are read as expressions again, and subscripts are expanded: that is how data becomes code. */

import { HOLE } from "../session/value.ts";
import { type Expression, readArithmetic, type Target, wrap } from "./arithmetic-syntax.ts";

export interface Names {
  readonly zsh: boolean;
  /** zsh: numbers that begin with a zero are octal, operators bind as in C. */
  readonly octal?: boolean;
  readonly likeC?: boolean;
  /** Text of a variable or of one of its elements, or undefined when it has none. */
  get(name: string, index: string | undefined): string | undefined;
  /** `value` undefined: some number. `certain` false: it may not happen. `base`: zsh writes it so. False: the name is readonly. */
  set(
    name: string,
    index: string | undefined,
    value: number | undefined,
    certain: boolean,
    base: number | undefined,
  ): boolean;
  /** Expands a subscript as in double quotes, running what it holds. */
  expand(text: string): string;
  /** The shell says that this is no expression, and does not go on. */
  fail(): void;
  /** Work that looking at a text of so many characters takes; false when it is more than is allowed. */
  step(length: number): boolean;
  /** What it does is not followed. */
  unclear(reason: string): void;
  /** zsh: every number is a floating-point one. */
  readonly floats?: boolean;
}

/** Values that are expressions of names whose values are expressions … this deep are a loop. */
const MAX_DEPTH = 24;
/** Longer than a person writes it, and as deep as it can be evaluated. */
const MAX_LENGTH = 4_000;

/** The number, or undefined when it is not certain (or an error in the shell). */
export function arithmetic(text: string, names: Names, depth = 0): number | undefined {
  const value = calculated(text, names, depth, true);
  return value === undefined || value > MAX_SAFE || value < -MAX_SAFE ? undefined : Number(value);
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

function calculated(text: string, names: Names, depth: number, certain: boolean): bigint | undefined {
  if (depth > MAX_DEPTH || text.length > MAX_LENGTH) {
    names.unclear("arithmetic longer than heed follows");
    return undefined;
  }
  if (!names.step(text.length)) return undefined;
  const { expressions, wrong, formatted } = readArithmetic(text, names.zsh, names.octal, names.likeC);
  // the last base that a number was written in counts for what is assigned
  let base: number | undefined;
  const own: Own = {
    ...names,
    based: (b) => {
      base = b;
    },
    set: (name, index, result, sure) =>
      names.set(name, index, formatted ? undefined : result, sure, names.zsh ? base : undefined),
  };
  // what zsh has assigned by then in brackets, and what stands behind `#` and `$`
  if (names.zsh && (STRANGE.test(text) ? DOES.test(text) : wrong && ASSIGNS.test(text)))
    names.unclear("arithmetic that assigns and is not read to the end");
  let value: bigint | undefined = 0n;
  // zsh calculates while it reads, up to where it is wrong; bash looks one word further for what it cannot read
  const sure = certain && !(wrong && (names.zsh || /[.@\\]/.test(text)));
  for (const expression of expressions) value = evaluate(expression, own, depth, sure);
  if (!wrong) return formatted || names.floats ? undefined : value;
  // whatever stands for what is not known
  const settled = HOLE.test(text) ? readArithmetic(text.replace(new RegExp(HOLE, "gu"), "0"), names.zsh).wrong : true;
  if (settled) names.fail();
  return undefined;
}

/** Something that cannot be a number or an operator between two. */
const DOES = /[=?:&|]|\+\+|--/;

const ASSIGNS = /[)\d]\s*(?:[-+*/%&|^]{1,2}|<<|>>)?=(?!=)/;

/** zsh: numbers of another kind, behind which nothing is read. */
const STRANGE = /\[#|(?<!\w)#|\$/;

/** The base in which zsh will write an integer that gets this text, when the text says so. */
export function baseOf(text: string): number | undefined {
  let base: number | undefined;
  const seen = (b: number) => {
    base = b;
  };
  if (/[bBxX#]/.test(text)) for (const x of readArithmetic(text, true).expressions) passBy(x, seen);
  return base;
}

/** As zsh writes a number in a base. */
export function written(n: number, base: number | undefined): string {
  if (base === undefined || base === 10 || !Number.isInteger(base) || base < 2 || base > 36) return String(n);
  return `${n < 0 ? "-" : ""}${base}#${Math.abs(n).toString(base).toUpperCase()}`;
}

interface Own extends Names {
  readonly based: (base: number) => void;
}

/** Numbers that are read and not calculated set the base all the same. */
function passBy(x: Expression, based: (base: number) => void): void {
  if (x.kind === "number" && x.base !== undefined) based(x.base);
  else if (x.kind === "unary") passBy(x.operand, based);
  else if (x.kind === "binary") for (const y of [x.left, x.right]) passBy(y, based);
  else if (x.kind === "choice") for (const y of [x.test, x.yes, x.no]) passBy(y, based);
  else if (x.kind === "assignment") passBy(x.value, based);
}

function evaluate(x: Expression, names: Own, depth: number, certain: boolean): bigint | undefined {
  const inner = (y: Expression, sure = certain) => evaluate(y, names, depth, sure);
  switch (x.kind) {
    case "number":
      if (x.base !== undefined) names.based(x.base);
      return x.value;
    case "name":
      return numberOf(x, names, depth, certain);
    case "unary":
      return unary(x.operator, inner(x.operand));
    case "step": {
      const old = numberOf(x.target, names, depth, certain);
      const value = old === undefined ? undefined : wrap(old + x.by);
      if (!assign(x.target, value, names, certain)) return undefined;
      return x.before ? value : old;
    }
    case "binary": {
      // zsh looks a name up when it calculates with it
      const late = names.zsh && x.left.kind === "name" && x.operator !== "&&" && x.operator !== "||";
      if (late) {
        const right = inner(x.right);
        return combined(x.operator, inner(x.left), right, names);
      }
      const left = inner(x.left);
      if (x.operator === "&&" || x.operator === "||") {
        const settles = x.operator === "||";
        if (left !== undefined && (left !== 0n) === settles) {
          passBy(x.right, names.based);
          return settles ? 1n : 0n;
        }
        const right = inner(x.right, certain && left !== undefined);
        if (right !== undefined && (right !== 0n) === settles) return settles ? 1n : left === undefined ? 0n : 0n;
        return left === undefined || right === undefined ? undefined : settles ? 0n : 1n;
      }
      return combined(x.operator, left, inner(x.right), names);
    }
    case "choice": {
      const test = inner(x.test);
      if (test !== undefined) {
        if (test === 0n) passBy(x.yes, names.based);
        const chosen = inner(test !== 0n ? x.yes : x.no);
        if (test !== 0n) passBy(x.no, names.based);
        return chosen;
      }
      const yes = inner(x.yes, false);
      return inner(x.no, false) === yes ? yes : undefined;
    }
    case "assignment": {
      // bash takes the old value before it calculates the right side, zsh after
      const before = x.operator === "=" || names.zsh ? undefined : numberOf(x.target, names, depth, certain);
      const value = inner(x.value);
      let result = value;
      if (x.operator !== "=") {
        const old = names.zsh ? numberOf(x.target, names, depth, certain) : before;
        result =
          old === undefined || value === undefined ? undefined : apply(x.operator.slice(0, -1), old, value, names);
      }
      return assign(x.target, result, names, certain) ? result : undefined;
    }
    default: {
      const never: never = x;
      return never;
    }
  }
}

function indexOf(target: Target, names: Names): string | undefined {
  return target.index === undefined ? undefined : names.expand(target.index);
}

function numberOf(target: Target, names: Names, depth: number, certain: boolean): bigint | undefined {
  const stored = names.get(target.name, indexOf(target, names));
  if (stored === undefined || stored === "") return 0n;
  if (/^-?[1-9]\d{0,14}$/.test(stored)) return BigInt(stored);
  return calculated(stored, names, depth + 1, certain);
}

function assign(target: Target, value: bigint | undefined, names: Names, certain: boolean): boolean {
  const small = value !== undefined && value <= MAX_SAFE && value >= -MAX_SAFE ? Number(value) : undefined;
  const index = indexOf(target, names);
  // no number came out of what is no expression: then nothing is assigned
  const wrong = value === undefined && !names.zsh && !HOLE.test(names.get(target.name, index) ?? "\ud800");
  return names.set(target.name, index, small, certain && !wrong, undefined);
}

function unary(operator: string, value: bigint | undefined): bigint | undefined {
  if (value === undefined) return undefined;
  if (operator === "-") return wrap(-value);
  if (operator === "!") return value === 0n ? 1n : 0n;
  return operator === "~" ? ~value : value;
}

const truth = (holds: boolean) => (holds ? 1n : 0n);

function combined(
  operator: string,
  left: bigint | undefined,
  right: bigint | undefined,
  names: Names,
): bigint | undefined {
  if (operator === ",") return right;
  return left === undefined || right === undefined ? undefined : apply(operator, left, right, names);
}

function apply(operator: string, a: bigint, b: bigint, names: Names): bigint | undefined {
  switch (operator) {
    case "+":
      return wrap(a + b);
    case "-":
      return wrap(a - b);
    case "*":
      return wrap(a * b);
    case "/":
    case "%":
      if (b === 0n) {
        names.fail();
        return undefined;
      }
      return wrap(operator === "/" ? a / b : a % b);
    case "**":
      if (b < 0n) {
        // zsh goes on with a floating-point number
        if (!names.zsh) names.fail();
        return undefined;
      }
      return b > 4096n ? undefined : wrap(a ** b);
    case "<<":
      return wrap(a << (b & 63n));
    case ">>":
      return wrap(a >> (b & 63n));
    case "<":
      return truth(a < b);
    case ">":
      return truth(a > b);
    case "<=":
      return truth(a <= b);
    case ">=":
      return truth(a >= b);
    case "==":
      return truth(a === b);
    case "!=":
      return truth(a !== b);
    case "&":
      return a & b;
    case "|":
      return a | b;
    case "^":
      return a ^ b;
    case "&&":
      return truth(a !== 0n && b !== 0n);
    case "||":
      return truth(a !== 0n || b !== 0n);
    case "^^":
      return truth((a !== 0n) !== (b !== 0n));
    default:
      return undefined;
  }
}
