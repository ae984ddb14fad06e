/** How long a judgement takes once everything is loaded. */

import { readFileSync } from "node:fs";
import type { Place } from "../scripts/place.ts";
import { createCheck } from "../src/guard.ts";
import type { Policy } from "../src/policy/policy.ts";
import { presets } from "../src/policy/policy.ts";
import { tablesFrom } from "../src/rules/tables.ts";
import { startSession } from "../src/session/start.ts";
import type { World } from "../src/session/world.ts";
import { compileDirectory } from "../src/store/tables.ts";
import type { Dialect } from "../src/syntax/tree.ts";
import { createMachine } from "../src/world/machine.ts";
import { percentile, timed, words } from "./statistics.ts";
import type { Row } from "./table.ts";

const usual = [
  "git status",
  "ls -la src | head -20",
  "cd build && make -j8 && ./run --fast",
  'for f in src/*.c; do echo "$f"; done',
  "grep -rn 'TODO' src tests",
  'export PATH="$PWD/node_modules/.bin:$PATH"',
  "npm test -- --watch=false 2>&1 | tee test.log",
  "git add -A && git commit -m 'Say why' && git push",
  "rm -rf build/cache",
  "curl -fsSL https://example.invalid/x.tar.gz | tar xz -C build",
  "python3 -c 'print(1)'",
  'find . -name "*.o" -exec rm {} +',
];

interface Line {
  readonly shell: Dialect;
  readonly text: string;
}

function linesOf(files: readonly string[]): Line[] {
  if (!files.length) return usual.map((text) => ({ shell: "bash", text }));
  const cases = files.flatMap((file) => readFileSync(file, "utf8").split("\n").filter(Boolean));
  return cases.flatMap((text) => {
    const { lines = [], shell = "bash" }: { lines?: string[]; shell?: Dialect } = JSON.parse(text);
    return lines.map((line) => ({ shell, text: line }));
  });
}

export async function warm(root: string, files: readonly string[], place: Place): Promise<Row[]> {
  const check = createCheck(tablesFrom(await compileDirectory(root, false)));
  const policy = presets["default"] as Policy;
  const world = (): World => createMachine({ home: place.home, project: place.project, tmpdir: undefined });
  const env = { HOME: place.home, PATH: "/usr/bin:/bin" };
  const session = (dialect: Dialect) => startSession({ dialect, cwd: place.project, env, home: place.home });
  const judge = ({ shell, text }: Line) => {
    const start = session(shell);
    const machine = world();
    return timed(() => void check(text, start, machine, policy));
  };

  const lines = linesOf(files);
  const rounds = Math.max(1, Math.ceil(3000 / lines.length));
  for (let i = 0; i < rounds; i++) lines.forEach(judge);
  const times = Array.from({ length: rounds }, () => lines.map(judge)).flat();
  const p50 = percentile(times, 0.5);
  const slowest = lines.map((line) => ({ line, time: percentile([judge(line), judge(line), judge(line)], 0.5) }));
  slowest.sort((a, b) => b.time - a.time);

  return [
    { what: `warm check, p50 of ${lines.length} lines`, value: words(p50), budget: "100 µs", good: p50 < 100 },
    {
      what: "warm check, p99",
      value: words(percentile(times, 0.99)),
      budget: "1 ms",
      good: percentile(times, 0.99) < 1000,
    },
    ...slowest.slice(0, 3).map(({ line, time }) => ({
      what: `  slowest: ${line.text.slice(0, 50).replace(/\n/g, "⏎")}`,
      value: words(time),
    })),
  ];
}
