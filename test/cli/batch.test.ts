import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newHome, run } from "./run.ts";

let home = "";
beforeAll(() => {
  home = newHome();
});
afterAll(() => rmSync(home, { recursive: true }));

async function batch(...cases: readonly unknown[]) {
  const input = cases.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).join("\n");
  const ran = await run({ home, input }, "check", "--batch");
  return {
    ...ran,
    replies: ran.out
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  };
}

test("answers come in the order of the questions, with their ids", async () => {
  const { replies, status } = await batch(
    { id: "a", lines: ["echo"] },
    { id: 2, lines: ["rm -rf ~"] },
    { id: { any: "thing" }, lines: ["no-such-program"] },
  );
  expect(replies.map(({ id, verdict }) => [id, verdict])).toEqual([
    ["a", "allow"],
    [2, "deny"],
    [{ any: "thing" }, "ask"],
  ]);
  expect(status).toBe(0);
});

test("the lines of a case are one session; findings say which line they speak of", async () => {
  const { replies } = await batch({ id: 1, lines: ["X=~", "echo", 'rm -rf "$X"', "no-such-program"] });
  expect(replies[0].verdict).toBe("deny");
  expect(replies[0].findings[0]).toMatchObject({ verdict: "deny", line: 2 });
  expect(replies[0].findings.some((f: { line: number; verdict: string }) => f.line === 3 && f.verdict === "ask")).toBe(
    true,
  );
});

test("cases know nothing of each other", async () => {
  const { replies } = await batch({ id: 1, lines: ["X=~"] }, { id: 2, lines: ['echo "$X"'] });
  expect(replies.map((reply) => reply.verdict)).toEqual(["allow", "allow"]);
});

test("home, project, directory, shell and environment are the case's own", async () => {
  const me = { home: "/home/somebody", project: "/home/somebody/work", cwd: "/home/somebody/work" };
  const { replies } = await batch(
    { id: 1, ...me, lines: ["rm -rf /home/somebody"] },
    { id: 2, ...me, lines: ["rm -rf ~"] },
    { id: 3, ...me, env: { TARGET: "/home/somebody" }, lines: ['rm -rf "$TARGET"'] },
    { id: 4, ...me, shell: "zsh", lines: ["print -r -- ${(U)HOME}"] },
    { id: 5, ...me, lines: ["echo hi > notes.txt"] },
  );
  expect(replies.map((reply) => reply.verdict)).toEqual(["deny", "deny", "deny", "allow", "allow"]);
});

describe("a question that cannot be read gets an answer that stops, and the others theirs:", () => {
  test.each([
    ["{", null],
    ["[]", null],
    ['"text"', null],
    ['{"id": 7}', 7],
    ['{"id": 7, "lines": "ls"}', 7],
    ['{"id": 7, "lines": [1]}', 7],
    ['{"id": 7, "lines": ["ls"], "shell": "fish"}', 7],
    ['{"id": 7, "lines": ["ls"], "env": {"A": 1}}', 7],
    ['{"id": 7, "lines": ["ls"], "cwd": 1}', 7],
  ])("%s", async (question, id) => {
    const { replies, status } = await batch(question, { id: "next", lines: ["echo"] });
    expect(replies).toHaveLength(2);
    expect(replies[0]).toMatchObject({ id, verdict: "ask", error: expect.stringMatching(/^line 1: /) });
    expect(replies[1]).toMatchObject({ id: "next", verdict: "allow" });
    expect(status).toBe(64);
  });
});

test("nothing of a batch is logged", async () => {
  await batch({ id: 1, lines: ["rm -rf ~"] });
  expect((await run({ home }, "log")).out).toBe("");
});
