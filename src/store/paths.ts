/** Where heed keeps what it keeps, after the XDG base directories. */

import { isAbsolute, join } from "node:path";

export interface Environment {
  readonly [name: string]: string | undefined;
}

function base(env: Environment, name: string, home: string, otherwise: string): string {
  const own = env[name];
  // The specification says that a relative path here is to be ignored.
  return join(own !== undefined && isAbsolute(own) ? own : join(home, otherwise), "heed");
}

export const configDirectory = (env: Environment, home: string) => base(env, "XDG_CONFIG_HOME", home, ".config");
export const stateDirectory = (env: Environment, home: string) => base(env, "XDG_STATE_HOME", home, ".local/state");
