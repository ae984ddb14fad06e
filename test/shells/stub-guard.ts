/**
 * A guard whose verdicts a test can read off the line, so that the shell integration is tested and nothing else. Called as `heed serve --at DIR`.
 *
 *     DENY ASKME        denied, asked
 *     NEED kind:name    asks the shell back, then denies if the answer holds DENY
 *     CRASHME           throws
 *     STUCKME           never answers anything again
 *
 * Everything it is asked goes to DIR/asked as JSON lines, everything it reports to DIR/log.
 */

import { appendFileSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { argv } from "node:process";
import type { Answer, Need } from "../../src/guard.ts";
import { presets } from "../../src/policy/policy.ts";
import type { Judged, Verdict } from "../../src/policy/verdict.ts";
import { launch } from "../../src/serve/launch.ts";
import { serve } from "../../src/serve/server.ts";
import type { Session } from "../../src/session/session.ts";
import type { World } from "../../src/session/world.ts";
import { createMachine } from "../../src/world/machine.ts";
import { directoryOf, isAttended, terminalOf } from "../../src/world/process.ts";
import { isUnfinished } from "./unfinished.ts";

const directory = argv[argv.indexOf("--at") + 1] as string;
const version = readFileSync(join(directory, "..", "version"), "utf8").trim();

const policy = presets["default"];
if (!policy) throw new Error("no default policy");

function finding(verdict: Verdict, text: string): Judged {
  const because = `the line holds ${verdict === "deny" ? "DENY" : "ASKME"}`;
  return { rule: "stub", effect: "opaque", verdict, line: 0, start: 0, end: text.length, text, because };
}

function check(line: string, session: Session, world: World): Answer {
  const env = [...session.changed].map((name) => [name, session.variables.get(name)?.value.texts[0]]);
  appendFileSync(
    join(directory, "asked"),
    `${JSON.stringify({ line, cwd: session.cwd.texts[0], env: Object.fromEntries(env) })}\n`,
  );
  if (line.includes("CRASHME")) throw new Error("the stub was told to");
  if (line.includes("STUCKME")) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  const needs: Need[] = [];
  let text = line;
  for (const [, what, name] of line.matchAll(/NEED (alias|function|variable):([^\s;]+)/g)) {
    const need = { what: what as Need["what"], name: name as string };
    const live = world.live(need.what, need.name);
    if (live.kind === "unasked") needs.push(need);
    if (live.kind === "known") text += live.text;
  }
  const verdict: Verdict = text.includes("DENY") ? "deny" : text.includes("ASKME") ? "ask" : "allow";
  const findings = verdict === "allow" ? [] : [finding(verdict, line)];
  return {
    verdict,
    findings,
    session: { ...session, lines: session.lines + 1 },
    commands: [],
    listed: [],
    needs,
    incomplete: isUnfinished(line),
  };
}

if (argv.includes("--foreground")) {
  const running = await serve({
    directory,
    lookEvery: 1000,
    left: () => process.exit(0),
    around: {
      check,
      version,
      home: homedir(),
      policy: () => policy,
      world: ({ live }) => createMachine({ home: homedir(), project: undefined, tmpdir: undefined, live }),
      record: (entry) => appendFileSync(join(directory, "log"), `${JSON.stringify(entry)}\n`),
      directory: directoryOf,
      terminal: terminalOf,
      attended: isAttended,
    },
  });
  if (!running) process.exit(0);
  for (const signal of ["SIGINT", "SIGHUP", "SIGTTOU"] as const) process.on(signal, () => {});
  process.on("SIGTERM", () => running.close());
  console.log("ready");
} else if (argv.includes("serve")) {
  const command = [process.execPath, import.meta.filename, "serve", "--at", directory, "--foreground"] as const;
  await launch({ directory, version, command, patience: 2000 });
} else {
  console.log("heed stub ran");
}
