import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, expectTypeOf, test } from "vitest";
import * as library from "../../src/library.ts";
import type * as published from "../../types/heed.d.ts";

const home = realpathSync(mkdtempSync(join(tmpdir(), "heed-library-")));
const cwd = join(home, "work/project");
mkdirSync(join(cwd, ".git"), { recursive: true });
afterAll(() => rmSync(home, { recursive: true }));

const env = { HOME: home, PATH: "/usr/local/bin:/usr/bin:/bin" };
const guard = (options: library.GuardOptions = {}) => library.createGuard({ cwd, env, ...options });

describe("a guard", () => {
  test("lets a harmless line pass, without a word", () => {
    expect(guard().check("git status")).toMatchObject({ verdict: "allow", message: undefined });
  });

  test("says in one line why another may not run", () => {
    const { verdict, message, findings } = guard().check("cd .. && rm -rf ~");
    expect(verdict).toBe("deny");
    expect(message).toMatch(/^heed: denied: rm -rf ~ \(remove-home\): deletes your home directory\. .+$/);
    expect(findings[0]).toMatchObject({ rule: "remove-home", effect: "destroy", start: 9, end: 17 });
  });

  test("says of a line that nobody can be asked about that it is refused", () => {
    expect(guard().check("git push")).toMatchObject({
      verdict: "ask",
      message: expect.stringMatching(/^heed: refused: /),
    });
  });

  test("does not take half a line for a harmless one", () => {
    expect(guard().check("if true").verdict).toBe("ask");
  });

  test.each([
    ["a null character", "\0"],
    ["half a character", "\ud800"],
    ["quotes without end", "'".repeat(9999)],
    ["nesting without end", "$(".repeat(5000)],
    ["nothing", ""],
    ["control characters", "\x1b]0;x\x07"],
  ])("survives %s", (_, line) => {
    expect(["allow", "ask", "deny"]).toContain(guard().check(line).verdict);
  });
});

describe("the session", () => {
  test("goes on from line to line", () => {
    const one = guard();
    one.check("X=rm");
    expect(one.check('$X -rf "$HOME"').verdict).toBe("deny");
  });

  test("is not changed by a line that may not run", () => {
    const one = guard();
    one.check("X=rm; git push");
    expect(one.check('$X -rf "$HOME"').findings[0]?.rule).not.toBe("remove-home");
  });

  test("is what a line leaves, when the caller ran it all the same", () => {
    const one = guard();
    one.session = one.check("X=rm; git push").session;
    expect(one.check('$X -rf "$HOME"').findings[0]?.rule).toBe("remove-home");
  });

  test("ends with each line, where every line has its own shell; but files stay", () => {
    const one = guard({ isOneShell: false });
    one.check("X=rm");
    expect(one.check('$X -rf "$HOME"').findings[0]?.rule).not.toBe("remove-home");
    one.check("curl -so x.sh https://example.com/x.sh");
    expect(one.check("bash x.sh").verdict).not.toBe("allow");
  });

  test("can be handed on to another guard", () => {
    const one = guard();
    one.check("X=rm");
    const other = guard({ session: one.session });
    expect(other.check('$X -rf "$HOME"').verdict).toBe("deny");
    other.check("X=ls");
    expect(one.check('$X -rf "$HOME"').verdict).toBe("deny");
  });

  test("begins with the environment that is given", () => {
    expect(guard({ env: { ...env, X: "rm" } }).check('$X -rf "$HOME"').verdict).toBe("deny");
  });
});

describe("options", () => {
  test("choose the policy", () => {
    const push = (policy: library.PolicyTable) => guard({ policy }).check("git push").verdict;
    expect(push({ strict: true })).toBe("deny");
    expect(push({ preset: "sandbox" })).toBe("allow");
    expect(push({ remote: "allow" })).toBe("allow");
    expect(guard({ policy: { preset: "read-only" } }).check("touch a").verdict).toBe("ask");
    expect(guard({ policy: { destroy: "allow" } }).check("rm -rf ~").verdict).toBe("ask");
  });

  test("that are wrong are named", () => {
    const policy: { [key: string]: "allow" } = { remotes: "allow" };
    expect(() => guard({ policy })).toThrow("unknown key policy.remotes");
  });

  test("choose the shell's language", () => {
    const line = "x=(a b); print -l ${x[1]}";
    expect(guard({ shell: "zsh" }).check(line).verdict).toBe("allow");
    expect(guard({ shell: "bash" }).check(line).verdict).toBe("ask");
  });

  test("say what the project is", () => {
    expect(guard().check("touch /opt/other/a").verdict).toBe("ask");
    expect(guard({ project: "/opt/other" }).check("touch /opt/other/a").verdict).toBe("allow");
  });
});

test("a closed guard checks nothing", () => {
  const one = guard();
  one.close();
  expect(() => one.check("ls")).toThrow("the guard is closed");
});

test("the published types say what is exported", () => {
  expectTypeOf<library.GuardOptions["policy"]>().toEqualTypeOf<published.GuardOptions["policy"]>();
  expectTypeOf<keyof library.GuardOptions>().toEqualTypeOf<keyof published.GuardOptions>();
  expectTypeOf<keyof library.Guard>().toEqualTypeOf<keyof published.Guard>();
  expectTypeOf<keyof library.Judgement>().toEqualTypeOf<keyof published.Judgement>();
  expectTypeOf<library.Judgement>().toExtend<published.Judgement>();
  expectTypeOf<library.Effect>().toEqualTypeOf<published.Effect>();
  expectTypeOf<Omit<library.GuardOptions, "session">>().toEqualTypeOf<Omit<published.GuardOptions, "session">>();
  const names: readonly (keyof typeof published)[] = ["createGuard"];
  expect(Object.keys(library)).toEqual(names);
});
