/** The parser's compound commands as ours. */

import type * as U from "unbash";
import { readList, readStatic, readWords } from "./bash-commands.ts";
import { checkArithmeticFor, checkSubshell } from "./bash-guards.ts";
import { readUnbashWord } from "./bash-words.ts";
import { PATTERN, PLAIN } from "./place.ts";
import { deeper, doubt, type Reading, spanOf } from "./reading.ts";
import { rereadArithmetic } from "./reread.ts";
import { checkShArithmetic, checkShTest } from "./sh-guards.ts";
import type { Command, Redirection, Span, Test, Word } from "./tree.ts";

export function readCompound(
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
      checkShArithmetic(reading, node);
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
  checkShTest(reading, node);
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
