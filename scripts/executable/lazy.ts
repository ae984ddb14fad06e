/** Modules of the core that few lines need: bundled as chunks of their own, which are loaded when one of their functions is first called. */

import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Plugin } from "esbuild";

const source = join(import.meta.dirname, "../../src");

/** Modules that are only called from outside of their group by their functions. `within` tells the files of the group. */
const groups: readonly { readonly modules: readonly string[]; readonly within: RegExp }[] = [
  { modules: ["zsh-commands", "zsh-cursor", "zsh-words"].map((name) => `syntax/${name}.ts`), within: /\/syntax\/zsh-/ },
  {
    modules: ["awk", "javascript", "jq", "mongo", "perl", "php", "python", "ruby", "sed", "simple", "sql", "vim"].map(
      (name) => `judge/code/${name}.ts`,
    ),
    within: /\/judge\/code\/(?!inline\.)/,
  },
];

const chunkOf = (path: string) => `lazy-${basename(path, ".ts")}`;

/** Entry points: name of the chunk → file. */
export function lazyEntries(): { readonly [name: string]: string } {
  return Object.fromEntries(
    groups.flatMap(({ modules }) => modules.map((path) => [chunkOf(path), join(source, path)])),
  );
}

/** In place of such a module, its callers get functions that load it. */
export const lazyModules: Plugin = {
  name: "lazy-modules",
  setup(bundle) {
    bundle.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, importer }) => {
      const file = join(dirname(importer), path);
      const group = groups.find(({ modules }) => modules.some((module) => join(source, module) === file));
      return group && !group.within.test(importer) ? { path: file, namespace: "lazy" } : undefined;
    });
    bundle.onResolve({ filter: /^\.\/lazy-/, namespace: "lazy" }, ({ path }) => ({ path, external: true }));
    bundle.onLoad({ filter: /.*/, namespace: "lazy" }, ({ path }) => ({ contents: standIn(path) }));
  },
};

/** What lazy modules export that is not a function, and so has to be there at once. */
export function notLazy(): string[] {
  return Object.values(lazyEntries()).flatMap((path) =>
    exported(path)
      .filter(({ kind }) => kind !== "function")
      .map(({ kind, name }) => `${path} exports more than functions: ${kind} ${name}`),
  );
}

function exported(path: string): { readonly kind: string; readonly name: string }[] {
  const found = readFileSync(path, "utf8").matchAll(/^export (?!type |interface )(\w+) (\w+)/gm);
  return [...found].map(([, kind = "", name = ""]) => ({ kind, name }));
}

function standIn(path: string): string {
  const functions = exported(path).map(
    ({ name }) => `export function ${name}(...given) { return require("./${chunkOf(path)}.js").${name}(...given); }`,
  );
  return functions.join("\n");
}
