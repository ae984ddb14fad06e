/** What awk programs do besides printing. */

import { describe, expect, test } from "vitest";
import { awk } from "../../../src/judge/code/awk.ts";
import { ANY } from "../../../src/session/value.ts";

describe("a program that only prints", () => {
  test.each([
    "{print $1}",
    "$1 > 10",
    "$1 > 10 {print}",
    "{if ($1 > 10) print}",
    "NR > 5 && NR < 20",
    "length > 80 {print}",
    "{print ($1 > 10)}",
    "{print($1 > 10, 2)}",
    "{x = $1 > 10; print x}",
    "{print $1 / 2; y = 4 / 2 / 1}",
    "{avg=$1/10; pct=avg/total*100; print pct}",
    "/[><=]/ {print}",
    "/a>b/ {print}",
    "/path\\/to/ {print}",
    "/[/]/ {n++} END {print n}",
    '{print "a | b > c"}',
    "{print a || b}",
    "BEGIN{ok = a || b; print ok}",
    "NR%2==1{first=$0; getline; print first, $0}",
    "/x/{getline line; print line}",
    "/x/{getline a[1]; getline $2}",
    "{arr[$1]+=$2} END {for (k in arr) print k, arr[k]}",
    '{printf "%s\\n", $1 > "/dev/stderr"}',
    '{print | ""}',
    "NR==FNR{a[$1]=$2;next} ($1 in a){print $1,a[$1]}",
    "FILENAME==ARGV[1]{n++}",
    "BEGIN{while (ARGC > 5) exit}",
    '# system("id")\n{print}',
    '{gsub(/"/, ""); print}',
    "{if (/x/) /y/}",
    "function f(a,  b) { b = a\n return b } {print f($1)}",
    'BEGIN { print length("a") }\n\n',
    "{a=1\n\nprint a,\n b}",
    '{print -1 " " -1}',
    '{print $NF-1 > "/dev/stdout"}',
  ])("%j", (program) => {
    const { certain, reads, writes, runs, loads, network } = awk(program);
    expect({ certain, reads, writes, runs, loads, network }).toEqual({
      certain: true,
      reads: [],
      writes: [],
      runs: [],
      loads: [],
      network: false,
    });
  });
});

describe("a program that writes or reads files", () => {
  test.each([
    ['{print > "out"}', [], ["out"]],
    ['{print $1, $2 >> "out" }', [], ["out"]],
    ["{ print $1 > 10 }", [], ["10"]],
    ["{print > $1}", [], [ANY]],
    ['{print > $1".txt"}', [], [`${ANY}.txt`]],
    ['{print (1)(2) > "/etc/x"}', [], ["/etc/x"]],
    ['{printf("%s", $0) > "out"; close("out")}', [], ["out"]],
    ['{print "x" > ("a" "b")}', [], ["ab"]],
    ['{print "x" > "a" "b"}', [], ["ab", "a"]],
    ['{print > "\\057etc\\x2fx"}', [], ["/etc/x"]],
    ['BEGIN{while ((getline l < "in") > 0) print l}', ["in"], []],
    ['BEGIN{getline < "/etc/shadow"; print}', ["/etc/shadow"], []],
    ["BEGIN{getline x[1] < f}", [ANY], []],
    ['BEGIN{getline < "-"}', [], []],
    ['{if (1) print > "a"; else print > "b"}', [], ["a", "b"]],
    ['{if ($1) /"/; print > "a" # "\n}', [], ["a"]],
  ])("%j", (program, reads, writes) => {
    expect(awk(program)).toMatchObject({ certain: true, reads, writes, runs: [] });
  });
});

describe("a program that runs commands", () => {
  test.each([
    ['BEGIN{system("id")}', ["id"]],
    ['BEGIN { system ( "rm -rf " "~" ) }', ["rm -rf ~"]],
    ['{print | "sort -n"}', ["sort -n"]],
    ['{print $1 | "sh"}', ["sh"]],
    ['BEGIN{"date" | getline d; print d}', ["date"]],
    ['BEGIN{while (("ls -l" | getline x) > 0) print x}', ["ls -l"]],
    ['BEGIN{"da" "te" | getline}', ["date", "te"]],
    ['BEGIN{print "x" |& "cat"; "cat" |& getline y}', ["cat", "cat"]],
    ['BEGIN{system("\\162m x")}', ["rm x"]],
    ['{if (1) /"/; system("id") # "/\n}', ["id"]],
    ['{system("")}', []],
  ])("%j", (program, lines) => {
    expect(awk(program)).toMatchObject({ certain: true, runs: lines.map((text) => ({ kind: "line", text })) });
  });
});

describe("a program that is not certain", () => {
  test.each([
    "{system($0)}",
    '{system("rm " $1)}',
    "{print | $1}",
    "{print | cmd}",
    "{cmd | getline}",
    'BEGIN{f="system"; @f("id")}',
    'BEGIN{ARGV[1]="/etc/shadow"; ARGC=2} 1',
    'BEGIN{split("a /etc/shadow", ARGV)}',
    'BEGIN{SYMTAB["ARGV"][1]=1}',
    'BEGIN{print "x" |& "/inet/tcp/0/h/80"; getline < "/inet/tcp/0/h/80"}',
    '{print "unfinished}',
    "{print `id`}",
    "/unfinished {print}",
    '/[/]/ {system("id")}',
  ])("%j", (program) => {
    expect(awk(program).certain).toBe(false);
  });

  test("files it includes are named", () => {
    expect(awk('@include "a.awk"\n@load "x"\nBEGIN{}')).toMatchObject({ certain: true, loads: ["a.awk", "x"] });
  });

  test("a connection is a use of the network", () => {
    expect(awk('BEGIN{s="x"; print s > "/inet/tcp/0/h/80"}')).toMatchObject({ certain: false, network: true });
  });
});
