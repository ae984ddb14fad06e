/** `node bench/pty.ts`: what a terminal in between costs, beside a plain one, script(1) and tmux, in one run. Nothing here is a test. */

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type IPty, spawn } from "@lydell/node-pty";
import { builtHeed } from "../scripts/built.ts";
import { percentile, words } from "./statistics.ts";
import { type Row, table } from "./table.ts";

const MEGABYTES = 64;
const KEYS = 1000;

const directory = mkdtempSync(join(tmpdir(), "heed-bench-"));
const home = join(directory, "home");
mkdirSync(home);
const env = { HOME: home, PATH: process.env["PATH"] ?? "", TERM: "xterm-256color", SHELL: "/bin/sh", LANG: "C.UTF-8" };

/** The words that run a script in a terminal of that kind. */
const kinds: readonly { readonly name: string; words(script: string): readonly string[] }[] = [
  { name: "plain", words: (script) => ["sh", script] },
  { name: "heed shell", words: (script) => [builtHeed(), "shell", "--", "sh", script] },
  { name: "script(1)", words: (script) => ["script", "-qec", `sh ${script}`, "/dev/null"] },
  {
    name: "tmux",
    words: (script) => ["tmux", "-S", join(directory, "tmux"), "-f", "/dev/null", "new-session", `sh ${script}`],
  },
];

function open(script: string, name: string, words: (script: string) => readonly string[]): IPty {
  const file = join(directory, `${name.replace(/\W/g, "")}.sh`);
  writeFileSync(file, script);
  const [program = "", ...args] = words(file);
  return spawn(program, args, { cols: 80, rows: 24, env, encoding: null, cwd: directory });
}

/** Resolves when the text has come; what comes before the end of it is not kept. */
function hears(pty: IPty, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let tail = "";
    const timer = setTimeout(() => reject(new Error(`${text} does not come`)), 120_000);
    const listening = pty.onData((data) => {
      tail = (tail + Buffer.from(data).toString("latin1")).slice(-65_536 - text.length);
      if (!tail.includes(text)) return;
      clearTimeout(timer);
      listening.dispose();
      resolve();
    });
  });
}

async function throughput(name: string, words: (script: string) => readonly string[]): Promise<number> {
  const big = join(directory, "big");
  const pty = open(`stty -echo; printf READY; read x; cat ${big}; printf 'THE%s' END; read x`, name, words);
  await hears(pty, "READY");
  const ended = hears(pty, "THEEND");
  const begun = performance.now();
  pty.write("\r");
  await ended;
  const seconds = (performance.now() - begun) / 1000;
  pty.write("\r");
  return MEGABYTES / seconds;
}

async function echo(name: string, words: (script: string) => readonly string[]) {
  const pty = open("stty raw -echo; printf READY; exec cat", `${name}echo`, words);
  await hears(pty, "READY");
  const times: number[] = [];
  for (let i = 0; i < KEYS; i++) {
    const key = String.fromCharCode(97 + (i % 26));
    const back = hears(pty, key);
    const begun = performance.now();
    pty.write(key);
    await back;
    times.push((performance.now() - begun) * 1000);
  }
  const memory = name === "heed shell" ? residentOf(pty.pid) : undefined;
  pty.kill("SIGKILL");
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), memory };
}

function residentOf(pid: number): string {
  return `${Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024)} MB`;
}

async function start(words: (script: string) => readonly string[], name: string): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const begun = performance.now();
    const pty = open("printf READY; read x", `${name}start`, words);
    await hears(pty, "READY");
    times.push((performance.now() - begun) * 1000);
    pty.kill("SIGKILL");
  }
  return percentile(times, 0.5);
}

try {
  const line = `${"the quick brown fox jumps over the lazy dog ".repeat(2).slice(0, 79)}\n`;
  writeFileSync(join(directory, "big"), line.repeat((MEGABYTES * 1_000_000) / line.length));
  const rows: Row[] = [];
  let plain: { rate: number; p50: number; p99: number; start: number } | undefined;
  for (const { name, words: command } of kinds) {
    if (name !== "plain" && name !== "heed shell" && spawnSync(name.replace("(1)", ""), ["-V"]).status !== 0) continue;
    const rate = await throughput(name, command);
    const { p50, p99, memory } = await echo(name, command);
    const begins = await start(command, name);
    plain ??= { rate, p50, p99, start: begins };
    const ratio = (value: number) => value.toFixed(2);
    rows.push(
      { what: `${name}: cat of ${MEGABYTES} MB`, value: `${rate.toFixed(0)} MB/s`, ratio: ratio(rate / plain.rate) },
      { what: `${name}: a key comes back, p50`, value: words(p50), ratio: ratio(p50 / plain.p50) },
      { what: `${name}: a key comes back, p99`, value: words(p99), ratio: ratio(p99 / plain.p99) },
      { what: `${name}: a program starts`, value: words(begins), ratio: ratio(begins / plain.start) },
      ...(memory === undefined ? [] : [{ what: `${name}: memory`, value: memory }]),
    );
  }
  console.log(table(rows));
} finally {
  spawnSync("tmux", ["-S", join(directory, "tmux"), "kill-server"]);
  rmSync(directory, { recursive: true, force: true });
}
