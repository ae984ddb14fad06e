/** Each client's folder: calls as the client sends them, and in `expected.json` what it hears for each. A new case is a new file. */

import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { clients } from "../../src/clients/table.ts";
import { newHome, type Ran, run } from "../cli/run.ts";

const home = newHome();
const project = join(home, "work/project");
mkdirSync(join(project, ".git"), { recursive: true });
afterAll(() => rmSync(home, { recursive: true }));

const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());

/** Ids of questions are new every time. */
function settled(ran: Ran): Ran {
  const plain = (text: string) => text.replace(/(heed allow )\w+/g, "$1ID").replaceAll(project, "$PROJECT");
  return { status: ran.status, out: plain(ran.out), err: plain(ran.err) };
}

test("every client has its folder", () => {
  expect(folders.map(({ name }) => name).sort()).toEqual(clients.map(({ id }) => id).sort());
});

describe.each(folders.map(({ name }) => name))("%s", (client) => {
  const folder = join(import.meta.dirname, client);
  const expected: { readonly [name: string]: Ran } = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8"));
  const files = readdirSync(folder).filter((file) => file !== "expected.json");
  const nameOf = (file: string) => file.replace(/\.\w+$/, "");

  test("expects something of every call and of no other", () => {
    expect(Object.keys(expected).sort()).toEqual(files.map(nameOf).sort());
  });

  test.each(files)("%s", async (file) => {
    const input = readFileSync(join(folder, file), "utf8").replaceAll("$PROJECT", project);
    const ran = await run({ home, cwd: project, input, env: { SHELL: "/bin/bash" } }, "hook", client);
    expect(settled(ran)).toEqual(expected[nameOf(file)]);
  });

  test("says nothing when the command may run, or what the client needs to hear then", async () => {
    const { allow } = clients.find(({ id }) => id === client) ?? { allow: "" };
    expect(expected["allow"]).toEqual({ status: 0, out: allow, err: "" });
  });

  test("has a no for what is denied, for what nobody can be asked, and for what cannot be understood", () => {
    for (const name of ["deny", "ask", "broken", "unknown-shape"]) {
      const { status, out, err } = expected[name] ?? { status: 0, out: "", err: "" };
      expect(status === 2 ? err : out).toMatch(/heed: (denied|refused|internal error): /);
      expect(status).toBe(out === "" ? 2 : 0);
    }
  });
});
