import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newHome, run } from "./run.ts";

let home = "";
let project = "";
beforeAll(() => {
  home = newHome();
  project = join(home, "project");
  mkdirSync(join(project, ".git"), { recursive: true });
});
afterAll(() => rmSync(home, { recursive: true }));

const check = (...args: readonly string[]) => run({ home, cwd: project }, "check", ...args);
const log = () => {
  const file = join(home, ".local/state/heed/audit.jsonl");
  return existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];
};

describe("the exit status is the verdict, and only what is stopped is spoken of:", () => {
  test.each([
    ["echo hello", 0, /^$/],
    ["no-such-program", 1, /^heed: ask: no-such-program \([a-z-]+\): .+\n$/],
    ["rm -rf ~", 2, /^heed: denied: rm -rf ~ \([a-z-]+\): .+\n$/],
    ["echo 'unfinished", 1, /^heed: ask: /],
    ["", 0, /^$/],
  ])("%s", async (line, status, err) => {
    const ran = await check(line);
    expect(ran).toMatchObject({ status, out: "" });
    expect(ran.err).toMatch(err);
  });
});

describe("a call that is wrong is a usage error, never an answer:", () => {
  test.each([
    [[], /needs a line/],
    [["git", "status"], /one line/],
    [["--shell", "fish", "ls"], /unknown shell "fish"/],
    [["--shell"], /--shell needs a value/],
    [["--loud", "ls"], /unknown option --loud/],
    [["-rf"], /unknown option -rf/],
  ])("check %j", async (args, message) => {
    const ran = await check(...args);
    expect(ran).toMatchObject({ status: 64, out: "" });
    expect(ran.err).toMatch(/^heed: error: [^\n]*\n$/);
    expect(ran.err).toMatch(message);
  });
  test("an unknown command, with the one that was meant", async () => {
    expect(await run({ home }, "chek", "ls")).toMatchObject({
      status: 64,
      err: "heed: error: unknown command 'chek' (did you mean check?)\n",
    });
  });
});

test("a line that begins with a minus goes behind --", async () => {
  expect((await check("--", "-x")).status).toBe(1);
});

test("a minus reads the line from standard input", async () => {
  expect((await run({ home, cwd: project, input: "rm -rf ~\n" }, "check", "-")).status).toBe(2);
});

test("--json prints verdict and findings", async () => {
  const ran = await check("--json", "rm -rf ~");
  const reply = JSON.parse(ran.out);
  expect(reply.verdict).toBe("deny");
  expect(reply.findings[0]).toMatchObject({ verdict: "deny", effect: "destroy", line: 0, text: "rm -rf ~" });
  expect(ran.err).toBe("");
});

describe("a session", () => {
  test("carries what a line that is allowed sets, and not what a stopped one does", async () => {
    expect((await check("--session", "s1", "X=~")).status).toBe(0);
    expect((await check("--session", "s1", 'rm -rf "$X"')).status).toBe(2);
    expect((await check("--session", "s2", 'rm -rf "$X/nothing-here"')).status).not.toBe(0);
    expect((await check("--session", "s1", "X=/tmp/x; no-such-program")).status).toBe(1);
    expect((await check("--session", "s1", 'rm -rf "$X"')).status).toBe(2);
  });

  test("may be named by HEED_SESSION", async () => {
    const named = (line: string) => run({ home, cwd: project, env: { HEED_SESSION: "from env" } }, "check", line);
    await named("Y=~");
    expect((await named('rm -rf "$Y"')).status).toBe(2);
  });

  test("is shown with the line that brought each name, and forgotten", async () => {
    await check("--session", "s3", "export GIT_PAGER=cat");
    const shown = await run({ home }, "session", "show", "s3");
    expect(shown.out).toContain("export GIT_PAGER=cat  (line 1: export GIT_PAGER=cat)");
    expect((await run({ home }, "session")).out).toContain("s3\n");
    expect((await run({ home }, "session", "forget", "s3")).status).toBe(0);
    expect((await run({ home }, "session", "show", "s3")).status).toBe(64);
  });

  test("whose file is broken is one of which nothing is known", async () => {
    await check("--session", "s4", "A=1");
    writeFileSync(join(home, ".local/state/heed/sessions/s4.json"), "{}");
    expect((await check("--session", "s4", "$A/x")).status).toBe(1);
  });

  test("may have any name", async () => {
    for (const name of ["../../x", "a/b", "", "é", "x".repeat(500)]) {
      await check("--session", name, "Z=~");
      if (name !== "") expect((await check("--session", name, 'rm -rf "$Z"')).status).toBe(2);
    }
    expect(existsSync(join(home, ".local/x.json"))).toBe(false);
  });
});

