/**
 * What a shell and the resident process say to each other. Pure: bytes in, values out.
 *
 * A request is NUL-terminated fields, the first of them the number of those that follow:
 *
 *     COUNT ID KEY KIND …
 *       hello PROTOCOL VERSION SHELL SHELLVERSION PID ASK EXPORTS…   a shell introduces itself; EXPORTS is what it started with
 *       line  FINAL CWD TEXT EXPANDED EXPORTS…                       may this line run? EXPANDED is empty unless aliases changed it
 *       know  (WHAT NAME STATE TEXT)…                                no answer: the aliases and functions among the words of the line that
 *                                                                    follows (`wordsOf`); the other words are neither. WHAT is also `option`
 *       have  (WHAT NAME STATE TEXT)…                                what the guard wanted to know: STATE is 1 known, 0 absent, ? untellable;
 *                                                                    TEXT of a bash variable is what `declare -p` prints
 *       yes | no                                                     what the person said to the last question
 *       once  PROTOCOL VERSION SHELL PID WITHIN CWD OPTIONS WHAT TEXT ZERO COUNT ARGUMENT… EXPORTS…
 *                                                                    a shell that is not interactive: may it run TEXT (WHAT is `command`), or
 *                                                                    the file TEXT (`script`)? WITHIN is the process it says it belongs to;
 *                                                                    OPTIONS are names with colons between; from bash a second EXPORTS is
 *                                                                    what `export -pf` prints
 *
 * ID is unique within the shell and comes back in the answer, so that a late answer is never taken for another. KEY names the
 * shell. ASK is `ask`, `refuse`, or `pipe` for a shell that reads its commands from a pipe. FINAL is 1 when the shell has already
 * parsed the line as complete, so that `more` is no answer. EXPORTS is one field with what `declare -px` prints in bash and `typeset -px`
 * in zsh or `export -p` in sh, or names and values in turn from zsh.
 *
 * An answer is one line, `ID TAB WORD TAB TEXT LF`:
 *
 *     hello  PID        the shell is known now
 *     other  VERSION    no common protocol; VERSION is the guard's
 *     who               the guard does not know this shell: say hello first
 *     allow             run it
 *     deny   REASON     do not
 *     ask    QUESTION   put this to the person, then send yes or no
 *     more              the line is not finished
 *     wait              somebody else is being asked; the answer to the same ID follows, whenever
 *     need   NAMES      tell me these: `alias:NAME function:NAME variable:NAME`
 *     pong   VERSION    to a `ping` without a shell
 */

import type { Need } from "../guard.ts";

export const PROTOCOL = "1";

/** A frame larger than this is refused: nobody types 16 MB. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_FIELDS = 20_000;

export type Request = { readonly id: string; readonly key: string } & (
  | {
      readonly kind: "hello";
      readonly protocol: string;
      readonly version: string;
      readonly shell: string;
      readonly shellVersion: string;
      readonly pid: number;
      readonly ask: boolean;
      readonly piped?: true;
      readonly exports: readonly string[];
    }
  | {
      readonly kind: "line";
      readonly final: boolean;
      readonly cwd: string;
      readonly text: string;
      readonly expanded: string;
      readonly exports: readonly string[];
    }
  | { readonly kind: "know" | "have"; readonly told: readonly Told[] }
  | Once
  | { readonly kind: "yes" | "no" | "ping" }
);

export interface Once {
  readonly kind: "once";
  readonly protocol: string;
  readonly version: string;
  readonly shell: string;
  readonly pid: number;
  readonly within: number | undefined;
  readonly cwd: string;
  readonly options: readonly string[];
  readonly what: "command" | "script";
  readonly text: string;
  readonly zero: string;
  readonly args: readonly string[];
  readonly exports: readonly string[];
}

export interface Told {
  readonly what: Need["what"] | "option";
  readonly name: string;
  readonly state: "known" | "absent" | "untellable";
  readonly text: string;
}

export type Answer =
  | { readonly word: "hello" | "other" | "pong" | "deny" | "ask"; readonly text: string }
  | { readonly word: "who" | "allow" | "more" | "wait" }
  | { readonly word: "need"; readonly names: readonly Need[] };

export type Decoded = Request | { readonly kind: "garbage" };

/** Collects bytes as they come and gives the requests that are whole; anything else is one `garbage` and the rest of its bytes are dropped. */
export function createDecoder(): (chunk: Uint8Array) => Decoded[] {
  let parts: Uint8Array[] = [];
  let size = 0;
  let fields: string[] = [];
  let count: number | undefined;
  const reset = () => {
    parts = [];
    size = 0;
    fields = [];
    count = undefined;
  };
  const take = (field: string): Decoded | undefined => {
    if (count === undefined) {
      count = /^[1-9]\d{0,4}$/.test(field) ? Number(field) : 0;
      if (count > 0 && count <= MAX_FIELDS) return undefined;
      return { kind: "garbage" };
    }
    fields.push(field);
    if (fields.length < count) return undefined;
    const request = requestOf(fields) ?? { kind: "garbage" as const };
    reset();
    return request;
  };
  return (chunk) => {
    const decoded: Decoded[] = [];
    let start = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      const field = Buffer.concat([...parts, chunk.subarray(start, end)]).toString("utf8");
      parts = [];
      size += end - start;
      start = end + 1;
      const request = size > MAX_BYTES ? { kind: "garbage" as const } : take(field);
      if (!request) continue;
      decoded.push(request);
      if (request.kind !== "garbage") continue;
      reset();
      return decoded;
    }
    if (start < chunk.length) {
      parts.push(Uint8Array.from(chunk.subarray(start)));
      size += chunk.length - start;
    }
    if (size <= MAX_BYTES) return decoded;
    reset();
    return [...decoded, { kind: "garbage" }];
  };
}

