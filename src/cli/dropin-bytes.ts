/** Arguments and variables that are not UTF-8: Node has only replacement characters for them, so a script with the very bytes goes between. */

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Program } from "./dropin-become.ts";

const LOST = "\ufffd";

/** The program itself, unless something of it was lost on the way in. */
export function withBytes(program: Program): Program {
  const { path, argv, env } = program;
  const names = Object.keys(env).filter((name) => env[name]?.includes(LOST));
  if (names.length === 0 && !argv.some((word) => word.includes(LOST))) return program;
  const given = new Map(procfs("cmdline").map((bytes) => [textOf(bytes), bytes]));
  const inherited = new Map(procfs("environ").map((bytes) => [bytes.slice(0, bytes.indexOf("=")), bytes]));
  const words = argv.map((word) => given.get(word) ?? bytesOf(word));
  const exports = names.flatMap((name) => {
    const bytes = inherited.get(name)?.slice(name.length + 1);
    return bytes !== undefined && textOf(bytes) === env[name] && /^[A-Za-z_]\w*$/.test(name)
      ? [`export ${name}=${quote(bytes)}`]
      : [];
  });
  const [name = path, ...args] = words;
  const directory = mkdtempSync(join(process.getBuiltinModule("node:os").tmpdir(), "heed-"));
  const script = join(directory, "start");
  const lines = [
    `command rm -rf -- ${quote(bytesOf(directory))}`,
    ...exports,
    `exec -a ${[name, path, ...args].map(quote).join(" ")}`,
  ];
  writeFileSync(script, `${lines.join("\n")}\n`, { mode: 0o600, encoding: "latin1" });
  // Privileged: nothing of the environment has a part in it.
  return { path: "/bin/bash", argv: ["bash", "-p", script], env };
}

/** One character for each byte. */
function procfs(name: "cmdline" | "environ"): string[] {
  try {
    return readFileSync(`/proc/self/${name}`, "latin1").split("\0");
  } catch {
    return [];
  }
}

function textOf(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString("utf8");
}

function bytesOf(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

function quote(bytes: string): string {
  return `'${bytes.replaceAll("'", "'\\''")}'`;
}
