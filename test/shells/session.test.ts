/** What the guard learns of the live shell, and what it asks it. */

import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { type Options, open, type ShellName, stage, sweepTraces, type Terminal, traces } from "./terminal.ts";

const shells: readonly ShellName[] = ["bash", "zsh"];

describe.each(shells)("%s tells", (shell) => {
  const at = stage();
  let terminal: Terminal;
  afterEach(() => terminal.close());
  afterAll(() => at.clean());

  async function start(options: Options = {}) {
    sweepTraces(at);
    terminal = await open(shell, at, options);
  }

  /** The changed names as the guard saw them before `:`. */
  async function seenAfter(...lines: readonly string[]) {
    for (const line of lines) await terminal.run(line);
    await terminal.run(":");
    return at.asked().at(-1)?.env;
  }

  const changes: readonly {
    readonly name: string;
    readonly lines: readonly string[];
    readonly env: { readonly [name: string]: string };
  }[] = [
    { name: "an export", lines: ["export NEW=1"], env: { NEW: "1" } },
    { name: "a changed value", lines: ["BEGAN=other"], env: { BEGAN: "other" } },
    {
      name: "a value with all that is hard to quote",
      lines: [`export HARD=$'a\\nb\\tc "d" $e \`f\` \\\\ \\'g\\' \\e \\x01 é \u{1f980}'`],
      env: { HARD: "a\nb\tc \"d\" $e `f` \\ 'g' \x1b \x01 é \u{1f980}" },
    },
    { name: "an empty value", lines: ["export EMPTY="], env: { EMPTY: "" } },
    { name: "an integer", lines: ["typeset -ix NUMBER=5+2"], env: { NUMBER: "7" } },
    { name: "allexport", lines: ["set -a; ALL=1; set +a"], env: { ALL: "1" } },
    { name: "a sourced file", lines: ["echo 'export SOURCED=1' >rc.sh", ". ./rc.sh"], env: { SOURCED: "1" } },
    { name: "a function that exports", lines: ["f() { export INSIDE=1; }", "f"], env: { INSIDE: "1" } },
    { name: "only what is exported", lines: ["PLAIN=1"], env: {} },
    { name: "no name twice", lines: ["export NEW=1", "export NEW=2"], env: { NEW: "2" } },
    { name: "what a prefix assignment leaves", lines: ["NEW=1 true"], env: {} },
  ];
  test.each(changes)("$name", async ({ lines, env }) => {
    await start({ env: { BEGAN: "here" } });
    expect(await seenAfter(...lines)).toEqual(env);
  });

  test("that a name is gone", async () => {
    await start({ env: { BEGAN: "here" } });
    expect(await seenAfter("export NEW=1; BEGAN=other")).toEqual({ NEW: "1", BEGAN: "other" });
    expect(await seenAfter("unset NEW; typeset +x BEGAN")).toEqual({});
  });

  test("nothing about what it began with", async () => {
    await start({ before: "export RC=1", env: { BEGAN: "here" } });
    expect(await seenAfter()).toEqual({});
    expect(await seenAfter("RC=2", "RC=1")).toEqual({ RC: "1" });
  });

  test("where it is, whatever PWD says", async () => {
    await start();
    await terminal.run("mkdir sub; cd sub");
    await terminal.run("PWD=/elsewhere");
    await terminal.run(":");
    expect(at.asked().at(-1)?.cwd).toBe(join(at.work, "sub"));
    await terminal.run("cd ..; ln -s sub link; cd link");
    await terminal.run(":");
    expect(at.asked().at(-1)?.cwd).toBe(join(at.work, "link"));
  });

  const questions: readonly {
    readonly name: string;
    readonly setup: string;
    readonly line: string;
    readonly denied: boolean;
    readonly only?: ShellName;
  }[] = [
    { name: "an alias", setup: "alias gone='mark a; : DENY'", line: ": NEED alias:gone; mark b", denied: true },
    {
      name: "an alias that is harmless",
      setup: "alias gone='mark a'",
      line: ": NEED alias:gone; mark b",
      denied: false,
    },
    { name: "no alias", setup: ":", line: ": NEED alias:gone; mark b", denied: false },
    { name: "a function", setup: "gone() { mark a; : DENY; }", line: ": NEED function:gone; mark b", denied: true },
    { name: "no function", setup: ":", line: ": NEED function:gone; mark b", denied: false },
    {
      name: "a function with a name of its own kind",
      setup: "git-gone.sh() { : DENY; }",
      line: ": NEED function:git-gone.sh; mark b",
      denied: true,
    },
    { name: "a variable", setup: "gone=DENY", line: ": NEED variable:gone; mark b", denied: true },
    {
      name: "a variable of several lines",
      setup: "gone=$'a\\nDENY'",
      line: ": NEED variable:gone; mark b",
      denied: true,
    },
    {
      name: "a readonly variable",
      setup: "readonly gone=DENY",
      line: ": NEED variable:gone; mark b",
      denied: true,
    },
    { name: "no variable", setup: "unset gone", line: ": NEED variable:gone; mark b", denied: false },
    {
      name: "an array, which it cannot tell",
      setup: "gone=(DENY)",
      line: ": NEED variable:gone; mark b",
      denied: false,
    },
    {
      name: "several things at once",
      setup: "alias one=two; gone() { : DENY; }",
      line: ": NEED alias:one NEED variable:x NEED function:gone; mark b",
      denied: true,
    },
  ];
  test.each(questions)("when asked for $name", async ({ setup, line, denied }) => {
    await start();
    writeFileSync(join(at.work, "setup.sh"), setup);
    await terminal.run(". ./setup.sh; rm setup.sh");
    expect(await terminal.run(line)).toBe(denied ? 126 : 0);
    expect(traces(at)).toEqual(denied ? {} : { b: 1 });
  });
});

test("four shells at once get each its own answers", async () => {
  const at = stage();
  const terminals = await Promise.all(
    [0, 1, 2, 3].map((i) => open(i % 2 ? "zsh" : "bash", at, { env: { WHO: String(i) } })),
  );
  try {
    expect(new Set(readdirSync(at.run).filter((name) => name === "pid"))).toEqual(new Set(["pid"]));
    const work = terminals.map(async (terminal, i) => {
      const statuses: number[] = [];
      for (let round = 0; round < 25; round++) {
        statuses.push(await terminal.run(`mark ${i}-${round} ${(round + i) % 3 ? "OK" : "DENY"}`));
      }
      return statuses;
    });
    const statuses = await Promise.all(work);
    const made = traces(at);
    for (let i = 0; i < 4; i++) {
      for (let round = 0; round < 25; round++) {
        const allowed = (round + i) % 3 !== 0;
        expect([i, round, statuses[i]?.[round], made[`${i}-${round}`] ?? 0]).toEqual([
          i,
          round,
          allowed ? 0 : 126,
          allowed ? 1 : 0,
        ]);
      }
    }
  } finally {
    await Promise.all(terminals.map((terminal) => terminal.close()));
  }
  const pid = at.guardPid();
  // Nobody is left: it leaves too, and takes what it made with it.
  await vi.waitUntil(() => !readdirSync(at.run).includes("pid"), 15_000);
  await vi.waitUntil(() => {
    try {
      process.kill(pid, 0);
      return false;
    } catch {
      return true;
    }
  }, 5_000);
  expect(readdirSync(at.run).sort()).toEqual(["asked", "ctl", "log"]);
  at.clean();
});
