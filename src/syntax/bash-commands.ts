/** The parser's commands as ours. */

import type * as U from "unbash";
import { readAssignment } from "./bash-assignments.ts";
import { readCompound } from "./bash-compounds.ts";
import { checkGaps, noteErrors } from "./bash-guards.ts";
import { readRedirection, readRedirections } from "./bash-redirections.ts";
import { readUnbashWord } from "./bash-words.ts";
import { declarationWord } from "./declaration.ts";
import { PLAIN } from "./place.ts";
import { deeper, doubt, mayRead, type Reading, spanOf } from "./reading.ts";
import { checkShFunction, checkShRedirects } from "./sh-guards.ts";
import type {
  Assignment,
  Command,
  Function as FunctionDefinition,
  List,
  ListItem,
  Redirection,
  Simple,
  Span,
  Word,
} from "./tree.ts";

/** A whole script: the text itself, or what a substitution holds. */
export function readScript(reading: Reading, script: U.ParsedScript, around: Span, inArithmetic: boolean): List {
  // Escaped backticks hold text of their own, whose positions are nowhere in the line.
  const own = script.source === undefined ? reading : { ...reading, source: script.source, fixed: around };
  const inner = inArithmetic ? { ...own, inArithmetic } : own;
  noteErrors(inner, script);
  return readStatements(inner, script.commands, script.pos, script.end);
}

export function readList(reading: Reading, list: U.CompoundList): List {
  const body = deeper(reading, list.pos, list.end, () => readStatements(reading, list.commands, list.pos, list.end));
  return body ?? opaqueList("nested too deeply", spanOf(reading, list.pos, list.end));
}

export function opaqueList(reason: string, span: Span): List {
  return { kind: "list", items: [{ command: { kind: "opaque", reason, span }, background: false }], span };
}

function readStatements(reading: Reading, nodes: readonly U.Statement[], start: number, end: number): List {
  const items: ListItem[] = [];
  for (const node of nodes) {
    if (reading.ledger.exhausted) break;
    items.push({ command: readCommand(reading, node.command), background: node.background === true });
  }
  return { kind: "list", items, span: spanOf(reading, start, end) };
}

function readCommand(reading: Reading, node: U.AndOr | U.PipelineNode): Command {
  const span = spanOf(reading, node.pos, node.end);
  if (!mayRead(reading, node.pos, node.end)) return { kind: "opaque", reason: "too many commands", span };
  switch (node.type) {
    case "AndOr":
      return {
        kind: "and-or",
        parts: node.commands.map((command) => readCommand(reading, command)),
        operators: node.operators,
        span,
      };
    case "Pipeline":
      return readPipeline(reading, node);
    case "Command":
      return readSimple(reading, node);
    case "Redirected":
      return readCompound(reading, node.command, readRedirections(reading, node.redirects), span);
    case "Function":
      return readFunction(reading, node);
    case "Coproc":
      return {
        kind: "coprocess",
        name: node.name === undefined ? "COPROC" : reading.source.slice(node.name.pos, node.name.end),
        body: readBody(reading, node.body),
        span,
      };
    default:
      return readCompound(reading, node, [], span);
  }
}

function readPipeline(reading: Reading, node: U.Pipeline): Command {
  const span = spanOf(reading, node.pos, node.end);
  const parts = node.commands.map((command) => readCommand(reading, command));
  const negations = node.prefixes.filter((prefix) => prefix.type === "Negation").length;
  return {
    kind: "pipeline",
    // `!` and `time` may stand alone.
    parts: parts.length > 0 ? parts : [{ kind: "simple", assignments: [], words: [], redirections: [], span }],
    stderr: node.operators.map((operator) => operator === "|&"),
    negated: negations % 2 === 1,
    timed: negations < node.prefixes.length,
    span,
  };
}

type Body = U.Command | U.CompoundCommand | U.Redirected | U.CompoundList;

function readBody(reading: Reading, node: Body): Command {
  if (node.type !== "CompoundList") return readCommand(reading, node);
  const span = spanOf(reading, node.pos, node.end);
  return { kind: "group", body: readList(reading, node), always: undefined, redirections: [], span };
}

function readFunction(reading: Reading, node: U.Function): FunctionDefinition {
  checkShFunction(reading, node);
  let { end } = node;
  if (node.body.type === "Redirected") {
    for (const redirect of node.body.redirects) {
      if (redirect.type !== "HereDoc") continue;
      // The text of the here-document lies after the definition, perhaps with other commands between.
      end = Math.max(end, redirect.closing?.end ?? redirect.body.end);
      if (/\S/.test(reading.source.slice(node.end, redirect.body.pos))) {
        doubt(reading, "a here-document apart from its function", node.pos, end);
      }
    }
  }
  return {
    kind: "function",
    names: [readStatic(reading, node.name)],
    words: [],
    body: readBody(reading, node.body),
    source: reading.source.slice(node.pos, end),
    span: spanOf(reading, node.pos, node.end),
  };
}

