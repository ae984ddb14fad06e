/** Tasks of mise's TOML, which is read already. */

const isTable = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function miseTasks(table: { readonly [key: string]: unknown }, words: readonly string[]): readonly string[] {
  const tasks = table["tasks"];
  if (!isTable(tasks)) return [];
  const names = new Set(words.filter((word) => Object.hasOwn(tasks, word)));
  for (const name of names) {
    const entry = tasks[name];
    const needs = isTable(entry) ? [entry["depends"], entry["depends_post"]].flat() : [];
    for (const need of needs) if (typeof need === "string" && Object.hasOwn(tasks, need)) names.add(need);
  }
  return [...names].flatMap((name) => {
    const entry = tasks[name];
    return [isTable(entry) ? entry["run"] : entry].flat().filter((line) => typeof line === "string");
  });
}
