/** Taskfiles: the commands of the tasks that are asked for. Reads as much of YAML as Taskfiles are written in. */

import { type Reader, SOMETHING } from "./reader.ts";

export const task: Reader = (text, asked) => {
  const tasks = tasksOf(text);
  const given = asked.words.filter((word) => tasks.has(word));
  const names = new Set(given.length > 0 ? given : ["default"]);
  for (const name of names) for (const line of tasks.get(name) ?? []) if (tasks.has(line)) names.add(line);
  return [...names]
    .flatMap((name) => tasks.get(name) ?? [])
    .map((line) => line.replaceAll(/\{\{[^}]*\}\}/g, SOMETHING));
};

const indentOf = (line: string) => /^ */.exec(line)?.[0].length ?? 0;

/** Each task with every text in it that may be a command or the name of another task. */
function tasksOf(text: string): Map<string, string[]> {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !/^\s*#/.test(line));
  const tasks = new Map<string, string[]>();
  const begin = lines.findIndex((line) => /^tasks:\s*$/.test(line));
  const step = indentOf(lines[begin + 1] ?? "");
  let current: string[] = [];
  for (let i = begin + 1; begin >= 0 && i < lines.length; i++) {
    const line = lines[i] as string;
    const indent = indentOf(line);
    if (indent === 0) break;
    const [, name = "", value = ""] = (indent === step && /^ *(["']?[\w:.-]+["']?):(?:\s+(.*))?$/.exec(line)) || [];
    if (name !== "") {
      current = [];
      tasks.set(name.replaceAll(/["']/g, ""), current);
    }
    const item = name !== "" ? value : (/^ *(?:- +)?(?:(?:cmd|sh|cmds|deps|task): *)?(.*)$/.exec(line)?.[1] ?? "");
    if (/^[|>][+-]?$/.test(item)) {
      const block: string[] = [];
      while (i + 1 < lines.length && indentOf(lines[i + 1] as string) > indent)
        block.push((lines[++i] as string).trim());
      current.push(block.join(item.startsWith("|") ? "\n" : " "));
    } else current.push(...flow(item));
  }
  return tasks;
}

/** A plain or quoted text, or `[a, "b"]`. */
function flow(item: string): string[] {
  const list = /^\[(.*)\]$/.exec(item)?.[1];
  const texts = list === undefined ? [item] : list.split(/,\s*/);
  return texts.map((text) => text.trim().replace(/^(["'])([\s\S]*)\1$/, "$2")).filter(Boolean);
}
