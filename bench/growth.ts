/** How the time of a judgement grows: with the line, with its nesting, with what the session carries. And what loading the tables costs. */

import type { Place } from "../scripts/place.ts";
import { createCheck } from "../src/guard.ts";
import { type Policy, presets } from "../src/policy/policy.ts";
import { tablesFrom } from "../src/rules/tables.ts";
import { startSession } from "../src/session/start.ts";
import { compileDirectory } from "../src/store/tables.ts";
import { createMachine } from "../src/world/machine.ts";
import { shapes } from "./shapes.ts";
import { percentile, timed, words } from "./statistics.ts";
import type { Row } from "./table.ts";

const LENGTHS = [100, 1_000, 10_000, 100_000, 1_000_000];
/** Bytes of a line of one shape, and of one that is four times as long. */
const SHAPED = [20_000, 80_000] as const;
const VARIABLES = [10, 100, 1_000, 10_000, 100_000];

export async function growth(root: string, place: Place): Promise<Row[]> {
  const compiled = await compileDirectory(root, false);
  const tables = tablesFrom(compiled);
  const check = createCheck(tables);
  const policy = presets["default"] as Policy;
  const sessionOf = (env: { readonly [name: string]: string }) =>
    startSession({
      dialect: "bash",
      cwd: place.project,
      env: { HOME: place.home, PATH: "/usr/bin:/bin", ...env },
      home: place.home,
    });
  const judge = (text: string, session = sessionOf({})) => {
    const machine = createMachine({ home: place.home, project: place.project, tmpdir: undefined });
    return timed(() => void check(text, session, machine, policy));
  };
  const median = (text: string, session = sessionOf({})) =>
    percentile(
      Array.from({ length: 7 }, () => judge(text, session)),
      0.5,
    );

  for (let i = 0; i < 500; i++) judge("X=1; git status; echo word word");
  const sized = LENGTHS.map((length) => ({ length, time: median(`echo ${"word ".repeat(length / 5)}`) }));
  const filled = VARIABLES.map((count) => {
    const names = Array.from({ length: count }, (_, i) => [`VARIABLE_${i}`, `value ${i}`]);
    return { count, time: median("X=1; git status", sessionOf(Object.fromEntries(names))) };
  });
  const shaped = Object.entries(shapes)
    .map(([name, line]) => {
      const [short, long] = SHAPED.map((bytes) => Math.min(...[1, 2, 3].map(() => judge(line(bytes)))));
      return { name, time: long ?? 0, grown: (long ?? 0) / (short ?? 1) };
    })
    .sort((a, b) => b.time - a.time);
  const nested = median(`${"(".repeat(10_000)}echo${")".repeat(10_000)}`);
  const programs = Object.keys(compiled.programs);
  const look = timed(() => programs.forEach((name) => void tables.program(name)));

  return [
    ...sized.map(({ length, time }) => ({
      what: `a line of ${length.toLocaleString("en")} bytes`,
      value: words(time),
      ratio: `${(time / (sized[0]?.time ?? time)).toFixed(1)} × the shortest`,
      ...(length === 1_000_000 && { budget: "1 s", good: time < 1e6 }),
    })),
    ...shaped.map(({ name, time, grown }) => ({
      what: `${SHAPED[1].toLocaleString("en")} bytes of ${name}`,
      value: words(time),
      ratio: `${grown.toFixed(1)} × a quarter of it`,
      budget: "1 s",
      good: time < 1e6,
    })),
    { what: "10,000 nested parentheses", value: words(nested), budget: "1 s", good: nested < 1e6 },
    ...filled.map(({ count, time }) => ({
      what: `a session of ${count.toLocaleString("en")} variables`,
      value: words(time),
      ratio: `${(time / (filled[0]?.time ?? time)).toFixed(1)} × the smallest`,
    })),
    {
      what: `${programs.length.toLocaleString("en")} programs looked up, each`,
      value: `${((look / programs.length) * 1000).toFixed(0)} ns`,
    },
  ];
}
