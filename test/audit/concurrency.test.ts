import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { filesOf } from "../../src/audit/log.ts";
import { verify } from "../../src/audit/verify.ts";

const directories: string[] = [];
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true });
});

function fresh(): string {
  const directory = mkdtempSync(join(tmpdir(), "heed audit "));
  directories.push(directory);
  return directory;
}

/** Runs a writer; kills it when it has said `killAfter` numbers. Gives what it said. */
function write(
  directory: string,
  name: string,
  count: number,
  killAfter = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const writer = join(import.meta.dirname, "writer.ts");
  const child = spawn("node", [writer, directory, name, String(count), "20000"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (chunk) => {
    said += chunk;
    if (said.split("\n").length > killAfter) child.kill("SIGKILL");
  });
  return new Promise((resolve) => child.on("close", () => resolve(said.split("\n").filter(Boolean))));
}

function entries(directory: string): { writer: string; number: number }[] {
  return filesOf(directory)
    .flatMap((file) => readFileSync(file, "utf8").split("\n"))
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

test("eight writers at once lose nothing, and the chain holds over rotation", async () => {
  const directory = fresh();
  const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const said = await Promise.all(names.map((name) => write(directory, name, 60)));
  expect(said.flat().filter((line) => line.startsWith("lost"))).toEqual([]);
  expect(verify(directory)).toMatchObject({ entries: 480, problems: [] });
  expect(filesOf(directory).length).toBeGreaterThan(3);
  for (const name of names) {
    const numbers = entries(directory).filter((entry) => entry.writer === name);
    expect(numbers.map((entry) => entry.number)).toEqual(Array.from({ length: 60 }, (_, i) => i));
  }
});

test("writers killed at any moment leave a log that verifies and has all that was acknowledged", async () => {
  const directory = fresh();
  const rounds = Array.from({ length: 3 }, (_, round) => round);
  for (const round of rounds) {
    const killed = ["p", "q", "r", "s", "t"].map((name, i) => ({
      name: name + round,
      after: 1 + ((i * 7 + round * 5) % 23),
    }));
    const said = await Promise.all([
      ...killed.map(({ name, after }) => write(directory, name, 10_000, after)),
      ...["x", "y", "z"].map((name) => write(directory, name + round, 40)),
    ]);
    const all = entries(directory);
    [...killed.map(({ name }) => name), `x${round}`, `y${round}`, `z${round}`].forEach((name, i) => {
      const written = new Set(all.filter((entry) => entry.writer === name).map((entry) => String(entry.number)));
      expect(said[i]?.filter((number) => !written.has(number))).toEqual([]);
    });
  }
  expect(verify(directory).problems).toEqual([]);
  // What killed writers left behind is gone once somebody took over, but for what the last of them left.
  expect(readdirSync(directory).filter((name) => name.startsWith("audit.lock")).length).toBeLessThan(12);
});
