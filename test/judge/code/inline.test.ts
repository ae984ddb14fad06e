/** What holds for inline programs of every language. */

import { describe, expect, test } from "vitest";
import { inline } from "../../../src/judge/code/inline.ts";

const programs: readonly (readonly [string, string])[] = [
  ["awk", 'BEGIN { while (("ls " x | getline l) > 0) print l > "a" "b" } /[/]x/ { $1 = substr($0, 2); next } # e'],
  ["sed", ":a;N;$!ba;s/[/]\\(x\\)/\\n/gw out\n1,/x/{s,a,b,;y/ab/cd/;}\na\\\ntext\n$!e id"],
  [
    "python",
    "import os, json as j\nfor k, v in j.load(open('a')).items():\n  print(f'{k!r:>3} {v[\"x\"]}', end='')  # x\nos.system('l' + \"s\")",
  ],
  [
    "node",
    "const {a: b} = require('fs'); for (const [k] of x) { console.log(`a`, `b`, /[/]/g.test('y')) } /* e */ a?.b",
  ],
  ["perl", 'use strict; while (<>) { s{a}{$1 . "b"}e if /x(\\d)$/; print "$_[0] @F\\n", qw(a b); system \'a\', q(b) }'],
  ["ruby", "require 'json'; puts \"#{x[:a]} b\", %w[a b].map { |y| y =~ /x/ ? :a : `id` }; File.write('a', 'b')"],
  ["php", "foreach ([1, 'a' => \"b $c {$d['e']}\"] as $k => $v) { echo `id`, $v->x ?? file('a')[0]; } // e"],
  ["sql", "with a as (select 'it''s', \"b\" from c) select * from a; -- d\n.once |sh\n\\copy a to 'b'\n$$x$$"],
  ["vim", "%s/a\\/b/c/g\ng/x/s//y/\nr !ls\nset nu | q\n'<,'>!sort\nw >> x"],
  ["r", 'd <- read.csv("a.csv"); sapply(d$x, function(i) i^2) |> print() # e'],
  ["julia", 'f(x, y) = x + y; for (a, b) in c; println("$a $(f(a, b))"); end #= e =#'],
  ["lua", "local a, b = {}, [[x]]; for k, v in pairs(a) do print((k .. 'y'):rep(2)) end -- e"],
  ["elixir", 'for {k, v} <- m, do: IO.puts("#{k} #{inspect(v)}"); Enum.map(m, fn {a, _} -> a end) # e'],
  ["octave", "A = [1 2; 3 4]'; f = @(x, y) x + y; disp(f(A, 'it''s')) % e"],
  ["jq", 'include "m"; .a | map(select(.b == "\\(.c)")) # d'],
];

describe("an inline program", () => {
  test.each(programs)("in %s is read without failing, however it is cut", (language, program) => {
    for (let i = 0; i <= program.length; i++) {
      expect(typeof inline(language, program.slice(0, i)).certain).toBe("boolean");
      expect(typeof inline(language, program.slice(i)).certain).toBe("boolean");
    }
  });

  test.each(programs)("in %s is read in reasonable work when it repeats itself", (language, program) => {
    for (const part of [program, "(", '"', "'", "{", "[", "/", "\\", "$", "`", "a.", "f(", "${", "x=1;", "s/", "@"]) {
      const long = part.repeat(Math.floor(16_000 / part.length));
      expect(typeof inline(language, long).certain).toBe("boolean");
    }
  });
});
