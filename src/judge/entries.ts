/** The commands inside a command: argv after a wrapper, `-c` text, scripts, code that shells out. */

import type { Invocation, Nested, Use } from "../rules/invocation.ts";
import type { CommandEvent, Entry } from "../session/event.ts";
import { baseName } from "../session/path.ts";
import { ANY, BELOW, DECODED, FRESH, HOLE, NETWORK, OUTSIDE, SECRET, unknown, type Value } from "../session/value.ts";
import type { Dialect } from "../syntax/tree.ts";
import { inline } from "./code/inline.ts";
import { executing, SHELLS, stdinCode } from "./code-uses.ts";
import type { Context } from "./context.ts";
import { taken } from "./guard-names.ts";
import { code, type Judge } from "./judge.ts";
import { shownTexts } from "./made.ts";
import { writtenAs } from "./named.ts";
import { foundBelow } from "./output.ts";
import { paths } from "./path-uses.ts";
import { filled } from "./templates.ts";
import { splitWords } from "./text.ts";

export function entriesOf(c: Context): Entry[] {
  const { j, event, i } = c;
  const out: Entry[] = [];
  const base = environmentOf(j, event, i);
  const label = i.path.join(" ");
  const shell = SHELLS.has(i.lang) ? dialect(i.lang) : "sh";
  for (const n of i.nested) {
    // an interpreter whose script has a row of its own
    const [script] = n.words;
    if (i.stdin === "code" && script !== undefined)
      executing(c, { role: "exec", detail: "", text: script, index: n.index, flag: undefined });
    if (i.stdin === "args") listed(c, n);
    if (i.stdin === "args" && SHELLS.has(i.lang)) {
      const input = inputOf(event, i);
      const taint = worst(event, n.index) | given(j, input, "");
      for (const f of filled(n.words, event, input))
        out.push(line(event, base, f.line, taint, label, shell, [label, ...f.arguments]));
      continue;
    }
    out.push(
      ...nested(j, event, i, n).map(
        (words): Entry => ({
          ...base,
          ...whereFound(i, n),
          kind: "argv",
          words,
          taint: worst(event, n.index) | (i.stdin === "args" ? given(j, inputOf(event, i), words[0] ?? "") : 0),
          dialect: event.dialect,
          positional: [],
          label,
          options: [],
        }),
      ),
    );
  }
  const commands = i.uses.filter((u) => u.role === "command");
  const operands = commands.filter((u) => u.flag === undefined);
  if (operands.length > 0)
    out.push(line(event, base, operands.map((u) => u.text).join(" "), taintOf(event, operands), label, shell, []));
  for (const u of commands)
    if (u.flag !== undefined) out.push(line(event, base, u.text, taintOf(event, [u]), label, shell, []));
  for (const u of commands)
    if (u.text.trimStart().startsWith(ANY) && taintOf(event, [u]) & (NETWORK | DECODED))
      code(j, event.place, { texts: [u.text], unset: false, taint: taintOf(event, [u]) }, `as a command of ${label}`);
  for (const u of i.uses) {
    const taint = taintOf(event, [u]);
    if (u.role === "command-words")
      out.push({
        ...base,
        kind: "argv",
        words: [...splitWords(u.text), ...trailing(i, u)],
        taint,
        dialect: event.dialect,
        positional: [],
        label,
        options: [],
      });
    if (u.role === "code" && SHELLS.has(u.detail || i.lang)) {
      const own = dialect(u.detail || i.lang);
      if (taint !== 0 || HOLE.test(u.text))
        code(j, event.place, { texts: [u.text], unset: false, taint }, `${label} -c`);
      const after = i.uses.filter((x) => x.flag === undefined && x !== u).map((x) => x.text);
      if (!u.text.includes(ANY)) out.push(line(event, base, u.text, taint, label, own, after));
      else if (!(taint & ~OUTSIDE))
        code(j, event.place, { texts: [u.text], unset: false, taint: taint | OUTSIDE }, `${label} -c`);
    }
    if (u.role === "code" && !SHELLS.has(u.detail || i.lang))
      out.push(...shellOuts(event, base, u.detail || i.lang, u.text, label));
    if (u.role === "script" && SHELLS.has(u.detail || i.lang)) {
      const words = i.uses.filter((x) => x.flag === undefined).map((x) => x.text);
      const named = HOLE.test(u.text.replace(FRESH, ""))
        ? c.directories.flatMap((d) => writtenAs(event, u.text, d))
        : [u.text];
      for (const name of named) {
        const file: Entry = {
          ...base,
          kind: "file",
          words: [name],
          taint,
          dialect: dialect(u.detail || i.lang),
          positional: words,
          label: `file ${u.text}`,
          options: [],
        };
        const shown = c.directories.flatMap((d) => shownTexts(j, event, name, d) ?? []);
        // outside the project nothing vouches for it: it counts as if it stood in the line
        out.push(...(shown.length === 0 ? [file] : shown.map((t): Entry => ({ ...file, kind: "line", words: [t] }))));
      }
    }
  }
  if (
    i.stdin === "code" &&
    !i.uses.some(
      (u) =>
        ["code", "script", "exec"].includes(u.role) && u.text !== "-" && (u.flag === undefined || u.role === "code"),
    ) &&
    i.nested.length === 0
  ) {
    stdinCode(c);
    const words = [event.argv[0] ?? "", ...i.uses.filter((u) => u.flag === undefined).map((u) => u.text)];
    if (SHELLS.has(i.lang))
      for (const t of event.stdin?.texts ?? [])
        if (!t.includes(ANY))
          out.push({ ...line(event, base, t, event.stdin?.taint ?? 0, label, shell, words), stdin: undefined });
    if (!SHELLS.has(i.lang))
      for (const t of event.stdin?.texts ?? []) out.push(...shellOuts(event, base, i.lang, t, label));
  }
  return out;
}

