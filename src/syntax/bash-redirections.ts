/** The parser's redirections and here-documents as ours. */

import type * as U from "unbash";
import { checkDescriptor, checkHereDocument, checkRedirect } from "./bash-guards.ts";
import { addParts, readUnbashWord } from "./bash-words.ts";
import { PLAIN } from "./place.ts";
import { type Reading, spanOf } from "./reading.ts";
import type { Part, Redirection, Word } from "./tree.ts";

export function readRedirections(reading: Reading, nodes: readonly U.Redirection[]): Redirection[] {
  return nodes.map((node) => readRedirection(reading, node));
}

export function readRedirection(reading: Reading, node: U.Redirection): Redirection {
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
