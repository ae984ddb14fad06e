/** Whether a shell would wait for more: a rough stand-in for the parser, good enough for the lines of these tests. */

export function isUnfinished(line: string): boolean {
  let quote = "";
  let bare = "";
  for (let i = 0; i < line.length; i++) {
    const c = line[i] as string;
    if (quote !== "") {
      if (c === "\\" && quote !== "'") i++;
      else if (c === quote.at(-1)) quote = "";
    } else if (c === "\\") {
      if (i === line.length - 1) return true;
      i++;
    } else if (c === "'" && line[i - 1] === "$") quote = "$'";
    else if (c === '"' || c === "'" || c === "`") quote = c;
    else if (c === "#" && /[\s;]/.test(line[i - 1] ?? " ")) {
      while (i + 1 < line.length && line[i + 1] !== "\n") i++;
    } else bare += c;
  }
  if (quote !== "") return true;
  const heredoc = /<<-?\s*['"\\]?(\w+)/.exec(line);
  if (
    heredoc &&
    !line.includes("<<<") &&
    !line
      .split("\n")
      .slice(1)
      .some((l) => l.trim() === heredoc[1])
  )
    return true;
  const words = (pattern: RegExp) => bare.match(pattern)?.length ?? 0;
  const pairs = [
    [/(^|[\s;])do(?=[\s;]|$)/g, /(^|[\s;])done(?=[\s;|&>)<]|$)/g],
    [/(^|[\s;])if\s/g, /(^|[\s;])fi(?=[\s;|&>)]|$)/g],
    [/(^|[\s;])case\s/g, /(^|[\s;])esac(?=[\s;|&>)]|$)/g],
    [/\{/g, /\}/g],
  ] as const;
  if (pairs.some(([open, close]) => words(open) > words(close))) return true;
  if (!/case/.test(bare) && words(/\(/g) > words(/\)/g)) return true;
  return /(\||&&|\|\|)\s*$/.test(bare);
}