function requestOf(fields: readonly string[]): Request | undefined {
  const [id = "", key = "", kind, ...rest] = fields;
  switch (kind) {
    case "hello": {
      const [protocol, version, shell, shellVersion, pid, ask, ...exports] = rest;
      if (protocol === undefined || version === undefined || shell === undefined || shellVersion === undefined)
        return undefined;
      if (pid === undefined || !/^[1-9]\d*$/.test(pid)) return undefined;
      if (ask !== "ask" && ask !== "refuse" && ask !== "pipe") return undefined;
      const hello = { id, key, kind, protocol, version, shell, shellVersion, pid: Number(pid), exports } as const;
      return { ...hello, ask: ask === "ask", ...(ask === "pipe" && { piped: true }) };
    }
    case "line": {
      const [final, cwd, text, expanded, ...exports] = rest;
      if ((final !== "0" && final !== "1") || cwd === undefined || text === undefined || expanded === undefined)
        return undefined;
      return { id, key, kind, final: final === "1", cwd, text, expanded, exports };
    }
    case "know":
    case "have": {
      const told = toldOf(rest);
      return told && { id, key, kind, told };
    }
    case "once": {
      const once = onceOf(rest);
      return once && { id, key, ...once };
    }
    case "yes":
    case "no":
    case "ping":
      return rest.length === 0 ? { id, key, kind } : undefined;
    default:
      return undefined;
  }
}

function onceOf(fields: readonly string[]): Once | undefined {
  const [protocol, version, shell, pid = "", within = "", cwd, options = "", what, text, zero, count = "", ...rest] =
    fields;
  if (protocol === undefined || version === undefined || shell === undefined || cwd === undefined) return undefined;
  if (text === undefined || zero === undefined || (what !== "command" && what !== "script")) return undefined;
  if (!/^[1-9]\d*$/.test(pid) || !/^\d{1,5}$/.test(count) || rest.length < Number(count)) return undefined;
  const args = rest.slice(0, Number(count));
  const exports = rest.slice(Number(count));
  const parent = /^[1-9]\d*$/.test(within) ? Number(within) : undefined;
  const who = { protocol, version, shell, pid: Number(pid), within: parent, cwd } as const;
  return { kind: "once", ...who, options: options.split(":").filter(Boolean), what, text, zero, args, exports };
}

const states: { readonly [written: string]: Told["state"] } = { "1": "known", "0": "absent", "?": "untellable" };

function toldOf(fields: readonly string[]): readonly Told[] | undefined {
  const told: Told[] = [];
  for (let i = 0; i < fields.length; i += 4) {
    const [what, name, written, text] = fields.slice(i, i + 4);
    const state = written !== undefined && Object.hasOwn(states, written) ? states[written] : undefined;
    if (what !== "alias" && what !== "function" && what !== "variable" && what !== "option") return undefined;
    if (name === undefined || state === undefined || text === undefined) return undefined;
    told.push({ what, name, state, text });
  }
  return told;
}

export function encodeRequest(fields: readonly string[]): string {
  return [String(fields.length), ...fields].map((field) => `${field}\0`).join("");
}

/** The words of a line that could name a command, as the integrations find them. */
export function wordsOf(text: string): readonly string[] {
  return text.split(/[ \t\n;|&()<>`"'${}!=]+/).filter((word) => /^[\w.+:@%,^~/-]+$/.test(word) && word !== "@");
}

/** Names that a shell can be asked for without any of them being read as something else on the way. */
export function askable({ what, name }: Need): boolean {
  return what === "variable" ? /^[A-Za-z_]\w*$/.test(name) : /^[\w.+:@%,^~/-]{1,200}$/.test(name);
}

export function encodeAnswer(id: string, answer: Answer): string {
  const text =
    answer.word === "need"
      ? answer.names.map(({ what, name }) => `${what}:${name}`).join(" ")
      : "text" in answer
        ? answer.text
        : "";
  return `${oneLine(id)}\t${answer.word}\t${oneLine(text)}\n`;
}

/** An answer is read up to the end of the line; the shell would take what follows for another one. */
function oneLine(text: string): string {
  return text.replace(/[\0\t\n\r]+/g, " ");
}
