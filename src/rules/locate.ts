/** Where in a TOML text a key path stands, for messages with a caret: the TOML parser keeps no positions. Expects text that parses. */

export type Path = readonly (string | number)[];

interface Entry {
  readonly path: Path;
  readonly key: number;
  readonly value: number;
}

export interface Place {
  readonly line: number;
  readonly column: number;
}

/** The place of `path`, or of the nearest thing around it; `at` chooses the key or what stands behind it. */
export function locate(text: string, path: Path, at: "key" | "value"): Place {
  const entries = scan(text);
  for (let length = path.length; length > 0; length--) {
    const found = entries.find((e) => e.path.length === length && e.path.every((part, i) => part === path[i]));
    if (found !== undefined) return place(text, at === "key" || length < path.length ? found.key : found.value);
  }
  return { line: 1, column: 1 };
}

export function place(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  return { line, column: offset - before.lastIndexOf("\n") };
}

function scan(text: string): readonly Entry[] {
  const entries: Entry[] = [];
  const counts = new Map<string, number>();
  let at = 0;
  let table: Path = [];

  function skip(pattern: RegExp): void {
    pattern.lastIndex = at;
    at += pattern.exec(text)?.[0].length ?? 0;
  }
  function blanks(): void {
    skip(/(?:\s|#[^\n]*)*/y);
  }
  function string(): string {
    const quote = text[at] ?? "";
    const triple = text.startsWith(quote.repeat(3), at);
    const close = triple ? quote.repeat(3) : quote;
    const start = at + close.length;
    at = start;
    while (at < text.length && !text.startsWith(close, at)) at += quote === '"' && text[at] === "\\" ? 2 : 1;
    const body = text.slice(start, at);
    at += close.length;
    while (triple && text[at] === quote) at++;
    return body;
  }
  /** A dotted key, with where each part begins. */
  function key(): { readonly parts: string[]; readonly starts: number[] } {
    const parts: string[] = [];
    const starts: number[] = [];
    for (;;) {
      skip(/[ \t]*/y);
      const start = at;
      starts.push(start);
      if (text[at] === '"' || text[at] === "'") parts.push(string());
      else {
        skip(/[A-Za-z0-9_-]+/y);
        parts.push(text.slice(start, at));
      }
      skip(/[ \t]*/y);
      if (text[at] !== ".") return { parts, starts };
      at++;
    }
  }
  /** Notes each part of a key: tables around it need not be written on their own. */
  function note(paths: readonly Path[], starts: readonly number[], value: number | undefined): void {
    for (const [i, path] of paths.entries()) {
      const start = starts[i] ?? at;
      entries.push({ path, key: start, value: i === paths.length - 1 ? (value ?? start) : start });
    }
  }
  /** The path of each part; steps into the last element of an array of tables wherever it meets one. */
  function resolve(parts: readonly string[]): readonly Path[] {
    let path: Path = [];
    return parts.map((part) => {
      path = [...path, part];
      const count = counts.get(JSON.stringify(path));
      if (count !== undefined) path = [...path, count - 1];
      return path;
    });
  }
  function pair(base: Path): void {
    const { parts, starts } = key();
    at++;
    skip(/[ \t]*/y);
    const paths = parts.map((_, i) => [...base, ...parts.slice(0, i + 1)]);
    note(paths, starts, at);
    value(paths.at(-1) ?? base);
  }
  function value(path: Path): void {
    const first = text[at];
    if (first === '"' || first === "'") string();
    else if (first === "[" || first === "{") {
      const close = first === "[" ? "]" : "}";
      at++;
      for (let i = 0; ; i++) {
        blanks();
        if (at >= text.length || text[at] === close) break;
        if (first === "[") {
          entries.push({ path: [...path, i], key: at, value: at });
          value([...path, i]);
        } else pair(path);
        blanks();
        if (text[at] === ",") at++;
      }
      at++;
    } else skip(/[^\s,\]}#]*/y);
  }

  for (;;) {
    blanks();
    if (at >= text.length) return entries;
    const start = at;
    if (text.startsWith("[[", at)) {
      at += 2;
      const { parts, starts } = key();
      const around = resolve(parts.slice(0, -1));
      const path = [...(around.at(-1) ?? []), parts.at(-1) ?? ""];
      const id = JSON.stringify(path);
      const index = counts.get(id) ?? 0;
      counts.set(id, index + 1);
      table = [...path, index];
      note([...around, table], starts, undefined);
      at += 2;
    } else if (text[at] === "[") {
      at++;
      const { parts, starts } = key();
      const paths = resolve(parts);
      table = paths.at(-1) ?? [];
      note(paths, starts, undefined);
      at++;
    } else pair(table);
    if (at <= start) return entries;
  }
}
