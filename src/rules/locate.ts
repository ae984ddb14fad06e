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
  let table: (string | number)[] = [];

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
  /** A dotted key, with where its last part begins. */
  function key(): { readonly parts: string[]; readonly start: number } {
    const parts: string[] = [];
    let start = at;
    for (;;) {
      skip(/[ \t]*/y);
      start = at;
      if (text[at] === '"' || text[at] === "'") parts.push(string());
      else {
        skip(/[A-Za-z0-9_-]+/y);
        parts.push(text.slice(start, at));
      }
      skip(/[ \t]*/y);
      if (text[at] !== ".") return { parts, start };
      at++;
    }
  }
  /** Steps into the last element of an array of tables wherever the path meets one. */
  function resolve(parts: readonly string[]): (string | number)[] {
    const path: (string | number)[] = [];
    for (const part of parts) {
      path.push(part);
      const count = counts.get(JSON.stringify(path));
      if (count !== undefined) path.push(count - 1);
    }
    return path;
  }
  function pair(base: Path): void {
    const name = key();
    at++;
    skip(/[ \t]*/y);
    const path = [...base, ...name.parts];
    entries.push({ path, key: name.start, value: at });
    value(path);
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
      const name = key();
      const path = [...resolve(name.parts.slice(0, -1)), name.parts.at(-1) ?? ""];
      const id = JSON.stringify(path);
      const index = counts.get(id) ?? 0;
      counts.set(id, index + 1);
      table = [...path, index];
      entries.push({ path: table, key: name.start, value: name.start });
      at += 2;
    } else if (text[at] === "[") {
      at++;
      const name = key();
      table = resolve(name.parts);
      entries.push({ path: table, key: name.start, value: name.start });
      at++;
    } else pair(table);
    if (at <= start) return entries;
  }
}
