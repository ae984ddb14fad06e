import { expect, test } from "vitest";
import { renderRow, renderVariable } from "../../src/rules/render.ts";

test("a row is told as a person reads it", () => {
  const text = renderRow("sync", {
    because: "copies trees",
    also: ["gsync"],
    effect: "edit",
    instead: "Copy inside the project.",
    flags: [
      "-n|--dry-run",
      "-e|--rsh=program!foreign-code",
      "--[no-]links",
      "--color?=text",
      "-x=argv;",
      "-c=code:awk",
    ],
    operands: ["read...", "write"],
    dry: ["--dry-run"],
    stdin: "code",
    lang: "sh",
    stdout: "own",
    network: true,
    when: [
      { flags: ["-e", "--rsh"], absent: ["-n"], effect: "remote", because: "sends", instead: "Ask." },
      { first: "a*", count: "2+", effect: "fetch", replace: true, operands: ["text"] },
    ],
    sub: { all: { because: "copies all" }, none: {} },
    pass: ["sync a b"],
    stop: ["sync ~ b"],
  });
  expect(text).toBe(`sync: copies trees
  also called: gsync
  effect: edit
  instead: Copy inside the project.
  operands: read, any number; write
  standard input: is run as sh, unless the program is named
  prints: nothing of what it reads
  network: what it is given leaves the machine
  says only what it would do with: --dry-run
  flags:
    -n, --dry-run
    -e, --rsh PROGRAM: foreign-code
    --links; --no-links
    --color[=TEXT]
    -x ARGV … ;
    -c CODE in awk
  but:
    with -e or --rsh, without -n: remote; sends; Ask.
    where the first operand is a*, with 2+ operands: only fetch; operands are text
  subcommands:
    all   copies all
    none
  passes:
    sync a b
  stops:
    sync ~ b
`);
});

test("a variable is told as a person reads it", () => {
  const text = renderVariable({
    name: "FLAGS",
    also: ["OTHER_FLAGS"],
    shape: "option-string",
    because: "gives flags to the compiler",
    measured: false,
    allowed: ["-v", "-D*"],
    path_flags: [
      { flag: "-Cincremental", role: "write" },
      { flag: "-cp", role: "exec", sep: "space" },
    ],
  });
  expect(text).toBe(`FLAGS: gives flags to the compiler
  also called: OTHER_FLAGS
  value: options of a program: pass when each is listed below
  source: documentation; not measured
  options:
    -v
    -D*
  options with a path:
    -Cincremental=PATH: write
    -cp PATH: exec
`);
});
