import { markedBy } from "../session/event.ts";
import { parentOf, tidy } from "../session/path.ts";
import type { Descriptor } from "../session/session.ts";
import { ANY, concat, either, HOLE, known, NUMBER, OUTSIDE, textOf, unknown } from "../session/value.ts";
import type { Redirection, Word } from "../syntax/tree.ts";
import { assignName } from "./assign.ts";
import { type Evaluation, placeOf, step } from "./context.ts";
import { absolute, advance, contentOf, isMade, keep } from "./descriptors.ts";
import { expandText, expandValue, expandWords } from "./expand.ts";
import { mayBeSeveral } from "./fields.ts";
import { valueOfName, variableOf } from "./names.ts";
import { globHoles, hasGlob, unquote } from "./pattern.ts";
import type { State } from "./state.ts";

/** Applies redirections in order to `s.descriptors`. False when one may fail: the command then does not run. `alone`: there is none. */
export function redirect(e: Evaluation, s: State, redirections: readonly Redirection[], alone = false): boolean {
  let sure = true;
  const multiple = s.dialect === "zsh" && !s.options.has("nomultios");
  const opened = new Set<number>();
  const piped = multiple ? pipes(s) : new Map<number, Descriptor>();
  const before = new Map(s.descriptors);
  const files = redirections.length > 1 ? s.files.copy() : undefined;
  for (const r of redirections) {
    if (!step(e, 1 + s.descriptors.size / 16)) return false;
    const saved = e.place;
    const abandoned = e.abandoned;
    e.place = placeOf(e, r.span);
    e.abandoned = [];
    const old = new Map(s.descriptors);
    sure = one(e, s, r, alone, redirections.length > 1) && e.abandoned.length === 0 && sure;
    // the line is dropped where the shell itself was to be redirected (measured: bash 5.2, zsh 5.9)
    const given = s.dialect === "sh" ? [] : e.abandoned;
    for (const t of given) t.descriptors = new Map(before);
    e.abandoned = [...abandoned, ...given];
    e.place = saved;
    if (multiple)
      for (const [fd, now] of s.descriptors) {
        const earlier = old.get(fd);
        // `>&1` behind a pipe copies what goes there
        const copied = r.operator === ">&" && fd === (typeof r.descriptor === "number" ? r.descriptor : 1);
        if (now === earlier && !copied) continue;
        const shared = opened.has(fd) ? earlier : piped.get(fd);
        if (shared && now.kind !== "closed") {
          if (copied && now.kind === "file" && writes(shared).some((d) => d === now))
            e.host.opaque(e.place, "a file that gets a text twice");
          const joined = together(shared, now);
          step(e, joined.all.length / 16);
          s.descriptors.set(fd, joined);
        }
        opened.add(fd);
      }
  }
  if (!sure && files) perhapsOpened(s, files);
  return sure;
}

/** Gives back after a command what was redirected for it; `{name}>file` stays open, and what it opened elsewhere itself. */
export function giveBack(
  e: Evaluation,
  before: ReadonlyMap<number, Descriptor>,
  during: ReadonlyMap<number, Descriptor>,
  redirections: readonly Redirection[],
): (s: State) => void {
  const named = redirections.map((r) =>
    typeof r.descriptor === "object" ? e.descriptors.get(r.descriptor.variable) : 0,
  );
  const changed = [...new Set([...before.keys(), ...during.keys()])].filter(
    (fd) => before.get(fd) !== during.get(fd) && (fd === 0 || !named.includes(fd)),
  );
  return (s) => {
    for (const fd of changed) {
      const d = before.get(fd);
      if (d) s.descriptors.set(fd, d);
      else s.descriptors.delete(fd);
    }
  };
}

const writes = (d: Descriptor): readonly Descriptor[] => (d.kind === "several" ? d.all : [d]);

