/** What SQL does, with the dot-commands of sqlite3 and the backslash commands of psql. */

import { both, type CodeReport, type Draft, doubt, draft, finish, line } from "./report.ts";
import { add, backslash, change, dot, reaching } from "./sql-clients.ts";

export function sql(program: string): CodeReport {
  const report = draft();
  const rest: string[] = [];
  for (const text of program.split("\n")) {
    const command = /^\s*[.\\]/.test(text) && quotesEven(rest.join("\n"));
    if (command && text.trimStart().startsWith(".")) dot(text.trim(), report);
    else if (command) backslash(text.trim(), report);
    else rest.push(text);
  }
  for (const statement of statements(rest.join("\n"), report)) judge(statement, report);
  return finish(report);
}

/** duckdb reads the files that a query names, from everywhere. */
export function duckdb(program: string): CodeReport {
  const report = draft();
  const file = (text: string) => {
    const path = text.replaceAll("''", "'");
    if (/^[a-z]\w+:\/\//i.test(path)) {
      report.network = true;
      doubt(report, `reads ${path}`);
    } else report.reads.push(path);
  };
  for (const [, name = "", given = ""] of program.matchAll(DUCKDB_READERS)) {
    const files = [...given.matchAll(/'((?:''|[^'])*)'/g)];
    for (const [, path = ""] of files) file(path);
    if (files.length === 0) doubt(report, `calls ${name} with a name that it computes`);
  }
  const text = program.replace(DUCKDB_COPY, (_, what: string, way: string, path: string) => {
    if (way.toLowerCase() === "from") {
      file(path);
      return "insert into x values (1)";
    }
    const target = path.replaceAll("''", "'");
    if (/^[a-z]\w+:\/\//i.test(target)) doubt(report, `writes ${target}`);
    else report.writes.push(target);
    return `select * from ${what}`;
  });
  for (const [, path = ""] of text.matchAll(/\b(?:from|join|summarize|describe|pivot|unpivot)\s+'((?:''|[^'])*)'/gi))
    file(path);
  if (/\b(?:getenv|query|query_table)\s*\(/i.test(program)) doubt(report, "calls what reaches outside the database");
  return both(sql(text.replace(DUCKDB_ONLY, "$1select * from ")), finish(report));
}

/** What only duckdb lets stand at the beginning of a query. */
const DUCKDB_ONLY = /((?:^|;)\s*)(?:from|summarize|pivot|unpivot)\b/gi;

