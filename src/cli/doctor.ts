/** `heed doctor`: whether heed works here, proved by trying, one line for each thing. */

import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writtenIn } from "../audit/log.ts";
import { verify } from "../audit/verify.ts";
import { ask } from "../serve/launch.ts";
import { prepareDirectory, runDirectory } from "../serve/place.ts";
import { version } from "../store/asset.ts";
import { configFile } from "../store/config.ts";
import { failureIn, failureOf, reasonOf } from "../world/failure.ts";
import { createContext } from "./context.ts";
import { clients } from "./doctor-clients.ts";
import { gaps } from "./doctor-gaps.ts";
import { shells } from "./doctor-shells.ts";
import type { Io } from "./io.ts";
import { ownPath } from "./own.ts";
import { lineIn } from "./startup-file.ts";
import { allStartupFiles, latin1, readStartup, type Shell } from "./startup-files.ts";

/** `ok` is as it should be, `note` is worth knowing, `open` is what nothing guards, `wrong` makes the exit status 1. */
export type Line = readonly [state: "ok" | "note" | "open" | "wrong", text: string];

export async function doctor(io: Io): Promise<number> {
  const context = await createContext(io);
  const found: Line[] = [];
  const say = (lines: readonly Line[]) => {
    found.push(...lines);
    for (const [kind, text] of lines) io.out(`${kind.padEnd(5)}  ${text}\n`);
  };
  const files = startup(io);
  say([
    ["ok", `heed ${version()} at ${ownPath()}`],
    tables(context.tables),
    configuration(context.config.broken, configFile(io.env, context.home)),
    state(context.state),
    log(context.state),
    await resident(io.env["HEED_DIR"] || runDirectory(io.env, context.home)),
    ...files.lines,
  ]);
  const work = realpathSync(mkdtempSync(join(tmpdir(), "heed-doctor-")));
  try {
    say(await shells(files.shells, work, io));
    say(clients(work, io));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  say(gaps);
  const wrong = found.filter(([kind]) => kind === "wrong").length;
  io.out(
    wrong
      ? `heed: ${wrong} of these ${wrong === 1 ? "is" : "are"} wrong\n`
      : "heed: what is installed does what it should\n",
  );
  return wrong ? 1 : 0;
}

function tables({ programs, variables, broken }: Awaited<ReturnType<typeof createContext>>["tables"]): Line {
  if (broken !== undefined) return ["wrong", `your own table is broken, every listed variable asks: ${broken}`];
  return ["ok", `${programs().length} programs and ${variables().length} variables are known`];
}

function configuration(broken: string | undefined, file: string): Line {
  if (broken !== undefined) return ["wrong", broken];
  return ["ok", existsSync(file) ? `configured by ${file}` : `no configuration (${file}): the usual policy`];
}

function state(directory: string): Line {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    for (const path of writtenIn(directory)) accessSync(path, constants.W_OK);
    return ["ok", `log and sessions are kept in ${directory}`];
  } catch (error) {
    return ["wrong", `${failureOf(error)}: refusals stand, but nothing is logged`];
  }
}

function log(directory: string): Line {
  try {
    const { entries, problems } = verify(directory);
    return problems[0] === undefined
      ? ["ok", `the log is as it was written: ${entries} entries`]
      : ["wrong", problems[0]];
  } catch (error) {
    return ["wrong", `the log in ${directory} cannot be read: ${reasonOf(error)}`];
  }
}

async function resident(directory: string): Promise<Line> {
  try {
    prepareDirectory(directory);
    accessSync(directory, constants.W_OK);
  } catch (error) {
    const what =
      "no guard process can be there, and guarded shells refuse every line. Set XDG_CACHE_HOME to a directory of yours";
    return ["wrong", `${failureOf(error)}: ${what}`];
  }
  const answering = await ask(directory, 1000);
  if (answering === undefined) return ["note", "no guard process is running; the first guarded shell starts one"];
  if (answering !== version()) return ["note", `the guard process is version ${answering}; the next shell replaces it`];
  return ["ok", `the guard process answers in ${directory}`];
}

/** What the start-up files say, and which shells they load heed for. */
function startup(io: Io): { readonly lines: readonly Line[]; readonly shells: ReadonlySet<Shell> } {
  const shells = new Set<Shell>();
  const lines = allStartupFiles(io).flatMap(({ shell, path }): Line[] => {
    let text: string | undefined;
    try {
      text = readStartup(path);
    } catch (error) {
      return [["wrong", failureIn(path, error)]];
    }
    const line = text === undefined ? undefined : lineIn(text);
    if (line === undefined) return [];
    shells.add(shell);
    const current = line.includes(latin1(ownPath()));
    return [current ? ["ok", `${path} loads heed`] : ["wrong", `${path} loads another heed: heed install`]];
  });
  return { lines: lines.length ? lines : [["note", "no start-up file loads heed: heed install"]], shells };
}
