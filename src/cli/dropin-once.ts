/** Judges for shells that ask before they run anything and are not kept: through the resident process, or in a process of its own. */

import { readExports } from "../serve/exports.ts";
import { type Answer, createDecoder, encodeAnswer, type Once } from "../serve/protocol.ts";
import { dialectOf } from "../serve/sessions.ts";
import { directoryOf, isBelow } from "../world/process.ts";
import type { Context } from "./context.ts";
import { createContext } from "./context.ts";
import { type Asking, rule, startOf } from "./dropin-judge.ts";
import { isInstalled, readScript, unreadable } from "./dropin-script.ts";
import type { Io } from "./io.ts";

export async function judgeOnce(request: Once, context: Context, io: Io, ask?: Asking["ask"]): Promise<Answer> {
  const { shell, pid, what, zero, args } = request;
  const env = Object.fromEntries(readExports(shell, request.exports));
  const cwd = directoryOf(pid, request.cwd);
  const within = request.within !== undefined && isBelow(pid, request.within);
  const dialect = dialectOf(shell);
  const functions = dialect === "bash" ? exportedFunctions(request.exports[1] ?? "") : {};
  const session = startOf(
    { shell: dialect, cwd, env: { ...env, ...functions }, zero, positional: args, options: new Set(request.options) },
    context.home,
  );
  const asking = { session, name: undefined, client: shell, within, ask } satisfies Omit<Asking, "text">;
  if (what === "command") return answerOf(await rule({ ...asking, text: request.text }, context, io));
  const script = readScript(request.text, cwd, env["PATH"]);
  if (script.kind === "missing" || (script.kind === "text" && isInstalled(script.path))) return { word: "allow" };
  if (script.kind === "text") return answerOf(await rule({ ...asking, text: script.text }, context, io));
  if (within) return { word: "allow" };
  return { word: "deny", text: unreadable(request.text, script.why) };
}

/** `export -pf` prints each definition, and behind it `declare -fx NAME`. As they are in the environment. */
function exportedFunctions(told: string): { readonly [name: string]: string } {
  const found: { [name: string]: string } = {};
  let start = 0;
  for (const mark of told.matchAll(/^declare -fx (\S+)\n/gm)) {
    const [whole, name = ""] = mark;
    const definition = told.slice(start, mark.index);
    found[`BASH_FUNC_${name}%%`] = definition.slice(definition.indexOf("()")).replace(/^\(\)\s*/, "() ");
    start = mark.index + whole.length;
  }
  return found;
}

function answerOf(ruling: Awaited<ReturnType<typeof rule>>): Answer {
  return ruling.allowed ? { word: "allow" } : { word: "deny", text: ruling.reason };
}

/** `heed once`: one request on standard input, its answer on standard output. */
export async function once(_args: readonly string[], io: Io): Promise<number> {
  const [request] = createDecoder()(Buffer.from(io.input(), "utf8"));
  if (request?.kind !== "once") throw new Error("a request that cannot be read");
  const answer = await judgeOnce(request, await createContext(io), io);
  io.out(encodeAnswer(request.id, answer));
  return 0;
}
