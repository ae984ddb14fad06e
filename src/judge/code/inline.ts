/** A program given as text, by its language → what it does. */

import { NUMBER } from "../../session/value.ts";
import { awk } from "./awk.ts";
import { crontab } from "./crontab.ts";
import { hcl } from "./hcl.ts";
import { javascript } from "./javascript.ts";
import { jq } from "./jq.ts";
import { mongo } from "./mongo.ts";
import { perl } from "./perl.ts";
import { php } from "./php.ts";
import { python } from "./python.ts";
import { type CodeReport, doubt, draft, finish } from "./report.ts";
import { rails, ruby } from "./ruby.ts";
import { sed } from "./sed.ts";
import { dc, elixir, julia, lua, octave, r } from "./simple.ts";
import { clickhouse, duckdb, sql } from "./sql.ts";
import { vim } from "./vim.ts";

export type { CodeReport, Run } from "./report.ts";

/** Longer programs are not read. */
const MAX_LENGTH = 16_384;

const readers: ReadonlyMap<string, (program: string) => CodeReport> = new Map([
  ["awk", awk],
  ["gawk", awk],
  ["sed", sed],
  ["python", python],
  ["node", javascript],
  ["javascript", javascript],
  ["deno", javascript],
  ["bun", javascript],
  ["perl", perl],
  ["ruby", (program) => ruby(program)],
  ["rails", rails],
  ["php", php],
  ["jq", jq],
  ["sql", sql],
  ["sqlite", sql],
  ["psql", sql],
  ["duckdb", duckdb],
  ["clickhouse", clickhouse],
  ["hcl", hcl],
  ["crontab", crontab],
  ["vim", vim],
  ["r", r],
  ["julia", julia],
  ["lua", lua],
  ["elixir", elixir],
  ["octave", octave],
  ["dc", dc],
  ["mongo", mongo],
  ["ex", vim],
]);

/** Languages whose lines stand by themselves: what is not known in one is no matter for the others. */
const LINES: ReadonlySet<string> = new Set(["crontab"]);

export function inline(language: string, program: string): CodeReport {
  const reader = readers.get(language);
  if (reader === undefined) return unread(`is written in ${language}, which heed does not read`);
  if (program.length > MAX_LENGTH) return unread("is too long to be read");
  // A number is the same to every reader; any other hole may be anything.
  const text = program.replaceAll(NUMBER, "1");
  if (LINES.has(language)) return reader(text);
  if (!text.isWellFormed()) return unread("is not known as a whole");
  return reader(text);
}

function unread(because: string): CodeReport {
  const report = draft();
  doubt(report, because);
  return finish(report);
}
