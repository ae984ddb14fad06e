/** Compares the session that heed keeps after a statement with what four real shells keep: `node scripts/golden.ts FILE.jsonl` (format: one `{script, note, after: {shell: {NAME: {shell, exported}}}}` a line). */

import { cpSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createCheck } from "../src/guard.ts";
import { presets } from "../src/policy/policy.ts";
import { startSession } from "../src/session/start.ts";
import { HOLE } from "../src/session/value.ts";
import { loadTables } from "../src/store/tables.ts";
import type { Dialect } from "../src/syntax/tree.ts";
import { createMachine } from "../src/world/machine.ts";

type After = { readonly [name: string]: { readonly shell: string | null; readonly exported: string | null } };

const shells: readonly { readonly name: string; readonly dialect: Dialect; readonly options: readonly string[] }[] = [
  { name: "bash", dialect: "bash", options: [] },
  { name: "bash --posix", dialect: "bash", options: ["posix"] },
  { name: "sh (dash)", dialect: "sh", options: [] },
  { name: "zsh", dialect: "zsh", options: [] },
];

const [file, show = "40"] = process.argv.slice(2);
if (file === undefined) throw new Error("usage: node scripts/golden.ts FILE.jsonl [SHOW]");
// the statements name this directory
const cwd = "/tmp/heed-golden";
cpSync(join(dirname(file), "golden-files"), cwd, { recursive: true });
const check = createCheck(await loadTables({ own: "/nonexistent", warn: console.error, examples: false }));
const world = createMachine({ home: join(cwd, "home"), project: cwd, tmpdir: undefined });
const policy = presets["default"];
if (policy === undefined) throw new Error("no default policy");

let right = 0;
let unknown = 0;
let wrong = 0;
for (const text of readFileSync(file, "utf8").split("\n").filter(Boolean)) {
  const entry: { script: string; note?: string; after: { [shell: string]: After } } = JSON.parse(text);
  for (const shell of shells) {
    const after = entry.after[shell.name];
    if (after === undefined || typeof after !== "object" || !("A" in after)) continue;
    const start = startSession({
      dialect: shell.dialect,
      cwd,
      home: join(cwd, "home"),
      env: { PATH: "/usr/local/bin:/usr/bin:/bin" },
      interactive: false,
    });
    const session = { ...start, options: new Set(shell.options) };
    const line = entry.script.replaceAll("/tmp/heed-golden", cwd);
    const answer = check(line, session, world, policy);
    const problems: string[] = [];
    let open = false;
    for (const [name, want] of Object.entries(after)) {
      const own = answer.session.variables.get(name);
      const v =
        own?.kind === "nameref"
          ? { ...own, value: answer.session.variables.get(own.value.texts[0] ?? "")?.value ?? own.value }
          : own;
      const blurred = answer.session.blurred !== undefined;
      if (blurred && v === undefined) {
        open = true;
        continue;
      }
      const texts = v === undefined ? [null] : v.value.unset ? [...v.value.texts, null] : v.value.texts;
      const same = (got: string | null, wanted: string | null) =>
        got === wanted || (got !== null && wanted !== null && HOLE.test(got));
      const shown = v?.kind === "array" || v?.kind === "associative" ? texts : texts;
      if (!shown.some((t) => same(t, want.shell)) && !(blurred && v === undefined))
        problems.push(`${name} is ${JSON.stringify(texts)}, really ${JSON.stringify(want.shell)}`);
      const scalar = v === undefined || v.kind === "scalar" || v.kind === "nameref" || v.tied !== undefined;
      const exported = v !== undefined && scalar ? v.exported : false;
      const gone = v === undefined || (v.value.unset && v.value.texts.length === 0);
      if (want.exported !== null ? exported === false : exported === true && !gone && !v?.value.unset)
        problems.push(`${name} exported is ${exported}, really ${JSON.stringify(want.exported)}`);
      if (
        texts.length > 1 ||
        exported === "maybe" ||
        texts.some((t) => t !== null && HOLE.test(t)) ||
        (blurred && v === undefined)
      )
        open = true;
    }
    if (problems.length > 0) {
      wrong++;
      if (wrong <= Number(show))
        console.log(
          `${shell.name}: ${JSON.stringify(entry.script)}: ${problems.join("; ")}${entry.note ? ` (${entry.note})` : ""}`,
        );
    } else if (open) {
      unknown++;
      console.log(`unknown ${shell.name}: ${JSON.stringify(entry.script)} ${entry.note ?? ""}`);
    } else right++;
  }
}
console.log(`${right} as measured, ${unknown} not certain, ${wrong} wrong`);
process.exit(wrong > 0 ? 1 : 0);
