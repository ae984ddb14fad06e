/** Prints a tree as one short line, so that tests can say what they expect of a reading. */

import type {
  Assignment,
  Command,
  List,
  Parameter,
  ParameterOperation,
  Part,
  Redirection,
  Test,
  Word,
} from "../../src/syntax/tree.ts";

/** Quoted text stands in single quotes, everything else as in a shell; commands other than simple ones in `{…}` with their kind. */
export function outlineList(list: List): string {
  return list.items.map(({ command, background }) => outlineCommand(command) + (background ? " &" : "")).join("; ");
}

function outlineCommand(command: Command): string {
  switch (command.kind) {
    case "simple":
      return [
        ...command.assignments.map(outlineAssignment),
        ...command.words.map(outlineWord),
        ...command.redirections.map(outlineRedirection),
      ].join(" ");
    case "pipeline": {
      const prefix = `${command.timed ? "time " : ""}${command.negated ? "! " : ""}`;
      const parts = command.parts.map(
        (part, at) => (at === 0 ? "" : command.stderr[at - 1] ? " |& " : " | ") + outlineCommand(part),
      );
      return prefix + parts.join("");
    }
    case "and-or":
      return command.parts
        .map((part, at) => (at === 0 ? "" : ` ${command.operators[at - 1]} `) + outlineCommand(part))
        .join("");
    case "if": {
      const clauses = command.clauses.map(({ test, body }) => `{${outlineList(test)}} {${outlineList(body)}}`);
      const otherwise = command.otherwise === undefined ? "" : ` else {${outlineList(command.otherwise)}}`;
      return `{if ${clauses.join(" ")}${otherwise}}${tail(command.redirections)}`;
    }
    case "while":
      return `{${command.until ? "until" : "while"} {${outlineList(command.test)}} {${outlineList(command.body)}}}${tail(command.redirections)}`;
    case "for":
    case "select":
    case "repeat": {
      const words = command.words === undefined ? "" : ` (${command.words.map(outlineWord).join(" ")})`;
      const names = command.names.map((name) => ` ${name}`).join("");
      return `{${command.kind}${names}${words} {${outlineList(command.body)}}}${tail(command.redirections)}`;
    }
    case "arithmetic-for": {
      const head = [command.init, command.test, command.update].map(outlineWord).join(";");
      return `{for ((${head})) {${outlineList(command.body)}}}${tail(command.redirections)}`;
    }
    case "case": {
      const arms = command.arms.map(
        (arm) => `${arm.patterns.map(outlineWord).join("|")}) {${outlineList(arm.body)}}${arm.then}`,
      );
      return `{case ${outlineWord(command.word)} ${arms.join(" ")}}${tail(command.redirections)}`;
    }
    case "group":
    case "subshell": {
      const always = command.always === undefined ? "" : ` always {${outlineList(command.always)}}`;
      return `{${command.kind} ${outlineList(command.body)}${always}}${tail(command.redirections)}`;
    }
    case "function": {
      const words = command.words.map((word) => ` ${outlineWord(word)}`).join("");
      return `{function ${command.names.join(" ")}() ${outlineCommand(command.body)}}${words}`;
    }
    case "conditional":
      return `[[ ${outlineTest(command.test)} ]]${tail(command.redirections)}`;
    case "arithmetic":
      return `((${outlineWord(command.text)}))${tail(command.redirections)}`;
    case "coprocess":
      return `{coproc ${command.name} ${outlineCommand(command.body)}}`;
    case "opaque":
      return "?";
  }
}

function tail(redirections: readonly Redirection[]): string {
  return redirections.map((redirection) => ` ${outlineRedirection(redirection)}`).join("");
}

function outlineAssignment({ name, index, append, value }: Assignment): string {
  const subscript = index === undefined ? "" : `[${outlineWord(index)}]`;
  const right =
    value.kind === "word"
      ? outlineWord(value)
      : `(${value.elements
          .map((element) => {
            const key =
              element.index === undefined ? "" : `[${outlineWord(element.index)}]${element.append ? "+=" : "="}`;
            return key + outlineWord(element.value);
          })
          .join(" ")})`;
  return `${name}${subscript}${append ? "+=" : "="}${right}`;
}

function outlineRedirection({ operator, descriptor, target }: Redirection): string {
  const from = descriptor === undefined ? "" : typeof descriptor === "number" ? descriptor : `{${descriptor.variable}}`;
  return `${from}${operator}${outlineWord(target)}`;
}

function outlineTest(test: Test): string {
  switch (test.kind) {
    case "and":
    case "or":
      return `(${outlineTest(test.left)} ${test.kind === "and" ? "&&" : "||"} ${outlineTest(test.right)})`;
    case "not":
      return `! ${outlineTest(test.inner)}`;
    case "unary":
      return `${test.operator} ${outlineWord(test.operand)}`;
    case "binary":
      return `${outlineWord(test.left)} ${test.operator} ${outlineWord(test.right)}`;
    case "word":
      return outlineWord(test.word);
  }
}

export function outlineWord(word: Word): string {
  // A declaration's argument is shown as what it assigns.
  if (word.assignment !== undefined) return `@${outlineAssignment(word.assignment)}`;
  return word.parts.map((part) => outlinePart(part, false)).join("");
}

function outlinePart(part: Part, inDouble: boolean): string {
  switch (part.kind) {
    case "literal":
      return part.quoted && !inDouble ? `'${part.text}'` : part.text;
    case "double":
      return `"${part.parts.map((inner) => outlinePart(inner, true)).join("")}"`;
    case "parameter":
      return outlineParameter(part);
    case "command":
      return part.inline ? `\${ ${outlineList(part.body)} }` : `$(${outlineList(part.body)})`;
    case "arithmetic":
      return `$((${outlineWord(part.text)}))`;
    case "process":
      return `${part.direction}(${outlineList(part.body)})`;
    case "extglob":
      return `${part.operator}(${part.alternatives.map(outlineWord).join("|")})`;
    case "opaque":
      return "?";
  }
}

function outlineParameter(parameter: Parameter): string {
  const { name, indirect, length, index, operation, flags, nested } = parameter;
  const head = `${indirect ? "!" : ""}${length ? "#" : ""}${flags === "" ? "" : `(${flags})`}`;
  const subject = nested === undefined ? name : outlineWord(nested);
  const subscript = index === undefined ? "" : `[${outlineWord(index)}]`;
  const after = operation === undefined ? "" : outlineOperation(operation);
  const plain = head === "" && subscript === "" && after === "" && nested === undefined;
  return plain ? `$${name}` : `\${${head}${subject}${subscript}${after}}`;
}

function outlineOperation(operation: ParameterOperation): string {
  switch (operation.kind) {
    case "default":
      return operation.operator + outlineWord(operation.word);
    case "trim":
      return operation.operator + outlineWord(operation.pattern);
    case "replace":
      return `${operation.operator} ${outlineWord(operation.pattern)} ${outlineWord(operation.replacement)}`;
    case "slice":
      return `:${outlineWord(operation.offset)}${operation.length === undefined ? "" : `:${outlineWord(operation.length)}`}`;
    case "case":
      return operation.operator + (operation.pattern === undefined ? "" : outlineWord(operation.pattern));
    case "transform":
      return `@${operation.operator}`;
    case "names":
      return ` names ${operation.operator}`;
    case "nested":
      return "";
    case "modifiers":
      return operation.text;
  }
}
