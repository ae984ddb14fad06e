/**
 * Compares what evaluation says a line runs with what the real shell runs: `npm run differential -- [--shell bash|zsh] [--budget LINES]
 * [--seconds S] [--seed K] [--tolerance PERCENT] [--corpus FILE] [--show N]`. Lines are random, or changed from test/evaluate/seeds.txt.
 * Exits 1 when a line ran something unsaid, or with a tolerance when more than that share did.
 */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { record } from "../test/evaluate/host.ts";
import { type Cage, createCage, type Really, type Shell } from "./differential/cage.ts";
import { generate } from "./differential/commands.ts";
import { compareCommands, compareFiles, compareState, type Miss } from "./differential/compare.ts";
import { mutate, pieces, reaches } from "./differential/mutate.ts";
import { createRandom, type Random } from "./differential/random.ts";

const BATCH = 200;
const SEEDS = join(import.meta.dirname, "../test/evaluate/seeds.txt");

const { values } = parseArgs({
  options: {
    shell: { type: "string" },
    budget: { type: "string", default: "1000000000" },
    seconds: { type: "string", default: "0" },
    tolerance: { type: "string", default: "0" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    corpus: { type: "string" },
    show: { type: "string", default: "30" },
    line: { type: "string" },
  },
});

interface Tally {
  lines: number;
  uncertain: number;
  /** Of the lines that were made by the grammar, not changed. */
  made: number;
  madeUncertain: number;
  hung: number;
  commands: number;
  misses: number;
}

/** What a line's real run and evaluation differ in; "uncertain" when a guard would ask about it anyway. */
function judge(
  cage: Cage,
  shell: Shell,
  line: string,
  i: number,
  real: Really,
  state: boolean,
): Miss | "uncertain" | undefined {
  const cwd = cage.directory(i);
  const said = record([line], { dialect: shell, cwd, path: cage.path });
  if (said.doubts.length > 0) return "uncertain";
  const miss = compareCommands(said, real) ?? compareFiles(said, real, cwd);
  // what the shell cannot read it does not run, and heed may say more
  const refused = /syntax error|parse error|unexpected EOF|bad substitution/.test(real.stderr);
  return miss ?? (state && !refused ? compareState(said, real) : undefined);
}

/** The shortest line found that still differs in the same way. */
async function shrink(
  cage: Cage,
  shell: Shell,
  line: string,
  kind: Miss["kind"],
  state: boolean,
): Promise<[string, Miss] | undefined> {
  let best: [string, Miss] | undefined;
  let width = 0;
  const end = Date.now() + 40_000;
  for (let round = 0; round < 60 && Date.now() < end; round++) {
    const all = pieces(best?.[0] ?? line);
    const chunks = Array.from({ length: all.length }, (_, at) => at).filter((at) => at % Math.max(1, width >> 1) === 0);
    const tries = width === 0 ? [line] : chunks.map((at) => all.toSpliced(at, width).join(""));
    const lines = [...new Set(tries)]
      .filter((t) => !reaches(t))
      .sort((x, y) => x.length - y.length)
      .slice(0, 150);
    const real = await cage.run(shell, lines, state, 1_000);
    const found = lines.flatMap((text, i): [string, Miss][] => {
      const miss = judge(cage, shell, text, i, real[i] as Really, state);
      return typeof miss === "object" && miss.kind === kind ? [[text, miss]] : [];
    })[0];
    if (found) best = found;
    if (width === 0) {
      if (best === undefined) return undefined;
      width = Math.ceil(all.length / 2);
    } else if (!found) width >>= 1;
    if (width === 0) return best;
  }
  return best;
}

function readCorpus(path: string): string[] {
  if (!existsSync(path)) return [];
  const text = readFileSync(path, "utf8");
  if (!path.endsWith(".jsonl"))
    return text
      .split(/\n(?=\S)/)
      .filter((l) => l !== "" && !l.startsWith("#"))
      .map((l) => l.replaceAll("\n\t", "\n").trimEnd());
  // programs that a line names become stubs
  const stub = (l: string) =>
    l.replaceAll(
      /(^|[;&|(]\s*)(?!(?:if|then|for|do|while|case|echo|export|cd|set|read|eval|local|unset|test)\b)[a-z][\w.-]*/g,
      "$1x1",
    );
  return text
    .split("\n")
    .filter(Boolean)
    .flatMap((l) => (JSON.parse(l) as { lines: string[] }).lines)
    .map(stub);
}

async function compareShell(
  shell: Shell,
  random: Random,
  corpus: readonly string[],
  end: number,
  budget: number,
): Promise<Tally> {
  const cage = createCage();
  const tally: Tally = { lines: 0, uncertain: 0, made: 0, madeUncertain: 0, hung: 0, commands: 0, misses: 0 };
  const seen = new Set<string>();
  try {
    for (let batch = 0; tally.lines < budget && Date.now() < end; batch++) {
      const state = batch % 3 === 2;
      const lines: string[] = [];
      const made = new Set<number>();
      while (lines.length < Math.min(BATCH, budget - tally.lines)) {
        const changed = corpus.length > 0 && random.chance(0.4);
        const line = changed ? mutate(random.pick(corpus), random.pick(corpus), random) : generate(shell, random);
        if (!changed) made.add(lines.length);
        if (line.trim() !== "" && !reaches(line)) lines.push(line);
      }
      const real = await cage.run(shell, lines, state);
      const odd: [string, Miss][] = [];
      lines.forEach((line, i) => {
        const ran = real[i] as Really;
        tally.lines++;
        tally.commands += ran.noted.length;
        if (ran.hung) tally.hung++;
        const miss = judge(cage, shell, line, i, ran, state);
        if (made.has(i)) tally.made++;
        if (miss === "uncertain") {
          tally.uncertain++;
          if (made.has(i)) tally.madeUncertain++;
        } else if (miss) odd.push([line, miss]);
      });
      tally.misses += odd.length;
      for (const [line, miss] of odd) {
        if (seen.size >= Number(values.show)) break;
        const small = await shrink(cage, shell, line, miss.kind, state);
        const [text, why] = small ?? [line, { ...miss, text: `${miss.text} (once)` }];
        if (seen.has(text)) continue;
        seen.add(text);
        console.log(`${shell}: ${JSON.stringify(text)}\n    ${why.kind}: ${why.text}`);
      }
    }
  } finally {
    cage.close();
  }
  return tally;
}

if (values.line !== undefined) {
  const cage = createCage();
  for (const shell of ["bash", "zsh"] as const)
    for (const state of [false, true]) {
      const [real] = await cage.run(shell, [values.line], state);
      const miss = judge(cage, shell, values.line, 0, real as Really, state);
      const said = record([values.line], { dialect: shell, cwd: cage.directory(0), path: cage.path });
      console.log(shell, state ? "with state:" : "alone:", miss ?? "as said");
      if (!state)
        console.log(
          "  real",
          JSON.stringify(real?.noted.map((n) => n.argv)),
          real?.stderr,
          "\n  said",
          JSON.stringify(said.commands.map((c) => c.argv)),
          said.doubts,
        );
    }
  cage.close();
  process.exit(0);
}

const shells = (values.shell === undefined ? ["bash", "zsh"] : [values.shell]) as readonly Shell[];
const corpus = [...readCorpus(SEEDS), ...(values.corpus === undefined ? [] : readCorpus(values.corpus))];
const seconds = Number(values.seconds);
let bad = false;
console.log(`seed ${values.seed}, ${corpus.length} seed lines`);
for (const shell of shells) {
  const end = seconds > 0 ? Date.now() + (seconds * 1_000) / shells.length : Number.POSITIVE_INFINITY;
  const t = await compareShell(shell, createRandom(Number(values.seed)), corpus, end, Number(values.budget));
  const share = ((100 * t.uncertain) / Math.max(1, t.lines)).toFixed(1);
  console.log(
    `${shell}: ${t.lines} lines, ${t.commands} commands ran, ${t.misses} lines differ, ${share} % uncertain (${((100 * t.madeUncertain) / Math.max(1, t.made)).toFixed(1)} % of those made new), ${t.hung} did not end`,
  );
  bad ||= t.misses > (Number(values.tolerance) / 100) * t.lines;
}
process.exit(bad ? 1 : 0);
