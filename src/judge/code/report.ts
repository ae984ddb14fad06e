/** What an inline program does, as far as its text tells. */

/** A command that the program starts: a line for a shell, or the words themselves. */
export type Run =
  | { readonly kind: "line"; readonly text: string }
  | { readonly kind: "argv"; readonly text: readonly string[] };

export interface CodeReport {
  /** Nothing that the program does is missing here. False: it may do anything besides. */
  readonly certain: boolean;
  /** Paths, as written: `~` stands for home, holes (session/value.ts) for what is not known. */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly deletes: readonly string[];
  /** Files and modules that supply further code. */
  readonly loads: readonly string[];
  readonly runs: readonly Run[];
  /** Variables that it sets for what it starts or loads. */
  readonly sets: readonly (readonly [string, string])[];
  readonly network: boolean;
  /** It changes the data it is given: rows of a database, the file an editor has open. */
  readonly changes: boolean;
  /** It adds to that data, and takes nothing away. */
  readonly adds: boolean;
  /** Why it is not certain, or what it changes: ends the sentence "the program …". */
  readonly because?: string;
}

/** A report that is being written. */
export interface Draft {
  reads: string[];
  writes: string[];
  deletes: string[];
  loads: string[];
  runs: Run[];
  sets: (readonly [string, string])[];
  network: boolean;
  changes: boolean;
  adds: boolean;
  /** It opens a database in a file, which statements then go to. */
  database: boolean;
  /** The first reason why the program is not certain. */
  doubt: string | undefined;
  because: string | undefined;
}

export function draft(): Draft {
  return {
    reads: [],
    writes: [],
    deletes: [],
    loads: [],
    runs: [],
    sets: [],
    network: false,
    changes: false,
    adds: false,
    database: false,
    doubt: undefined,
    because: undefined,
  };
}

export function doubt(report: Draft, because: string): void {
  report.doubt ??= because;
}

export function line(report: Draft, text: string): void {
  if (text.trim() !== "") report.runs.push({ kind: "line", text });
}

export function finish({ doubt, because, database: _, ...report }: Draft): CodeReport {
  const said = doubt ?? because;
  const unique = (list: readonly string[]) => [...new Set(list)];
  return {
    ...report,
    reads: unique(report.reads),
    writes: unique(report.writes),
    deletes: unique(report.deletes),
    loads: unique(report.loads),
    certain: doubt === undefined,
    ...(said === undefined ? {} : { because: said }),
  };
}

/** Either of two readings: what one of them does counts. */
export function both(a: CodeReport, b: CodeReport): CodeReport {
  if (a === b) return a;
  const because = a.because ?? b.because;
  return {
    certain: a.certain && b.certain,
    reads: [...new Set([...a.reads, ...b.reads])],
    writes: [...new Set([...a.writes, ...b.writes])],
    deletes: [...new Set([...a.deletes, ...b.deletes])],
    loads: [...new Set([...a.loads, ...b.loads])],
    runs: [...new Map([...a.runs, ...b.runs].map((run) => [JSON.stringify(run), run])).values()],
    sets: [...a.sets, ...b.sets],
    network: a.network || b.network,
    changes: a.changes || b.changes,
    adds: a.adds || b.adds,
    ...(because === undefined ? {} : { because }),
  };
}

/** Stands for whichever word behind the program it is given: `sys.argv[1]`. */
export const ARGUMENT = "\0argument";

/** Names that mean the program's own standard streams. */
export const streams: ReadonlySet<string> = new Set(["-", "/dev/stdin", "/dev/stdout", "/dev/stderr"]);
