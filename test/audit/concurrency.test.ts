import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createRandom } from "../../scripts/differential/random.ts";
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

/** Runs a writer; gives what it said. `said` hears how much that is so far, and may kill it. */
function write(
  directory: string,
  { name, count, bytes = 20_000 }: { name: string; count: number; bytes?: number },
  hear: (child: ChildProcess, said: number) => void = () => {},
): Promise<string[]> {
  const writer = join(import.meta.dirname, "writer.ts");
  const child = spawn("node", [writer, directory, name, String(count), String(bytes)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  let lines = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    said += chunk;
    for (const byte of chunk) if (byte === 0x0a) lines++;
    hear(child, lines);
  });
  return new Promise((resolve) => child.on("close", () => resolve(said.split("\n").slice(0, -1))));
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
  const said = await Promise.all(names.map((name) => write(directory, { name, count: 60 })));
  expect(said.flat().filter((line) => line.startsWith("lost"))).toEqual([]);
  expect(verify(directory)).toMatchObject({ entries: 480, problems: [] });
  expect(filesOf(directory).length).toBeGreaterThan(3);
  for (const name of names) {
    const numbers = entries(directory).filter((entry) => entry.writer === name);
    expect(numbers.map((entry) => entry.number)).toEqual(Array.from({ length: 60 }, (_, i) => i));
  }
});

const seed = Number(process.env["HEED_SEED"] ?? Date.now() % 1_000_000);

test(`ten thousand entries by eight writers at a time, killed at any moment (HEED_SEED=${seed})`, async () => {
  const directory = fresh();
  const { below } = createRandom(seed);
  const acknowledged = new Map<string, string[]>();
  let total = 0;
  let begun = 0;
  async function one(): Promise<void> {
    while (total < 10_000) {
      const name = `w${begun++}`;
      const life = 1 + below(500);
      let before = 0;
      const said = await write(directory, { name, count: 10_000, bytes: 200_000 }, (child, lines) => {
        total += lines - before;
        before = lines;
        if (lines >= life || total >= 10_000) child.kill("SIGKILL");
      });
      acknowledged.set(name, said);
    }
  }
  await Promise.all(Array.from({ length: 8 }, one));
  // Somebody writes after them all, and finds what the last of them left.
  acknowledged.set("last", await write(directory, { name: "last", count: 1 }));
  const all = entries(directory);
  const found = new Set(all.map(({ writer, number }) => `${writer} ${number}`));
  const said = [...acknowledged].flatMap(([name, numbers]) => numbers.map((number) => `${name} ${number}`));
  expect(said.length).toBeGreaterThan(10_000);
  expect(said.filter((one) => !found.has(one))).toEqual([]);
  expect(found.size).toBe(all.length);
  // Of each writer at most the entry that it was killed over before it could say so.
  expect(all.length - said.length).toBeLessThanOrEqual(begun);
  expect(verify(directory)).toMatchObject({ entries: all.length, problems: [] });
  // What killed writers left behind is gone once somebody took over, but for what the last of them left.
  expect(readdirSync(directory).filter((name) => name.startsWith("audit.lock")).length).toBeLessThan(12);
});