describe("the log", () => {
  test("has what was stopped, and nothing of what was allowed", async () => {
    const before = log().length;
    await check("echo logged-not");
    await check("rm -rf ~ # logged");
    expect(log().slice(before)).toMatchObject([
      { line: "rm -rf ~ # logged", verdict: "deny", outcome: "reported", shell: "bash", cwd: project, client: "check" },
    ]);
  });

  test("has what the session carried", async () => {
    await check("--session", "s5", "export GIT_PAGER=cat");
    await check("--session", "s5", "no-such-program");
    expect(log().at(-1)).toMatchObject({ session: "s5", carried: { GIT_PAGER: "cat" } });
  });

  test("has no secrets", async () => {
    await run(
      { home, cwd: project, env: { API_TOKEN: "open-sesame" } },
      "check",
      "no-such-program open-sesame --password hunter22",
    );
    expect(log().at(-1).line).toBe("no-such-program [redacted] --password [redacted]");
  });

  test("is listed, filtered and verified", async () => {
    expect((await run({ home }, "log", "--verdict", "deny", "-n", "1")).out).toMatch(
      / deny +check +\S+ {2}rm -rf .*\(remove-home\)\n$/,
    );
    expect((await run({ home }, "log", "--json")).out.split("\n").length - 1).toBe(log().length);
    const verified = await run({ home }, "log", "verify");
    expect(verified.out).toMatch(/^\d+ entries, as written\. Receipt: \d+:[0-9a-f]{64}\n$/);
  });

  test("that cannot be written changes no verdict, and says so in one line", async () => {
    const broken = newHome();
    writeFileSync(join(broken, ".local"), "not a directory");
    const ran = await run({ home: broken }, "check", "rm -rf ~");
    expect(ran.status).toBe(2);
    expect(ran.err).toMatch(/^heed: the log entry was lost: .*\nheed: denied: .*\n$/);
    rmSync(broken, { recursive: true });
  });
});

describe("configuration", () => {
  const configured = async (text: string, line: string) => {
    const at = newHome();
    mkdirSync(join(at, ".config/heed"), { recursive: true });
    writeFileSync(join(at, ".config/heed/config.toml"), text);
    const ran = await run({ home: at, cwd: project }, "check", line);
    rmSync(at, { recursive: true });
    return ran;
  };
  test("moves rows of the policy", async () => {
    expect((await configured('[policy]\nopaque = "deny"\n', "no-such-program")).status).toBe(2);
    expect((await configured('[policy]\npreset = "sandbox"\n', "no-such-program")).status).toBe(0);
  });
  test("never moves a denied row below ask", async () => {
    expect((await configured('[policy]\ndestroy = "allow"\n', "rm -rf /")).status).toBe(1);
  });
  test.each([
    ["[policy]\nopaque = 3\n", /config\.toml:2:1: policy\.opaque must be "allow", "ask" or "deny"/],
    ["[policy]\nopake = 'ask'\n", /config\.toml:2:1: unknown key policy\.opake/],
    ["[policy\n", /config\.toml:1:8: .* \(every ask is a refusal until that is mended\)\n/],
    ["[[grant]]\npath = 'x'\n", /config\.toml:2:1: grant\.path must be an absolute path/],
    ["[policy]\npreset = 'loose'\n", /config\.toml:2:1: policy\.preset must be one of default, read-only, sandbox/],
  ])("that is broken makes every ask a refusal and says why: %j", async (text, message) => {
    const ran = await configured(text, "no-such-program");
    expect(ran.status).toBe(2);
    expect(ran.err).toMatch(message);
  });
});
