/** Builtins that take words from input or arguments: `read`, `mapfile`, `getopts`. */

import { ANY, either, HOLE, known, NAME, OUTSIDE, textOf, unknown, type Value } from "../session/value.ts";
import { assignName } from "./assign.ts";
import type { Call } from "./builtins.ts";
import { subscript } from "./conditional.ts";
import type { Evaluation } from "./context.ts";
import { lookupText } from "./names.ts";
import { bad, type Outcome, ok } from "./outcome.ts";
import { read as readDescriptor } from "./redirect.ts";
import { fork, type State } from "./state.ts";

interface ReadFlags {
  readonly fd: number;
  readonly raw: boolean;
  readonly delimiter: string;
  readonly array: string | undefined;
  readonly names: readonly string[];
  readonly count: boolean;
}

function readFlags(s: State, args: readonly string[]): ReadFlags {
  let fd = 0;
  let raw = false;
  let count = false;
  let delimiter = "\n";
  let array: string | undefined;
  let i = 0;
  for (; i < args.length; i++) {
    const a = args[i] as string;
    if (a === "--") {
      i++;
      break;
    }
    if (!a.startsWith("-") || a.length < 2) break;
    for (let k = 1; k < a.length; k++) {
      const c = a[k] as string;
      if (c === "r") raw = true;
      if (c === "A" && s.dialect === "zsh") array = "reply";
      if (
        "pdnNtuaik".includes(c) &&
        !(c === "k" && s.dialect !== "zsh") &&
        !(s.dialect === "zsh" && "pan".includes(c))
      ) {
        const v = k + 1 < a.length ? a.slice(k + 1) : args[++i];
        if (c === "u") fd = Number.parseInt(v ?? "0", 10);
        if (c === "d") delimiter = v === "" ? "\0" : (v ?? "\n").slice(0, 1);
        if (c === "a") array = v;
        if (c === "n" || c === "N" || c === "k") count = true;
        break;
      }
    }
  }
  const names = args.slice(i).map((n) => n.replace(/\?[\s\S]*$/, ""));
  if (array === "reply" && s.dialect === "zsh" && names[0] !== undefined) array = names[0];
  return { fd: Number.isNaN(fd) ? -1 : fd, raw, delimiter, array, names, count };
}

export function read(e: Evaluation, s: State, call: Call): Outcome {
  const f = readFlags(s, call.args);
  const d = s.descriptors.get(f.fd);
  const data = f.fd < 0 ? unknown() : readDescriptor(e, s, d);
  const text = data === undefined || f.count ? undefined : textOf(data);
  const taint = (data?.taint ?? 0) | (text === undefined ? OUTSIDE : 0);
  const names = f.names.length > 0 ? f.names : ["REPLY"];
  for (const n of [...names, f.array ?? ""]) subscript(e, s, known(n));
  if (text === undefined) {
    const rest = data?.texts.every((t) => !t.includes("\n")) && data.texts[0] !== ANY ? data : undefined;
    const value = rest ?? linesOf(data, taint);
    if (f.array !== undefined) assignName(e, s, f.array, value, { elements: new Map([["0", value]]) });
    else for (const n of names) assignName(e, s, n, names.length === 1 ? value : unknown(taint), {});
    const failed = fork(s);
    return { yes: s, no: failed };
  }
  if (text === "") {
    if (f.array === undefined) for (const n of names) assignName(e, s, n, known(""), {});
    return bad(s);
  }
  const end = text.indexOf(f.delimiter);
  const line = end < 0 ? text : text.slice(0, end);
  s.descriptors.set(f.fd, { kind: "data", value: known(end < 0 ? "" : text.slice(end + 1), data?.taint ?? 0) });
  const plain = f.raw ? line : line.replace(/\\([\s\S])/g, "$1");
  const ifs = lookupText(s, "IFS") ?? " \t\n";
  if (f.array !== undefined) {
    const fields = splitFields(plain, ifs, Number.POSITIVE_INFINITY);
    assignName(e, s, f.array, known(fields[0] ?? "", taint), {
      elements: new Map(fields.map((v, i) => [String(i), known(v, taint)])),
    });
  } else {
    const fields = f.names.length === 0 ? [plain] : splitFields(plain, ifs, names.length);
    for (const [i, n] of names.entries()) assignName(e, s, n, known(fields[i] ?? "", taint), {});
  }
  return end < 0 ? bad(s) : ok(s);
}

