/** Lays a question out for a terminal of a given size. Pure. */

import type { Size } from "./child.ts";
import type { Choice, Part, Sheet } from "./sheet.ts";

export interface Style {
  /** One of the 16 colours marks what is dangerous; bold and reversed text are there without. */
  readonly colour: boolean;
  /** For screen readers and terminals that cannot place text: lines one after the other, no box. */
  readonly plain: boolean;
}

export interface View {
  readonly explained: boolean;
  readonly page: number;
  /** Keys count: until then they are not shown. */
  readonly armed: boolean;
}

type Weight = "normal" | "strong" | "danger";

interface Line {
  readonly text: string;
  readonly weight: Weight;
}

const MAX_WIDTH = 100;
/** Rows that the line itself may take before it is cut; explaining shows all of it. */
const MAX_LINE_ROWS = 4;

const DEFAULT: Size = { columns: 80, rows: 24 };

/** What to write to the terminal, on a cleared screen or over a program's. */
export function paint(sheet: Sheet, given: Size, view: View, style: Style): string {
  const size = given.columns > 0 && given.rows > 0 ? given : DEFAULT;
  return style.plain ? paintPlain(sheet, size, view, style) : paintBox(sheet, size, view, style);
}

/** How many pages there are to turn. */
export function pagesOf(sheet: Sheet, given: Size, view: View): number {
  const size = given.columns > 0 && given.rows > 0 ? given : DEFAULT;
  return split(sheet, size, view).pages.length;
}

function paintBox(sheet: Sheet, size: Size, view: View, style: Style): string {
  const { width, pages, footer } = split(sheet, size, view);
  const body = pages[view.page % pages.length] ?? [];
  const more = pages.length > 1 ? ` space: page ${(view.page % pages.length) + 1} of ${pages.length} ` : "";
  const title = spread(` ${sheet.title} `, ` ${sheet.asker} `, width);
  const rows = [
    bar(title, width),
    ...body.map((line) => ` ${weigh(line, style)}`),
    bar(more, width),
    ...(view.armed ? footer.map((text) => ` ${keys(text)}`) : footer.map(() => "")),
  ];
  const left = Math.max(1, ((size.columns - width) >> 1) + 1);
  const top = Math.max(1, ((size.rows - rows.length) >> 1) + 1);
  const blank = " ".repeat(width);
  return rows
    .slice(0, size.rows)
    .map((row, i) => `\x1b[${top + i};${left}H\x1b[0m${blank}\x1b[${top + i};${left}H${row}\x1b[0m`)
    .join("");
}

function paintPlain(sheet: Sheet, { columns }: Size, view: View, style: Style): string {
  const all: Line[] = [
    { text: `${sheet.title}: may this run?`, weight: "strong" },
    ...bodyOf(sheet, columns, true),
    { text: `asked by ${sheet.asker}`, weight: "normal" },
    ...(view.armed ? footerOf(sheet.choices, columns).map((text): Line => ({ text, weight: "normal" })) : []),
  ];
  return all.map((line) => `\r\n${weigh(line, style)}`).join("");
}

function split(sheet: Sheet, { columns, rows }: Size, { explained }: View) {
  const width = Math.min(columns, MAX_WIDTH);
  const footer = footerOf(sheet.choices, width - 2);
  const room = Math.max(1, rows - footer.length - 2);
  const lines = bodyOf(sheet, width - 2, explained);
  const pages: Line[][] = [];
  for (let at = 0; at < lines.length; at += room) pages.push(lines.slice(at, at + room));
  return { width, pages, footer };
}

function bodyOf(sheet: Sheet, width: number, explained: boolean): Line[] {
  const rows = wrap(sheet.line, width, "");
  const shown =
    explained || rows.length <= MAX_LINE_ROWS ? rows : [...rows.slice(0, MAX_LINE_ROWS - 1), "… (? shows all of it)"];
  return [
    ...sheet.warnings.flatMap((warning) => lines(warning, width, "danger")),
    ...shown.map((text): Line => ({ text, weight: "strong" })),
    ...sheet.findings.flatMap((part) => partLines(part, sheet, width, explained)),
    ...sheet.origins.flatMap((origin) => lines(origin, width, "normal")),
    ...(explained ? lasting(sheet, width) : []),
  ];
}

