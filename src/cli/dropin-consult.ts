/** A drop-in shell inside `heed shell` has a person to ask: through the process that holds the terminal. */

import { consult } from "../serve/consult.ts";
import { PROTOCOL } from "../serve/protocol.ts";
import { version } from "../store/asset.ts";
import type { Dialect } from "../syntax/tree.ts";
import { isBelow } from "../world/process.ts";
import type { About } from "./dropin-judge.ts";
import type { Io } from "./io.ts";

/** Undefined where no terminal of heed's is around this process. */
export function personOutside(shell: Dialect, io: Io): ((about: About) => Promise<boolean>) | undefined {
  const [holder, directory] = [Number(io.env["HEED_SHELL"]), io.env["HEED_DIR"]];
  if (directory === undefined || !Number.isInteger(holder) || !isBelow(process.pid, holder)) return undefined;
  const port = Number(io.env["HEED_PORT"]);
  return async ({ line, cwd }) => {
    const told = ["once", PROTOCOL, version(), shell, String(process.pid), "", cwd, "", "command", line, shell, "0"];
    const answer = await consult(port > 0 ? port : directory, [...told, ...exportsOf(shell, io.env)]);
    return answer?.word === "allow";
  };
}

/** As a shell of that name would tell it. */
export function exportsOf(shell: Dialect, env: Io["env"]): string[] {
  const pairs = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  switch (shell) {
    case "sh":
      return [
        pairs
          .filter(([name]) => /^\w+$/.test(name))
          .map(exported)
          .join("\n"),
      ];
    case "zsh":
      return pairs.flat();
    case "bash":
      return [
        pairs
          .filter(([name]) => /^\w+$/.test(name))
          .map(declaration)
          .join("\n"),
        "",
      ];
  }
}

function exported([name, value]: readonly [string, string]): string {
  return `export ${name}='${value.replaceAll("'", "'\\''")}'`;
}

function declaration([name, value]: readonly [string, string]): string {
  return `declare -x ${name}="${value.replace(/["\\$`]/g, "\\$&")}"`;
}
