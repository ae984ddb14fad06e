/** What a Perl program does, as far as the language of one-liners goes. */

import { builtins, complete, functions, modules } from "./perl-names.ts";
import { literal, plainInterpolation, quoted, second } from "./perl-quotes.ts";
import { type Reader, take } from "./reader.ts";
import { type CodeReport, type Draft, doubt, draft, finish, line } from "./report.ts";

export function perl(program: string): CodeReport {
  const report = draft();
  read({ text: program, at: 0, report, braces: [], blockEnd: -1, subs: subs(program), depth: 0 });
  return finish(report);
}

interface Perl extends Reader {
  readonly report: Draft;
  /** For each open brace whether it is a subscript's. */
  readonly braces: boolean[];
  /** Where the last block ended. */
  blockEnd: number;
  /** Names of the program's own functions. */
  readonly subs: ReadonlySet<string>;
  readonly depth: number;
}

function subs(program: string): ReadonlySet<string> {
  return new Set([...program.matchAll(/\bsub\s+([A-Za-z_]\w*)/g)].map(([, name]) => name ?? ""));
}

class Unclear extends Error {}

function read(r: Perl): void {
  try {
    let term = true;
    while (r.at < r.text.length) term = step(r, term);
  } catch (error) {
    if (!(error instanceof Unclear)) throw error;
    doubt(r.report, error.message);
  }
}

function unclear(because: string): never {
  throw new Unclear(because);
}

