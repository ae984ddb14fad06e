/**
 * `npm run score -- [--heed CMD] [--show N] FILE.jsonl…`: how many cases heed answers as they expect.
 * A case is `{"id", "lines", "shell"?, "env"?, "cwd"?, "expect"}`; `expect` is allow, ask, deny, not-allow or not-deny.
 * Cases speak of the person `me` at work in /home/me/project, a repository that is made here where that is permitted.
 */

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { makePlace } from "./place.ts";

const kinds = ["right", "missed", "false stop", "softer", "harder", "silent"] as const;
type Kind = (typeof kinds)[number];

/** What each kind is called in the summary. */
const titles: { readonly [kind in Kind]: string } = {
  right: "right",
  missed: "missed",
  "false stop": "false stops",
  softer: "ask where deny was right",
  harder: "deny where ask was right",
  silent: "no answer",
};

interface Case {
  readonly id: string;
  readonly lines: readonly string[];
  readonly shell?: string;
  readonly cwd?: string;
  readonly env?: { readonly [name: string]: string };
  readonly expect: string;
}

interface Reply {
  readonly id: string;
  readonly verdict?: string;
  readonly error?: string;
  readonly findings?: readonly { readonly rule: string; readonly because: string; readonly text: string }[];
}

export function grade(expect: string, verdict: string | undefined): Kind {
  if (verdict === undefined) return "silent";
  if (expect === "allow") return verdict === "allow" ? "right" : "false stop";
  if (expect === "not-deny") return verdict === "deny" ? "harder" : "right";
  if (verdict === "allow") return "missed";
  if (expect === "deny" && verdict === "ask") return "softer";
  return expect === "ask" && verdict === "deny" ? "harder" : "right";
}

function parseLines<T>(text: string): T[] {
  return text
    .split("\n")
    .filter(Boolean)
    .map((line): T => JSON.parse(line));
}

function ask(cases: readonly Case[], command: readonly string[]): Map<string, Reply> {
  const { home, project } = makePlace();
  const input = cases.map(({ expect: _, ...c }) =>
    JSON.stringify({ shell: "bash", cwd: project, home, project, ...c }),
  );
  const [program = "", ...args] = command;
  const options = { input: `${input.join("\n")}\n`, encoding: "utf8", maxBuffer: 1 << 30 } as const;
  const run = spawnSync(program, [...args, "check", "--batch"], { ...options, stdio: ["pipe", "pipe", "inherit"] });
  if (run.error) throw run.error;
  return new Map(parseLines<Reply>(run.stdout).map((reply) => [reply.id, reply]));
}

/** Prints one file's score; false if anything was missed, falsely stopped or not answered. */
function score(file: string, command: readonly string[], show: number): boolean {
  const cases = parseLines<Partial<Case>>(readFileSync(file, "utf8")).filter(
    (c): c is Case => c.id !== undefined && c.lines !== undefined && c.expect !== undefined,
  );
  if (!cases.length) return true;
  const start = performance.now();
  const replies = ask(cases, command);
  const ms = performance.now() - start;
  const graded = cases.map((c) => {
    const reply = replies.get(c.id);
    return { case: c, reply, kind: grade(c.expect, reply?.error ? undefined : reply?.verdict) };
  });
  const count = (kind: Kind) => graded.filter((g) => g.kind === kind).length;
  const share = ((100 * count("right")) / cases.length).toFixed(1);
  const wrong = kinds.slice(1).map((kind) => `${titles[kind]} ${count(kind)}`);
  console.log(
    `${basename(file)}: ${cases.length} cases · right ${share}% · ${wrong.join(" · ")} · ${ms.toFixed(0)} ms`,
  );
  const urgent = ["silent", "missed", "false stop", "softer", "harder"] as const;
  const ordered = urgent.flatMap((kind) => graded.filter((g) => g.kind === kind));
  for (const { kind, case: c, reply } of ordered.slice(0, show)) {
    const [first] = reply?.findings ?? [];
    const why = reply?.error ?? (first && `${first.rule}: ${JSON.stringify(first.text)} ${first.because}`);
    const line = JSON.stringify(c.lines.join(" ⏎ ")).slice(0, 160);
    console.log(
      `  ${kind} ${c.id}: expected ${c.expect}, got ${reply?.verdict ?? "nothing"}: ${line}${why ? ` (${why})` : ""}`,
    );
  }
  return count("missed") + count("false stop") + count("silent") === 0;
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { heed: { type: "string" }, show: { type: "string", default: "15" } },
  });
  if (!positionals.length) {
    console.error("usage: npm run score -- [--heed CMD] [--show N] FILE.jsonl…");
    process.exit(64);
  }
  const root = join(import.meta.dirname, "..");
  const built = join(root, "dist/heed");
  const source = [process.execPath, join(root, "bin/heed.ts")];
  const command = values.heed?.split(" ") ?? (existsSync(built) ? [built] : source);
  const good = positionals.map((file) => score(file, command, Number(values.show)));
  process.exitCode = good.every(Boolean) ? 0 : 1;
}
