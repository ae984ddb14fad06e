/** What the doctor finds of shells: each interactive one tried in a terminal, each drop-in shell called, others named. */

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { visible } from "../policy/message.ts";
import type { Line } from "./doctor.ts";
import { allowedLine, deniedLine, ranIn } from "./doctor-marks.ts";
import { terminalAddon, tryShell } from "./doctor-terminal.ts";
import type { Io } from "./io.ts";
import { ownPath } from "./own.ts";
import { installedShells, type Shell } from "./startup-files.ts";

/** `expected`: shells whose start-up files load heed. */
export async function shells(expected: ReadonlySet<Shell>, work: string, io: Io): Promise<Line[]> {
  const found = installedShells(io);
  const lines: Line[] = [];
  for (const shell of found) {
    lines.push(await interactive(shell, [], expected.has(shell), work, io));
    // It reads other files than one that is none; zsh reads .zshrc in both.
    if (shell === "bash" && expected.has(shell)) lines.push(await interactive(shell, ["-l"], true, work, io));
  }
  return [...lines, ...dropIns(work, io), ...others(io)];
}

async function interactive(
  shell: Shell,
  options: readonly string[],
  isExpected: boolean,
  work: string,
  io: Io,
): Promise<Line> {
  const { ran, said } = await tryShell([shell, ...options, "-i"], terminalAddon(), work, io);
  const name = options.includes("-l") ? `a login ${shell}` : `an interactive ${shell}`;
  const why = said === undefined ? `start ${[shell, ...options].join(" ")} and look` : `it says: ${visible(said)}`;
  if (typeof ran === "string") return [isExpected ? "wrong" : "note", `${name} could not be tried, it ${ran}: ${why}`];
  const times = ran.allowed === 1 ? "once" : `${ran.allowed} times`;
  if (ran.denied === 0 && ran.allowed === 1)
    return ["ok", `${name} ran what is allowed once, and what is denied not at all`];
  if (ran.denied === 0) return ["wrong", `${name} ran what is allowed ${times}, not once: ${why}`];
  const ended = "something in them ends before heed's line, or another file is read in their place: heed install";
  if (isExpected)
    return ["wrong", `${name} ran what is denied, though its start-up files load heed: ${said ? why : ended}`];
  return ["open", `${name} ran what is denied: heed install --shell ${shell}`];
}

function dropIns(work: string, io: Io): Line[] {
  return (["heed-bash", "heed-zsh", "heed-sh"] as const).flatMap((name): Line[] => {
    const program = join(dirname(ownPath()), name);
    if (!existsSync(program)) return [];
    const call = (line: string) => {
      const { stdout, status, error } = spawnSync(program, ["-c", line], {
        cwd: work,
        env: io.env,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
        timeout: 20_000,
      });
      return { output: stdout ?? "", status: error ? error.message : status };
    };
    const allowed = call(allowedLine);
    const denied = call(deniedLine);
    const ran = ranIn(allowed.output + denied.output);
    if (ran.allowed === 1 && ran.denied === 0 && denied.status === 126)
      return [["ok", `${name} -c ran what is allowed once, and refused what is denied`]];
    const counts = `ran what is allowed ${ran.allowed} times, what is denied ${ran.denied} times (${denied.status})`;
    return [["wrong", `${name} -c ${counts}: build and install heed again`]];
  });
}

/** Shells that heed has nothing for. */
function others(io: Io): Line[] {
  const directories = (io.env["PATH"] ?? "").split(delimiter).filter(Boolean);
  const found = ["fish", "nu", "ksh", "mksh", "tcsh", "xonsh", "pwsh", "elvish"].filter((name) =>
    directories.some((directory) => existsSync(join(directory, name))),
  );
  return found.length === 0 ? [] : [["open", `${found.join(", ")}: heed guards bash and zsh only`]];
}
