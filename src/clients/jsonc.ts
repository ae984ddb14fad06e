/** JSON as people keep it, with comments and trailing commas, read for where things stand in the text. */

import type { Json } from "./client.ts";

export type Node = ObjectNode | ArrayNode | ScalarNode;

interface Span {
  readonly start: number;
  readonly end: number;
}

export interface ObjectNode extends Span {
  readonly kind: "object";
  readonly members: readonly Member[];
}

export interface Member extends Span {
  readonly key: string;
  readonly value: Node;
}

export interface ArrayNode extends Span {
  readonly kind: "array";
  readonly items: readonly Node[];
}

export interface ScalarNode extends Span {
  readonly kind: "scalar";
  readonly value: string | number | boolean | null;
}

type Read<T> = readonly [found: T, next: number];

/** A byte order mark, its bytes as Latin-1 characters: so texts of files are kept here. */
const MARK = "\u00ef\u00bb\u00bf";

/** Settings files are shallow; this only keeps hostile ones from exhausting the stack. */
const MAX_DEPTH = 200;

/** Nothing but white space. */
export function isBlank(text: string): boolean {
  return (text.startsWith(MARK) ? text.slice(MARK.length) : text).trim() === "";
}

/** Throws a `JsonError`. */
export function readJson(text: string): Node {
  const start = afterTrivia(text, text.startsWith(MARK) ? MARK.length : 0);
  const [node, next] = readValue(text, start, 0);
  const end = afterTrivia(text, next);
  if (end < text.length) throw wrong(text, end, "nothing more");
  return node;
}

/** Position behind white space and comments. */
export function afterTrivia(text: string, from: number): number {
  const trivia = /(?:[ \t\r\n]|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
  trivia.lastIndex = from;
  trivia.exec(text);
  return trivia.lastIndex;
}

export function toJson(node: Node): Json {
  switch (node.kind) {
    case "object":
      return Object.fromEntries(node.members.map(({ key, value }) => [key, toJson(value)]));
    case "array":
      return node.items.map(toJson);
    case "scalar":
      return node.value;
    default:
      return node satisfies never;
  }
}

function readValue(text: string, start: number, depth: number): Read<Node> {
  if (depth > MAX_DEPTH) throw wrong(text, start, "less nesting");
  if (text[start] === "{") return readObject(text, start, depth);
  if (text[start] === "[") return readArray(text, start, depth);
  const [value, end] = readScalar(text, start);
  return [{ kind: "scalar", start, end, value }, end];
}

function readScalar(text: string, start: number): Read<string | number | boolean | null> {
  const scalar = /"(?:[^"\\]|\\[\s\S])*"|-?\d[\d.eE+-]*|true|false|null/y;
  scalar.lastIndex = start;
  const found = scalar.exec(text)?.[0];
  if (found === undefined) throw wrong(text, start, "a value");
  try {
    return [JSON.parse(found), scalar.lastIndex];
  } catch {
    throw wrong(text, start, "a value");
  }
}

function readObject(text: string, start: number, depth: number): Read<ObjectNode> {
  const members: Member[] = [];
  const end = readList(text, start, "}", (at) => {
    const [key, afterKey] = readScalar(text, at);
    if (typeof key !== "string") throw wrong(text, at, "a key");
    const colon = afterTrivia(text, afterKey);
    if (text[colon] !== ":") throw wrong(text, colon, "a colon");
    const [value, next] = readValue(text, afterTrivia(text, colon + 1), depth + 1);
    members.push({ key, value, start: at, end: next });
    return next;
  });
  return [{ kind: "object", start, end, members }, end];
}

function readArray(text: string, start: number, depth: number): Read<ArrayNode> {
  const items: Node[] = [];
  const end = readList(text, start, "]", (at) => {
    const [item, next] = readValue(text, at, depth + 1);
    items.push(item);
    return next;
  });
  return [{ kind: "array", start, end, items }, end];
}

/** Reads parts with commas between, or also behind the last; gives the position behind the closing bracket. */
function readList(text: string, start: number, close: string, readPart: (at: number) => number): number {
  let at = afterTrivia(text, start + 1);
  while (text[at] !== close) {
    at = afterTrivia(text, readPart(at));
    if (text[at] === ",") at = afterTrivia(text, at + 1);
    else if (text[at] !== close) throw wrong(text, at, `a comma or ${close}`);
  }
  return at + 1;
}

export class JsonError extends Error {
  readonly line: number;
  readonly column: number;

  constructor(text: string, at: number, message: string) {
    super(message);
    const lines = text.slice(0, at).split("\n");
    this.line = lines.length;
    this.column = (lines.at(-1)?.length ?? 0) + 1;
  }
}

function wrong(text: string, at: number, wanted: string): JsonError {
  return new JsonError(text, at, `${wanted} should be here`);
}
