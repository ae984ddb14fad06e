/** Option strings in a variable: every token must be listed. */

import type { EnvRow, PathFlag } from "../rules/row.ts";
import { HOLE } from "../session/value.ts";
import { type EnvContext, type EnvFinding, type Stop, splitAt } from "./environment-finding.ts";
import { placed } from "./environment-paths.ts";

const harmless = /^[\w.,:/=+%-]+$/;
const glued = /^[\w:.,=+-]+$/;

export function judgeOptions(row: EnvRow, text: string, context: EnvContext, stop: Stop): readonly EnvFinding[] {
  const tokens = split(withoutStart(text, context.startValue), row.separators);
  const found: EnvFinding[] = [];
  for (let i = 0; i < tokens.length; ) {
    const token = tokens[i] ?? "";
    const next = tokens[i + 1];
    const match = matchOf(row, token, next !== undefined && isValue(next) ? next : undefined);
    found.push(...judgeMatch(token, match, context, stop));
    i += match.length;
  }
  return found;
}

/** What the person's own string had before is not judged again when more is added to either end. */
function withoutStart(text: string, start: string | undefined): string {
  if (start === undefined || start === "") return text;
  if (text.startsWith(`${start} `)) return text.slice(start.length);
  return text.endsWith(` ${start}`) ? text.slice(0, -start.length) : text;
}

function split(text: string, separators: string | undefined): readonly string[] {
  const parts = separators === undefined ? text.split(/\s+/) : splitAt(text, separators);
  return parts.filter((part) => part !== "");
}

/** Whether a token can be the value of the flag before it. */
function isValue(token: string): boolean {
  return harmless.test(token) && !token.startsWith("-");
}

interface Match {
  /** Number of tokens it takes. */
  readonly length: number;
  readonly kind: "listed" | "path" | "none" | "no-value";
  readonly path?: { readonly flag: PathFlag; readonly value: string };
}

const none: Match = { length: 1, kind: "none" };

function matchOf(row: EnvRow, token: string, next: string | undefined): Match {
  if (!harmless.test(token)) return none;
  const joined = /^-[A-Za-z]$/.test(token) && next !== undefined ? token + next : undefined;
  const both = joined === undefined ? none : matchOne(row, joined, undefined);
  if (both.kind === "listed" || both.kind === "path") return { ...both, length: 2 };
  return matchOne(row, token, next);
}

function matchOne(row: EnvRow, token: string, next: string | undefined): Match {
  for (const flag of row.path_flags ?? []) {
    const value = pathValue(flag, token, next);
    if (value !== undefined) return value;
  }
  const allowed = row.allowed ?? [];
  if (next !== undefined && allowed.includes(`${token} *`)) return { length: 2, kind: "listed" };
  return allowed.some((entry) => admits(entry, token)) ? { length: 1, kind: "listed" } : none;
}

function pathValue(flag: PathFlag, token: string, next: string | undefined): Match | undefined {
  const sep = flag.sep ?? "equals";
  const name = flag.flag;
  if (token === name) {
    if (sep === "equals" || next === undefined) return { length: 1, kind: "no-value" };
    return { length: 2, kind: "path", path: { flag, value: next } };
  }
  if (sep === "space" || !token.startsWith(name)) return undefined;
  const rest = token.slice(name.length);
  if (sep === "glued") return { length: 1, kind: "path", path: { flag, value: rest } };
  if (!rest.startsWith("=")) return undefined;
  if (rest === "=") return { length: 1, kind: "no-value" };
  return { length: 1, kind: "path", path: { flag, value: rest.slice(1) } };
}

function admits(entry: string, token: string): boolean {
  if (entry.endsWith(" *")) return false;
  if (!entry.endsWith("*")) return token === entry || token.startsWith(`${entry}=`);
  const prefix = entry.slice(0, -1);
  return token.startsWith(prefix) && glued.test(token.slice(prefix.length));
}

function judgeMatch(token: string, match: Match, context: EnvContext, stop: Stop): readonly EnvFinding[] {
  switch (match.kind) {
    case "listed":
      return [];
    case "no-value":
      return stop(token, `${token} needs a value`);
    case "none":
      if (HOLE.test(token)) return stop(token, "its value is not known");
      return stop(token, `${token} is not among the options known to be harmless`, "Leave that option out.");
    case "path": {
      if (match.path === undefined) return [];
      const { flag, value } = match.path;
      // A class path is a list, and a list of one is a path.
      const parts = flag.role === "exec" ? value.split(":") : [value];
      return parts.flatMap((part) => placed(part, flag.role, context, stop));
    }
  }
}
