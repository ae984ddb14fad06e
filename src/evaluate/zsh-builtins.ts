/** What zsh reads of the words behind a builtin before the builtin sees them: one way for all (zsh 5.9, measured). */

import { HOLE } from "../session/value.ts";

interface Row {
  /** Letters it knows: `:` behind one with a value, `:%` a number that may be missing. Without any there are no options. */
  readonly letters?: string;
  readonly least?: number;
  readonly most?: number;
  /** `+` takes an option away. */
  readonly plus?: true;
  /** A word with a letter that it does not know is an operand. */
  readonly lenient?: true;
  /** A dash alone is an operand. */
  readonly dash?: true;
}

const DECLARE = "AE:%F:%HL:%R:%TUZ:%afghi:%klmp:%rtuxz";
const MOVE: Row = { letters: "qsPL", most: 2, lenient: true, dash: true };
const NONE: Row = {};
const ONE: Row = { most: 1 };

/** Builtins that are not here read their words themselves. */
const ROWS: { readonly [name: string]: Row } = {
  ".": { least: 1 },
  ":": NONE,
  alias: { letters: "Lgmrs", plus: true },
  autoload: { letters: "dmktrRTUwWXz", plus: true },
  bg: NONE,
  break: ONE,
  bye: ONE,
  cd: MOVE,
  chdir: MOVE,
  continue: ONE,
  declare: { letters: DECLARE, plus: true },
  dirs: { letters: "clpv" },
  disable: { letters: "afmprs" },
  disown: NONE,
  echo: { letters: "neE", lenient: true },
  emulate: { letters: "lLR" },
  enable: { letters: "afmprs" },
  eval: NONE,
  exit: ONE,
  export: { letters: "E:%F:%HL:%R:%TUZ:%afhi:%lp:%rtu", plus: true },
  false: NONE,
  fg: NONE,
  float: { letters: "E:%F:%HL:%R:%Z:%ghlp:%rtux", plus: true },
  functions: { letters: "ckmMstTuUWx:z", plus: true },
  getopts: { least: 2 },
  hash: { letters: "Ldfmrv" },
  integer: { letters: "HL:%R:%Z:%ghi:%lp:%rtux", plus: true },
  jobs: { letters: "dlpZrs" },
  let: { least: 1 },
  local: { letters: "AE:%F:%HL:%R:%TUZ:%ahi:%lp:%rtux", plus: true },
  logout: ONE,
  popd: { letters: "q", most: 1, lenient: true, dash: true },
  print: { letters: "abcC:Df:ilmnNoOpPrRsSu:v:x:X:z-" },
  printf: { letters: "v:", least: 1, lenient: true, dash: true },
  pushd: MOVE,
  pwd: { letters: "rLP", most: 0 },
  read: { letters: "cd:ek:%lnpqrst:%zu:AE" },
  readonly: { letters: "AE:%F:%HL:%R:%TUZ:%afghi:%lptux", plus: true },
  rehash: { letters: "df", most: 0 },
  return: ONE,
  setopt: NONE,
  shift: { letters: "p" },
  source: { least: 1 },
  times: { most: 0 },
  true: NONE,
  type: { letters: "ampfsSw" },
  typeset: { letters: DECLARE, plus: true },
  umask: { letters: "S", most: 1 },
  unalias: { letters: "ams" },
  unfunction: { letters: "m", least: 1 },
  unhash: { letters: "adfms", least: 1 },
  unset: { letters: "fmv", least: 1 },
  unsetopt: NONE,
  wait: NONE,
  whence: { letters: "acmpvfsSwx:" },
  where: { letters: "pmsSwx:" },
  which: { letters: "ampsSwx:" },
  zmodload: { letters: "AFRILP:abcfdilmpsue" },
};

export interface Options {
  /** Letters given behind a dash, and behind a plus. */
  readonly on: ReadonlySet<string>;
  readonly off: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  /** It has options at all. */
  readonly lettered: boolean;
  /** Number of words that stand before the operands. */
  readonly length: number;
  /** A letter, a value or a number of operands that it does not take: it does nothing, and fails. */
  readonly wrong: boolean;
}

/** The options among the words behind a builtin; undefined where it reads them itself. */
export function optionsOf(name: string, args: readonly string[]): Options | undefined {
  const row = Object.hasOwn(ROWS, name) ? ROWS[name] : undefined;
  if (row === undefined) return undefined;
  const found = row.letters === undefined ? ended(args[0] === "--" ? 1 : 0) : given(row, row.letters, args);
  const operands = args.slice(found.length);
  const few = operands.length < (row.least ?? 0) && !operands.some((w) => HOLE.test(w));
  return { ...found, wrong: found.wrong || few || operands.length > (row.most ?? Number.POSITIVE_INFINITY) };
}

const ended = (length: number): Options => ({
  on: new Set(),
  off: new Set(),
  values: new Map(),
  lettered: false,
  length,
  wrong: false,
});

function given(row: Row, known: string, args: readonly string[]): Options {
  const on = new Set<string>();
  const off = new Set<string>();
  const values = new Map<string, string>();
  let letters = known;
  let lenient = row.lenient === true;
  let i = 0;
  const done = (wrong: boolean): Options => ({
    on,
    off,
    values,
    lettered: true,
    length: Math.min(i, args.length),
    wrong,
  });
  while (i < args.length) {
    const a = args[i] as string;
    const minus = a[0] === "-";
    if (!minus && !(row.plus && a[0] === "+")) break;
    if (/\d/.test(a[1] ?? "") || (row.dash && a === "-")) break;
    if (row.dash && a === "--") {
      i++;
      break;
    }
    if (lenient && [...a.slice(1)].some((c) => !letters.includes(c))) break;
    const cluster = a[1] === "-" ? a.slice(2) : a.slice(1);
    // a sign alone ends them
    if (cluster === "") {
      i++;
      break;
    }
    for (let k = 0; k < cluster.length; k++) {
      const c = cluster[k] as string;
      if (!letters.includes(c)) return done(!HOLE.test(c));
      // the last counts
      (minus ? on : off).add(c);
      (minus ? off : on).delete(c);
      const at = letters.indexOf(c);
      if (letters[at + 1] !== ":") continue;
      const behind = cluster.slice(k + 1);
      if (letters[at + 2] === "%") {
        if (/^\d/.test(behind)) values.set(c, behind);
        else if (/^\d/.test(args[i + 1] ?? "")) values.set(c, args[++i] as string);
        else continue;
      } else if (behind !== "") values.set(c, behind);
      else if (args[i + 1] === undefined) return done(true);
      else values.set(c, args[++i] as string);
      break;
    }
    i++;
    // behind -R `print` is `echo`
    if (on.has("R") && letters.startsWith("abcC") && !on.has("f")) {
      letters = "ne";
      lenient = true;
    }
    if (on.has("-")) break;
  }
  return done(false);
}