function partLines(part: Part, sheet: Sheet, width: number, explained: boolean): Line[] {
  const which = part.text === sheet.line ? "" : `${part.text}: `;
  const reason = `${part.because}${/[.!?]$/.test(part.because) ? "" : "."}`;
  const target =
    part.target !== "" && !`${which}${reason}${sheet.line}`.includes(part.target) ? ` On: ${part.target}` : "";
  return [
    ...lines(`${which}${part.effect} (${part.rule})`, width, "danger"),
    ...lines(`${reason}${target}`, width, "normal", "  "),
    ...(part.instead === "" ? [] : lines(`Instead: ${part.instead}`, width, "normal", "  ")),
    ...(explained && target === "" && part.target !== "" ? lines(`On: ${part.target}`, width, "normal", "  ") : []),
  ];
}

function lasting(sheet: Sheet, width: number): Line[] {
  if (!sheet.choices.some(({ key }) => key === "a")) return [];
  const what = sheet.findings.map(({ rule, target }) => (target === "" ? rule : `${rule} on ${target}`));
  const text = `"For this session" and "always" hold for every line that does the same in this directory: ${what.join("; ")}. heed allow list shows them, heed allow revoke takes them back.`;
  return lines(text, width, "normal");
}

function lines(text: string, width: number, weight: Weight, indent = ""): Line[] {
  return wrap(text, width, indent).map((row) => ({ text: row, weight }));
}

function footerOf(choices: readonly Choice[], width: number): string[] {
  const rows: string[] = [];
  for (const { key, label } of choices) {
    const choice = `[${key}] ${label}`;
    const last = rows.at(-1);
    if (last !== undefined && last.length + 2 + choice.length <= width) rows[rows.length - 1] = `${last}  ${choice}`;
    else rows.push(choice);
  }
  return rows;
}

/** Columns that a character may take: what is not ASCII counts as wide, so that nothing is ever pushed off the edge. */
function cells(character: string): number {
  return character < "\x80" ? 1 : 2;
}

const widthOf = (text: string) => [...text].reduce((sum, character) => sum + cells(character), 0);

/** Breaks at spaces, or anywhere in a word that is too long. */
export function wrap(text: string, width: number, indent: string): string[] {
  const rows: string[] = [];
  let row = indent;
  let used = indent.length;
  /** Where the last space of the row is. */
  let gap = -1;
  const breakAt = (end: number, rest: string) => {
    rows.push(row.slice(0, end));
    row = indent + rest;
    used = widthOf(row);
    gap = -1;
  };
  for (const character of text) {
    const isFull = used + cells(character) > width && used > indent.length;
    if (isFull && character === " ") {
      breakAt(row.length, "");
      continue;
    }
    if (isFull && gap > indent.length) breakAt(gap, row.slice(gap + 1));
    else if (isFull) breakAt(row.length, "");
    if (character === " ") gap = row.length;
    row += character;
    used += cells(character);
  }
  return [...rows, row];
}

function weigh({ text, weight }: Line, { colour }: Style): string {
  if (weight === "normal") return text;
  return weight === "danger" && colour ? `\x1b[1;31m${text}\x1b[0m` : `\x1b[1m${text}\x1b[0m`;
}

function bar(text: string, width: number): string {
  return `\x1b[7m${text}${" ".repeat(Math.max(0, width - widthOf(text)))}`;
}

function keys(text: string): string {
  return text.replace(/\[(.)\]/g, "\x1b[1m[$1]\x1b[0m");
}

/** One text at each end; the right one gives way. */
function spread(left: string, right: string, width: number): string {
  const room = width - left.length;
  const fits = widthOf(right) <= room;
  return fits ? `${left}${" ".repeat(room - widthOf(right))}${right}` : left.slice(0, width);
}
