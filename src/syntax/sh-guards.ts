/** Where `sh` may be a shell that knows POSIX only, and runs as a command what bash reads as something else (dash 0.5.12). */

import type * as U from "unbash";
import { doubt, type Reading } from "./reading.ts";

/** Any other operator of `[[ ]]` is a pipe, a list or a redirection to a shell without `[[`. */
const PLAIN_OPERATORS = new Set(["=", "==", "!=", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef"]);

function isSh(reading: Reading): boolean {
  return reading.ledger.dialect === "sh";
}

/** `((a))` is a subshell in a subshell. */
export function checkShArithmetic(reading: Reading, node: U.ArithmeticCommand): void {
  if (isSh(reading)) doubt(reading, "double parentheses, which sh may run as a command", node.pos, node.end);
}

export function checkShTest(reading: Reading, node: U.TestExpression): void {
  if (!isSh(reading) || node.type === "TestUnary") return;
  if (node.type === "TestBinary" && PLAIN_OPERATORS.has(node.operator)) return;
  if (node.type === "TestNot" && node.operand.type !== "TestLogical" && node.operand.type !== "TestGroup") return;
  doubt(reading, "a condition that sh may run as commands", node.pos, node.end);
}

/** `function a {` is an ordinary command there, and the lines that follow run. */
export function checkShFunction(reading: Reading, node: U.Function): void {
  if (isSh(reading) && reading.source.startsWith("function", node.pos) && node.name.pos > node.pos) {
    doubt(reading, "the word function, which sh may not know", node.pos, node.end);
  }
}

/** `$'a\'` ends at the second quote there. */
export function checkShAnsiC(reading: Reading, node: U.AnsiCQuotedPart): void {
  if (isSh(reading) && node.text.includes("\\'")) {
    doubt(reading, "an escaped quote, which sh may take as a closing one", node.pos, node.end);
  }
}

/** `a &>b c` is `a &` and `>b c` there. */
export function checkShRedirects(reading: Reading, items: readonly (U.Word | U.Assignment | U.Redirection)[]): void {
  if (!isSh(reading)) return;
  const both = items.findIndex((item) => item.type === "Redirect" && item.operator.startsWith("&"));
  const after = both === -1 ? undefined : items.slice(both + 1).find((item) => item.type === "Word");
  if (after !== undefined) doubt(reading, "a word that sh may run as a command", after.pos, after.end);
}
