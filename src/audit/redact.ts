/**
 * Takes secrets out of what is logged: by the forms that tokens have, by where they stand and what they are called, by how random they
 * look, and what the session is known to hold. A text is read as it is written and as shells and servers read it, and what is found in
 * any reading is taken out of the text.
 */

import type { Command } from "./commands.ts";
import { forms, unsureForms } from "./forms.ts";
import { entry, phrases, type Setting, schemes, settings } from "./phrases.ts";
import { assigned, secretWords } from "./placed.ts";
import { isMixed, isRandom, randomIn } from "./random.ts";
import { readingsOf } from "./readings.ts";
import { secrecyOf, telling } from "./secret-names.ts";
import { endOf, startOf, type View } from "./view.ts";

export { isSecretName } from "./secret-names.ts";

const MARK = "[redacted]";

/** A shorter one is no secret, or none that could be told from a word. */
const SHORTEST = 6;
/** Of a value whose name does not tell enough, this much is looked at. */
const LONGEST_KEY = 256;
/** So many secrets are looked for elsewhere. */
const MAX_SOUGHT = 200;

export interface Redacted {
  readonly text: string;
  /** What was taken out. */
  readonly secrets: readonly string[];
  /** Variables whose values stand where secrets do. */
  readonly names: readonly string[];
}

/** `secrets` are values that are known to be secret, as the session has them. */
export function redact(text: string, secrets: readonly string[] = []): string {
  return redacted(text, secrets).text;
}

interface Mark {
  readonly start: number;
  readonly end: number;
}