/** Reads one word; the answer says whether a value is expected next. */
function step(r: Perl, term: boolean): boolean {
  if (take(r, /\s+|#[^\n]*/y) !== undefined) return term;
  const name = take(r, /[A-Za-z_]\w*(?:::\w+)*/y);
  if (name !== undefined) return word(r, name, term);
  return term ? value(r) : operator(r);
}

function operator(r: Perl): boolean {
  const before = r.text.slice(Math.max(0, r.at - 40), r.at).trimEnd();
  if (r.text[r.at] === "{") r.braces.push(/[\w\]}>]$/.test(before));
  if (take(r, /->(?=\s*[[{])/y) !== undefined) return false;
  if (take(r, /->/y) !== undefined) unclear("calls a method or a function that it computes");
  if (r.text[r.at] === "}") return close(r);
  // Behind a block a value begins, which these signs may also do.
  const afterBlock = r.blockEnd >= 0 && r.text.slice(r.blockEnd, r.at).trim() === "";
  if (afterBlock && /^["'$@`]/.test(r.text.slice(r.at, r.at + 1))) return value(r);
  if (afterBlock && /^[/?%&*<.x]/.test(r.text.slice(r.at, r.at + 1))) unclear("has a sign that may mean two things");
  if (take(r, /[)\]]|\+\+|--/y) !== undefined) return false;
  const sign = take(
    r,
    /\*\*=?|\|\|=?|&&=?|\/\/=?|\.\.\.?|<=>|<<=?|>>=?|=>|=~|!~|[-+*/.%x|&^]=|[=!<>]=|[-+*/%.<>=?:,;&|^~!([{]/y,
  );
  return sign === undefined ? unclear("has a sign that heed cannot read") : true;
}

function close(r: Perl): boolean {
  r.at++;
  if (r.braces.pop() !== true) r.blockEnd = r.at;
  return false;
}

function value(r: Perl): boolean {
  const c = r.text[r.at] ?? "";
  if (c === "'") return string(r, r.at, false);
  if (c === '"') return string(r, r.at, true);
  if (c === "`") return shell(r, r.at);
  if (c === "/") return pattern(r, r.at);
  if (take(r, /<(?:STDIN|\$\w+)?>/y) !== undefined) return false;
  if (c === "<") unclear("has a here-document or a glob");
  if (take(r, /\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?|0[xb][\da-fA-F_]+|\.\d+/y) !== undefined) return false;
  if (take(r, /-[a-zA-Z]\b(?!\s*=>)/y) !== undefined) return true;
  if (c === "$" || c === "@" || c === "%") return variable(r);
  if (c === "&" || c === "*") unclear("calls or changes a function by name");
  if (c === "}") return close(r);
  if (c === "{") r.braces.push(false);
  if (take(r, /[)\]]/y) !== undefined) return false;
  if (take(r, /[-+!~\\([{,;:?]|\.\.\.?|=>/y) !== undefined) return true;
  return unclear("has a sign that heed cannot read");
}

const assigns = /\s*(?:=(?![=~])|\+\+|--|(?:\*\*|\|\||&&|\/\/|<<|>>|[-+*/.%x|&^])=)/y;

function variable(r: Perl): boolean {
  const name =
    take(
      r,
      /\$#?(?:\{\^?\w+\}|\w+(?:::\w+)*|\^[A-Z]|[&`'+!@/\\,;.0-9<>()[\]|"~$%-](?!\w))|[@%](?:\{\^?\w+\}|\w+(?:::\w+)*)|@-|%\+/y,
    ) ?? unclear("reaches a variable through a reference");
  const bare = name.replace(/^[$@%]#?\{?/, "").replace(/\}$/, "");
  const at = r.at;
  const index = take(r, /\s*(?:\[[^\]\n]*\]|\{[^}\n]*\})/y);
  assigns.lastIndex = r.at;
  const changed = assigns.test(r.text);
  r.at = at;
  if (/^(?:INC|SIG|ISA|EXPORT)$/.test(bare) || /::/.test(bare)) unclear(`uses ${name}`);
  if (bare === "ENV" && (changed || index === undefined)) unclear("changes the environment");
  if (
    bare === "ARGV" &&
    (changed ||
      !(name === "$ARGV" || name === "$#ARGV" || /scalar\s*\(?\s*@ARGV$/.test(r.text.slice(Math.max(0, at - 20), at))))
  )
    unclear("may change the list of files that it reads");
  return false;
}

function string(r: Perl, at: number, interpolates: boolean): boolean {
  const text = quoted(r.text, at) ?? unclear("has a string that does not end");
  if (interpolates && text.open !== "'" && !plainInterpolation(text.body, false))
    unclear("may run code inside a string");
  r.at = text.end;
  return false;
}

function shell(r: Perl, at: number): boolean {
  const text = quoted(r.text, at) ?? unclear("has a string that does not end");
  r.at = text.end;
  const command = literal(text.body, text.open !== "'");
  if (command === undefined) unclear("runs a command that it computes");
  line(r.report, command);
  return false;
}

function pattern(r: Perl, at: number): boolean {
  const text = quoted(r.text, at) ?? unclear("has a pattern that does not end");
  if (text.open !== "'" && !plainInterpolation(text.body, true)) unclear("may run code inside a pattern");
  r.at = text.end;
  take(r, /[msixpodualngc]*/y);
  return false;
}

function substitution(r: Perl, at: number): boolean {
  const from = quoted(r.text, at) ?? unclear("has a pattern that does not end");
  const to = second(r.text, from) ?? unclear("has a pattern that does not end");
  if (from.open !== "'" && !plainInterpolation(from.body, true)) unclear("may run code inside a pattern");
  r.at = to.end;
  const flags = take(r, /[a-z]*/y) ?? "";
  if (/e.*e/.test(flags)) unclear("runs text that it computes");
  if (flags.includes("e")) {
    if (r.depth > 3) unclear("holds code in code, deeper than heed follows");
    read({ ...r, text: to.body, at: 0, braces: [], blockEnd: -1, depth: r.depth + 1 });
  } else if (to.open !== "'" && !plainInterpolation(to.body, false)) unclear("may run code inside a string");
  return false;
}

function word(r: Perl, name: string, term: boolean): boolean {
  const { text } = r;
  const next = /^\s*/.exec(text.slice(r.at, r.at + 200))?.[0].length ?? 0;
  const after = text.slice(r.at + next, r.at + next + 2);
  // a key: `{word}` or `word =>`
  if (
    after === "=>" ||
    (after.startsWith("}") &&
      /[\w\]}>]\s*\{\s*$/.test(text.slice(Math.max(0, r.at - name.length - 40), r.at - name.length)))
  )
    return false;
  if (
    term &&
    /^(?:q|qq|qw|qr|qx|m|s|tr|y)$/.test(name) &&
    after !== "" &&
    !/^[\s\w,;)]/.test(after) &&
    !(next > 0 && after.startsWith("#"))
  )
    return quoteLike(r, name, r.at + next);
  switch (name) {
    case "system":
    case "exec":
      return runs(r);
    case "open":
      return opens(r);
    case "unlink":
    case "rmdir":
      return deletes(r);
    case "use":
    case "no":
      return uses(r);
    case "eval":
      return after.startsWith("{") ? true : unclear("runs text as code");
    case "do":
      return after.startsWith("{") ? true : unclear("runs another file");
    case "sub":
      take(r, /\s*\w*\s*(?:\([^)]*\))?/y);
      return true;
  }
  if (complete.has(name))
    return name === "BEGIN" || name === "END" || !(after.startsWith(";") || !/^["'$@%\w]/.test(after));
  if (!term && /^x\d+$/.test(name)) return false;
  if (functions.has(name)) {
    if (/^[>=)\]};,|]/.test(after)) return false;
    if (/^\s*<(?:STDIN|\$\w+)?>/.test(text.slice(r.at, r.at + 40))) return true;
    // Without an argument a slash or `<` would mean something else.
    if (
      /^[/<?]/.test(after) &&
      !/^(?:print|say|if|unless|while|until|and|or|not|split|grep|map|return|x|eq|ne|lt|gt|le|ge|cmp|push|join)$/.test(
        name,
      )
    )
      unclear(`uses ${name} before a sign that may mean two things`);
    return true;
  }
  if (r.subs.has(name) && !builtins.has(name)) return true;
  return unclear(`uses ${name}`);
}

function quoteLike(r: Perl, name: string, at: number): boolean {
  switch (name) {
    case "q":
    case "qw":
      return string(r, at, false);
    case "qq":
      return string(r, at, true);
    case "qx":
      return shell(r, at);
    case "s":
      return substitution(r, at);
    case "tr":
    case "y": {
      const from = quoted(r.text, at) ?? unclear("has a pattern that does not end");
      r.at = (second(r.text, from) ?? unclear("has a pattern that does not end")).end;
      take(r, /[cdsr]*/y);
      return false;
    }
    default:
      return pattern(r, at);
  }
}

/** Literal arguments up to the end of the statement. */
function strings(r: Perl): readonly string[] {
  const found: string[] = [];
  const parenthesis = take(r, /\s*\(/y) !== undefined;
  for (;;) {
    take(r, /\s*/y);
    const words = take(r, /qw\s*(?=[^\w\s])/y) !== undefined;
    const operatorName = words ? undefined : take(r, /qq?\s*(?=[^\w\s,;=)])/y);
    const c = r.text[r.at] ?? "";
    if (!words && operatorName === undefined && c !== "'" && c !== '"') unclear("uses an argument that it computes");
    const text = quoted(r.text, r.at) ?? unclear("has a string that does not end");
    r.at = text.end;
    const interpolates =
      !words && (operatorName?.startsWith("qq") === true || (operatorName === undefined && c === '"'));
    const value = literal(text.body, interpolates);
    if (value === undefined) unclear("uses an argument that it computes");
    found.push(...(words ? value.trim().split(/\s+/) : [value]));
    if (take(r, /\s*,/y) === undefined) break;
    if (/^\s*\)/.test(r.text.slice(r.at))) break;
  }
  if (
    parenthesis
      ? take(r, /\s*\)/y) === undefined
      : !/^\s*(?:$|[;})]|or\b|and\b|if\b|unless\b|for\b|\|\||&&)/.test(r.text.slice(r.at))
  )
    unclear("uses an argument that it computes");
  return found;
}

