/**
 * Compares what evaluation says a line runs with what the real shell runs: `npm run differential -- [--shell bash|zsh] [--budget LINES]
 * [--seconds S] [--seed K] [--tolerance PERCENT] [--corpus FILE]... [--show N] [--reasons N]`. The lines of test/evaluate/seeds.txt and
 * of each corpus run as they stand; then come lines that are random, or changed from those. `--reasons` shows why lines were not certain.
 * Exits 1 when a line ran something unsaid, or with a tolerance when more than that share did.
 */

import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { record } from "../test/evaluate/host.ts";
import { type Cage, createCage, type Really, type Shell } from "./differential/cage.ts";
import { generate, grammar } from "./differential/commands.ts";
import { compareCommands, compareFiles, compareState, type Miss } from "./differential/compare.ts";
import { mutate, pieces, reaches } from "./differential/mutate.ts";
import { createRandom } from "./differential/random.ts";
import { reshape } from "./differential/reshape.ts";

const BATCH = 200;
const SEEDS = join(import.meta.dirname, "../test/evaluate/seeds.txt");

const { values } = parseArgs({
  options: {
    shell: { type: "string" },
    budget: { type: "string", default: "1000000000" },
    seconds: { type: "string", default: "0" },
    tolerance: { type: "string", default: "0" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    corpus: { type: "string", multiple: true, default: [] },
    show: { type: "string", default: "30" },
    reasons: { type: "string", default: "0" },
    line: { type: "string" },
  },
});

/** Where a line comes from: a file of lines as it stands, or the name of a way to make lines. */
type Origin = string;

interface Task {
  readonly line: string;
  readonly origin: Origin;
}

interface Batch {
  readonly tasks: readonly Task[];
  /** What the shell has afterwards is looked at as well. */
  readonly state: boolean;
  /** These lines have been counted before. */
  readonly again?: boolean;
}

interface Share {
  lines: number;
  uncertain: number;
  /** Of the uncertain ones those that the shell cannot read either. */
  refused: number;
}

interface Tally {
  lines: number;
  hung: number;
  commands: number;
  misses: number;
  readonly origins: Map<Origin, Share>;
  /** Why lines that the shell can read were not certain. */
  readonly reasons: Map<string, number>;
}

interface Uncertain {
  readonly kind: "uncertain";
  readonly reasons: readonly string[];
}

/** What a line's real run and evaluation differ in; uncertain when a guard would ask about it anyway. */
function judge(
  cage: Cage,
  shell: Shell,
  line: string,
  i: number,
  real: Really,
  state: boolean,
): Miss | Uncertain | undefined {
  const cwd = cage.directory(i);
  const said = record([line], { dialect: shell, cwd, path: cage.path });
  if (said.doubts.length > 0) return { kind: "uncertain", reasons: said.doubts };
  // what looks at the state runs a DEBUG trap as well
  if (state && said.session.traps.has("DEBUG")) return undefined;
  // a line that was stopped leaves files as they are at no end of a command
  const miss = compareCommands(said, real) ?? (real.hung ? undefined : compareFiles(said, real, cwd));
  return miss ?? (state && !refused(real) ? compareState(said, real) : undefined);
}

/** What the shell cannot read it does not run, and heed may say more. */
const refused = (real: Really) => /syntax error|parse error|unexpected EOF|bad substitution/.test(real.stderr);

/** The line as a whole is none to the shell. */
const unread = (real: Really) => refused(real) || /^zsh:\d+: (?:unmatched ["'`]|condition expected)/m.test(real.stderr);

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
      return miss?.kind === kind ? [[text, miss]] : [];
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

/** A text file of lines, or the cases of a JSON Lines file that nobody has to be asked about. */
function readCorpus(path: string): string[] {
  if (!existsSync(path)) throw new Error(`no such file: ${path}`);
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
    .map((l) => JSON.parse(l) as { lines?: string[]; expect?: string })
    .flatMap((c) => (c.expect === undefined || c.expect === "allow" ? (c.lines ?? []) : []))
    .map(stub);
}

/** First what stands in files, both ways, then new lines until the budget is spent. A seed repeats them. */
function* batches(shell: Shell, files: ReadonlyMap<Origin, readonly string[]>, budget: number): Generator<Batch> {
  const whole = [...files].flatMap(([origin, lines]) => lines.map((line) => ({ line, origin })));
  for (let at = 0; at < whole.length; at += BATCH) {
    const tasks = whole.slice(at, at + BATCH);
    yield { tasks, state: false };
    yield { tasks, state: true, again: true };
  }
  const corpus = whole.map((t) => t.line);
  for (let done = 0, batch = 0; done < budget; done += BATCH, batch++) {
    const random = createRandom(Number(values.seed) * 1_000_003 + batch);
    const tasks: Task[] = [];
    while (tasks.length < Math.min(BATCH, budget - done)) {
      const old = () => random.pick(corpus);
      const [origin, line] = random.weighted<[Origin, string]>([
        [5, () => ["made new", generate(shell, random)]],
        [corpus.length > 0 ? 4 : 0, () => ["reshaped", reshape(old(), old(), grammar(shell, random))]],
        [corpus.length > 0 ? 1 : 0, () => ["changed", mutate(old(), old(), random)]],
      ]);
      if (line.trim() !== "") tasks.push({ line, origin });
    }
    yield { tasks: tasks.filter((t) => !reaches(t.line)), state: batch % 3 === 2 };
  }
}

async function compareShell(
  shell: Shell,
  files: ReadonlyMap<Origin, readonly string[]>,
  end: number,
  budget: number,
): Promise<Tally> {
  const tally: Tally = { lines: 0, hung: 0, commands: 0, misses: 0, origins: new Map(), reasons: new Map() };
  const seen = new Set<string>();
  const count = (origin: Origin, reasons: readonly string[], real?: Really) => {
    const o = tally.origins.get(origin) ?? { lines: 0, uncertain: 0, refused: 0 };
    o.lines++;
    if (reasons.length > 0) o.uncertain++;
    if (reasons.length > 0 && real && unread(real)) o.refused++;
    tally.origins.set(origin, o);
    if (!real || !unread(real)) for (const r of new Set(reasons)) tally.reasons.set(r, (tally.reasons.get(r) ?? 0) + 1);
  };
  const one = async (cage: Cage, { tasks, state, again }: Batch) => {
    // a line that would reach outside is only judged
    const runs = tasks.filter((t) => !reaches(t.line));
    for (const t of again ? [] : tasks)
      if (reaches(t.line)) {
        const { doubts } = record([t.line], { dialect: shell, cwd: cage.directory(0), path: cage.path });
        count(t.origin, doubts);
      }
    const lines = runs.map((t) => t.line);
    const real = await cage.run(shell, lines, state);
    const odd: [string, Miss][] = [];
    runs.forEach(({ line, origin }, i) => {
      const ran = real[i] as Really;
      tally.lines++;
      tally.commands += ran.noted.length;
      if (ran.hung) tally.hung++;
      const miss = judge(cage, shell, line, i, ran, state);
      if (!again) count(origin, miss?.kind === "uncertain" ? miss.reasons : [], ran);
      if (miss && miss.kind !== "uncertain") odd.push([line, miss]);
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
  };
  const all = batches(shell, files, budget);
  const lane = async () => {
    const cage = createCage();
    cages.add(cage);
    while (Date.now() < end) {
      const next = all.next();
      if (next.done) break;
      // whole files are looked at both ways
      await one(cage, next.value);
    }
    cage.close();
    cages.delete(cage);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  return tally;
}

const cages = new Set<Cage>();
process.on("exit", () => {
  for (const cage of cages) cage.close();
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

if (values.line !== undefined) {
  const cage = createCage();
  cages.add(cage);
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
  process.exit(0);
}

const shells = (values.shell === undefined ? ["bash", "zsh"] : [values.shell]) as readonly Shell[];
const files = new Map([SEEDS, ...values.corpus].map((path) => [basename(path), readCorpus(path)]));
const seconds = Number(values.seconds);
let bad = false;
console.log(`seed ${values.seed}, ${[...files].map(([name, lines]) => `${lines.length} lines of ${name}`).join(", ")}`);
for (const shell of shells) {
  const start = Date.now();
  const end = seconds > 0 ? start + (seconds * 1_000) / shells.length : Number.POSITIVE_INFINITY;
  const t = await compareShell(shell, files, end, Number(values.budget));
  console.log(
    `${shell}: ${t.lines} lines in ${Math.round((Date.now() - start) / 1_000)} s, ${t.commands} commands ran, ${t.misses} lines differ, ${t.hung} did not end`,
  );
  for (const [origin, { lines, uncertain, refused }] of t.origins) {
    const share = (n: number) => `${((100 * n) / lines).toFixed(1)} %`;
    console.log(
      `  ${origin}: ${share(uncertain)} of ${lines} not certain (${share(refused)} are lines that ${shell} cannot read either)`,
    );
  }
  const frequent = [...t.reasons].sort(([, a], [, b]) => b - a).slice(0, Number(values.reasons));
  for (const [reason, lines] of frequent) console.log(`    ${lines} ${reason}`);
  bad ||= t.misses > (Number(values.tolerance) / 100) * t.lines;
}
process.exit(bad ? 1 : 0);