/** Where one of several redirections may fail: the files are what they are now, or what they were. */
function perhapsOpened(s: State, before: State["files"]): void {
  for (const [path, mark] of s.files) {
    const old = before.get(path);
    if (mark !== old)
      s.files.set(path, old ? { ...mark, value: either(mark.value, old.value) } : { ...mark, perhaps: true });
  }
}

/** zsh multios: a redirection joins the pipe of its own command, but not one further out. */
function pipes(s: State): Map<number, Descriptor> {
  const out = new Map<number, Descriptor>();
  const input = s.descriptors.get(0);
  if (input?.kind === "data" && input.piped) out.set(0, { ...input, value: either(input.value, known("")) });
  const output = s.descriptors.get(1);
  if (output?.kind === "capture" && output.piped) out.set(1, { kind: "capture", perhaps: true });
  return out;
}

/** What copies to several files goes on beside the shell, and ends when nobody reads a pipe among them. */
const together = (a: Descriptor, b: Descriptor): Descriptor & { kind: "several" } => {
  const all = [a, b].flatMap(writes);
  return { kind: "several", all: all.map((d) => (d.kind === "file" ? { ...d, perhaps: true, racing: true } : d)) };
};

const maybe = (d: Descriptor): Descriptor => (d.kind === "file" ? { ...d, perhaps: true } : d);

/** False when it may fail. */
function one(e: Evaluation, s: State, r: Redirection, alone: boolean, among: boolean): boolean {
  const input = r.operator.startsWith("<") && r.operator !== "<>";
  let fd = typeof r.descriptor === "number" ? r.descriptor : input || r.operator === "<>" ? 0 : 1;
  if (typeof r.descriptor === "object") {
    const name = r.descriptor.variable;
    const value = expandValue(e, s, r.target);
    if (/^[<>]&$/.test(r.operator) && textOf(value) === "-") return true;
    fd = s.dialect === "zsh" ? 11 : 10;
    while (s.descriptors.has(fd)) fd++;
    e.descriptors.set(name, fd);
    const sure = onto(e, s, r, fd);
    // nobody knows what the shell keeps open for itself
    const number = known(NUMBER);
    // without a command bash forgets the name again, and where it fails it gives no number
    const old = sure && !(among && s.dialect === "zsh") ? number : either(number, valueOfName(e, s, name));
    // zsh makes it an integer where it is not a text yet
    const made = s.dialect === "zsh" && variableOf(e, s, name)?.kind !== "scalar";
    const attributes = made ? { integer: true } : {};
    assignName(e, s, name, alone && s.dialect === "bash" ? { ...old, unset: true } : old, { attributes });
    return sure;
  }
  return onto(e, s, r, fd);
}

function onto(e: Evaluation, s: State, r: Redirection, fd: number): boolean {
  switch (r.operator) {
    case "<<":
    case "<<<": {
      const v = expandValue(e, s, r.target, false, s.dialect === "bash" ? "value" : "inside");
      s.descriptors.set(fd, { kind: "data", value: r.operator === "<<<" ? concat(v, known("\n")) : v });
      return true;
    }
    case "<&":
    case ">&":
      return duplicate(e, s, r, fd);
    case "<": {
      const { all, sure } = open(e, s, r, "read", false);
      for (const d of all) s.descriptors.set(fd, d);
      return sure;
    }
    case "<>": {
      open(e, s, r, "read", false);
      const { all, sure } = open(e, s, r, "write", true);
      for (const d of all) s.descriptors.set(fd, d);
      return sure;
    }
    case "&>":
    case "&>>": {
      const { all, sure } = open(e, s, r, "write", r.operator === "&>>");
      for (const d of all) for (const n of [typeof r.descriptor === "number" ? fd : 1, 2]) s.descriptors.set(n, d);
      return sure;
    }
    default: {
      const keeps = s.options.has("noclobber") && r.operator === ">";
      const files = keeps ? s.files.copy() : s.files;
      const { all, sure } = open(e, s, r, "write", r.operator === ">>");
      for (const d of all) s.descriptors.set(fd, d);
      // what is there may be kept
      if (keeps)
        for (const path of s.files.differing(files)) {
          const old = files.get(path);
          const now = s.files.get(path);
          if (old && now) s.files.set(path, { ...now, value: either(old.value, now.value) });
        }
      return sure && !keeps;
    }
  }
}

