/** What is printed. */

export interface Row {
  readonly what: string;
  readonly value: string;
  readonly ratio?: string;
  readonly budget?: string;
  readonly good?: boolean;
}

export function table(rows: readonly Row[]): string {
  const cells = rows.map(({ what, value, ratio = "", budget = "", good }) => {
    const mark = good === undefined ? "" : good ? "yes" : "NO";
    return [what, value, ratio, budget, mark];
  });
  const all = [["", "time", "ratio", "budget", "kept"], ...cells];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((line) => [...(line[column] ?? "")].length)));
  const pad = (text: string, width: number) => text + " ".repeat(width - [...text].length);
  return all
    .map((line) =>
      line
        .map((text, i) => pad(text, widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
