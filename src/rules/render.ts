/** A row as a person reads it: what `heed rules PROGRAM` and `heed env NAME` print. */

import { type Flag, parseFlag } from "./flags.ts";
import { parseOperands } from "./operands.ts";
import type { EnvRow, EnvShape, PathFlag, Row, When } from "./row.ts";

export function renderRow(name: string, row: Row): string {
  return `${blocks(name, row).join("\n")}\n`;
}

function blocks(name: string, row: Row): readonly string[] {
  const subs = Object.entries(row.sub ?? {});
  const widest = Math.max(...subs.map(([sub]) => sub.length));
  return [
    `${name}: ${row.because ?? "not described"}`,
    ...said("also called", row.also?.join(", ")),
    ...said("effect", row.effect === undefined || row.effect === "observe" ? undefined : row.effect),
    ...said("only if this would lose work", row.loss),
    ...said("brings in from outside", bringsWords(row.brings)),
    ...said("instead", row.instead),
    ...said("operands", operandWords(row.operands)),
    ...said("standard input", stdinWords(row)),
    ...said("prints", row.prints?.join(" or ") ?? stdoutWords[row.stdout ?? "input"]),
    ...said("runs", row.privileged ? "its command as another user" : undefined),
    ...said("where", row.elsewhere ? "its command and paths are on another machine or in a container" : undefined),
    ...said("network", row.network ? "what it is given leaves the machine" : undefined),
    ...said("says only what it would do with", row.dry?.join(", ")),
    ...said("prints help and nothing else with", row.help?.join(", ")),
    ...listed("flags", (row.flags ?? []).flatMap(flagWords)),
    ...listed("but", (row.when ?? []).map(whenWords)),
    ...listed(
      "subcommands",
      subs.map(([sub, below]) => [sub.padEnd(widest), below.because ?? ""].join("  ").trimEnd()),
    ),
    ...listed("passes", row.pass ?? []),
    ...listed("stops", row.stop ?? []),
  ];
}

function said(label: string, text: string | undefined): readonly string[] {
  return text === undefined || text === "" ? [] : [`  ${label}: ${text}`];
}

function listed(label: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`  ${label}:`, ...items.map((item) => `    ${item}`)];
}

const stdoutWords = {
  input: undefined,
  lines: "some of the lines it reads",
  number: "numbers",
  numbered: "lines behind their numbers",
  first: "the first column of what it reads",
  fresh: "the name of a new temporary file",
  same: "exactly what it reads",
  environment: "variables of its environment",
  shell: "shell code that is made to be evaluated",
  fetched: "what it fetched from the network",
  decoded: "what it decoded",
  paths: "names of files",
  own: "nothing of what it reads",
} as const;

const bringing = {
  repository: "the repository that it is given",
  contents: "what an archive holds",
  patch: "what a patch changes",
  files: "the files that it is given",
  copy: "all that another place holds",
  update: "what another machine has now",
  remote: "a remote's address",
  commits: "commits",
  revision: "the commit that it is given",
} as const;

const bringsWords = (brings: Row["brings"]): string | undefined => brings && bringing[brings];

function stdinWords({ stdin, lang }: Row): string | undefined {
  switch (stdin) {
    case "code":
      return `is run${lang === undefined ? "" : ` as ${lang}`}, unless the program is named`;
    case "sent":
      return "leaves the machine";
    case "paths":
      return "names files";
    case "args":
      return "holds arguments";
    default:
      return undefined;
  }
}

function operandWords(texts: readonly string[] | undefined): string {
  const operands = parseOperands(texts ?? []);
  if (typeof operands === "string") return "";
  return operands
    .map(({ role, detail, count }) => {
      const word = detail === "" ? role : `${role} in ${detail}`;
      return count === "many" ? `${word}, any number` : count === "optional" ? `${word}, if there` : word;
    })
    .join("; ");
}

function flagWords(text: string): readonly string[] {
  const flags = parseFlag(text);
  return typeof flags === "string" ? [] : [flags.map(flagWord).join("; ")];
}

