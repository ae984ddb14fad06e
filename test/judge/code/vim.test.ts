/** What editor commands do. */

import { describe, expect, test } from "vitest";
import { inline } from "../../../src/judge/code/inline.ts";
import { vim } from "../../../src/judge/code/vim.ts";

describe("editor commands", () => {
  test.each(["q", ":q!", "set nu", "set ft=c ts=4", "%p", "1,5p", "syntax on", '" !id', "wq"])(
    "%j stay in the editor",
    (program) => {
      expect(vim(program)).toMatchObject({ certain: true, runs: [], writes: [], reads: [], loads: [] });
    },
  );

  test.each(["%s/a/b/g", "%s/a\\|b/c/ge", "g/x/d", "1,$d", "normal gg=G", "/a/,/b/s/x/y/", "wq"])(
    "%j edit",
    (program) => {
      expect(vim(program)).toMatchObject({ certain: true, changes: true, runs: [] });
    },
  );

  test.each([
    [":!id", { runs: [{ kind: "line", text: "id" }] }],
    ["%!sort", { runs: [{ kind: "line", text: "sort" }] }],
    ["r !ls", { runs: [{ kind: "line", text: "ls" }] }],
    ["w !sudo tee x", { runs: [{ kind: "line", text: "sudo tee x" }] }],
    ["g/x/!id", { runs: [{ kind: "line", text: "id" }] }],
    ["w out.txt", { writes: ["out.txt"] }],
    ["w! /etc/x", { writes: ["/etc/x"] }],
    ["w >> log", { writes: ["log"] }],
    ["r in.txt", { reads: ["in.txt"] }],
    ["e other.c\nwq", { reads: ["other.c"] }],
    ["source x.vim", { loads: ["x.vim"] }],
  ])("%j reach out", (program, does) => {
    expect(vim(program)).toMatchObject({ certain: true, ...does });
  });

  test.each([
    "call system('id')",
    "echo system('id')",
    "exe '!id'",
    "set nu | !id",
    "p | !id",
    "s/a/\\=system('id')/",
    "put =system('id')",
    "set shell=/tmp/x",
    "set statusline=%{system('id')}",
    "set foldexpr=f()",
    "lua os.execute('id')",
    "py import os",
    "terminal",
    "make",
    "autocmd VimEnter * !id",
    "let x = 1",
    "w `id`",
    "e `id`",
    "s/a/b/ | !id",
  ])("%j are not certain", (program) => {
    expect(vim(program).certain).toBe(false);
  });
});

describe("an inline program", () => {
  test("in a language that heed does not read is not certain", () => {
    expect(inline("fortran", "print *, 1")).toMatchObject({
      certain: false,
      because: "is written in fortran, which heed does not read",
    });
  });

  test("with a part that is not known is not certain, unless that is a number", () => {
    expect(inline("awk", "{print $\ud800}").certain).toBe(false);
    expect(inline("awk", "{print $\ud803}").certain).toBe(true);
  });

  test("that is very long is not certain", () => {
    expect(inline("sed", "p;".repeat(40_000)).certain).toBe(false);
  });

  test.each([".name", ".a | {b, c}", '.[] | select(.x == "y")', "env.HOME"])("jq %j only prints", (program) => {
    expect(inline("jq", program)).toMatchObject({ certain: true, loads: [] });
  });

  test("jq names what it includes", () => {
    expect(inline("jq", 'include "m"; import "n" as n; .')).toMatchObject({ loads: ["m", "n"] });
  });
});