/** `-execdir`: the command runs where a name was found, at the least in the first directory that was searched. */
function whereFound(i: Invocation, n: Nested): Partial<Entry> {
  const root = i.uses.find((u) => u.flag === undefined && u.role !== "text")?.text;
  return n.flag?.endsWith("dir") && root !== undefined && !HOLE.test(root) ? { cwd: root } : {};
}

/** Where arguments from standard input come from. Names that the network gives may be flags only to what runs code. */
function given(j: Judge, input: Value | undefined, program: string): number {
  const runsCode = j.tables.program(baseName(program))?.lang !== undefined;
  return (input?.taint ?? 0) & (runsCode ? SECRET | DECODED | NETWORK : SECRET | DECODED);
}

/** Where arguments are read from: a file that is named, or standard input. */
function inputOf(event: CommandEvent, i: Invocation): Value | undefined {
  const file = i.uses.find((u) => u.flag === "-a" && u.role === "read")?.text;
  if (file === undefined) return event.stdin;
  return (HOLE.test(file) ? undefined : event.content(file)) ?? unknown();
}

type Base = Pick<Entry, "set" | "unset" | "clear" | "cwd" | "elsewhere" | "stdin">;

function line(
  event: CommandEvent,
  base: Base,
  text: string,
  taint: number,
  label: string,
  shell: Dialect,
  positional: readonly string[],
): Entry {
  return {
    ...base,
    kind: "line",
    words: [text],
    taint,
    dialect: shell,
    positional: positional.length > 0 ? positional : [event.argv[0] ?? ""],
    label,
    options: [],
  };
}

const dialect = (lang: string): Dialect => (lang === "bash" || lang === "zsh" ? lang : "sh");

const worst = (event: CommandEvent, index: number) => event.taints.slice(index).reduce((a, b) => a | b, 0);
const taintOf = (event: CommandEvent, uses: readonly Use[]) =>
  uses.reduce((t, u) => t | (event.taints[u.index] ?? 0), 0);

/** `env -S 'a b' c`: the operands follow the split words. */
function trailing(i: Invocation, use: Use): string[] {
  return use.flag === undefined ? [] : i.nested.flatMap((n) => n.words);
}

function environmentOf(j: Judge, event: CommandEvent, i: Invocation): Base {
  const set: [string, string][] = [];
  const unset: string[] = [];
  for (const u of i.uses) {
    const at = u.text.indexOf("=");
    if (u.role === "env" && at > 0) set.push([u.text.slice(0, at), u.text.slice(at + 1)]);
    if (u.role === "env-name") {
      unset.push(u.text);
      taken(j, event.place, u.text);
    }
    if (u.role === "env-file") set.push(...fileOf(j, event, u.text));
  }
  const cd = i.uses.findLast((u) => u.role === "cd" || u.role === "cd-exec");
  const clear =
    ["-i", "--ignore-environment", "-"].some((f) => i.flags.has(f)) && i.uses.every((u) => u.role !== "code");
  return {
    set,
    unset,
    clear: clear && i.row.operands?.[0]?.startsWith("env") === true,
    cwd: cd?.text,
    elsewhere: i.elsewhere,
    stdin: i.stdin === "args" || i.stdin === "paths" ? { texts: [""], unset: false, taint: 0 } : event.stdin,
  };
}

