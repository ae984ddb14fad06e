/** What the doctor finds of agent clients: each hook that is installed is called as the client would, each client without one named. */

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import type { Client } from "../clients/client.ts";
import { sampleCall } from "../clients/payload.ts";
import { clients as all } from "../clients/table.ts";
import { stateDirectory } from "../store/paths.ts";
import { reasonOf } from "../world/failure.ts";
import { additions, callOf, filesWithHeed, pathOf } from "./client-plan.ts";
import { loadPuts, type Put } from "./client-record.ts";
import { homeOf } from "./context.ts";
import type { Line } from "./doctor.ts";
import { allowedLine, deniedLine, ranIn } from "./doctor-marks.ts";
import type { Io } from "./io.ts";

export function clients(work: string, io: Io): Line[] {
  return all.flatMap((client): Line[] => {
    const puts = loadPuts(stateDirectory(io.env, homeOf(io)), client.id);
    const files = filesWithHeed(client, io);
    if (files.length || puts.length) return [hook(client, puts, files, work, io)];
    if (existsSync(pathOf(client.home, io)))
      return [["open", `${client.title} is here and asks no one: heed install ${client.id}`]];
    return [];
  });
}

function hook(client: Client, puts: readonly Put[], files: readonly string[], work: string, io: Io): Line {
  try {
    const isCurrent = additions(client, puts, io).length === 0;
    if (!files.length) return ["wrong", `the hook of ${client.title} is gone from ${puts[0]?.path}: ${again(client)}`];
    if (!isCurrent) return ["wrong", `the hook of ${client.title} is not this heed's: ${again(client)}`];
  } catch (error) {
    return ["wrong", `${reasonOf(error)}: mend that, or ${client.title} may ask no one`];
  }
  const output = [allowedLine, deniedLine].map((line) => runAsClient(client, line, work, io));
  const problem = output.find(({ problem }) => problem !== undefined)?.problem;
  if (problem !== undefined) return ["wrong", `the hook of ${client.title} ${problem}: ${again(client)}`];
  const ran = ranIn(output.map(({ output }) => output).join(""));
  if (ran.allowed === 1 && ran.denied === 0)
    return ["ok", `the hook of ${client.title} let through what is allowed, and refused what is denied`];
  const what = ran.denied ? "let through what is denied" : "refused what is allowed";
  return ["wrong", `the hook of ${client.title} ${what}: ${again(client)}`];
}

function again({ id }: Client): string {
  return `heed uninstall ${id} and heed install ${id}`;
}

/** Calls the hook's command and, if it does not refuse, runs the line. */
function runAsClient(client: Client, line: string, work: string, io: Io): { output: string; problem?: string } {
  const { payload, env } = sampleCall(client, line, work);
  const sh = (command: string, input: string) =>
    spawnSync("/bin/sh", ["-c", command], {
      input,
      cwd: work,
      env: { ...io.env, ...env },
      encoding: "utf8",
      timeout: 20_000,
    });
  const { status, stdout, stderr, error } = sh(callOf(client, io).command, JSON.stringify(payload));
  if (error) return { output: "", problem: `failed: ${error.message}` };
  const [said] = `${stdout}${stderr}`.split("\n");
  if (status === 0 && stdout === client.allow && stderr === "") return { output: sh(line, "").stdout };
  const isRefusal = client.refusal.kind === "exit-2" ? status === 2 && stdout === "" : status === 0;
  if (!isRefusal || !said?.includes("heed: denied: ")) return { output: "", problem: `answered ${status}: ${said}` };
  return { output: "" };
}
