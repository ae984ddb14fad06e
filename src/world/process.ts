/** What the system says of a shell's process. */

import { readFileSync, readlinkSync, realpathSync } from "node:fs";
import { stdio } from "./descriptors.ts";

/** Something that ended and that nobody has waited for (a container without an init) is not alive, though it takes signals. */
export function isAlive(pid: number): boolean {
  if (statOf(pid)[0] === "Z") return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** When it started: tells a process from a later one with the same number. */
export function startOf(pid: number): string {
  return statOf(pid)[19] ?? ps(pid, "lstart").replace(/\s+/g, "-");
}

const MAX_GENERATIONS = 64;

/** Whether `pid` was started by `ancestor`, or by what that started; false where the system does not say. */
export function isBelow(pid: number, ancestor: number): boolean {
  let current = pid;
  for (let i = 0; i < MAX_GENERATIONS && current > 1; i++) {
    current = Number(statOf(current)[1] ?? 0);
    if (current === ancestor) return true;
  }
  return false;
}

/** The fields of /proc/PID/stat from the state on; the name before them may hold anything. */
function statOf(pid: number): readonly string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

/** The working directory as the shell calls it if that is where it is, else where it is. */
export function directoryOf(pid: number, claimed: string): string {
  let real: string;
  try {
    real = readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return claimed;
  }
  return real === claimed || real === resolved(claimed) ? claimed : real;
}

function resolved(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

export function terminalOf(pid: number): string {
  try {
    const path = readlinkSync(`/proc/${pid}/fd/0`);
    return path.startsWith("/dev/") && path !== "/dev/null" ? path : "";
  } catch {
    return process.platform === "linux" ? "" : ps(pid, "tty").replace(/^\?+$/, "");
  }
}

/** A shell whose process group holds the foreground of its terminal can ask whoever sits there. */
export function isAttended(pid: number): boolean {
  const [, , group, , terminal, foreground] = statOf(pid);
  if (group !== undefined) return terminal !== "0" && group === foreground;
  const [own, holding] = ps(pid, "pgid=,tpgid").split(/\s+/);
  return own !== undefined && own !== "" && own === holding;
}

/** Only where there is no /proc; loading what starts programs takes longer than judging a line. */
function ps(pid: number, columns: string): string {
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { stdout } = spawnSync("ps", ["-o", `${columns}=`, "-p", String(pid)], {
    encoding: "utf8",
    stdio: stdio("ignore", "pipe", "ignore"),
  });
  return (stdout ?? "").trim();
}
