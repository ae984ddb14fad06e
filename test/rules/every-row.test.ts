/** What holds of every row of the tables, whatever it says. */

import { expect, test } from "vitest";
import { compile } from "../../src/rules/compile.ts";
import { parseFlag } from "../../src/rules/flags.ts";
import { invoke } from "../../src/rules/invoke.ts";
import { renderRow, renderVariable } from "../../src/rules/render.ts";
import type { Row } from "../../src/rules/row.ts";
import { tablesFrom } from "../../src/rules/tables.ts";
import { ANY, NAME } from "../../src/session/value.ts";
import { sourcesIn } from "../../src/store/tables.ts";

const compiled = compile({ ...sourcesIn(`${import.meta.dirname}/../..`), examples: true });
const tables = tablesFrom("tables" in compiled ? compiled.tables : { programs: {}, variables: [] });

interface Place {
  readonly words: readonly string[];
  readonly row: Row;
}

function below(place: Place): readonly Place[] {
  const subs = Object.entries(place.row.sub ?? {});
  return [place, ...subs.flatMap(([name, row]) => below({ words: [...place.words, name], row }))];
}

const programs = tables.programs().map((name) => ({ name, row: tables.program(name) ?? {} }));
const places = programs.map(({ name, row }) => ({ name, row, below: below({ words: [name], row }) }));

/** A way to write a flag as its row lists it. */
function sample(row: Row, text: string): readonly (readonly string[])[] {
  const flags = parseFlag(text);
  if (typeof flags === "string") throw new Error(flags);
  const keys = row.style?.includes("keys") ?? false;
  return flags.flatMap(({ spellings, form, value }) =>
    spellings.map((spelling) => {
      if (form === "number") return [spelling.replace("NUM", "7")];
      if (form === "prefix") return [spelling.replace(/\*$/, "x")];
      if (keys && !spelling.startsWith("-")) return [`${spelling}=x`];
      return value === "required" ? [spelling, "x"] : [spelling];
    }),
  );
}

test("there are tables to test", () => {
  expect(programs.length).toBeGreaterThan(100);
});

test("every flag that a row lists is known where it is listed", () => {
  const unknown: string[] = [];
  for (const { name, row, below } of places) {
    for (const place of below) {
      for (const words of (place.row.flags ?? []).flatMap((text) => sample(place.row, text))) {
        const argv = [...place.words, ...words];
        const found = invoke(name, row, argv).unknown.filter(({ what }) => what !== "operand");
        if (found.length > 0) unknown.push(`${argv.join(" ")}: ${found[0]?.what}`);
      }
    }
  }
  expect(unknown).toEqual([]);
});

test("a flag that no row lists is unknown, unless the program cannot do harm", () => {
  const known: string[] = [];
  for (const { name, row, below } of places) {
    for (const { words } of below) {
      const { unknown, uses, nested, flags } = invoke(name, row, [...words, "--heed-no-such-flag"]);
      if (unknown.length + uses.length + nested.length + flags.size === 0) known.push(words.join(" "));
    }
  }
  expect(known).toEqual([]);
});

const odd = [
  "",
  "-",
  "--",
  "---",
  "-=",
  "--=",
  "=",
  "+",
  ANY,
  `-${ANY}`,
  `--${ANY}=`,
  NAME,
  `${NAME}=`,
  ";",
  "{}",
  "-0",
];

test("no argv is too odd for a row", () => {
  for (const { name, row, below } of places) {
    for (const word of odd) invoke(name, row, [name, word, ...odd]);
    for (const { words } of below) invoke(name, row, [...words, ...odd]);
    expect(invoke(name, row, []).path).toEqual([name]);
  }
});

test("every row and every variable can be shown", () => {
  for (const { name, below } of places) for (const { row } of below) expect(renderRow(name, row)).toContain(name);
  for (const name of tables.variables()) {
    const row = tables.variable(name);
    expect(row && renderVariable(row)).toContain(row?.because);
  }
});
