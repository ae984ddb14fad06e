/** The written form of a flag in a row (docs/commands.md, *Flags*) → what the argv parser needs. */

import { type Effect, effects } from "../policy/verdict.ts";
import { parseRole, type Role } from "./operands.ts";

export interface Flag extends Role {
  /** Every way to write it; the first is its name everywhere else. */
  readonly spellings: readonly string[];
  readonly form: "word" | "prefix" | "number";
  readonly value: "none" | "required" | "optional";
  /** Takes the words up to `;`, or `+` after `{}`. */
  readonly untilSemicolon: boolean;
  /** Options end behind it, as if `--` followed. */
  readonly last: boolean;
  readonly effect: Effect | undefined;
}

const written = /^(!|[^=!]+?)(?:(\?)?=([^! ]+))?(?:!([a-z-]+))?( --)?$/;
const isEffect = (text: string): text is Effect => effects.some((effect) => effect === text);

/** `--[no-]x` gives two flags, since a row's conditions must tell them apart. Returns a message when `text` is not a flag. */
export function parseFlag(text: string): readonly Flag[] | string {
  const match = written.exec(text);
  if (match === null)
    return `\`${text}\` is not a flag: write "-x|--long", "-x|--long=role", "--long?=role", "-x!effect"`;
  const [, names = "", optional, role, effect, last] = match;
  const spellings = names.split("|");
  if (spellings.some((s) => s === "" || s === "-" || s === "--" || /\s/.test(s))) {
    return `\`${text}\` has an empty spelling or a blank in one`;
  }
  if (effect !== undefined && !isEffect(effect)) return `\`${effect}\` is no effect: ${effects.join(", ")}`;
  const untilSemicolon = role === "argv;";
  const value = role === undefined ? { role: "text", detail: "" } : parseRole(untilSemicolon ? "argv" : role);
  if (typeof value === "string") return value;
  const forms = new Set(spellings.map(formOf));
  const [form] = forms;
  if (form === undefined || forms.size > 1)
    return `\`${text}\` mixes \`*\` or NUM with plain spellings: write two flags`;
  if (spellings.some((s) => s.slice(0, -1).includes("*"))) return `\`${text}\`: \`*\` stands only at the end`;
  if (form !== "word" && optional !== undefined) return `\`${text}\`: what \`*\` or NUM stands for is never optional`;
  const flag = {
    ...value,
    form,
    untilSemicolon,
    last: last !== undefined,
    effect: effect === undefined ? undefined : effect,
  };
  const kind = form !== "word" || role === undefined ? "none" : optional === undefined ? "required" : "optional";
  const positive = spellings.map((s) => s.replace(/\[.*?\]/, ""));
  const negative = spellings.filter((s) => s.includes("[")).map((s) => s.replace(/\[(.*?)\]/, "$1"));
  if ([...positive, ...negative].some((s) => /[[\]]/.test(s) && s.length > 1))
    return `\`${text}\`: one pair of brackets a spelling`;
  const found: Flag[] = [{ ...flag, spellings: positive, value: kind }];
  if (negative.length > 0) {
    found.push({ ...flag, role: "text", detail: "", untilSemicolon: false, spellings: negative, value: "none" });
  }
  return found;
}

function formOf(spelling: string): Flag["form"] {
  if (spelling === "-NUM" || spelling === "+NUM") return "number";
  return spelling.endsWith("*") && spelling.length > 1 ? "prefix" : "word";
}
