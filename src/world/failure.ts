/** What went wrong, in one line for a person. */

/** Without what Node and the TOML parser say around it: `EACCES: permission denied, open '/x'` is `permission denied`. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [line = ""] = error.message.split("\n");
  if ("syscall" in error) return line.replace(/^[A-Z0-9_]+: /, "").replace(/, \w+(?: '.*)?$/, "");
  return line.replace(/^Invalid TOML document: /, "");
}

/** With the file that it is about, and the place in it where the error knows that: `FILE:LINE:COLUMN: …`. */
export function failureIn(file: string, error: unknown): string {
  const isPlaced = error instanceof Error && "line" in error && "column" in error;
  return `${file}${isPlaced ? `:${error.line}:${error.column}` : ""}: ${reasonOf(error)}`;
}

/** With the file that the system named, if it named one. */
export function failureOf(error: unknown): string {
  const file = error instanceof Error && "path" in error ? error.path : undefined;
  return typeof file === "string" ? failureIn(file, error) : reasonOf(error);
}
