/** Sees to it that a resident process is there: finds the one that is, replaces one that hangs or is older, or starts one. */

import { spawn } from "node:child_process";
import { createConnection } from "node:net";
import { holderOf, prepareDirectory, socketIn } from "./place.ts";
import { encodeRequest } from "./protocol.ts";
import { newer } from "./version.ts";

export interface Launch {
  readonly directory: string;
  readonly version: string;
  /** The command that becomes the resident process; it writes a line to its standard output when it listens. */
  readonly command: readonly [string, ...string[]];
  /** How long a living process may take to answer before it counts as hung; a new one may take four times as long to come up. */
  readonly patience: number;
}

/** Throws when there is none in the end. */
export async function launch(options: Launch): Promise<void> {
  prepareDirectory(options.directory);
  const holder = holderOf(options.directory);
  if (holder) {
    const version = await ask(options.directory, options.patience);
    if (version !== undefined && !newer(options.version, version)) return;
    // One that answers is old and may tidy up; one that does not cannot.
    process.kill(holder.pid, version === undefined ? "SIGKILL" : "SIGTERM");
    await gone(options.directory, options.patience);
  }
  await start(options);
}

/** The version of whoever serves the directory. */
export function ask(directory: string, patience: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const connection = createConnection(socketIn(directory));
    const finish = (version: string | undefined) => {
      clearTimeout(timer);
      connection.destroy();
      resolve(version);
    };
    const timer = setTimeout(() => finish(undefined), patience);
    let heard = "";
    connection.on("error", () => finish(undefined));
    connection.on("close", () => finish(undefined));
    connection.on("data", (chunk: Uint8Array) => {
      heard += Buffer.from(chunk).toString("utf8");
      const [, word, version] = heard.split(/[\t\n]/);
      if (heard.endsWith("\n")) finish(word === "pong" ? version : undefined);
    });
    connection.write(encodeRequest(["ping", "-", "ping"]));
  });
}

async function gone(directory: string, patience: number): Promise<void> {
  const until = Date.now() + patience;
  while (holderOf(directory)) {
    if (Date.now() > until) throw new Error("the old guard process does not end");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** It serves every shell of the person: what one of them has exported is not its business. */
const INHERITED = /^(?:HOME|USER|LOGNAME|PATH|TMPDIR|TZ|LANG|LC_.*|XDG_.*|HEED_.*)$/;

function start({ command: [program, ...args], patience, directory }: Launch): Promise<void> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => INHERITED.test(name)));
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { detached: true, stdio: ["ignore", "pipe", "ignore"], cwd: directory, env });
    const timer = setTimeout(() => reject(new Error("the guard process does not come up")), 4 * patience);
    const settle = (act: () => void) => {
      clearTimeout(timer);
      child.removeAllListeners();
      child.stdout.destroy();
      child.unref();
      act();
    };
    child.on("error", (error) => settle(() => reject(error)));
    child.on("exit", (status) => {
      // It ends at once when another shell's attempt came first.
      const ended = new Error(`the guard process ended at once (${status})`);
      settle(() => ask(directory, patience).then((version) => (version === undefined ? reject(ended) : resolve())));
    });
    child.stdout.once("data", () => settle(resolve));
  });
}
