/**
 * Which folder of `src/` may import which: the table of the design, checked. Exits 1 and names each import that points outward, and
 * each module that could not be loaded when it is first called.
 */

import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { notLazy } from "./executable/lazy.ts";

const root = join(import.meta.dirname, "..");
const source = join(root, "src");

const core = ["syntax", "session", "evaluate", "rules", "judge", "policy", "guard.ts"];
const shelf = [...core, "audit", "store", "world"];

/** Folder (or file directly in `src/`) → folders it may import, besides itself. `policy` and `rules` hold the words everyone uses. */
const allowed: { readonly [area: string]: readonly string[] } = {
  syntax: [],
  session: ["syntax"],
  policy: [],
  rules: ["policy", "session"],
  evaluate: ["syntax", "session", "rules"],
  judge: ["syntax", "session", "evaluate", "rules", "policy"],
  "guard.ts": ["syntax", "session", "evaluate", "rules", "judge", "policy"],
  world: ["session"],
  audit: ["policy", "rules", "session", "world"],
  store: ["policy", "rules", "session", "syntax", "world"],
  serve: shelf,
  clients: shelf,
  pty: [...shelf, "serve"],
};

/** Modules that touch the machine; the core may not import them. */
const machine = /^node:(?!path$|util$)/;

const importing =
  /^\s*(?:import|export)\b[^;]*?\bfrom\s*"([^"]+)"|^\s*import\s*"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/gm;

export function importsOf(text: string): string[] {
  return [...text.matchAll(importing)].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
}

/** What is wrong with the imports of one file, given relative to `src/`. */
export function wrongImports(file: string, text: string): string[] {
  const area = file.split("/")[0] ?? file;
  const may = allowed[area];
  const wrong: string[] = [];
  for (const name of importsOf(text)) {
    if (name.startsWith(".")) {
      const target = relative(source, resolve(source, dirname(file), name));
      const other = target.split("/")[0] ?? target;
      if (may && other !== area && !may.includes(other)) wrong.push(`src/${file}: ${area} may not import ${other}`);
    } else if (core.includes(area) && machine.test(name)) {
      wrong.push(`src/${file}: the core may not import ${name}`);
    }
  }
  return wrong;
}

if (import.meta.main) {
  const wrong = globSync("**/*.ts", { cwd: source }).flatMap((file) =>
    wrongImports(file, readFileSync(join(source, file), "utf8")),
  );
  wrong.push(...notLazy());
  for (const line of wrong) console.error(line);
  process.exitCode = wrong.length ? 1 : 0;
}
