/** `heed allow ID`, `heed allow list|show|revoke`, `heed pending`: what a person approves, in a terminal that is theirs. */

import { readFileSync } from "node:fs";
import { visible } from "../policy/message.ts";
import { dropPending, give, loadApprovals, loadPending, revoke } from "../store/approvals.ts";
import { hasProjectFile, pinProject } from "../store/project.ts";
import { projectOf } from "../world/project.ts";
import { type Context, createContext } from "./context.ts";
import { exit, type Io, UsageError } from "./io.ts";

export async function allow(args: readonly string[], io: Io): Promise<number> {
  const context = await createContext(io);
  const [first, second] = args;
  switch (first) {
    case undefined:
      throw new UsageError("allow needs the id of a question (heed pending), or list, show ID, revoke ID");
    case "list":
      return list(context, io);
    case "show":
      return show(context, io, second);
    case "project":
      return trustProject(context, io);
    case "revoke":
      return takeBack(context, io, second);
    default:
      return approveOne(context, io, first, args.slice(1));
  }
}

export async function pending(io: Io): Promise<number> {
  const context = await createContext(io);
  const questions = loadPending(context.state);
  if (questions.length === 0) io.out("nothing is waiting for an answer\n");
  for (const q of questions) {
    io.out(`${q.id}  ${visible(q.line)}\n`);
    for (const f of q.findings) io.out(`        ${f.rule}: ${visible(f.because)}\n`);
    io.out(`        in ${visible(q.at.directory)}, asked ${q.asked}\n`);
  }
  return exit.allow;
}

function list(context: Context, io: Io): number {
  const approvals = loadApprovals(context.state);
  if (approvals.length === 0) io.out("nothing is approved\n");
  for (const a of approvals)
    io.out(`${a.id}  ${a.scope.padEnd(7)}  ${a.effect} (${a.rule}) ${visible(a.target)} in ${visible(a.directory)}\n`);
  return exit.allow;
}

function show(context: Context, io: Io, id: string | undefined): number {
  const found =
    loadApprovals(context.state).find((a) => a.id === id) ?? loadPending(context.state).find((p) => p.id === id);
  if (found === undefined) throw new UsageError(`there is no approval and no question ${id ?? ""}`);
  io.out(`${JSON.stringify(found, null, 2)}\n`);
  return exit.allow;
}

function takeBack(context: Context, io: Io, id: string | undefined): number {
  if (id === undefined || !revoke(context.state, id)) throw new UsageError(`there is no approval ${id ?? ""}`);
  io.out(`${id} is revoked\n`);
  return exit.allow;
}

/** Pins the content that the project's own file has now. */
function trustProject(context: Context, io: Io): number {
  const root = projectOf(io.cwd, context.home);
  if (root === undefined || !hasProjectFile(root)) throw new UsageError("there is no .heed.toml in a project here");
  const why = notAPerson();
  if (why !== undefined) {
    io.err(`heed: refused: heed allow project: ${why}\n`);
    return exit.deny;
  }
  pinProject(root, context.state);
  io.out(`${root}/.heed.toml counts as it is now; an edit ends that\n`);
  return exit.allow;
}

function approveOne(context: Context, io: Io, id: string, options: readonly string[]): number {
  const always = options.includes("--always");
  const unknown = options.find((o) => o !== "--always");
  if (unknown !== undefined) throw new UsageError(`unknown option ${unknown}`);
  const question = loadPending(context.state).find((p) => p.id === id);
  if (question === undefined) throw new UsageError(`there is no question ${id}: heed pending lists them`);
  const why = notAPerson();
  if (why !== undefined) {
    io.err(`heed: refused: heed allow ${id}: ${why}\n`);
    return exit.deny;
  }
  const scope = always ? "always" : "once";
  give(
    context.state,
    question.wishes.map((wish) => ({ ...wish, scope })),
    new Date(),
  );
  dropPending(context.state, id);
  io.out(`approved ${scope}: ${visible(question.line)}\n`);
  return exit.allow;
}

/** Why the caller is not taken for a person; undefined when it is. */
function notAPerson(): string | undefined {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return "only a person at a terminal can approve";
  if (process.platform !== "linux") return undefined;
  const own = statOf("self");
  if (own === undefined || own.foreground !== own.group) return "it does not run in the foreground of its terminal";
  for (let pid = own.parent, hops = 0; pid > 1 && hops < 64; hops++) {
    if (insideGuard(pid)) return "it runs inside a guarded session";
    pid = statOf(String(pid))?.parent ?? 0;
  }
  return undefined;
}

/** Fields of /proc/PID/stat (proc(5)): parent, process group, foreground group of the terminal. */
function statOf(pid: string): { parent: number; group: number; foreground: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { parent: Number(fields[1]), group: Number(fields[2]), foreground: Number(fields[5]) };
  } catch {
    return undefined;
  }
}

/** Whether a process is a `heed shell` or a drop-in shell, or was started under one. */
function insideGuard(pid: number): boolean {
  try {
    const argv = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    if (/(?:^|\/)heed$/.test(argv[0] ?? "") && argv[1] === "shell") return true;
    return /(?:^|\/)-?heed-(?:bash|zsh|sh)$/.test(argv[0] ?? "");
  } catch {
    return false;
  }
}
