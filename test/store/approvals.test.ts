/** Approvals in files: private, used once where they are for once, whoever asks at the same time. */

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, test } from "vitest";
import type { Wish } from "../../src/policy/approvals.ts";
import { consume, give, loadApprovals, loadPending, notePending, revoke } from "../../src/store/approvals.ts";

const state = mkdtempSync(join(tmpdir(), "heed approvals "));
afterEach(() => {
  rmSync(join(state, "approvals"), { recursive: true, force: true });
  rmSync(join(state, "pending"), { recursive: true, force: true });
});

const wish: Wish = {
  scope: "once",
  effect: "reach",
  rule: "write-home",
  target: "/home/me/x",
  directory: "/p",
  variables: [],
  session: "",
};

test("an approval is readable by its owner only", () => {
  const [approval] = give(state, [wish], new Date());
  expect(statSync(join(state, "approvals", `${approval?.id}.json`)).mode & 0o777).toBe(0o600);
  expect(loadApprovals(state)).toEqual([approval]);
});

test("a single-use approval is used once, one that stands again and again", () => {
  const [once] = give(state, [wish], new Date());
  const [always] = give(state, [{ ...wish, scope: "always" }], new Date());
  if (!once || !always) throw new Error("nothing given");
  expect([consume(state, [once]), consume(state, [once])]).toEqual([true, false]);
  expect([consume(state, [always]), consume(state, [always])]).toEqual([true, true]);
});

test("of eight processes that use it at once, one may go on", async () => {
  const [approval] = give(state, [wish], new Date());
  const module = join(import.meta.dirname, "../../src/store/approvals.ts");
  const code = `import { consume } from ${JSON.stringify(module)}; process.stdout.write(String(consume(${JSON.stringify(state)}, [${JSON.stringify(approval)}])));`;
  const run = promisify(execFile);
  const all = await Promise.all(
    Array.from({ length: 8 }, () => run(process.execPath, ["--input-type=module-typescript", "-e", code])),
  );
  expect(all.filter(({ stdout }) => stdout === "true")).toHaveLength(1);
});

test("a torn file is no approval", () => {
  give(state, [wish], new Date());
  writeFileSync(join(state, "approvals", "torn.json"), '{"id":');
  expect(loadApprovals(state)).toHaveLength(1);
});

test("what is revoked is gone, and an id is not a path", () => {
  const [approval] = give(state, [wish], new Date());
  expect([revoke(state, approval?.id ?? ""), revoke(state, "../pending/x"), loadApprovals(state)]).toEqual([
    true,
    false,
    [],
  ]);
});

test("the same question keeps its id", () => {
  const question = { line: "x", wishes: [wish], findings: [], at: { directory: "/p", variables: [], session: "" } };
  const first = notePending(state, question, new Date());
  const again = notePending(state, { ...question, line: "y" }, new Date());
  expect([again.id, loadPending(state)]).toEqual([first.id, [first]]);
});
