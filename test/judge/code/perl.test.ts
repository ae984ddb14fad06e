/** What Perl one-liners do. */

import { describe, expect, test } from "vitest";
import { perl } from "../../../src/judge/code/perl.ts";

describe("a program that only reads its input and prints", () => {
  test.each([
    "print if /x/",
    "s/a/b/",
    "s/a/b/g; s|c|d|; s{e}{f}gi",
    "s/(\\d+)/$1+1/e",
    "s/(\\w+)/\\u$1/g",
    "s/foo$/bar/",
    "s/(a|b$)/x/",
    "print $F[0]",
    'print "$F[1] $F[-1]\\n"',
    'print join(",", @F), "\\n"',
    'print "hello\\n"',
    "print 'it is ', 1 + 2 * 3, qq{x}, q(y)",
    "$n++ }{ print $n",
    "$s += $_ for @F; END { print $s / 2 }",
    "tr/a-z/A-Z/; print",
    "print scalar reverse",
    "print $h{x} / 2, $h{a}{b} < 3, $x->{y} % 2",
    "print sort { $a <=> $b } @F",
    "print if length > 3 and length($_) < 9",
    "print '-'x3, uc <STDIN>",
    "print unless /^#/ || /^\\s*$/",
    "next if $. < 3; print",
    "BEGIN { $/ = undef } print length",
    "local $/; $_ = <STDIN>; print",
    'while (<>) { chomp; print "$.: $_\\n" }',
    'my %h; $h{$_}++ for split; print map { "$_ $h{$_}\\n" } sort keys %h',
    "print $ENV{HOME}, $ARGV[0]",
    "use strict; use warnings; use List::Util qw(sum max); print sum(1, 2)",
    'use POSIX qw(strftime); print strftime("%Y", localtime)',
    'printf "%s\\n", uc $_',
    'print STDERR "x"',
    "sub f { return $_[0] * 2 } print f(3)",
    "# system('id')\nprint 1",
    "print \"system('id')\"",
    "eval { print 1 }",
    'print -e "x" ? 1 : 0',
    'print "user\\@example.org"',
    "",
  ])("%j", (program) => {
    const { certain, reads, writes, deletes, runs, loads, because } = perl(program);
    expect({ certain, reads, writes, deletes, runs, loads, because }).toEqual({
      certain: true,
      reads: [],
      writes: [],
      deletes: [],
      runs: [],
      loads: [],
      because: undefined,
    });
  });
});

describe("a program with a known reach", () => {
  test.each([
    ['system("rm -rf /")', { runs: [{ kind: "line", text: "rm -rf /" }] }],
    ["system 'rm', '-rf', '/'", { runs: [{ kind: "argv", text: ["rm", "-rf", "/"] }] }],
    ["exec qw(ls -l)", { runs: [{ kind: "argv", text: ["ls", "-l"] }] }],
    ["print `id`", { runs: [{ kind: "line", text: "id" }] }],
    ["print qx{git reset --hard}", { runs: [{ kind: "line", text: "git reset --hard" }] }],
    ['system "\\x72m x"', { runs: [{ kind: "line", text: "rm x" }] }],
    ["s/x/`id`/e", { runs: [{ kind: "line", text: "id" }] }],
    ["unlink 'a', \"b\"", { deletes: ["a", "b"] }],
    ["open(my $f, '<', 'in'); print <$f>", { reads: ["in"] }],
    ["open my $f, '>', 'out'; print 1", { writes: ["out"] }],
  ])("%j", (program, does) => {
    expect(perl(program)).toMatchObject({ certain: true, ...does });
  });
});

describe("a program that is not certain", () => {
  test.each([
    "eval $_",
    "s/x/id/ee",
    "system($_)",
    'system("rm $_")',
    "`rm $_`",
    'open(F, "id|")',
    "open(my $f, '-|', 'id')",
    "open(my $f, '<', $x)",
    "require './x.pl'",
    "do './x.pl'",
    "use lib '/tmp'; use X",
    "print \"@{[ system('id') ]}\"",
    'print "$' + "{\\ system('id')}\"",
    "print \"$x[system('id')]\"",
    'print "$x[fork]"',
    "/(?{ system('id') })/",
    "$x = \"system\"; &$x('id')",
    "$x->('id')",
    "X->new",
    "*x = *system",
    "@ARGV = ('id|'); while (<>) { print }",
    "push @ARGV, 'id|'; print <>",
    "$ARGV[0] = 'id|'; print <>",
    "$_ = 'id|' for @ARGV; print <>",
    "$ENV{PATH} = '/tmp'; system('ls')",
    "print <*.c>",
    "print <<EOT\nx\nEOT",
    'if (1) {} /"/; system("print 1 + ") #"/',
    '{1} /"/; system("print 1 + "); #"/',
    "kill 9, 1",
    "fork",
    "print 'sub fork'; fork",
    "socket(S, 2, 1, 6)",
    "rename 'a', 'b'",
    "syscall 1",
    "Base; print(`id`); x",
    "print length / 2; system('id') # /",
    "$SIG{ALRM} = 'main::f'",
    "use X; x()",
    "print 'unfinished",
    "@{\"ARGV\"} = ('x')",
  ])("%j", (program) => {
    const { certain, because } = perl(program);
    expect({ certain, because }).toEqual({ certain: false, because: expect.stringMatching(/./) });
  });
});
