/** `heed check --batch`: JSON Lines in and out, order kept; every input line gets an answer, a broken one too. */

import { type Judged, stricter, type Verdict } from "../policy/verdict.ts";
import { startSession } from "../session/start.ts";
import type { Toml } from "../store/project.ts";
import { createMachine } from "../world/machine.ts";
import { projectOf } from "../world/project.ts";
import { type Context, createContext, dialectOf, settled } from "./context.ts";
import { exit, type Io } from "./io.ts";

interface Case {
  readonly id: unknown;
  readonly lines: readonly string[];
  readonly shell: string;
  readonly cwd: string;
  readonly home: string;
  readonly project: string | undefined;
  readonly env: { readonly [name: string]: string | undefined };
}

interface Reply {
  readonly verdict: Verdict;
  readonly findings: readonly Judged[];
  readonly error?: string;
}

export async function batch(io: Io): Promise<number> {
  const { parse } = await import("smol-toml");
  const context = await createContext(io);
  let status: number = exit.allow;
  let number = 0;
  for await (const text of io.lines()) {
    number++;
    if (!text.trim()) continue;
    let id: unknown = null;
    let reply: Reply;
    try {
      const data: unknown = JSON.parse(text);
      id = isRecord(data) ? (data["id"] ?? null) : null;
      reply = judgeCase(caseFrom(data, context, io), context, parse);
    } catch (error) {
      // What could not be judged is not allowed, and whoever reads only the verdict must see that.
      const why = error instanceof Error ? error.message : String(error);
      reply = { verdict: "ask", findings: [], error: `line ${number}: ${why}` };
      status = exit.usage;
    }
    io.out(`${JSON.stringify({ id, ...reply })}\n`);
  }
  return status;
}

function judgeCase(asked: Case, context: Context, toml: Toml): Reply {
  const dialect = dialectOf(asked.shell);
  const world = createMachine({ home: asked.home, project: asked.project, tmpdir: asked.env["TMPDIR"], toml });
  let session = startSession({ dialect, cwd: asked.cwd, env: asked.env, home: asked.home });
  let verdict: Verdict = "allow";
  const findings: Judged[] = [];
  asked.lines.forEach((line, index) => {
    const answer = context.check(line, session, world, context.config.policy);
    const found = settled(line, answer);
    verdict = stricter(verdict, found.verdict);
    findings.push(...found.findings.map((finding) => ({ ...finding, line: index })));
    session = answer.session;
  });
  const rank = { deny: 0, ask: 1, allow: 2 } as const;
  return { verdict, findings: findings.sort((a, b) => rank[a.verdict] - rank[b.verdict]) };
}

/** Throws an error that says what is wrong. */
function caseFrom(data: unknown, context: Context, io: Io): Case {
  if (!isRecord(data)) throw new Error("not an object");
  const lines = data["lines"];
  if (!Array.isArray(lines) || !lines.every((line) => typeof line === "string")) {
    throw new Error("lines must be a list of strings");
  }
  const home = text(data, "home") ?? context.home;
  const cwd = text(data, "cwd") ?? io.cwd;
  return {
    id: data["id"],
    lines,
    shell: text(data, "shell") ?? "bash",
    cwd,
    home,
    project: text(data, "project") ?? projectOf(cwd, home),
    env: environment(data["env"]) ?? { ...io.env, HOME: home },
  };
}

function text(data: { readonly [key: string]: unknown }, key: string): string | undefined {
  const value = data[key];
  if (value === undefined || typeof value === "string") return value;
  throw new Error(`${key} must be a string`);
}

function environment(value: unknown): { readonly [name: string]: string } | undefined {
  if (value === undefined) return undefined;
  if (!isRecord(value)) throw new Error("env must be an object");
  return Object.fromEntries(
    Object.entries(value).map(([name, text]) => {
      if (typeof text !== "string") throw new Error(`env.${name} must be a string`);
      return [name, text];
    }),
  );
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
