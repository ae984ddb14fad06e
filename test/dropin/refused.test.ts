/** What may not run does not: status 126, nothing on standard output, one line that says why. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type Place, place, run, type Told } from "./place.ts";

const at: Place = place();
afterAll(() => at.clean());

/** Harmless, and still not known to be. */
const line = "touch ran; nobody-knows-this";
at.put("stop.sh", `echo out\n${line}\n`);

const cases: readonly (readonly [program: string, args: readonly string[], told: Told])[] = [
  ["heed-bash", ["-c", line], {}],
  ["heed-bash", ["-lc", line], {}],
  ["heed-bash", ["-ic", line], {}],
  ["heed-bash", ["-O", "extglob", "-c", line], {}],
  ["heed-bash", ["--posix", "-c", line], {}],
  ["heed-bash", ["-p", "-c", line], {}],
  ["heed-bash", ["-c", '"$@"', "zero", "nobody-knows-this"], {}],
  ["heed-bash", ["stop.sh"], {}],
  ["heed-bash", ["-x", "stop.sh", "arg"], {}],
  ["heed-bash", ["/dev/stdin"], { input: line }],
  ["heed-bash", ["-s"], { input: line }],
  ["heed-bash", [], { input: line }],
  ["heed-bash", ["--posix"], { input: line }],
  ["heed-bash", ["+s"], { input: line }],
  ["heed-zsh", ["-c", line], {}],
  ["heed-zsh", ["-f", "-c", line], {}],
  ["heed-zsh", ["stop.sh"], {}],
  ["heed-zsh", [], { input: line }],
  ["heed-zsh", ["-f"], { input: line }],
  ["heed-zsh", ["--emulate", "sh"], { input: line }],
  ["heed-sh", ["-c", line], {}],
  ["heed-sh", ["stop.sh"], {}],
  ["heed-sh", [], { input: line }],
];

describe.each(cases)("%s %j", (program, args, told) => {
  test("refuses", () => {
    const { status, out, err } = run(at, program, args, told);
    expect({ status, out }).toEqual({ status: 126, out: "" });
    expect(err).toMatch(/^heed: refused: [^\n]+\n$/);
    expect(existsSync(join(at.work, "ran"))).toBe(false);
  });
});

test("a denial says which part and why", () => {
  const { status, err } = run(at, "heed-bash", ["-c", "echo ok && export HEED_X=1"]);
  expect(status).toBe(126);
  expect(err).toBe("heed: denied: export HEED_X=1 (guard-names): changes HEED_X, which is the guard's own.\n");
});

test("a refusal is in the log, and names what a person can approve", () => {
  const { err } = run(at, "heed-bash", ["-c", line]);
  expect(err).toMatch(/heed allow \w+\n$/);
  expect(readFileSync(join(at.home, ".local/state/heed/audit.jsonl"), "utf8")).toContain('"client":"heed-bash"');
});
