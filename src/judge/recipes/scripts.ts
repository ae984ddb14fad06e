/** `scripts` of package.json and composer.json: the one that is asked for, and what runs before and after it. */

import type { Reader } from "./reader.ts";

/** Installing runs these as well. */
const INSTALLS = new Set([
  "install",
  "i",
  "ci",
  "add",
  "update",
  "up",
  "rebuild",
  "link",
  "pack",
  "publish",
  "version",
]);

export const scripts: Reader = (text, asked) => {
  let table: unknown;
  try {
    table = JSON.parse(text);
  } catch {
    return [];
  }
  const all = at(table, "scripts");
  if (typeof all !== "object" || all === null) return [];
  const words = new Set(asked.words.flatMap((word) => (word === "t" || word === "tst" ? [word, "test"] : [word])));
  const installs = words.size === 0 || [...words].some((word) => INSTALLS.has(word));
  const runs = (name: string) => {
    const plain = name.replace(/^(?:pre|post)-?/, "");
    if (words.has(name) || words.has(plain)) return true;
    return (
      installs && /^(?:install|prepare|prepublish|pack|dependencies|autoload-dump|update-cmd|install-cmd)$/.test(plain)
    );
  };
  return Object.entries(all).flatMap(([name, value]) =>
    runs(name) ? [value].flat().filter((line) => typeof line === "string") : [],
  );
};

function at(table: unknown, key: string): unknown {
  return typeof table === "object" && table !== null && key in table
    ? (table as { [key: string]: unknown })[key]
    : undefined;
}
