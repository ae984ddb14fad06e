/** Every secret of `secrets.txt` goes the way that a line goes into the log, and out of it again. */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { currentFile } from "../../src/audit/log.ts";
import { beginSession } from "../../src/cli/begin.ts";
import { type Context, createContext, policyIn, settled } from "../../src/cli/context.ts";
import { record } from "../../src/cli/record.ts";
import { standing } from "../../src/cli/standing.ts";
import { loadPending } from "../../src/store/approvals.ts";
import { newHome, run } from "../cli/run.ts";
import { type Planted, pieces, plantedIn } from "./planted.ts";

const home = newHome();
afterAll(() => rmSync(home, { recursive: true }));

const secrets = plantedIn("secrets.txt");
const options = { shell: "bash", cwd: undefined };
let context: Context;
beforeAll(async () => {
  mkdirSync(join(home, ".config/heed"), { recursive: true });
  writeFileSync(join(home, ".config/heed/config.toml"), "[log]\nallows = true\nbytes = 100000000\n");
  context = await createContext(ioOf({}));
});

function ioOf(env: { readonly [name: string]: string }) {
  const err = (text: string) => expect(text).toBe("");
  const nothing = () => {
    throw new Error("not asked for");
  };
  return {
    env: { HOME: home, PATH: "/usr/bin:/bin", ...env },
    cwd: home,
    out: err,
    err,
    input: nothing,
    lines: nothing,
  };
}

/** What is in the log of the line. */
async function logged({ line, held }: Pick<Planted, "line" | "held">): Promise<string> {
  const io = ioOf(held === undefined ? {} : { DB_PASSWORD: held });
  const { session, project, world } = await beginSession(undefined, options, context, io);
  const { verdict, findings } = settled(
    line,
    context.check(line, session, world, await policyIn(project, context, io)),
  );
  const event = {
    line,
    verdict,
    findings,
    outcome: "reported",
    session,
    cwd: home,
    name: undefined,
    client: "check",
  } as const;
  await standing(context, { line, verdict, findings, session, name: "" });
  await record(event, context, io);
  return readFileSync(currentFile(context.state), "utf8").trimEnd().split("\n").at(-1) ?? "";
}

const wordsOf = (text: string) => text.split(/[^\w.-]+/).filter((word) => /\w/.test(word) && word.length > 1);

describe("not in the log, while the rest of the line is:", () => {
  test.each(secrets.map((planted) => [planted.name, planted] as const))("%s", async (_, planted) => {
    const entry = await logged(planted);
    const { line, findings, carried, cwd } = JSON.parse(entry);
    expect(
      pieces([line, JSON.stringify(carried), cwd, ...findings.flatMap(Object.values)].join("\n"), planted),
    ).toEqual([]);
    expect(pieces(entry, planted)).toEqual([]);
    const left = wordsOf(line);
    expect(planted.rest.flatMap(wordsOf).filter((word) => !left.includes(word))).toEqual([]);
    expect(line).toContain("[redacted]");
  });

  test("nor in what is listed, exported or waits for an answer", async () => {
    for (const args of [["log"], ["log", "--json"]]) {
      const { out } = await run({ home, cwd: home }, ...args);
      const lines = out.trimEnd().split("\n");
      expect(lines).toHaveLength(secrets.length);
      expect(
        secrets.filter((planted, i) => pieces(lines[i] ?? "", planted).length > 0).map(({ name }) => name),
      ).toEqual([]);
    }
    expect(loadPending(context.state).length).toBeGreaterThan(0);
    const { out } = await run({ home, cwd: home }, "pending");
    const whole = secrets.filter((planted) =>
      planted.secrets.some((secret) => secret.length > 7 && out.includes(secret)),
    );
    expect(whole.map(({ name }) => name)).toEqual([]);
  });

  test("and there are many forms of them", () => {
    expect(new Set(secrets.map(({ name }) => name)).size).toBe(secrets.length);
    expect(secrets.length).toBeGreaterThan(220);
  });
});

describe("as it is in the log, near to a secret and none:", () => {
  const harmless = readFileSync(join(import.meta.dirname, "harmless.txt"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  test.each(harmless)("%s", async (line) => {
    const { line: kept, findings } = JSON.parse(await logged({ line, held: undefined }));
    expect(kept).toBe(line);
    expect(JSON.stringify(findings)).not.toContain("[redacted]");
  });
  test("and they are not few", () => expect(harmless.length).toBeGreaterThan(60));
});

describe("of a line that is too long to keep", () => {
  test("a secret that was cut in two is not there", async () => {
    const key = `-----BEGIN PRIVATE KEY-----\n${"MIIEvQIBADANBgkqhkiG9w0B\n".repeat(600)}-----END PRIVATE KEY-----`;
    for (const line of [
      `no-such-program '${key}'`,
      `no-such-program ${"x".repeat(15_350)} ghp_${"a1B2".repeat(9)} ${"y".repeat(9000)}`,
    ]) {
      const entry = await logged({ line, held: undefined });
      expect(entry.length).toBeLessThan(40_000);
      expect(entry).not.toContain("MIIEvQ");
      expect(entry).not.toContain("a1B2a1");
    }
  });
});
