/** `heed init bash|zsh [--refuse]`: prints the integration for a shell to eval. */

import { integration } from "../serve/integration.ts";
import { resource, version } from "../store/asset.ts";
import type { Io } from "./io.ts";
import { ownPath } from "./own.ts";
import type { Shell } from "./startup-files.ts";

export interface InitOptions {
  readonly refuse?: boolean;
}

export async function init(shell: Shell, options: InitOptions, io: Io): Promise<number> {
  const template = resource(`shell-integration/heed.${shell}`);
  io.out(integration(template, { heed: ownPath(), version: version(), ask: options.refuse ? "refuse" : "ask" }));
  return 0;
}