/** `<&n`, `>&n`, `>&-`, `>&file`. */
function duplicate(e: Evaluation, s: State, r: Redirection, fd: number): boolean {
  const target = expandValue(e, s, r.target);
  const text = textOf(target);
  if (text === "-") {
    s.descriptors.set(fd, { kind: "closed" });
    return true;
  }
  if (
    text !== undefined &&
    (s.dialect === "zsh" || !e.text.slice(0, r.target.span.end).endsWith("-") ? /^\d+$/ : /^\d+-?$/).test(text)
  ) {
    const from = Number.parseInt(text, 10);
    const found = s.descriptors.get(from);
    s.descriptors.set(fd, found ?? strange(from));
    for (const d of fd === 2 && found ? writes(found) : [])
      if (d.kind === "file")
        s.files.set(d.path, {
          value: concat(s.files.get(d.path)?.value ?? unknown(0), unknown(0)),
          from: markedBy(e.place),
        });
    if (text.endsWith("-")) s.descriptors.set(from, { kind: "closed" });
    return found ? found.kind !== "closed" : from <= 2;
  }
  const named = e.descriptors.get(variableIn(r.target) ?? "");
  if (named !== undefined) {
    s.descriptors.set(fd, s.descriptors.get(named) ?? strange(named));
    return false;
  }
  const both = typeof r.descriptor !== "number" || (r.descriptor === 1 && s.dialect === "bash");
  if (r.operator === ">&" && (text === undefined || both || s.dialect === "zsh")) {
    if ((text === undefined && /^[\ud803]$/.test(target.texts.join(""))) || text === "p") {
      s.descriptors.set(fd, { kind: "data", value: unknown() });
      return false;
    }
    // bash takes what came out for a word once more (measured: bash 5.2)
    if (s.dialect === "bash" && text !== undefined && /[$`\\'"*?[{~]/.test(text)) {
      expandText(e, s, text);
      e.host.opaque(e.place, "a redirection whose target is expanded twice");
    }
    const { all, sure } = open(e, s, r, "write", false);
    // with a number zsh opens it for that one and for errors
    for (const d of all) for (const n of both ? [1, 2] : s.dialect === "zsh" ? [fd, 2] : [fd]) s.descriptors.set(n, d);
    return sure;
  }
  if (target.texts.every((t) => /^\d+$/.test(t))) {
    const values = target.texts.map((t) => s.descriptors.get(Number(t)));
    s.descriptors.set(fd, values.find((d) => d?.kind === "network") ?? values[0] ?? { kind: "inherited" });
  } else s.descriptors.set(fd, { kind: "data", value: unknown() });
  return false;
}

const variableIn = (word: Word): string | undefined => {
  const part = word.parts.length === 1 ? word.parts[0] : undefined;
  return part?.kind === "parameter" ? part.name : undefined;
};

/** A subshell reads from the same place as its parent: what it took is gone for both. */
export function shareInput(s: State, before: Descriptor | undefined, end: State): void {
  const after = end.descriptors.get(0);
  if (before?.kind !== "data" || after === before || s.descriptors.get(0) !== before) return;
  const left = after?.kind === "data" ? after.value : known("");
  advance(s, 0, { ...before, value: either(left, before.value) });
}

/** Opens every path the target may be. */
function open(
  e: Evaluation,
  s: State,
  r: Redirection,
  role: "read" | "write",
  append: boolean,
): { all: Descriptor[]; sure: boolean } {
  // zsh without MULTIOS opens one file, whatever its name
  const alternatives =
    s.dialect === "sh" || (s.dialect === "zsh" && s.options.has("nomultios"))
      ? expandValue(e, s, r.target).texts.map((t) => [t])
      : expandWords(e, s, [r.target], "arguments").map((f) => f.words);
  // bash takes exactly one word, zsh opens all
  const fits = (words: readonly string[]) => words.length === 1 || (s.dialect === "zsh" && words.length > 1);
  const targets = alternatives.flatMap((words) => (fits(words) ? words : []));
  const ambiguous = !alternatives.every(fits);
  // the shell itself may write what went wrong there
  const complaints = r.descriptor === 2 || r.operator.startsWith("&>") || (r.operator === ">&" && role === "write");
  const out: Descriptor[] = [];
  let sure = !ambiguous;
  for (const target of targets) {
    // nothing has no name
    if (target === "") sure = false;
    const socket = /^\/dev\/(?:tcp|udp)\//.exec(target);
    const path = mayBeSeveral(target) ? ANY : hasGlob(target) ? globHoles(target) : unquote(target);
    const taint = e.host.path({ place: e.place, path, role, cwd: s.cwd, taint: 0, made: isMade(s, path) });
    if (socket && s.dialect === "bash") {
      out.push({ kind: "network", address: path });
      continue;
    }
    if (path === "/dev/null") {
      out.push(role === "read" ? { kind: "data", value: known("") } : { kind: "inherited" });
      continue;
    }
    const [full = path] = absolute(s, path);
    sure &&= opens(e, s, full, role);
    if (role === "read") {
      const value = contentOf(e, s, path) ?? unknown(OUTSIDE);
      out.push({ kind: "data", value: { ...value, taint: value.taint | taint } });
    } else {
      const old = s.files.get(full);
      const made = complaints ? unknown(0) : known("");
      // a name with a hole may be that of several files
      const several = alternatives.length > 1 || (HOLE.test(full) && old !== undefined);
      const kept = s.options.has("noclobber") && r.operator === ">" ? contentOf(e, s, path) : undefined;
      const empty = several
        ? either(old?.value ?? contentOf(e, s, path) ?? known(""), made)
        : kept
          ? either(kept, made)
          : made;
      // what is appended to is made even where a later redirection fails
      const fresh = append && !old && !HOLE.test(full) && e.host.kind(full) === "none";
      if (append && old?.perhaps && e.host.kind(full) === "none")
        s.files.set(full, { value: either(old.value, known("")), from: old.from });
      if (complaints || !append || fresh) keep(s, full, { value: empty, from: markedBy(e.place) });
      out.push({ kind: "file", path: full, append, ...(several || kept ? { perhaps: true } : {}) });
    }
  }
  if (out.length < 2) return { all: out, sure };
  if (alternatives.length === 1) return { all: [out.reduce(together)], sure };
  // one of them, and nobody knows which
  if (role === "write") return { all: [{ kind: "several", all: out.map(maybe) }], sure };
  const values = out.flatMap((d) => (d.kind === "data" ? [d.value] : []));
  if (values.length === out.length) return { all: [{ kind: "data", value: values.reduce(either) }], sure };
  return { all: out, sure };
}

/** Whether opening certainly works: nothing is known of permissions, so only what is there and what can be made there count. */
function opens(e: Evaluation, s: State, path: string, role: "read" | "write"): boolean {
  if (HOLE.test(path) || s.cwd.texts.length !== 1) return false;
  const full = tidy(path);
  const mark = s.files.get(full);
  const kind = mark && !mark.perhaps ? "file" : e.host.kind(full);
  if (role === "read" || kind !== "none") return kind === "file" || kind === "other" || kind === "character";
  return e.host.kind(parentOf(full)) === "directory";
}

/** A descriptor that nobody here opened: the first three came with the shell, what others hold is not known. */
function strange(fd: number): Descriptor {
  return fd <= 2 ? { kind: "inherited" } : { kind: "data", value: unknown() };
}
