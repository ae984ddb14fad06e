/** `heed rules [PROGRAM]` and `heed env [NAME]`: the tables as a person reads them. */

import { renderRow, renderVariable } from "../rules/render.ts";
import { createContext } from "./context.ts";
import { type Io, UsageError } from "./io.ts";

export async function rules(program: string | undefined, io: Io): Promise<number> {
  const { tables } = await createContext(io, true);
  if (program === undefined) return print(tables.programs(), io);
  const row = tables.program(program);
  if (!row) throw new UsageError(`heed knows no program ${JSON.stringify(program)}: lines that call it ask`);
  io.out(renderRow(program, row));
  return 0;
}

export async function env(name: string | undefined, io: Io): Promise<number> {
  const { tables } = await createContext(io, true);
  if (name === undefined) return print(tables.variables(), io);
  const row = tables.variable(name);
  if (row) io.out(renderVariable(row));
  else io.out(`${name}: not listed; heed looks at its value only where a line uses it\n`);
  return 0;
}

function print(names: readonly string[], io: Io): number {
  io.out(names.map((name) => `${name}\n`).join(""));
  return 0;
}
