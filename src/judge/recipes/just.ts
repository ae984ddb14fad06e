/** Justfiles: the recipes that are asked for and those they need. */

import { type Reader, SOMETHING } from "./reader.ts";

interface Recipe {
  readonly needs: readonly string[];
  readonly lines: string[];
}

export const just: Reader = (text, asked) => {
  const variables = new Map<string, string>();
  const recipes = new Map<string, Recipe>();
  const aliases = new Map<string, string>();
  const shell: string[] = [];
  let current: Recipe | undefined;
  for (const line of text.split("\n")) {
    if (/^\s+\S/.test(line)) {
      current?.lines.push(line.replace(/^\s+/, ""));
      continue;
    }
    const [, name = "", value = ""] = /^(?:export\s+)?([\w-]+)\s*:=\s*(.*)$/.exec(line) ?? [];
    const [, alias = "", target = ""] = /^alias\s+([\w-]+)\s*:=\s*([\w-]+)/.exec(line) ?? [];
    const [, recipe = "", needs = ""] = /^@?([A-Za-z_][\w-]*)(?:\s[^:]*)?:(?!=)(.*)$/.exec(line) ?? [];
    if (alias !== "") aliases.set(alias, target);
    else if (name !== "") {
      const literal = /^(["'])(.*)\1\s*$/.exec(value)?.[2];
      variables.set(name, literal ?? SOMETHING);
      for (const [, command = ""] of value.matchAll(/`([^`]*)`/g)) shell.push(command);
    } else if (recipe !== "") {
      current = { needs: needs.match(/[A-Za-z_][\w-]*/g) ?? [], lines: [] };
      recipes.set(recipe, current);
    }
  }
  const first = [...recipes.keys()][0];
  const given = asked.words.map((word) => aliases.get(word) ?? word).filter((word) => recipes.has(word));
  const names = new Set(given.length > 0 ? given : first === undefined ? [] : [first]);
  for (const name of names) for (const need of recipes.get(name)?.needs ?? []) if (recipes.has(need)) names.add(need);
  const filled = (line: string) =>
    line.replaceAll(/\{\{\s*([^}]*?)\s*\}\}/g, (_, expression: string) =>
      expression === "home_directory()" || /^env(?:_var)?\((["'])HOME\1\)$/.test(expression)
        ? "$HOME"
        : (asked.set.get(expression) ?? variables.get(expression) ?? SOMETHING),
    );
  return [
    ...shell,
    ...[...names].flatMap((name) => {
      const lines = (recipes.get(name)?.lines ?? []).map(filled);
      // a recipe with an interpreter is one script
      if (lines[0]?.startsWith("#!")) return /\b(?:ba|z|da)?sh\b/.test(lines[0]) ? [lines.slice(1).join("\n")] : [];
      return lines.map((line) => line.replace(/^[@-]*/, ""));
    }),
  ];
};