function flagWord(flag: Flag): string {
  const role = flag.detail === "" ? flag.role.toUpperCase() : `${flag.role.toUpperCase()} in ${flag.detail}`;
  const value = flag.value === "required" ? ` ${role}` : flag.value === "optional" ? `[=${role}]` : "";
  const until = flag.untilSemicolon ? " … ;" : "";
  return `${flag.spellings.join(", ")}${value}${until}${flag.effect === undefined ? "" : `: ${flag.effect}`}`;
}

function whenWords(when: When): string {
  const conditions = [
    ...(when.flags === undefined ? [] : [`with ${when.flags.join(" or ")}`]),
    ...(when.every === undefined ? [] : [`with ${when.every.join(" and ")}`]),
    ...(when.absent === undefined ? [] : [`without ${when.absent.join(" or ")}`]),
    ...Object.entries(when.value ?? {}).map(([flag, glob]) => `where ${flag} is ${shortened(glob)}`),
    ...(when.operand === undefined ? [] : [`where an operand is ${when.operand}`]),
    ...(when.first === undefined ? [] : [`where the first operand is ${when.first}`]),
    ...(when.second === undefined ? [] : [`where the second operand is ${when.second}`]),
    ...(when.count === undefined ? [] : [`with ${when.count} operands`]),
  ];
  const operands = operandWords(when.operands);
  const changes = [
    ...(when.effect === undefined ? [] : [`${when.replace ? "only " : ""}${when.effect}`]),
    ...(when.because === undefined ? [] : [when.because]),
    ...(when.instead === undefined ? [] : [when.instead]),
    ...(operands === "" ? [] : [`operands are ${operands}`]),
    ...(when.stdin === undefined ? [] : [`standard input is ${when.stdin}`]),
    ...(when.stdout === undefined ? [] : [`output is ${when.stdout}`]),
    ...(when.prints === undefined ? [] : [`output is ${when.prints.join(" or ")}`]),
    ...(when.brings === undefined ? [] : [`brings in ${bringsWords(when.brings)}`]),
    ...(when.network === undefined ? [] : [when.network ? "sends what it is given" : "sends nothing"]),
  ];
  return `${conditions.join(", ")}: ${changes.join("; ")}`;
}

/** A long list of names helps nobody on a terminal. */
function shortened(glob: string): string {
  return glob.length <= 120 ? glob : `${glob.slice(0, 110)}…${glob.endsWith(")") ? ")" : ""}`;
}

const shapeWords: { readonly [shape in EnvShape]: string } = {
  command: "a command: passes when that command passes",
  "exec-path": "a path that supplies code: passes when every part lies in the project",
  "data-path": "a path of data: passes when that path may be used so",
  "option-string": "options of a program: pass when each is listed below",
  text: "text that the shell expands: passes without a substitution",
  address: "a machine or service: passes when it is this machine",
  opaque: "cannot be judged: setting it asks",
};

const shellWords = {
  now: "obeys it at once, exported or not",
  next: "obeys it for the words of later commands, exported or not",
} as const;

export function renderVariable(row: EnvRow): string {
  const lines = [
    `${row.name}: ${row.because}`,
    ...said("also called", row.also?.join(", ")),
    ...said("value", shapeWords[row.shape]),
    ...said("program", row.program ? "the whole value is one name" : undefined),
    ...said("before the command may stand", row.prefix),
    ...said("used to", row.role),
    ...said("separated by", separatorWords(row.separators)),
    ...said("the shell", row.shell === undefined ? undefined : shellWords[row.shell]),
    ...said("source", row.measured === false ? "documentation; not measured" : undefined),
    ...listed("passes whatever the shape says", row.values ?? []),
    ...listed("options", row.allowed ?? []),
    ...listed("options with a path", (row.path_flags ?? []).map(pathFlagWords)),
  ];
  return `${lines.join("\n")}\n`;
}

function separatorWords(separators: string | undefined): string | undefined {
  if (separators === undefined) return undefined;
  return separators === "" ? "nothing: it is one value" : JSON.stringify(separators);
}

function pathFlagWords({ flag, role, sep }: PathFlag): string {
  const between = sep === "space" ? " " : sep === "equals" || sep === undefined ? "=" : "";
  return `${flag}${between}PATH: ${role}`;
}
