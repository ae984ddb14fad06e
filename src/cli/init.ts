/** `heed init bash|zsh [--refuse]`: prints the integration for a shell to eval. */

import { integration } from "../serve/integration.ts";
import { resource, version } from "../store/asset.ts";
import { type Io, UsageError } from "./io.ts";
import { ownPath } from "./own.ts";

export async function init(args: readonly string[], io: Io): Promise<number> {
  const [shell, ...more] = args.filter((arg) => arg !== "--refuse");
  if ((shell !== "bash" && shell !== "zsh") || more.length)
    throw new UsageError("usage: heed init bash|zsh [--refuse]");
  const template = resource(`shell-integration/heed.${shell}`);
  const ask = args.includes("--refuse") ? "refuse" : "ask";
  io.out(integration(template, { heed: ownPath(), version: version(), ask }));
  return 0;
}