const DUCKDB_COPY =
  /\bcopy\s+(\((?:[^();']|'(?:''|[^'])*'|\((?:[^();']|'(?:''|[^'])*')*\))*\)|\w+)\s+(to|from)\s+'((?:''|[^'])*)'(?:\s*\([\w\s,.'"]*\))?/gi;

const DUCKDB_READERS =
  /\b(read_\w+|parquet_\w+|csv_scan|json_scan|sniff_csv|sqlite_scan|glob)\s*\(\s*(\[[^\]]*\]|'(?:''|[^'])*')?/gi;

/** ClickHouse's table functions read files, addresses and other servers. */
export function clickhouse(program: string): CodeReport {
  const report = draft();
  for (const [, given] of program.matchAll(/\bfile\s*\(\s*(?:'((?:''|[^'])*)')?/gi)) {
    if (given === undefined) doubt(report, "calls file with a name that it computes");
    else report.reads.push(given);
  }
  const called = CLICKHOUSE_REACHES.exec(program.replace(/'(?:''|[^'\\]|\\.)*'/g, "''"))?.[1];
  if (called !== undefined) doubt(report, `calls ${called}`);
  return both(sql(program), finish(report));
}

const CLICKHOUSE_REACHES =
  /\b(fileCluster|url|urlCluster|s3\w*|gcs|hdfs\w*|azureBlobStorage\w*|remote|remoteSecure|executable|input|jdbc|odbc|mysql|postgresql|mongodb|redis|sqlite|deltaLake|iceberg\w*|hudi)\s*\(/i;

function quotesEven(text: string): boolean {
  return (text.match(/'/g)?.length ?? 0) % 2 === 0;
}

/** Statements without comments and with the content of strings kept for names of files only. */
function statements(text: string, report: Draft): readonly string[] {
  const found: string[] = [];
  let current = "";
  // Whether a backslash keeps a quote from ending a string depends on the server.
  if (/\\'/.test(text)) doubt(report, "has a quote behind a backslash");
  const token =
    /[eE]'(?:\\[\s\S]|''|[^'\\])*'|--[^\n]*|\/\*[\s\S]*?\*\/|'(?:''|[^'])*'|"(?:""|[^"])*"|`[^`]*`|\$(\w*)\$[\s\S]*?\$\1\$|\\[^\n]*|;|[\s\S]/g;
  for (const [part] of text.matchAll(token)) {
    if (part.startsWith("--") || part.startsWith("/*")) current += " ";
    else if (part.startsWith("\\")) backslash(part, report);
    else if (part === "'" || part === "/*") doubt(report, "has a string that does not end");
    else if (part === ";") {
      found.push(current);
      current = "";
    } else current += part;
  }
  found.push(current);
  return found.map((each) => each.trim()).filter((each) => each !== "");
}

const reading =
  /^(?:\(|(?:select|with|values|explain|show|describe|desc|table|begin|commit|rollback|end|set|use|analyze|help)\b)/i;
const pragmas = `table_info table_xinfo table_list index_list index_info foreign_key_list database_list compile_options
  integrity_check quick_check user_version schema_version page_count page_size encoding journal_mode function_list
  collation_list foreign_key_check freelist_count application_id`;
const pragmaReads = new RegExp(
  `^pragma\\s+(?:\\w+\\.)?(?:${pragmas.split(/\s+/).join("|")})\\s*(?:\\(\\s*\\w*\\s*\\))?$`,
  "i",
);
/** Statements that change data or its shape and nothing else. */
const changing =
  /^(?:insert|update|delete|drop|alter|create|truncate|replace|merge|grant|revoke|vacuum|reindex|rename|comment|refresh|cluster|lock|savepoint|release)\b/i;
/** Of these, what leaves everything that is there. */
const adding =
  /^(?:insert\s+(?:or\s+(?:ignore|abort|fail)\s+)?into|create\s+(?:temp(?:orary)?\s+)?(?:(?:unique\s+)?index|table|view|schema|sequence)|alter\s+table\s+\S+\s+add)\b/i;
const replacing = /\b(?:replace|update|delete|drop|truncate|rename)\b/i;
const code =
  /^create\b[\s\S]*\b(?:function|procedure|extension|language|trigger|event|server)\b|^vacuum\b[\s\S]*\binto\b/i;
const inside = /\b(?:insert|update|delete|drop|alter|create|truncate|replace|merge|execute|call)\b/i;

function judge(statement: string, report: Draft): void {
  const bare = statement.replace(/[eE]?'(?:''|[^'])*'|"(?:""|[^"])*"|`[^`]*`|\$(\w*)\$[\s\S]*?\$\1\$/g, " x ").trim();
  const word = /^[A-Za-z]+/.exec(bare)?.[0].toUpperCase() ?? "";
  const program = /\b(?:to|from)\s+program\s+'((?:''|[^'])*)'/i.exec(statement)?.[1];
  if (program !== undefined) line(report, program.replaceAll("''", "'"));
  const extension = /\bload_extension\s*\(\s*'((?:''|[^'])*)'/i.exec(statement)?.[1];
  if (extension !== undefined) report.loads.push(extension);
  const reach = reaching.exec(bare)?.[0].replace(/\s*\($/, "");

  if (reach !== undefined) doubt(report, `calls ${reach}`);
  else if (word === "PRAGMA") {
    if (!pragmaReads.test(bare)) change(report, "sets a pragma");
  } else if (/\binto\s+(?:outfile|dumpfile)\b/i.test(bare)) doubt(report, "writes a file");
  else if (code.test(bare)) doubt(report, "makes the server run code or write a file");
  else if (adding.test(bare) && !replacing.test(bare)) add(report, `runs ${word}`);
  else if (changing.test(bare)) change(report, `runs ${word}`);
  else if (!reading.test(bare)) doubt(report, word === "" ? "is not SQL that heed can read" : `runs ${word}`);
  // `WITH x AS (DELETE …) SELECT`, `EXPLAIN ANALYZE DELETE`, `SELECT … INTO`
  else if (/^(?:WITH|EXPLAIN|BEGIN|)$/.test(word) && inside.test(bare)) change(report, "changes data inside a query");
  else if (word === "SELECT" && /\binto\b/i.test(bare)) change(report, "writes a table");
  else if (word === "SET" && /\b(?:role|session\s+authorization|global|persist)\b/i.test(bare)) {
    doubt(report, "changes whom the server obeys");
  }
}
