/** Between the person's terminal and the program's: bytes pass through as they are, unless a question is on the screen. */

import { type Child, start } from "./child.ts";
import type { Native } from "./native.ts";
import type { Outer } from "./outer.ts";

export interface Supervised {
  readonly outer: Outer;
  readonly native: Native;
  readonly command: readonly [string, ...string[]];
  readonly env: { readonly [name: string]: string | undefined };
  readonly cwd: string;
}

/** Signals that whoever sends them means for the program. */
const forwarded = ["SIGINT", "SIGTERM", "SIGQUIT", "SIGUSR2", "SIGTSTP"] as const;

/** Resolves with the exit status of the program, once all its output is on the screen. */
export function supervise({ outer, native, command, env, cwd }: Supervised): Promise<number> {
  return new Promise((resolve) => {
    const child: Child = start(native, {
      command,
      env,
      cwd,
      size: outer.size(),
      settings: outer.settings,
      output(bytes) {
        if (!outer.write(bytes)) child.pause();
      },
      ended: resolve,
    });
    outer.listen({
      input: (bytes) => child.write(bytes),
      resized: () => child.resize(outer.size()),
      drained: () => child.resume(),
      lost: () => child.signal("SIGHUP"),
    });
    for (const signal of forwarded) process.on(signal, () => child.signal(signal));
    process.on("SIGHUP", () => child.signal("SIGHUP"));
    // Node would open its inspector: any process of the same user could drive the guard. The executable has no such ear at all.
    process.on("SIGUSR1", () => {});
  });
}