function runs(r: Perl): boolean {
  const [first = "", ...rest] = strings(r);
  if (rest.length === 0) line(r.report, first);
  else r.report.runs.push({ kind: "argv", text: [first, ...rest] });
  return false;
}

function deletes(r: Perl): boolean {
  r.report.deletes.push(...strings(r));
  return false;
}

/** `open(my $f, "<", "name")` only: with two arguments the name may be a command. */
function opens(r: Perl): boolean {
  const parenthesis = take(r, /\s*\(/y) !== undefined;
  if (take(r, /\s*(?:(?:my|our|local)\s*)?\$?\w+\s*,/y) === undefined)
    unclear("opens in a way that heed does not follow");
  const rest: Perl = { ...r };
  const [mode = "", path, ...more] = parenthesis
    ? strings({ ...rest, text: `(${r.text.slice(r.at)}`, at: 0 })
    : strings(rest);
  const plain = /^\s*(?:\+?[<>]|>>)\s*(?::[\w():-]+)?\s*$/.test(mode);
  if (path === undefined || more.length > 0 || !plain) unclear("opens in a way that heed does not follow");
  (/[>+]/.test(mode) ? r.report.writes : r.report.reads).push(path);
  take(
    r,
    parenthesis
      ? /(?:"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|[^)"'])*\)/y
      : /(?:"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|[\s,])*/y,
  );
  return false;
}

function uses(r: Perl): boolean {
  const statement = take(r, /\s+[\w:.]+[^;}]*/y) ?? unclear("uses a module that it computes");
  const [, module = "", rest = ""] = /^\s+([\w:.]+)([\s\S]*)$/.exec(statement) ?? [];
  if (!modules.test(module)) {
    r.report.loads.push(module);
    unclear(`uses the module ${module}`);
  }
  if (!/^\s*(?:(?:qw\s*)?[('"[][\w\s:'",&.-]*[)'"\]]|[\w\s=>'",.-]*)\s*$/.test(rest))
    unclear(`uses ${module} in a way that heed does not follow`);
  return true;
}
