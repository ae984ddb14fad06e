/** What to send to the terminal to get a quiet screen for a question, and to give the program back the one it had. Pure. */

import type { Modes } from "./modes.ts";
import type { Snapshot } from "./picture.ts";

/** Modes that change what keys and the mouse send or where things are drawn, with their usual state. */
const usual: ReadonlyMap<string, boolean> = new Map([
  ["1", false],
  ["5", false],
  ["6", false],
  ["7", true],
  ["9", false],
  ["25", true],
  ["45", false],
  ["66", false],
  ["69", false],
  ["1000", false],
  ["1001", false],
  ["1002", false],
  ["1003", false],
  ["1004", false],
  ["1005", false],
  ["1006", false],
  ["1007", false],
  ["1015", false],
  ["1016", false],
  ["2004", false],
  ["2031", false],
  ["2048", false],
  ["9001", false],
]);

/** The terminal holds back what is drawn while this is set, and a program sets it for each picture anew. */
const SYNCHRONIZED = "2026";

const set = (mode: string, on: boolean) => `\x1b[?${mode}${on ? "h" : "l"}`;

const isOn = (modes: Modes, mode: string) => modes.private.get(mode) ?? usual.get(mode) ?? false;

/** Bracketed paste is on while we ask, so that a paste can be told from keys; lines do not wrap, so that nothing scrolls. */
export function enter(modes: Modes): string {
  let text = "";
  if (modes.private.get(SYNCHRONIZED)) text += set(SYNCHRONIZED, false);
  // The terminal keeps the normal screen and its cursor for us.
  if (!modes.alternate) text += set("1049", true);
  for (const [mode, on] of usual) if (isOn(modes, mode) !== on) text += set(mode, on);
  if (modes.alternate && modes.kitty > 0) text += "\x1b[>0u";
  if (modes.otherKeys !== "" && modes.otherKeys !== "0") text += "\x1b[>4;0m";
  text += "\x1b[r\x1b(B\x1b)B\x0f\x1b[4l\x1b>\x1b[0m";
  text += set("2004", true) + set("7", false) + set("25", false);
  return modes.alternate ? text : `${text}\x1b[2J\x1b[H`;
}

/** `snapshot` is what was on the alternate screen; undefined when the program is on the normal one. */
export function leave(modes: Modes, snapshot: Snapshot | undefined): string {
  let text = "\x1b[0m";
  if (snapshot) text += `${set("7", true)}\x1b[2J\x1b[H${snapshot.text}`;
  for (const [mode, on] of usual) {
    const wanted = isOn(modes, mode);
    const now = mode === "2004" ? true : mode === "7" ? snapshot !== undefined : mode === "25" ? false : on;
    if (wanted !== now && mode !== "6" && mode !== "25") text += set(mode, wanted);
  }
  if (modes.keypad) text += "\x1b=";
  if (modes.otherKeys !== "" && modes.otherKeys !== "0") text += `\x1b[>4;${modes.otherKeys}m`;
  if (modes.alternate && modes.kitty > 0) text += "\x1b[<u";
  text += charsets(modes);
  // Setting the region moves the cursor, and where the cursor goes depends on the origin: in this order.
  if (modes.region !== "") text += `\x1b[${modes.region}r`;
  if (isOn(modes, "6")) text += set("6", true);
  text += snapshot ? cursor(modes, snapshot) : set("1049", false);
  if (modes.insert) text += "\x1b[4h";
  return text + set("25", isOn(modes, "25"));
}

function charsets({ charset: { g0, g1, shifted } }: Modes): string {
  return (g0 === "B" ? "" : `\x1b(${g0}`) + (g1 === "B" ? "" : `\x1b)${g1}`) + (shifted ? "\x0e" : "");
}

function cursor(modes: Modes, { cursor: { column, row } }: Snapshot): string {
  const top = isOn(modes, "6") ? Number(modes.region.split(";")[0] || 1) : 1;
  return `\x1b[${row - top + 1};${column}H`;
}
