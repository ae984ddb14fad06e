/** Puts an entry at the head of a list in a JSON file, in one piece, and takes it out. Nothing else of the text changes. */

import type { Json } from "./client.ts";
import { type ArrayNode, afterTrivia, isBlank, type Node, type ObjectNode, readJson, toJson } from "./jsonc.ts";

/** One piece of text that goes into another. */
export interface Splice {
  readonly at: number;
  readonly text: string;
}

export function spliced(text: string, { at, text: piece }: Splice): string {
  return text.slice(0, at) + piece + text.slice(at);
}

/** Throws an error that says what stands in the way. */
export function insertion(text: string, list: readonly string[], entry: Json, head: { [key: string]: Json }): Splice {
  const style = styleOf(text);
  if (isBlank(text)) {
    const [first = "", ...inner] = list;
    const whole = print({ ...head, [first]: nested(inner, [entry]) }, "", style);
    return { at: text.length, text: text === "" ? whole + style.newline : whole };
  }
  let node = readJson(text);
  let rest = list;
  for (const [i, key] of list.entries()) {
    if (node.kind !== "object") throw new Error(`${list.slice(0, i).join(".") || "the whole"} is not an object`);
    const member = node.members.findLast((member) => member.key === key);
    if (!member) {
      const value = nested(rest.slice(1), [entry]);
      return into(
        text,
        node,
        node.members[0]?.start,
        (indent) => `${JSON.stringify(key)}: ${print(value, indent, style)}`,
      );
    }
    node = member.value;
    rest = rest.slice(1);
  }
  if (node.kind !== "array") throw new Error(`${list.join(".")} is not a list`);
  return into(text, node, node.items[0]?.start, (indent) => print(entry, indent, style));
}

/** The text without the entries of a list that are `ours`; containers stay, even when nothing is left in them. */
export function withoutEntries(text: string, list: readonly string[], ours: (entry: Json) => boolean): string {
  let result = text;
  for (;;) {
    const array = listIn(result, list);
    const index = array?.items.findIndex((item) => ours(toJson(item))) ?? -1;
    const item = array?.items[index];
    if (!array || !item) return result;
    const next = array.items[index + 1];
    const before = array.items[index - 1];
    if (next) result = result.slice(0, item.start) + result.slice(next.start);
    else if (before) result = result.slice(0, before.end) + result.slice(item.end);
    else result = result.slice(0, item.start) + result.slice(afterComma(result, item.end));
  }
}

export function entriesIn(text: string, list: readonly string[]): readonly Json[] {
  return listIn(text, list)?.items.map(toJson) ?? [];
}

function listIn(text: string, list: readonly string[]): ArrayNode | undefined {
  if (isBlank(text)) return undefined;
  let node: Node | undefined = readJson(text);
  for (const key of list) {
    node = node?.kind === "object" ? node.members.findLast((member) => member.key === key)?.value : undefined;
  }
  return node?.kind === "array" ? node : undefined;
}

function afterComma(text: string, end: number): number {
  const at = afterTrivia(text, end);
  return text[at] === "," ? at + 1 : end;
}

function nested(keys: readonly string[], value: Json): Json {
  return keys.reduceRight<Json>((inner, key) => ({ [key]: inner }), value);
}

interface Style {
  readonly newline: string;
  readonly indent: string;
}

function styleOf(text: string): Style {
  const indent = /^([ \t]+)["[{]/m.exec(text)?.[1] ?? "  ";
  return { newline: text.includes("\r\n") ? "\r\n" : "\n", indent };
}

function print(value: Json, indent: string, style: Style): string {
  return JSON.stringify(value, null, style.indent).split("\n").join(`${style.newline}${indent}`);
}

/** Before the first part of a container, in the container's own layout. */
function into(
  text: string,
  container: ObjectNode | ArrayNode,
  first: number | undefined,
  printed: (indent: string) => string,
): Splice {
  const { newline, indent } = styleOf(text);
  const outer = /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", container.start) + 1))?.[0] ?? "";
  const breaks = lineBreaks(text, container.start + 1, first ?? container.end - 1);
  if (first === undefined) {
    const last = breaks.at(-1);
    if (last !== undefined) return { at: last + 1, text: `${outer}${indent}${printed(outer + indent)}${newline}` };
    const inner = `${newline}${outer}${indent}${printed(outer + indent)}${newline}${outer}`;
    return { at: container.end - 1, text: inner };
  }
  const [line] = breaks;
  if (line === undefined) {
    // All on one line: so is ours.
    return {
      at: first,
      text: `${printed("")
        .split(newline)
        .map((part) => part.trim())
        .join(" ")}, `,
    };
  }
  const own = text.slice(text.lastIndexOf("\n", first) + 1, first);
  const inner = /^[ \t]*$/.test(own) ? own : outer + indent;
  return { at: line + 1, text: `${inner}${printed(inner)},${newline}` };
}

/** Line breaks between two positions, those inside comments left out. */
function lineBreaks(text: string, from: number, to: number): number[] {
  const found: number[] = [];
  for (const match of text.slice(from, to).matchAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|\n/g)) {
    if (match[0] === "\n") found.push(from + match.index);
  }
  return found;
}
