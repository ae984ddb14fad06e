/** The argument of a declaration command that assigns (`export a=b`, `declare a=(x)`). */

import { addLiteral } from "./literals.ts";
import type { Assignment, Part, Span, Word } from "./tree.ts";

/** The argument as a word, which also carries what it assigns. */
export function declarationWord(assignment: Assignment, span: Span): Word {
  const { name, index, append, value } = assignment;
  const parts: Part[] = [];
  addLiteral(parts, index === undefined ? name : `${name}[`, false);
  if (index !== undefined) {
    addAll(parts, index.parts);
    addLiteral(parts, "]", false);
  }
  addLiteral(parts, append ? "+=" : "=", false);
  if (value.kind === "word") addAll(parts, value.parts);
  else {
    addLiteral(parts, "(", true);
    for (const [at, element] of value.elements.entries()) {
      if (at > 0) addLiteral(parts, " ", true);
      addAll(parts, element.value.parts);
    }
    addLiteral(parts, ")", true);
  }
  return { kind: "word", parts, assignment, span };
}

function addAll(parts: Part[], more: readonly Part[]): void {
  for (const part of more) {
    if (part.kind === "literal") addLiteral(parts, part.text, part.quoted);
    else parts.push(part);
  }
}