/** One of the lines of data that is not wholly known. */
function linesOf(data: Value | undefined, taint: number): Value {
  if (data === undefined || data.texts.length === 0) return unknown(taint);
  const lines = data.texts.flatMap((t) => t.split("\n")).filter((l) => l !== "");
  return lines.length === 0 || lines.length > 16
    ? unknown(taint)
    : lines.map((l) => known(l, taint)).reduce((a, b) => either(a, b));
}

function splitFields(text: string, ifs: string, limit: number): string[] {
  const blank = [...ifs].filter((c) => /\s/.test(c)).join("");
  const trim = (t: string) => {
    let a = 0;
    let b = t.length;
    while (a < b && blank.includes(t[a] as string)) a++;
    while (b > a && blank.includes(t[b - 1] as string)) b--;
    return t.slice(a, b);
  };
  const out: string[] = [];
  let rest = trim(text);
  while (rest !== "" && out.length < limit - 1) {
    let i = 0;
    while (i < rest.length && !ifs.includes(rest[i] as string)) i++;
    if (i === rest.length) break;
    out.push(rest.slice(0, i));
    let j = i + 1;
    while (j < rest.length && blank.includes(rest[j] as string)) j++;
    rest = rest.slice(j);
  }
  if (rest !== "") out.push(rest);
  return out;
}

export function mapfile(e: Evaluation, s: State, call: Call): Outcome {
  let fd = 0;
  let trimmed = false;
  let name = "MAPFILE";
  for (let i = 0; i < call.args.length; i++) {
    const a = call.args[i] as string;
    if (!a.startsWith("-")) {
      name = a;
      continue;
    }
    for (let k = 1; k < a.length; k++) {
      if (a[k] === "t") trimmed = true;
      if ("dnOsuCc".includes(a[k] as string)) {
        const v = k + 1 < a.length ? a.slice(k + 1) : call.args[++i];
        if (a[k] === "u") fd = Number.parseInt(v ?? "0", 10);
        if (a[k] === "C" && v !== undefined) e.host.code(e.place, known(v, OUTSIDE), "mapfile's callback");
        break;
      }
    }
  }
  const data = readDescriptor(e, s, s.descriptors.get(fd));
  const text = data && textOf(data);
  const lines = text === undefined ? undefined : text.replace(/\n$/, "").split("\n");
  const values = lines?.map((l) => known(trimmed ? l : `${l}\n`, data?.taint ?? 0)) ?? [
    unknown(data?.taint ?? OUTSIDE),
  ];
  assignName(e, s, name, values[0] ?? known(""), { elements: new Map(values.map((v, i) => [String(i), v])) });
  return ok(s);
}

/** One step of option parsing where the arguments are known; some letter otherwise. */
export function getopts(e: Evaluation, s: State, call: Call): Outcome {
  const [spec = "", name = "", ...given] = call.args;
  const args = given.length > 0 ? given : s.positional.map((p) => textOf(p) ?? ANY);
  const at = Number(lookupText(s, "OPTIND") ?? "1");
  const a = args[at - 1];
  if (a !== undefined && !HOLE.test(a) && Number.isInteger(at)) {
    if (!/^-./.test(a) || a === "--") {
      assignName(e, s, name, known("?"), {});
      return bad(s);
    }
    if (a.length === 2) {
      const c = a[1] as string;
      const takes = spec[spec.indexOf(c) + 1] === ":";
      assignName(e, s, name, known(spec.includes(c) && c !== ":" ? c : "?"), {});
      if (takes) assignName(e, s, "OPTARG", known(args[at] ?? ""), {});
      assignName(e, s, "OPTIND", known(String(at + (takes ? 2 : 1))), {});
      return ok(s);
    }
  } else if (a === undefined && Number.isInteger(at)) {
    assignName(e, s, name, known("?"), {});
    return bad(s);
  }
  assignName(e, s, name, known(NAME), {});
  assignName(e, s, "OPTARG", unknown(), {});
  assignName(e, s, "OPTIND", unknown(0), {});
  return { yes: s, no: fork(s) };
}
