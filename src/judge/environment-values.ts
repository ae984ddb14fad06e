/** The literal values that an entry lets pass. */

const compiled = new WeakMap<readonly string[], { readonly literal: ReadonlySet<string>; readonly globs: RegExp[] }>();

/** Whether `text` is one of `values`: `~/` is home, `*` letters, digits and `._+-`, `**` also `/`; no part `..`. */
export function passes(values: readonly string[] | undefined, text: string, home: string): boolean {
  if (values === undefined) return false;
  const { literal, globs } = compile(values);
  const short = text.length > 1 && !text.endsWith("//") ? text.replace(/\/$/, "") : text;
  const forms = [text, short, underHome(short, home)];
  if (forms.some((form) => form !== undefined && literal.has(form))) return true;
  if (globs.length === 0 || /(?:^|\/)\.\.?(?:\/|$)/.test(text)) return false;
  return forms.some((form) => form !== undefined && globs.some((glob) => glob.test(form)));
}

function underHome(path: string, home: string): string | undefined {
  if (home === "" || home === "/") return undefined;
  if (path === home) return "~";
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : undefined;
}

function compile(values: readonly string[]) {
  const cached = compiled.get(values);
  if (cached !== undefined) return cached;
  const globs = values.filter((value) => value.includes("*")).map(globPattern);
  const made = { literal: new Set(values.filter((value) => !value.includes("*"))), globs };
  compiled.set(values, made);
  return made;
}

function globPattern(value: string): RegExp {
  const parts = value.split(/(\*+)/).map((part) => {
    if (part === "*") return "[\\w.+-]+";
    if (part === "**") return "[\\w.+/-]+";
    return part.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`);
}