export function redacted(text: string, secrets: readonly string[] = []): Redacted {
  const marks: Mark[] = [];
  const found = new Set<string>();
  const names = new Set<string>();
  const { views, commands, documents, legible } = readingsOf(text);

  function mark(view: View, start: number, end: number): void {
    if (end <= start) return;
    marks.push({ start: startOf(view, start), end: endOf(view, end - 1) });
    const secret = view.text.slice(start, end).replace(/^\s+|\s+$|^\\?["']|\\?["']$/g, "");
    if (secret.length >= SHORTEST && !secret.includes(MARK)) found.add(secret);
  }
  /** Marks what stands where a secret does, unless it says where the secret is. */
  function tell(view: View, from: number, to: number, literal?: ReadonlySet<number>): void {
    const [all, before = "", said = ""] =
      /^(\s*(?:(?:p12)?pass:|(?:bearer|basic|token|digest|apikey|negotiate|ssws)\s+)?)(.*?)(?:\\[nr]|\s)*$/is.exec(
        view.text.slice(from, to),
      ) ?? [];
    if (!all) return;
    const start = from + before.length;
    const end = start + said.length;
    const name = literal?.has(start) ? undefined : reference.exec(said)?.slice(1).find(Boolean);
    if (name !== undefined) names.add(name);
    else if (literal?.has(start) || !isElsewhere(said)) mark(view, start, end);
  }
  const isSecret = (name: string, value: string) => {
    const secrecy = secrecyOf(name.split(/[/:]/).at(-1) ?? "");
    return secrecy === "yes" || (secrecy === "maybe" && isMixed(value) && !/^["']?(?:0x)?[0-9a-f]+["']?$/i.test(value));
  };

  for (const view of views) {
    const { text } = view;
    if (isLong(text)) {
      for (const [needs, form] of forms())
        if (text.includes(needs)) each(view, form, (start, end) => mark(view, start, end));
      for (const form of unsureForms())
        each(view, form, (start, end) => isMixed(text.slice(start, end)) && mark(view, start, end));
    }
    const lower = text.toLowerCase();
    for (const [needs, phrase] of phrases)
      if (lower.includes(needs)) each(view, phrase, (start, end) => tell(view, start, end));
    if (!telling.test(text)) continue;
    each(view, schemes, (start, end) => looksTold(text.slice(start, end)) && tell(view, start, end));
    for (const setting of settings) named(view, setting, isSecret, tell);
  }
  for (const document of documents) named(document, entry, isSecret, tell);
  const read = new Set<Command>();
  for (const command of commands) secretWords(command, tell, read);
  const random = views.filter(({ text }) => isLong(text));
  for (const { start, end, view } of randomIn(random, legible)) mark(view, start, end);
  if (names.size) {
    for (const view of views) for (const setting of settings) named(view, setting, (name) => names.has(name), tell);
    for (const { words } of commands) for (const word of words) assigned(word, (name) => names.has(name), tell);
  }
  const sought = [...new Set([...secrets, ...[...found].filter((secret) => !/^[a-z]+$/.test(secret))])];
  for (const secret of sought.filter(({ length }) => length >= SHORTEST).slice(0, MAX_SOUGHT)) {
    for (const view of views) {
      for (let at = view.text.indexOf(secret); at >= 0; at = view.text.indexOf(secret, at + secret.length))
        mark(view, at, at + secret.length);
    }
  }
  return { text: without(text, marks), secrets: [...found], names: [...names] };
}

/** `$NAME` and what is no more than that. */
const reference = /^"?\$(?:([A-Za-z_]\w*)|\{!?([A-Za-z_]\w*)(?::?\?[^}]*|:?-)?\})"?$/;

/** What is said where a secret could stand, and is none. */
const harmless: readonly RegExp[] = [
  // no value
  /^(?:true|false|null|none|nil|yes|no|on|off|undefined|stdin|-|\d{1,3}|\*+|\.+|x+)$/i,
  // another place to find it
  /^(?:env|fd|file):|^(?:op|vault|file|arn|secret|keyring):\/\/|^id=[\w.,=/-]+$/,
  /^@(?:-|[\w.~-]*\/[\w./~-]+|[\w-]+\.\w{2,4})$/,
  /^[\w.-]+(?:\/[\w.-]+)*\.(?:pem|key|crt|p12|pfx|jks|keystore|pub|txt|json|ya?ml|env)$/,
];
const filled = /^\$(?:$|[(@*#?0-9]|\{\{)|^[`({<]|^%[sdq](?:\\[nr])*$/;
const path = /^(?:~|\.{1,2})?(?:\/[\w.~-]+){2,}\/?$|^(?:~|\.{1,2})\/[\w.~-]+$/;

/** Says where a secret is, or that there is none. */
export function isElsewhere(said: string): boolean {
  const text = said.replace(/^\\?["']|\\?["']$/g, "").trim();
  if (text === "" || text === MARK || harmless.some((pattern) => pattern.test(text))) return true;
  if (filled.test(text)) return !said.startsWith("'$");
  return path.test(text) && !isRandom(text) && !isMixed(text);
}

/** Behind the name of a scheme: prose goes on with a word, a secret does not look like one. */
const looksTold = (value: string) => /\d|[A-Z].*[A-Z]|=$/.test(value);

type Visit = (start: number, end: number) => unknown;

/** Visits each match, from behind its first group. */
function each({ text }: View, pattern: RegExp, visit: Visit): void {
  for (const match of text.matchAll(pattern))
    visit(match.index + (match[1]?.length ?? 0), match.index + match[0].length);
}

type Is = (name: string, value: string) => boolean;
type Tell = (view: View, start: number, end: number) => void;

/** Whether a word is long enough for a token; each has a digit or a capital. */
const isLong = (text: string) => (/[^\s'"]{15}/.test(text) && /[0-9A-Z]/.test(text)) || text.includes("PRIVATE KEY");

/** Tells the values of what `is` accepts; what it does not may hold a setting in its value. */
function named(view: View, { needs, head, value }: Setting, is: Is, tell: Tell): void {
  if (!view.text.includes(needs)) return;
  head.lastIndex = 0;
  for (let match = head.exec(view.text); match; match = head.exec(view.text)) {
    const start = head.lastIndex;
    // What ends this one may begin the next.
    head.lastIndex = start - 1;
    const name = match[2] ?? "";
    if (is(name, /^["']?[^\s"'&;,]*/.exec(view.text.slice(start, start + LONGEST_KEY))?.[0] ?? "")) {
      value.lastIndex = start;
      if (!value.test(view.text)) continue;
      head.lastIndex = value.lastIndex;
      tell(view, start, value.lastIndex);
    }
  }
}

function without(text: string, marks: readonly Mark[]): string {
  const sorted = [...marks].sort((a, b) => a.start - b.start || b.end - a.end);
  let out = "";
  let done = 0;
  for (const { start, end } of sorted) {
    if (end <= done) continue;
    if (start > done || done === 0) out += text.slice(done, start) + MARK;
    else if (start === done && !out.endsWith(MARK)) out += MARK;
    done = end;
  }
  return out + text.slice(done);
}
