/** From a client's JSON to the command lines that it is about to run, and back for a sample call. */

import { isAbsolute, resolve } from "node:path";
import type { Client, Json, ShellTool, Source } from "./client.ts";

export interface Environment {
  readonly [name: string]: string | undefined;
}

export type Reading =
  | {
      readonly kind: "lines";
      readonly lines: readonly string[];
      /** Absolute; undefined when the client does not say. */
      readonly cwd: string | undefined;
      /** As the client calls it; undefined when it does not say. */
      readonly session: string | undefined;
    }
  /** Not a command, or nothing that is about to run. */
  | { readonly kind: "other" }
  | { readonly kind: "unknown"; readonly because: string };

export function readCall(client: Client, payload: unknown, env: Environment): Reading {
  if (!isObject(payload)) return { kind: "unknown", because: "the call is not a JSON object" };
  const name = client.tool.map((source) => find(payload, source, env)).find((found) => found !== undefined);
  const found = client.tools.filter(({ names }) => isNamed(names, name));
  const tool = found.find(({ command }) => at(payload, command) !== undefined) ?? found[0];
  const event = client.event.at.length ? at(payload, client.event.at) : undefined;
  const isBefore = event === undefined || client.event.before.some((known) => known === event);
  // A command in an event of another name is still judged: a new version may have renamed the event.
  if (!tool && (typeof name === "string" || !isBefore)) return { kind: "other" };
  if (!tool) return { kind: "unknown", because: `the call names no tool of ${client.title}` };
  const command = at(payload, tool.command);
  if (command === undefined && !isBefore) return { kind: "other" };
  const lines = linesOf(command);
  if (!lines) return { kind: "unknown", because: `the call has no text at ${tool.command.join(".")}` };
  if (isKeys(tool, payload, lines)) return { kind: "other" };
  return {
    kind: "lines",
    lines,
    cwd: directoryOf(client, tool, payload, env),
    session: sessionOf(client, payload, env),
  };
}

/** Without names the event alone says that it is a command. Without a name, whatever has the command is one. */
function isNamed(names: readonly string[], name: unknown): boolean {
  return names.length === 0 || name === undefined || (typeof name === "string" && names.includes(name));
}

function linesOf(command: unknown): readonly string[] | undefined {
  if (typeof command === "string") return [command];
  if (!Array.isArray(command)) return undefined;
  const lines = command.map((part: unknown) => (isObject(part) ? part["command"] : part));
  return lines.every((line) => typeof line === "string") ? lines : undefined;
}

function isKeys({ keys }: ShellTool, payload: unknown, lines: readonly string[]): boolean {
  return keys !== undefined && at(payload, keys.when) === true && lines.every((line) => keys.pass.test(line));
}

function directoryOf(client: Client, tool: ShellTool, payload: unknown, env: Environment): string | undefined {
  const base = client.cwd.map((source) => find(payload, source, env)).find(isDirectory);
  const own = tool.directory && at(payload, tool.directory);
  if (typeof own !== "string" || own === "") return base;
  return base === undefined ? (isAbsolute(own) ? own : undefined) : resolve(base, own);
}

function isDirectory(value: unknown): value is string {
  return typeof value === "string" && isAbsolute(value);
}

function sessionOf(client: Client, payload: unknown, env: Environment): string | undefined {
  const found = client.session.map((source) => find(payload, source, env));
  return found.find((value) => typeof value === "string" && value !== "")?.toString();
}

function find(payload: unknown, source: Source, env: Environment): unknown {
  return "env" in source ? env[source.env] : at(payload, source);
}

/** Text on the way is JSON itself: Copilot hands over its arguments so. */
function at(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found === "string") found = parsed(found);
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Object.entries(found).find(([name]) => name === key)?.[1];
  }
  return found;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A call such as the client makes before it runs `line` in `cwd`, and what its environment holds then. */
export function sampleCall(
  client: Client,
  line: string,
  cwd: string,
): { payload: Json; env: { readonly [name: string]: string } } {
  const payload: { [key: string]: Json } = {};
  const env: { [name: string]: string } = {};
  const put = (source: Source | undefined, value: Json) => {
    if (source === undefined) return;
    if ("env" in source) env[source.env] = String(value);
    else place(payload, source, value);
  };
  const tool = client.tools[0];
  put(client.event.at, client.event.before[0] ?? "");
  put(client.tool[0], tool?.names[0] ?? "");
  put(client.cwd[0], cwd);
  put(tool?.command, tool?.isList ? [line] : line);
  return { payload, env };
}

function place(into: { [key: string]: Json }, path: readonly string[], value: Json): void {
  const [key, ...rest] = path;
  if (key === undefined) return;
  if (rest.length === 0) {
    into[key] = value;
    return;
  }
  const inner: { [key: string]: Json } = { ...(isObject(into[key]) ? (into[key] as { [key: string]: Json }) : {}) };
  place(inner, rest, value);
  into[key] = inner;
}
