/** What an argv means by its row: it is read as the program itself would read it. */

import type { Invocation } from "./invocation.ts";
import type { Row } from "./row.ts";

export function invoke(_program: string, _row: Row, _argv: readonly string[]): Invocation {
  throw new Error("not built yet");
}
