/** The parser's commands as ours. */

import type * as U from "unbash";
import {
  checkArithmeticFor,
  checkDescriptor,
  checkGaps,
  checkHereDocument,
  checkRedirect,
  checkSubshell,
  noteErrors,
} from "./bash-guards.ts";
import { addParts, readSubscript, readUnbashWord } from "./bash-words.ts";
import { declarationWord } from "./declaration.ts";
import { PATTERN, PLAIN } from "./place.ts";
import { deeper, doubt, type Reading, spanOf } from "./reading.ts";
import { rereadArithmetic } from "./reread.ts";
import type {
  ArrayLiteral,
  Assignment,
  Command,
  Function as FunctionDefinition,
  List,
  ListItem,
  Part,
  Redirection,
  Simple,
  Span,
  Test,
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

function readList(reading: Reading, list: U.CompoundList): List {
  const body = deeper(reading, list.pos, list.end, () => readStatements(reading, list.commands, list.pos, list.end));
  return body ?? opaqueList("nested too deeply", spanOf(reading, list.pos, list.end));
}

export function opaqueList(reason: string, span: Span): List {
  return { kind: "list", items: [{ command: { kind: "opaque", reason, span }, background: false }], span };
}

function readStatements(reading: Reading, nodes: readonly U.Statement[], start: number, end: number): List {
  const items: ListItem[] = nodes.map((node) => ({
    command: readCommand(reading, node.command),
    background: node.background === true,
  }));
  return { kind: "list", items, span: spanOf(reading, start, end) };
}

function readCommand(reading: Reading, node: U.AndOr | U.PipelineNode): Command {
  const span = spanOf(reading, node.pos, node.end);
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
function readStatic(reading: Reading, node: U.Word): string {
  const word = readUnbashWord(reading, node, PLAIN);
  return word.parts.map((part) => (part.kind === "literal" ? part.text : "")).join("");
}

function readCompound(
  reading: Reading,
  node: U.CompoundCommand,
  redirections: readonly Redirection[],
  span: Span,
): Command {
  switch (node.type) {
    case "If":
      return {
        kind: "if",
        clauses: [node, ...node.elif].map(({ clause, then }) => ({
          test: readList(reading, clause),
          body: readList(reading, then),
        })),
        otherwise: node.else && readList(reading, node.else),
        redirections,
        span,
      };
    case "While":
      return {
        kind: "while",
        until: node.kind === "until",
        test: readList(reading, node.clause),
        body: readList(reading, node.body),
        redirections,
        span,
      };
    case "For":
    case "Select":
      return {
        kind: node.type === "For" ? "for" : "select",
        names: [readStatic(reading, node.name)],
        words: node.wordlist && readWords(reading, node.wordlist),
        body: readList(reading, node.body),
        redirections,
        span,
      };
    case "ArithmeticFor": {
      checkArithmeticFor(reading, node);
      const text = (part: U.ArithmeticExpression | undefined): Word =>
        rereadArithmetic(reading, part?.pos ?? node.pos, part?.end ?? node.pos, PLAIN);
      return {
        kind: "arithmetic-for",
        init: text(node.initialize),
        test: text(node.test),
        update: text(node.update),
        body: readList(reading, node.body),
        redirections,
        span,
      };
    }
    case "Case":
      return {
        kind: "case",
        word: readUnbashWord(reading, node.word, PLAIN),
        arms: node.items.map((item) => ({
          patterns: item.pattern.map((pattern) => readUnbashWord(reading, pattern, PATTERN)),
          body: readList(reading, item.body),
          // biome-ignore lint/suspicious/noThenProperty: plain data that no promise meets
          then: item.terminator ?? ";;",
        })),
        redirections,
        span,
      };
    case "Subshell":
      checkSubshell(reading, node);
      return { kind: "subshell", body: readList(reading, node.body), always: undefined, redirections, span };
    case "BraceGroup":
      return { kind: "group", body: readList(reading, node.body), always: undefined, redirections, span };
    case "TestCommand":
      return { kind: "conditional", test: readTest(reading, node.expression), redirections, span };
    case "ArithmeticCommand": {
      const end = node.pos + 2 + node.body.length;
      return { kind: "arithmetic", text: rereadArithmetic(reading, node.pos + 2, end, PLAIN), redirections, span };
    }
    default: {
      const never: never = node;
      doubt(reading, "a command heed does not know", 0, String(never).length);
      return { kind: "opaque", reason: "a command heed does not know", span };
    }
  }
}

function readTest(reading: Reading, node: U.TestExpression): Test {
  const test = deeper(reading, node.pos, node.end, (): Test => {
    switch (node.type) {
      case "TestUnary": {
        const operand = readUnbashWord(reading, node.operand, PLAIN);
        // `[[ word ]]` comes as `-n` without the operator being there.
        if (node.pos === node.operand.pos) return { kind: "word", word: operand };
        return { kind: "unary", operator: node.operator, operand };
      }
      case "TestBinary":
        return {
          kind: "binary",
          operator: node.operator,
          left: readUnbashWord(reading, node.left, PLAIN),
          right: readUnbashWord(reading, node.right, PATTERN),
        };
      case "TestLogical":
        return node.operands
          .map((operand) => readTest(reading, operand))
          .reduce((left, right) => ({ kind: node.operator === "&&" ? "and" : "or", left, right }));
      case "TestNot": {
        const inner = readTest(reading, node.operand);
        return node.negations.length % 2 === 1 ? { kind: "not", inner } : inner;
      }
      case "TestGroup":
        return readTest(reading, node.expression);
    }
  });
  if (test !== undefined) return test;
  const span = spanOf(reading, node.pos, node.end);
  return { kind: "word", word: { kind: "word", parts: [{ kind: "opaque", reason: "nested too deeply", span }], span } };
}

function readWords(reading: Reading, nodes: readonly U.Word[]): Word[] {
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

function readSimple(reading: Reading, node: U.Command): Simple {
  const items = [...node.prefix, ...(node.name === undefined ? [] : [node.name]), ...node.suffix];
  checkGaps(reading, node, items);
  const assignments: Assignment[] = [];
  const words: Word[] = [];
  const redirections: Redirection[] = [];
  for (const [index, item] of items.entries()) {
    const before = items[index - 1];
    switch (item.type) {
      case "Word": {
        const word = readUnbashWord(reading, item, PLAIN);
        if (before?.type === "Word" && before.end === item.pos) joinWord(reading, words, word, before);
        else if (before?.type === "Assignment" && before.end === item.pos) {
          doubt(reading, "a process substitution in an assignment", before.pos, item.end);
          words.push(word);
        } else words.push(word);
        break;
      }
      case "Assignment": {
        const assignment = readAssignment(reading, item);
        if (index < node.prefix.length) assignments.push(assignment);
        else words.push(declarationWord(assignment, assignment.span));
        break;
      }
      default:
        redirections.push(readRedirection(reading, item));
    }
  }
  return { kind: "simple", assignments, words, redirections, span: spanOf(reading, node.pos, node.end) };
}

function readAssignment(reading: Reading, node: U.Assignment): Assignment {
  const { value } = node;
  return {
    name: node.name,
    index: node.index && readSubscript(reading, node.index, PLAIN),
    append: node.append === true,
    value: value.type === "Word" ? readUnbashWord(reading, value, PLAIN) : readArray(reading, value),
    span: spanOf(reading, node.pos, node.end),
  };
}

function readArray(reading: Reading, node: U.ArrayValue): ArrayLiteral {
  const elements = node.elements.map((element) => {
    const text = reading.source.slice(element.pos, element.end);
    const keyed = /^\[((?:[^\]'"\\$`]|\$\w+)*)\](\+?)=/.exec(text);
    if (keyed === null) {
      if (text.startsWith("[") && /['"\\]/.test(text) && /[`$]/.test(text)) {
        doubt(reading, "an array subscript whose quotes do not protect", element.pos, element.end);
      }
      return { index: undefined, append: false, value: readUnbashWord(reading, element, PLAIN) };
    }
    const [head, key = "", plus = ""] = keyed;
    const parts: Part[] = [];
    const from = element.pos + head.length;
    addParts(
      parts,
      reading,
      (element.parts ?? []).filter((part) => part.end > from),
      from,
      element.end,
      PLAIN,
    );
    return {
      index: rereadArithmetic(reading, element.pos + 1, element.pos + 1 + key.length, PLAIN),
      append: plus === "+",
      value: { kind: "word" as const, parts, span: spanOf(reading, from, element.end) },
    };
  });
  return { kind: "array", elements, span: spanOf(reading, node.pos, node.end) };
}

function readRedirections(reading: Reading, nodes: readonly U.Redirection[]): Redirection[] {
  return nodes.map((node) => readRedirection(reading, node));
}

function readRedirection(reading: Reading, node: U.Redirection): Redirection {
  const span = spanOf(reading, node.pos, node.end);
  const descriptor =
    node.descriptor === undefined
      ? undefined
      : node.descriptor.type === "FileDescriptor"
        ? node.descriptor.value
        : { variable: node.descriptor.name };
  if (node.type === "HereDoc") {
    checkHereDocument(reading, node);
    checkDescriptor(reading, node.descriptor);
    return { operator: "<<", descriptor, target: readHereDocument(reading, node), span };
  }
  if (node.type === "Redirect") checkRedirect(reading, node);
  const target: Word =
    node.target === undefined ? { kind: "word", parts: [], span } : readUnbashWord(reading, node.target, PLAIN);
  return { operator: node.operator, descriptor, target, span };
}

function readHereDocument(reading: Reading, node: U.HereDoc): Word {
  const { body } = node;
  const span = spanOf(reading, body.pos, body.end);
  const strips = node.operator === "<<-";
  if (node.delimiter?.quoted === true) {
    const text = reading.source.slice(body.pos, body.end);
    reading.ledger.quoted.push(span);
    return {
      kind: "word",
      parts: [{ kind: "literal", text: strips ? text.replace(/^\t+/gm, "") : text, quoted: true }],
      span,
    };
  }
  const inner: Part[] = [];
  addParts(inner, reading, body.parts ?? [], body.pos, body.end, { ...PLAIN, quoting: "here" });
  return { kind: "word", parts: [{ kind: "double", parts: strips ? stripTabs(inner) : inner }], span };
}

/** `<<-` drops the tabs that begin a line. */
function stripTabs(parts: readonly Part[]): Part[] {
  return parts.map((part, index) => {
    if (part.kind !== "literal") return part;
    const text = part.text.replace(/\n\t+/g, "\n");
    return { ...part, text: index === 0 ? text.replace(/^\t+/, "") : text };
  });
}
