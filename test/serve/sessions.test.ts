import { describe, expect, test } from "vitest";
import type { Check, Answer as Judgement } from "../../src/guard.ts";
import { presets } from "../../src/policy/policy.ts";
import type { Verdict } from "../../src/policy/verdict.ts";
import type { Request } from "../../src/serve/protocol.ts";
import { createShells, type Entry, type Surroundings } from "../../src/serve/sessions.ts";
import { newer } from "../../src/serve/version.ts";
import type { Session } from "../../src/session/session.ts";
import { known } from "../../src/session/value.ts";
import { createMachine } from "../../src/world/machine.ts";

const policy = presets["default"] ?? raise();

function raise(): never {
  throw new Error("no default policy");
}

type Hello = Extract<Request, { readonly kind: "hello" }>;
type Line = Extract<Request, { readonly kind: "line" }>;

function judgement(verdict: Verdict, session: Session, more: Partial<Judgement> = {}): Judgement {
  const because = "the test says so";
  const finding = { rule: "test", effect: "opaque", verdict, line: 0, start: 0, end: 1, text: "x", because } as const;
  return {
    verdict,
    findings: verdict === "allow" ? [] : [finding],
    session,
    needs: [],
    commands: [],
    listed: [],
    incomplete: false,
    ...more,
  };
}

const byWord: Check = (line, session) =>
  judgement(line.startsWith("deny") ? "deny" : line.startsWith("ask") ? "ask" : "allow", session);

function talk(around: Partial<Surroundings> = {}) {
  const log: Entry[] = [];
  const shells = createShells({
    check: byWord,
    version: "1.2.0",
    home: "/home/ann",
    policy: () => policy,
    world: ({ live }) => createMachine({ home: "/home/ann", project: undefined, tmpdir: undefined, live }),
    record: (entry) => void log.push(entry),
    directory: (_pid, claimed) => claimed,
    terminal: () => "/dev/pts/9",
    attended: () => true,
    ...around,
  });
  const hello = (more: Partial<Hello> = {}): Request => ({
    id: "1",
    key: "k",
    kind: "hello",
    protocol: "1",
    version: "1.2.0",
    shell: "bash",
    shellVersion: "5.2",
    pid: 7,
    ask: true,
    exports: [""],
    ...more,
  });
  const line = (text: string, more: Partial<Line> = {}): Request => ({
    id: "2",
    key: "k",
    kind: "line",
    final: true,
    cwd: "/work",
    text,
    expanded: "",
    exports: [""],
    ...more,
  });
  const say = (kind: "yes" | "no"): Request => ({ id: "3", key: "k", kind });
  return { shells, log, hello, line, say };
}

