/** Commands in files of recipes that no reader of their own follows: lines, what stands behind a key, and quoted words side by side. */

/** Calls that delete a tree. */
const DELETES = /\b(?:remove_dir_all|rmtree|deleteDir|REMOVE_RECURSE|rm_rf|rmSync)\b[\s("'[]*([^\s"')\]]+)/g;

export function commandsAmong(text: string): string[] {
  const out: string[] = [];
  for (const line of text.split("\n").slice(0, 400)) {
    const plain = line.trim().replace(/^(?:-\s+)?(?:"[^"]*"|'[^']*'|[\w.-]+)\s*[:=]\s*/, "");
    out.push(plain.replace(/^["']([\s\S]*)["'],?$/, "$1"));
    const quoted = [...line.matchAll(/"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/g)].map((m) => m[1] ?? m[2] ?? "");
    out.push(...quoted, quoted.join(" "));
    out.push(...[...line.matchAll(/>([^<>]+)</g)].map((m) => m[1] ?? ""));
    out.push(...[...line.matchAll(/\bCOMMAND\s+([^()]+)/g)].map((m) => m[1] ?? ""));
    out.push(...[...line.matchAll(DELETES)].map((m) => `rm -rf ${m[1]}`));
  }
  return [...new Set(out.map((each) => each.trim()).filter((each) => /\S\s+\S/.test(each)))];
}
