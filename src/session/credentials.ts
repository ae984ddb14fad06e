/** Variables that hold what lets their owner in somewhere, by their names. */

import type { Variable } from "./session.ts";
import { SECRET } from "./value.ts";

const CREDENTIAL = /TOKEN|SECRET|PASSW|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|CREDENTIAL|_(?:PAT|PWD|AUTH)$/i;

/** Shorter values are no credentials. */
export const SHORTEST = 8;

export const isCredential = (name: string) => CREDENTIAL.test(name);

/** SECRET when what is there includes a credential. */
export function secretAmong(variables: Iterable<readonly [string, Variable]>): number {
  for (const [name, { value }] of variables)
    if (isCredential(name) && value.texts.some((text) => text.length >= SHORTEST)) return SECRET;
  return 0;
}