describe("a shell", () => {
  test("has to say hello first", () => {
    const { shells, hello, line } = talk();
    expect(shells.answer(line("true"))).toEqual({ word: "who" });
    expect(shells.answer(hello())).toEqual({ word: "hello", text: String(process.pid) });
    expect(shells.answer(line("true"))).toEqual({ word: "allow" });
    shells.forget("k");
    expect(shells.answer(line("true"))).toEqual({ word: "who" });
  });

  test("of another protocol or a later version is told which version this is", () => {
    const { shells, hello } = talk();
    expect(shells.answer(hello({ protocol: "2" }))).toEqual({ word: "other", text: "1.2.0" });
    expect(shells.answer(hello({ version: "1.3.0" }))).toEqual({ word: "other", text: "1.2.0" });
    expect(shells.answer(hello({ version: "1.1.9" }))).toMatchObject({ word: "hello" });
  });

  test("is told why, in one line, and the log knows", () => {
    const { shells, log, hello, line } = talk();
    shells.answer(hello());
    expect(shells.answer(line("deny it"))).toEqual({ word: "deny", text: "heed: denied: x (test): the test says so." });
    expect(log).toMatchObject([{ outcome: "denied", line: "deny it", cwd: "/work", tty: "/dev/pts/9", pid: 7 }]);
  });

  test("is told what makes every ask a refusal", async () => {
    const { shells, hello, line } = talk({ trouble: () => "config.toml:1:7: invalid value" });
    shells.answer(hello());
    expect(shells.answer(line("deny it"))).toEqual({
      word: "deny",
      text: "heed: denied: x (test): the test says so. (every ask is a refusal until that is mended: config.toml:1:7: invalid value)",
    });
    expect(shells.answer(line("true"))).toEqual({ word: "allow" });
  });

  test("is asked only where a person is", () => {
    const alone = talk({ attended: () => false });
    alone.shells.answer(alone.hello());
    expect(alone.shells.answer(alone.line("ask it"))).toMatchObject({
      word: "deny",
      text: expect.stringMatching(/^heed: refused: .* A person can run it/),
    });
    const refusing = talk();
    refusing.shells.answer(refusing.hello({ ask: false }));
    expect(refusing.shells.answer(refusing.line("ask it"))).toMatchObject({ word: "deny" });
    expect([...alone.log, ...refusing.log].map((entry) => entry.outcome)).toEqual(["refused", "refused"]);
  });

  test("cannot say yes to what it was not asked, nor twice", () => {
    const { shells, hello, line, say } = talk();
    shells.answer(hello());
    expect(shells.answer(say("yes"))).toMatchObject({ word: "deny" });
    shells.answer(line("ask it"));
    shells.answer(line("true"));
    expect(shells.answer(say("yes"))).toMatchObject({ word: "deny" });
    shells.answer(line("ask it"));
    expect(shells.answer(say("yes"))).toEqual({ word: "allow" });
    expect(shells.answer(say("yes"))).toMatchObject({ word: "deny" });
  });

  test("does not get its yes when that cannot be logged", () => {
    const { shells, hello, line, say } = talk({
      record: ({ outcome }) => {
        if (outcome === "overridden") throw new Error("disk full");
      },
    });
    shells.answer(hello());
    shells.answer(line("ask it"));
    expect(shells.answer(say("yes"))).toMatchObject({ word: "deny", text: expect.stringContaining("disk full") });
  });

  test("waits while somebody is asked elsewhere", async () => {
    const asked: string[] = [];
    const { shells, log, hello, line } = talk({
      attended: () => false,
      ask: async ({ line }, question) => {
        asked.push(question);
        if (line.includes("gone")) throw new Error("nobody there");
        return line.includes("please");
      },
    });
    shells.answer(hello({ ask: false }));
    for (const [text, word] of [
      ["ask please", "allow"],
      ["ask", "deny"],
      ["ask, gone", "deny"],
    ] as const) {
      expect(shells.answer(line(text))).toEqual({ word: "wait" });
      expect(await shells.later(line(text))).toMatchObject({ word });
    }
    expect(asked[0]).toBe("heed: ask: x (test): the test says so.");
    expect(log.map((entry) => entry.outcome)).toEqual(["overridden", "declined", "declined"]);
  });
});

describe("what the guard needs to know", () => {
  const need = { what: "variable", name: "X" } as const;
  /** Wants X, and denies unless it is harmless. */
  const wanting: Check = (_line, session, world) => {
    const live = world.live("variable", "X");
    if (live.kind === "unasked") return judgement("ask", session, { needs: [need] });
    return judgement(live.kind === "known" && live.text === "harmless" ? "allow" : "deny", session);
  };
  const have = (state: "known" | "absent" | "untellable", text: string): Request => ({
    id: "4",
    key: "k",
    kind: "have",
    told: [{ ...need, state, text }],
  });

  test("is asked for, and then judged", () => {
    const { shells, hello, line } = talk({ check: wanting });
    shells.answer(hello());
    for (const [told, word] of [
      [have("known", 'declare -- X="harmless"\n'), "allow"],
      [have("known", 'declare -- X="rm"\n'), "deny"],
      [have("known", ""), "deny"],
    ] as const) {
      expect(shells.answer(line("$X"))).toEqual({ word: "need", names: [need] });
      expect(shells.answer(told)).toMatchObject({ word });
    }
  });

  test("is not asked for when the shell has said it ahead of the line", () => {
    const checks: string[] = [];
    const { shells, hello, line } = talk({
      check: (_line, session, world) => {
        const found = (["alias", "function"] as const).map((what) => world.live(what, "tidy"));
        const other = world.live("function", "computed");
        checks.push([...found, other].map(({ kind }) => kind).join(" "));
        return judgement("allow", session);
      },
    });
    shells.answer(hello());
    shells.know({
      id: "2",
      key: "k",
      kind: "know",
      told: [{ what: "alias", name: "tidy", state: "known", text: "rm" }],
    });
    shells.answer(line("true && tidy; x"));
    shells.answer(line("tidy"));
    expect(checks).toEqual(["known absent unasked", "unasked unasked unasked"]);
  });

  test("is not asked for again when the shell cannot tell", () => {
    const { shells, hello, line } = talk({ check: wanting, attended: () => false });
    shells.answer(hello());
    shells.answer(line("$X"));
    expect(shells.answer(have("known", 'declare -a X=([0]="harmless")\n'))).toMatchObject({
      word: "deny",
      text: expect.stringContaining("refused"),
    });
  });

  test("is asked for twice at most", () => {
    let name = 0;
    const endless: Check = (_line, session) =>
      judgement("deny", session, { needs: [{ what: "alias", name: `a${name++}` }] });
    const { shells, hello, line } = talk({ check: endless });
    shells.answer(hello());
    expect(shells.answer(line("x"))).toMatchObject({ word: "need" });
    expect(shells.answer(have("absent", ""))).toMatchObject({ word: "need" });
    expect(shells.answer(have("absent", ""))).toMatchObject({ word: "deny" });
  });

  test("is never a name that could be read as something else on the way", () => {
    const odd: Check = (_line, session) =>
      judgement("allow", session, {
        needs: [
          { what: "variable", name: "a[$(x)]" },
          { what: "alias", name: "a b" },
          { what: "function", name: "*" },
        ],
      });
    const { shells, hello, line } = talk({ check: odd });
    shells.answer(hello());
    expect(shells.answer(line("x"))).toEqual({ word: "allow" });
  });
});

