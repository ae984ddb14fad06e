/**
 * `heed shell` with a guard whose verdicts a test can read off the line: DENY is denied, ASKME is asked about, everything else runs.
 * Called as `terminal-guard.mjs ROOT [--login] [-- COMMAND …]`; without a command, the shell in SHELL. TEST_TIMES changes the times, in JSON.
 */

import { appendFileSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { argv, env } from "node:process";
import type { Answer } from "../../src/guard.ts";
import { presets } from "../../src/policy/policy.ts";
import type { Judged, Verdict } from "../../src/policy/verdict.ts";
import { usualTimes } from "../../src/pty/asker.ts";
import { realClock } from "../../src/pty/clock.ts";
import { freshDirectory, guard } from "../../src/pty/guard.ts";
import { prepareInside, shellCommand } from "../../src/pty/inside.ts";
import { load } from "../../src/pty/native.ts";
import { takeTerminal } from "../../src/pty/outer.ts";
import { integration } from "../../src/serve/integration.ts";
import type { Session, Variable } from "../../src/session/session.ts";
import { startSession } from "../../src/session/start.ts";
import { known } from "../../src/session/value.ts";
import { consume, give, loadApprovals, revoke } from "../../src/store/approvals.ts";
import { createMachine } from "../../src/world/machine.ts";
import { directoryOf, isAttended, isBelow, terminalOf } from "../../src/world/process.ts";
import { isUnfinished } from "../shells/unfinished.ts";

const [, , root = "", ...args] = argv;
const repository = env["TEST_REPOSITORY"] ?? "";
const state = join(root, "state");
const end = args.indexOf("--");
const command = end < 0 ? [] : args.slice(end + 1);

const policy = presets["default"];
if (!policy) throw new Error("no default policy");

function finding(verdict: Verdict, text: string, target: string): Judged {
  const because = `the line holds ${verdict === "deny" ? "DENY" : "ASKME"}`;
  const effect = verdict === "deny" ? "destroy" : "reach";
  const [line, start, instead] = [0, 0, "Ask for something else."] as const;
  return { rule: "stub", effect, verdict, line, start, end: text.length, text, because, instead, target };
}

/** `export NAME=VALUE` is carried, as the real guard would. */
function carried(line: string, session: Session): Session {
  const variables = new Map(session.variables);
  const changed = new Set(session.changed);
  for (const [text, name, value] of line.matchAll(/export ([A-Z_]+)=(\S+)/g)) {
    const origin = { kind: "line", line: session.lines, text } as const;
    const variable: Variable = { value: known(value ?? ""), kind: "scalar", exported: true, origin };
    variables.set(name ?? "", variable);
    changed.add(name ?? "");
  }
  return { ...session, variables, changed, lines: session.lines + 1 };
}

function check(line: string, session: Session): Answer {
  const verdict: Verdict = line.includes("DENY") ? "deny" : line.includes("ASKME") ? "ask" : "allow";
  const target = /AT:(\S+)/.exec(line)?.[1] ?? "";
  const findings = verdict === "allow" ? [] : [finding(verdict, line, target)];
  return {
    verdict,
    findings,
    session: carried(line, session),
    needs: [],
    commands: [],
    listed: [],
    incomplete: isUnfinished(line),
  };
}

const directory = freshDirectory(join(root, "run"));
const template = (name: string) => readFileSync(join(repository, "shell-integration", name), "utf8");
const heed = join(root, "heed");
const text = (name: string) => integration(template(name), { heed, version: "0.1.0", ask: "refuse" });
const inside = prepareInside({
  directory,
  texts: {
    bash: text("heed.bash"),
    zsh: text("heed.zsh"),
    bashEnv: text("env.bash"),
    bashInput: text("input.bash"),
    bashSession: text("session.bash"),
    zshEnv: text("zshenv"),
  },
  dropin: undefined,
  env,
});
const shell = env["SHELL"] ?? "/bin/bash";
const [program, ...rest] = command;
const outer = takeTerminal();
if (!outer) throw new Error("no terminal");
let status = 70;
try {
  status = await guard({
    directory,
    outer,
    surroundings: (ask) => ({
      ask,
      check,
      version: "0.1.0",
      home: env["HOME"] ?? "/",
      policy: () => policy,
      world: ({ live }) => createMachine({ home: env["HOME"] ?? "/", project: undefined, tmpdir: undefined, live }),
      record: (entry) =>
        appendFileSync(join(root, "log"), `${JSON.stringify({ outcome: entry.outcome, line: entry.line })}\n`),
      directory: directoryOf,
      terminal: terminalOf,
      attended: isAttended,
      async once({ text, shell, pid, cwd, within }) {
        const session = startSession({ dialect: "bash", cwd, env: {}, home: env["HOME"] ?? "/" });
        const { verdict, findings } = check(text, session);
        const about = { line: text, findings, session, cwd, pid, shell, shellVersion: "", tty: terminalOf(pid) };
        if (verdict === "deny") return { word: "deny", text: "heed: denied" };
        const runs = verdict === "allow" || isBelow(pid, within ?? 0) || (await ask({ ...about, outcome: "asked" }));
        return runs ? { word: "allow" } : { word: "deny", text: "heed: refused" };
      },
    }),
    approvals: {
      load: () => loadApprovals(state),
      consume: (used) => consume(state, used),
      give: (wishes) => void give(state, wishes, new Date()),
      revokeSession() {
        for (const { id, scope } of loadApprovals(state)) if (scope === "session") revoke(state, id);
      },
    },
    circumstances: ({ cwd }) => ({ directory: cwd, variables: [], session: `terminal ${process.pid}` }),
    warnings: () => [],
    start: (port) => ({
      native: load(env["TEST_ADDON"] ?? ""),
      command: program === undefined ? shellCommand(shell, directory, args.includes("--login")) : [program, ...rest],
      env: { ...inside, HEED_PORT: String(port), TEST_SHELL: basename(shell) },
      cwd: process.cwd(),
      style: { colour: !env["NO_COLOR"], plain: args.includes("--plain") },
      clock: realClock,
      times: { ...usualTimes, quiet: 30, alone: 10, look: 50, ...JSON.parse(env["TEST_TIMES"] ?? "{}") },
    }),
  });
} finally {
  await outer.release();
}
process.exit(status);