/** NAME=VALUE lines of a file of variables; what cannot be read is not there to be judged. */
function fileOf(_j: Judge, event: CommandEvent, path: string): [string, string][] {
  const text = HOLE.test(path) ? undefined : event.content(path)?.texts[0];
  if (text === undefined) return [];
  return text.split("\n").flatMap((l): [string, string][] => {
    const m = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(l);
    return m ? [[m[1] as string, (m[2] as string).replace(/^(["'])([\s\S]*)\1$/, "$2")]] : [];
  });
}

/** `:::: FILE…`: the lines of files are arguments, which most commands show. */
function listed(c: Context, n: Nested): void {
  const at = n.words.findIndex((w) => /^::::\+?$/.test(w));
  if (at >= 0) for (const w of n.words.slice(at + 1)) if (!/^:::/.test(w)) paths(c, "read", w);
}

/** The words of a nested command, with what the outer one puts in: find's `{}`, xargs' arguments. */
function nested(j: Judge, event: CommandEvent, i: Invocation, n: Nested): string[][] {
  const words = [...n.words];
  if (n.until !== undefined) {
    const roots = i.uses.filter((u) => u.flag === undefined && u.role !== "text").map((u) => u.text);
    const found = foundBelow(i, roots.length > 0 ? roots : ["."]);
    return found.map((f) => words.map((w) => w.replaceAll("{}", f)));
  }
  // fd -x puts each name it finds behind the words
  if (n.flag !== undefined && i.stdout === "paths") {
    const roots = i.uses.filter((u) => u.flag === undefined && u.role === "stat").map((u) => u.text);
    return (roots.length > 0 ? roots : ["."]).map((r) => {
      const name = r.endsWith("/") ? `${r}${BELOW}` : `${r}/${BELOW}`;
      return words.some((w) => /\{[/.}]/.test(w)) ? words.map((w) => w.replace(/\{[/.]*\}/g, name)) : [...words, name];
    });
  }
  if (i.stdin !== "args" && i.stdin !== "paths") return [words];
  const placeholder =
    i.uses.find((u) => u.role === "placeholder" || (u.flag !== undefined && /^(?:-I|-i|--replace|-J)$/.test(u.flag)))
      ?.text || (i.flags.has("-I") || i.flags.has("-i") || words.includes("{}") ? "{}" : undefined);
  const puts = placeholder !== undefined && words.some((w) => w.includes(placeholder));
  return argumentsOf(j, inputOf(event, i), i, words[0] ?? "", puts).map((given) =>
    placeholder !== undefined && puts
      ? words.map((w) => w.replaceAll(placeholder, given.join(" ")))
      : [...words, ...given],
  );
}

/** More runs of a command than these are not told apart. */
const MAX_RUNS = 64;

/** The arguments of each run: what standard input gives; nothing piped in means words that somebody types. */
function argumentsOf(j: Judge, stdin: Value | undefined, i: Invocation, program: string, puts: boolean): string[][] {
  if (stdin === undefined) {
    const operands = j.tables.program(baseName(program))?.operands ?? [];
    return [operands.some((o) => /^(?:delete|move|write|edit|device|attributes)/.test(o)) ? [BELOW] : []];
  }
  const runs = stdin.texts.slice(0, 8).flatMap((t) => (t.includes(ANY) ? [[ANY]] : runsOf(i, t, puts)));
  return runs.length > MAX_RUNS ? [[ANY]] : runs;
}

/** How the text of standard input falls into words, and the words into runs. */
function runsOf(i: Invocation, text: string, puts: boolean): string[][] {
  const value = (flag: string) => i.uses.find((u) => u.flag === flag)?.text;
  const apart = (separator: string) =>
    (text.endsWith(separator) ? text.slice(0, -separator.length) : text).split(separator);
  const said = value("-d")?.replace(/^\\(.)$/, (_, c: string) => escapes[c] ?? c);
  const delimiter = i.flags.has("-0") ? "\0" : said;
  if (delimiter !== undefined && delimiter.length !== 1) return [[ANY]];
  const lines = i.flags.has("-L") || i.flags.has("-l");
  if (lines && delimiter === undefined) return apart("\n").map(splitWords);
  const words =
    delimiter !== undefined ? apart(delimiter) : puts ? apart("\n").map((l) => l.trimStart()) : splitWords(text);
  const count = puts || lines ? 1 : Number(value("-n") ?? value("-N") ?? Number.NaN);
  if (!(count > 0)) return [words];
  return words.flatMap((_, at) => (at % count === 0 ? [words.slice(at, at + count)] : []));
}

const escapes: { readonly [letter: string]: string } = { n: "\n", t: "\t", r: "\r", 0: "\0" };

function shellOuts(event: CommandEvent, base: Base, lang: string, text: string, label: string): Entry[] {
  return inline(lang, text).runs.map(
    (r): Entry =>
      r.kind === "line"
        ? line(event, base, r.text, 0, `${label} code`, "sh", [])
        : {
            ...base,
            kind: "argv",
            words: r.text,
            taint: 0,
            dialect: event.dialect,
            positional: [],
            label: `${label} code`,
            options: [],
          },
  );
}