describe("the session", () => {
  test("goes on only from lines that ran", () => {
    const counting: Check = (line, session, ...rest) => {
      const next = { ...session, functions: new Map(session.functions).set(line, "") };
      return { ...byWord(line, session, ...rest), session: next };
    };
    let last: Session | undefined;
    const { shells, hello, line, say } = talk({
      check: (text, session, world, policy) => {
        last = session;
        return counting(text, session, world, policy);
      },
    });
    shells.answer(hello());
    for (const text of ["one", "deny two", "ask three", "four"]) shells.answer(line(text));
    shells.answer(line("ask five"));
    shells.answer(say("yes"));
    shells.answer(line("six"));
    expect([...(last?.functions.keys() ?? [])]).toEqual(["one", "four", "ask five"]);
  });

  test("remembers the values that came with a yes, while they stay", () => {
    let approved: readonly string[] = [];
    const { shells, hello, line, say } = talk({
      check: (text, session, world, policy) => {
        approved = [...session.approved];
        const variables = new Map(session.variables).set("PAGER", {
          value: known("odd"),
          kind: "scalar",
          exported: true,
          origin: { kind: "line", line: 1, text },
        });
        return {
          ...byWord(text, session, world, policy),
          session: { ...session, variables, changed: new Set(["PAGER"]) },
        };
      },
    });
    shells.answer(hello());
    shells.answer(line("ask export PAGER=odd"));
    shells.answer(say("yes"));
    shells.answer(line("git log", { exports: ['declare -x PAGER="odd"\n'] }));
    expect(approved).toEqual(["PAGER=odd"]);
  });

  test("judges the expanded line and reports the typed one", () => {
    const judged: string[] = [];
    const { shells, log, hello, line } = talk({
      check: (text, ...rest) => {
        judged.push(text);
        return byWord(text, ...rest);
      },
    });
    shells.answer(hello());
    shells.answer(line("zap", { expanded: "deny it" }));
    expect(judged).toEqual(["deny it"]);
    expect(log[0]?.line).toBe("zap");
  });
});

test("a line that only the shell takes for finished is asked about", () => {
  const { shells, hello, line } = talk({
    check: (_line, session) => judgement("allow", session, { incomplete: true }),
  });
  shells.answer(hello());
  expect(shells.answer(line("x", { final: false }))).toEqual({ word: "more" });
  expect(shells.answer(line("x"))).toMatchObject({ word: "ask", text: expect.stringContaining("(unfinished)") });
});

test("a guard that throws refuses and says so", () => {
  const { shells, hello, line } = talk({
    check: () => {
      throw new Error("out of \x1b[31mluck\nsecond line");
    },
  });
  shells.answer(hello());
  expect(shells.answer(line("x"))).toEqual({
    word: "deny",
    text: "heed: internal error: out of \\e[31mluck (the line was not run)",
  });
});

test.each([
  ["1.2.0", "1.1.9", true],
  ["1.10.0", "1.9.0", true],
  ["1.2.0", "1.2.0", false],
  ["1.2", "1.2.0", false],
  ["0.9.9", "1.0.0", false],
])("version %s came after %s: %s", (a, b, later) => {
  expect(newer(a, b)).toBe(later);
});