/** A name: what is left of it when quotes are taken away. */
export function readStatic(reading: Reading, node: U.Word): string {
  const word = readUnbashWord(reading, node, PLAIN);
  return word.parts.map((part) => (part.kind === "literal" ? part.text : "")).join("");
}

export function readWords(reading: Reading, nodes: readonly U.Word[]): Word[] {
  const words: Word[] = [];
  for (const [index, node] of nodes.entries()) {
    const word = readUnbashWord(reading, node, PLAIN);
    const before = nodes[index - 1];
    if (before?.end === node.pos) joinWord(reading, words, word, before);
    else words.push(word);
  }
  return words;
}

/** `a<(b)` is one word, which the parser gives as two. */
function joinWord(
  reading: Reading,
  words: Word[],
  word: Word,
  before: { readonly pos: number; readonly end: number },
): void {
  const last = words.pop();
  const touches = last?.parts.at(-1)?.kind === "process" || word.parts[0]?.kind === "process";
  const text = reading.source.slice(before.pos, before.end);
  // `2<(x)` may be a descriptor and a redirection.
  if (last === undefined || !touches || /^(?:\d+|\{\w+\})$/.test(text)) {
    doubt(reading, "words without a space between them", before.pos, before.end);
    words.push(...(last === undefined ? [] : [last]), word);
    return;
  }
  words.push({
    kind: "word",
    parts: [...last.parts, ...word.parts],
    span: { start: last.span.start, end: word.span.end },
  });
}

/** `><(a)b`: the parser ends a word where a process substitution does. */
const touching = (a: Word, b: Word): boolean => a.parts.at(-1)?.kind === "process" || b.parts[0]?.kind === "process";

/** `a=<(b)c`: the parser ends the assignment where the process substitution begins. */
function lengthen(reading: Reading, a: Assignment, word: Word, item: U.Word): Assignment {
  const { value } = a;
  const touches =
    value.kind === "word" && (value.parts.at(-1)?.kind === "process" || word.parts[0]?.kind === "process");
  if (!touches || reading.ledger.dialect !== "bash") {
    doubt(reading, "a process substitution in an assignment", item.pos, item.end);
    return a;
  }
  const span = { start: a.span.start, end: word.span.end };
  return {
    ...a,
    value: { ...value, parts: [...value.parts, ...word.parts], span: { ...value.span, end: span.end } },
    span,
  };
}

function readSimple(reading: Reading, node: U.Command): Simple {
  const items = [...node.prefix, ...(node.name === undefined ? [] : [node.name]), ...node.suffix];
  checkGaps(reading, node, items);
  checkShRedirects(reading, items);
  const assignments: Assignment[] = [];
  const words: Word[] = [];
  const redirections: Redirection[] = [];
  for (const [index, item] of items.entries()) {
    const before = items[index - 1];
    switch (item.type) {
      case "Word": {
        const word = readUnbashWord(reading, item, PLAIN);
        const list = words.length > 0 ? words.at(-1)?.assignment : assignments.at(-1);
        const open = redirections.at(-1);
        if (before?.type === "Redirect" && before.end === item.pos && open && touching(open.target, word)) {
          const span = { start: open.target.span.start, end: word.span.end };
          const target: Word = { kind: "word", parts: [...open.target.parts, ...word.parts], span };
          redirections.splice(-1, 1, { ...open, target });
        } else if (before?.type !== "Redirect" && before?.end === item.pos && list !== undefined) {
          const longer = lengthen(reading, list, word, item);
          if (words.length > 0) words.splice(-1, 1, declarationWord(longer, longer.span));
          else assignments.splice(-1, 1, longer);
        } else if (before?.type === "Word" && before.end === item.pos) joinWord(reading, words, word, before);
        else {
          // behind `a=<(b)` another may come, which the parser takes for a word
          if (index > node.prefix.length && words.length === 0 && /^\w+(?:\[.*\])?\+?=/s.test(item.text))
            doubt(reading, "an assignment behind a process substitution", item.pos, item.end);
          words.push(word);
        }
        break;
      }
      case "Assignment": {
        const assignment = readAssignment(reading, item);
        if (index < node.prefix.length || words.length === 0) assignments.push(assignment);
        else words.push(declarationWord(assignment, assignment.span));
        break;
      }
      default:
        // `<(a)2>b`: the number belongs to the word
        if (before?.end === item.pos && item.descriptor !== undefined)
          doubt(reading, "a number right behind a word", item.pos, item.end);
        redirections.push(readRedirection(reading, item));
    }
  }
  return { kind: "simple", assignments, words, redirections, span: spanOf(reading, node.pos, node.end) };
}
