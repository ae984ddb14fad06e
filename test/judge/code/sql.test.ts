/** What SQL and the commands of its clients do. */

import { expect, test } from "vitest";
import { sql } from "../../../src/judge/code/sql.ts";

test.each([
  "select 1",
  "SELECT * FROM t WHERE a = 'drop table x';",
  "select 'it''s'; select \"delete\" from t -- delete from t",
  "with x as (select 1) select * from x",
  "explain query plan select * from t",
  "PRAGMA table_info(users)",
  "pragma user_version",
  ".tables",
  ".schema users\nselect count(*) from users;",
  ".mode csv\n.headers on\nselect 1;",
  "\\dt",
  "\\d+ users",
  "\\l",
  "show tables",
  "",
])("%j only reads", (program) => {
  expect(sql(program)).toMatchObject({ certain: true, changes: false, runs: [], writes: [], loads: [] });
});

test.each([
  ["delete from t", "runs DELETE"],
  ["DROP TABLE t", "runs DROP"],
  ["select 1; update t set a = 1", "runs UPDATE"],
  ["with x as (delete from t returning *) select * from x", "changes data inside a query"],
  ["explain analyze delete from t", "changes data inside a query"],
  ["select * into b from a", "writes a table"],
  ["pragma writable_schema=1", "sets a pragma"],
])("%j changes data", (program, because) => {
  expect(sql(program)).toMatchObject({ certain: true, changes: true, because });
});

test.each([
  [".shell rm -rf ~", "rm -rf ~"],
  [".system id", "id"],
  [".once |sh", "sh"],
  ['.output "|cat > x"', "cat > x"],
  ['.import "|ls -l" t', "ls -l"],
  [".read |id", "id"],
  ["\\! id", "id"],
  ["select 1 \\g |sh", "sh"],
  ["\\o |sh", "sh"],
  ["\\copy t from program 'id'", "id"],
  ["COPY t FROM PROGRAM 'id'", "id"],
  ["select 1; \\! id", "id"],
  ["select '\\'; \\! id -- '", "id -- '"],
])("%j runs a command", (program, text) => {
  expect(sql(program).runs).toEqual([{ kind: "line", text }]);
});

test.each([
  [".output out.csv", { writes: ["out.csv"] }],
  [".once stdout", { writes: [] }],
  [".backup main copy.db", { writes: ["copy.db"] }],
  [".read a.sql", { loads: ["a.sql"] }],
  [".load ./x", { loads: ["./x"] }],
  [".import a.csv t", { reads: ["a.csv"], adds: true }],
  ["\\i a.sql", { loads: ["a.sql"] }],
  ["\\copy t to 'out.csv' csv", { writes: ["out.csv"] }],
  ["\\copy t from stdin", { reads: [], changes: true }],
  ["\\copy (select a from t where b = ')') to 'out.csv' csv", { writes: ["out.csv"], changes: false, certain: true }],
  ["\\copy (select count(*) from t) to stdout", { writes: [], changes: false }],
  ["\\copy (delete from t returning *) to 'out.csv'", { writes: ["out.csv"], changes: true }],
  ["\\copy (select pg_read_file('/etc/x')) to 'out.csv'", { writes: ["out.csv"], certain: false }],
])("%j uses a file", (program, does) => {
  expect(sql(program)).toMatchObject({ certain: true, ...does });
});

test.each([
  "select load_extension('x')",
  "select writefile('a', 'b')",
  "select pg_read_file('/etc/passwd')",
  "attach 'x' as y",
  "vacuum into 'x'",
  "copy t to '/tmp/x'",
  "do $$ begin end $$",
  "create function f() returns int language c",
  "call f()",
  "select 1 into outfile '/tmp/x'",
  "system id",
  ".sh id",
  ".open x.db",
  "\\set x `id`",
  "\\echo `id`",
  "\\gexec",
  "\\c other host",
  "\\!",
  "select E'\\'' ; \\! id -- '",
  "select 'unfinished",
  "set role admin",
])("%j is not certain", (program) => {
  expect(sql(program).certain).toBe(false);
});

test("an extension is code that is loaded", () => {
  expect(sql("select load_extension('./x')").loads).toEqual(["./x"]);
});
