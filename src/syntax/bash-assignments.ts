/** The parser's assignments as ours. */

import type * as U from "unbash";
import { addParts, readSubscript, readUnbashWord } from "./bash-words.ts";
import { PLAIN } from "./place.ts";
import { doubt, type Reading, spanOf } from "./reading.ts";
import { rereadArithmetic } from "./reread.ts";
import type { ArrayLiteral, Assignment, Part } from "./tree.ts";

export function readAssignment(reading: Reading, node: U.Assignment): Assignment {
  const { value } = node;
  const text = reading.source.slice(value.pos, value.end);
  if (value.type === "Word" && /^\(.*\).*['"\\\s$`]|^\(.*['"\\\s$`].*\)/s.test(text))
    doubt(reading, "text behind an array", node.pos, node.end);
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
