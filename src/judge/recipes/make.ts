/** Makefiles: the recipes of the targets that are asked for and of what they need, with variables as far as the file says. */

import { type Asked, type Reader, SOMETHING } from "./reader.ts";

/** Before its variables are filled in. */
interface Rule {
  readonly targets: string;
  readonly needs: string;
  readonly recipe: string[];
}

interface Filled {
  readonly targets: readonly string[];
  readonly needs: readonly string[];
  readonly recipe: readonly string[];
}

interface Makefile {
  readonly variables: Map<string, string>;
  readonly rules: Rule[];
  /** What names stand for once everything is read. */
  readonly values: Map<string, string>;
  /** Commands whose output is a value. */
  readonly shell: Set<string>;
  /** A part is not there to be read: an unknown name may have a value. */
  open: boolean;
}

/** What make itself sets. */
const BUILT_IN: { readonly [name: string]: string } = {
  RM: "rm -f",
  MAKE: "make",
  CC: "cc",
  CXX: "c++",
  AR: "ar",
  CURDIR: ".",
};

const ASSIGNMENT = /^\s*(?:(?:export|override|private)\s+)*([^\s:#=!?+$]+)\s*(\?=|:{1,3}=|\+=|!=|=)\s*([\s\S]*)$/;
const MAX_DEPTH = 16;
const MAX_LENGTH = 8_192;

export const make: Reader = (text, asked) => {
  const file: Makefile = { variables: new Map(), values: new Map(), rules: [], shell: new Set(), open: false };
  read(file, text, asked, 0);
  for (const [name, value] of asked.set) file.variables.set(name, value);
  file.values.clear();
  for (const name of file.variables.keys()) standsFor(file, name);
  const lines = wanted(file, asked.words).flatMap((rule) => rule.recipe.map((line) => plain(expand(file, line))));
  return [...file.shell, ...lines];
};

/** `@`, `-` and `+` before a command are make's. */
const plain = (line: string) => line.replace(/^[@+\s-]*/, "");

function read(file: Makefile, text: string, asked: Asked, depth: number): void {
  let rule: Rule | undefined;
  let inside = false;
  for (const whole of logical(text)) {
    if (inside || /^\s*define\b/.test(whole)) {
      inside = !/^\s*endef\b/.test(whole);
      continue;
    }
    if (whole.startsWith("\t") && rule !== undefined) {
      rule.recipe.push(whole.slice(1));
      continue;
    }
    const line = whole
      .replaceAll(/\\\n\s*/g, " ")
      .replace(/(^|[^\\])#[\s\S]*$/, "$1")
      .trim();
    if (line === "" || /^(?:ifn?eq|ifn?def|else|endif|vpath|unexport)\b/.test(line)) continue;
    const included = /^[-s]?include\s+(.*)$/.exec(line)?.[1];
    if (included !== undefined) {
      for (const path of expand(file, included).split(/\s+/)) {
        const other = depth < MAX_DEPTH ? asked.text(path) : undefined;
        if (other === undefined) file.open = true;
        else read(file, other, asked, depth + 1);
      }
      continue;
    }
    const [, name = "", operator = "", value = ""] = ASSIGNMENT.exec(line) ?? [];
    if (name !== "") {
      assign(file, name, operator, value);
      continue;
    }
    rule = ruleOf(line) ?? rule;
    if (rule !== undefined && !file.rules.includes(rule)) file.rules.push(rule);
  }
}

/** Lines with what a backslash at their end brings along. */
function logical(text: string): string[] {
  return text.match(/(?:[^\\\n]|\\[\s\S])+/g) ?? [];
}

function assign(file: Makefile, name: string, operator: string, value: string): void {
  const old = file.variables.get(name);
  file.values.clear();
  if (operator === "!=") {
    file.shell.add(expand(file, value));
    file.variables.set(name, SOMETHING);
  } else if (operator === "+=") file.variables.set(name, old === undefined ? value : `${old} ${value}`);
  else if (operator !== "?=" || old === undefined) file.variables.set(name, value);
}

function ruleOf(line: string): Rule | undefined {
  const [, left = "", right = ""] = /^((?:[^:$]|\$\([^)]*\)|\$\{[^}]*\}|\$.)+?):{1,2}(?!=)([\s\S]*)$/.exec(line) ?? [];
  if (left === "") return undefined;
  const at = right.indexOf(";");
  const needs = at < 0 ? right : right.slice(0, at);
  return {
    targets: left,
    // a value that only these targets have
    needs: ASSIGNMENT.test(needs) ? "" : needs,
    recipe: at < 0 ? [] : [right.slice(at + 1)],
  };
}

/** The rules that would run: those of the targets, or the first one, and of everything before them. */
function wanted(file: Makefile, words: readonly string[]): Filled[] {
  const fill = (text: string) =>
    expand(file, text)
      .split(/[\s|]+/)
      .filter(Boolean);
  const rules = file.rules.map(({ targets, needs, recipe }) => ({
    targets: fill(targets),
    needs: fill(needs),
    recipe,
  }));
  const targets = words.filter((word) => !word.includes("="));
  const goal = file.variables.get(".DEFAULT_GOAL");
  const first = rules.flatMap((rule) => rule.targets).find((target) => !/^\.[^/]*$|%/.test(target));
  const named = new Map<string, Filled[]>();
  const patterns: Filled[] = [];
  for (const rule of rules) {
    if (rule.targets.some((target) => target.includes("%") || target.includes(SOMETHING))) patterns.push(rule);
    for (const target of rule.targets) named.set(target, [...(named.get(target) ?? []), rule]);
  }
  const out = new Set<Filled>(named.get(".DEFAULT"));
  const names = new Set(targets.length > 0 ? targets : [goal ?? first ?? ""]);
  for (const name of names)
    for (const rule of [...(named.get(name) ?? []), ...patterns.filter((each) => mayMake(each, name))]) {
      out.add(rule);
      for (const need of rule.needs) names.add(need);
    }
  return [...out];
}

function mayMake(rule: Filled, name: string): boolean {
  return rule.targets.some((target) => {
    if (target.includes(SOMETHING)) return true;
    const [before = "", after] = target.split("%");
    return after !== undefined && name.startsWith(before) && name.endsWith(after);
  });
}

function expand(file: Makefile, text: string): string {
  let out = "";
  for (let at = 0; at < text.length; at++) {
    if (out.length > MAX_LENGTH) return SOMETHING;
    const c = text[at] as string;
    if (c !== "$") {
      out += c;
      continue;
    }
    const next = text[++at] ?? "";
    if (next === "$") out += "$";
    else if (next === "(" || next === "{") {
      const end = closing(text, at);
      out += standsFor(file, text.slice(at + 1, end));
      at = end;
    } else out += standsFor(file, next);
  }
  return out;
}

/** The bracket that closes the one at `start`. */
function closing(text: string, start: number): number {
  const open = text[start];
  const close = open === "(" ? ")" : "}";
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === open) depth++;
    else if (text[at] === close && --depth === 0) return at;
  }
  return text.length;
}

function standsFor(file: Makefile, name: string): string {
  const known = file.values.get(name);
  if (known !== undefined) return known;
  // what a name that stands for itself is meanwhile
  file.values.set(name, SOMETHING);
  const value = evaluated(file, name);
  file.values.set(name, value);
  return value;
}

function evaluated(file: Makefile, name: string): string {
  const shell = /^shell\s+([\s\S]*)$/.exec(name)?.[1];
  if (shell !== undefined) file.shell.add(expand(file, shell));
  const value = file.variables.get(name);
  if (value !== undefined) return expand(file, value);
  if (Object.hasOwn(BUILT_IN, name)) return BUILT_IN[name] as string;
  // the environment's, or nothing
  if (/^[A-Za-z_]\w*$/.test(name) && !/^MAKE/.test(name)) return file.open ? SOMETHING : `\${${name}}`;
  const inner = /\$[({][\s\S]*/.exec(name)?.[0];
  if (inner !== undefined && shell === undefined) expand(file, inner);
  return SOMETHING;
}
