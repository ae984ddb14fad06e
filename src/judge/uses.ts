/** What the words of a command do by their roles. */

import type { Invocation, Use } from "../rules/invocation.ts";
import type { CommandEvent } from "../session/event.ts";
import { baseName, from } from "../session/path.ts";
import { ANY, DECODED, HOLE, NETWORK, SECRET } from "../session/value.ts";
import { inline } from "./code/inline.ts";
import { secretTaint, sentFile } from "./consequence.ts";
import { say } from "./findings.ts";
import { code, type Judge } from "./judge.ts";
import { judgePath, type PathRole } from "./paths.ts";
import { resolve } from "./places.ts";
import { matchesBelow } from "./search.ts";
import { knownAddress } from "./text.ts";

/** Languages that evaluation itself reads. */
export const SHELLS: ReadonlySet<string> = new Set(["sh", "bash", "zsh", "dash", "ksh"]);

export function judgeUses(j: Judge, event: CommandEvent, i: Invocation, directories: readonly string[]): void {
  for (const use of i.uses) judgeUse(j, event, i, use, directories);
}

function judgeUse(j: Judge, event: CommandEvent, i: Invocation, use: Use, directories: readonly string[]): void {
  const { place } = event;
  const { text } = use;
  const taint = event.taints[use.index] ?? 0;
  switch (use.role) {
    case "text":
    case "names":
    case "key=value":
    case "env":
    case "env-name":
    case "command":
    case "command-words":
    case "argv":
    case "host":
    case "placeholder":
      return;
    case "stat":
    case "read":
    case "delete":
    case "delete-tree":
    case "attributes":
    case "attributes-tree":
      return paths(j, event, i, use.role, text, directories);
    case "write":
    case "edit":
    case "move-target":
      return paths(j, event, i, "write", text, directories);
    case "move":
      return moving(j, event, i, text, directories);
    case "link":
      return paths(j, event, i, "read", text, directories);
    case "symlink":
      return paths(j, event, i, "read", text, text.startsWith("/") ? directories : linkDirectories(i, directories));
    case "env-file":
      return paths(j, event, i, "read", text, directories);
    case "exec":
    case "script":
    case "cd-exec":
      return executing(j, event, i, use, directories);
    case "cd":
      return;
    case "device":
      for (const d of directories) {
        const r = resolve(text, d, j.world);
        if (r.place === "device" && !r.open)
          say(j.findings, place, {
            rule: `${i.id}-device`,
            effect: "destroy",
            because: `${i.because}: overwrites a disk`,
          });
        else if (r.place === "unknown")
          say(j.findings, place, {
            rule: `${i.id}-device`,
            effect: "opaque",
            because: `${i.because}: which disk is not known`,
          });
        else paths(j, event, i, "write", text, [d]);
      }
      return;
    case "code":
      return inlineCode(j, event, i, use, directories);
    case "program":
      return program(j, event, i, use, directories);
    case "url":
      return address(j, event, i, text, taint, directories);
    case "repository":
      if (/^(?:ext|fd)::/.test(text))
        say(j.findings, place, {
          rule: `${i.id}-transport`,
          effect: "foreign-code",
          because: "runs a command as the transport",
          text,
        });
      else if (text.startsWith(ANY))
        say(j.findings, place, {
          rule: `${i.id}-address`,
          effect: "opaque",
          because: "contacts a repository that is not known before it runs",
        });
      return;
    case "refspec":
      if (text.startsWith("+") || text.startsWith(ANY))
        say(j.findings, place, {
          rule: `${i.id}-force`,
          effect: "remote",
          because: "forces the update of a branch",
          text,
        });
      return;
    case "send":
    case "send-file":
      return sending(j, event, i, use, directories);
    case "remote":
      return say(j.findings, place, { rule: i.id, effect: "remote", because: i.because, instead: i.instead });
    case "package":
      return say(j.findings, place, {
        rule: `${i.id}-package`,
        effect: "foreign-code",
        because: `fetches ${text.replace(new RegExp(HOLE, "gu"), "…")} from a registry, which may run code`,
        instead: i.instead,
      });
    case "package-script":
      return say(j.findings, place, { rule: i.id, effect: "run", because: i.because });
    case "job":
      if (!/^(?:%|-?\d+$|-?\ud803$)/.test(text))
        say(j.findings, place, {
          rule: `${i.id}-process`,
          effect: text.startsWith(ANY) ? "opaque" : "reach",
          because: `${i.because}: ${text.startsWith(ANY) ? "which process is not known" : "it may be another's"}`,
        });
      return;
    default:
      return say(j.findings, place, {
        rule: `${i.id}-never`,
        effect: "opaque",
        because: `${i.because}: ${use.flag ?? "a word of it"} can do more than heed follows`,
        instead: i.instead,
        text: use.flag === undefined ? text : `${use.flag} ${text}`,
      });
  }
}

function paths(
  j: Judge,
  event: CommandEvent,
  i: Invocation,
  role: PathRole,
  text: string,
  directories: readonly string[],
): void {
  if (text === "-" && (role === "read" || role === "write")) return;
  const { place } = event;
  if (i.dry && role !== "read" && role !== "exec") return;
  if (place.elsewhere || i.elsewhere) return elsewhere(j, event, i, role, text);
  const names = role === "delete" ? namesOf(i) : [];
  for (const directory of directories) {
    if (names.length > 0 && deletedBelow(j, event, i, text, directory, names)) continue;
    // `REVISION:PATH` and `ARCHIVE:PATH` are judged by their path as well
    const tail = role === "read" && text.includes(":") ? text.slice(text.indexOf(":") + 1) : undefined;
    for (const part of tail === undefined || tail === "" ? [text] : [text, tail]) {
      const found = judgePath(role, part, directory, j.world);
      if (found === undefined || (part !== text && found.rule !== "read-secret")) continue;
      say(j.findings, place, {
        ...found,
        because:
          found.effect === "edit" || found.effect === "remove" ? `${i.because}: ${found.because}` : found.because,
        text: shown(event, part, text),
      });
    }
    if (role === "delete-tree" || role === "delete") throughLink(j, event, text, directory);
  }
}

/** A symbolic link's target counts from where the link is. */
function linkDirectories(i: Invocation, directories: readonly string[]): string[] {
  const target = i.uses.findLast((u) => u.role === "write" && u.flag === undefined)?.text ?? ".";
  return directories.map((d) => from(d, target.endsWith("/") ? target : `${target}/..`));
}

const shown = (event: CommandEvent, _part: string, _text: string) => event.place.text;

const namesOf = (i: Invocation) => i.uses.filter((u) => u.role === "names" && !HOLE.test(u.text)).map((u) => u.text);

/** A search that deletes what it finds by name inside the project: what would be lost is looked up. */
function deletedBelow(
  j: Judge,
  event: CommandEvent,
  i: Invocation,
  root: string,
  directory: string,
  names: readonly string[],
): boolean {
  const top = resolve(root, directory, j.world);
  if (top.place !== "project" || HOLE.test(top.path)) return false;
  const files = matchesBelow(j.world, top.path, names);
  if (files === undefined) return false;
  const loss =
    files.length === 0 ? { lost: false, facts: "nothing matches now" } : j.world.loss({ kind: "paths", paths: files });
  say(j.findings, event.place, {
    rule: loss.lost === false ? "remove-files" : "remove-work",
    effect: loss.lost === false ? "remove" : "discard",
    because: `${i.because} and deletes them: ${loss.facts}`,
    instead: loss.lost === false ? undefined : "Commit or stash it first, or name only what is generated.",
  });
  return true;
}

/** `rm -rf link/` empties what the link leads to (measured: GNU rm 9.1). */
function throughLink(j: Judge, event: CommandEvent, text: string, directory: string): void {
  if (!text.endsWith("/") || HOLE.test(text)) return;
  const path = from(directory, text);
  const mark = event.content(path);
  const target = mark === undefined ? undefined : /^link:(.*)$/s.exec(mark.texts[0] ?? "")?.[1];
  if (target === undefined) return;
  const found = judgePath("delete-tree", target, directory, j.world);
  if (found) say(j.findings, event.place, { ...found, because: `${found.because} (through the link ${text})` });
}

function elsewhere(j: Judge, event: CommandEvent, i: Invocation, role: PathRole, text: string): void {
  if (role === "stat" || role === "read") return;
  if (
    role === "delete-tree" &&
    /^(?:\/|~|\/\*|~\/|\/(?:home|etc|usr|var|root|bin|boot|lib)\/?)$/.test(text.replace(new RegExp(HOLE, "gu"), "*"))
  )
    say(j.findings, event.place, {
      rule: "remove-elsewhere",
      effect: "destroy",
      because: "deletes a whole system on another machine",
    });
  else
    say(j.findings, event.place, {
      rule: `${i.id}-elsewhere`,
      effect: "remote",
      because: `${i.because} on another machine or in a container`,
    });
}

/** A file that leaves its place: within a place it is an edit, out of it a removal. */
function moving(j: Judge, event: CommandEvent, i: Invocation, text: string, directories: readonly string[]): void {
  const target = i.uses.findLast((u) => u.role === "write" || u.role === "move-target")?.text ?? "";
  for (const d of directories) {
    const source = resolve(text, d, j.world);
    const goal = resolve(target, d, j.world);
    if (source.place === "project" && goal.place === "project") {
      const whole = judgePath("delete-tree", text, d, { ...j.world, loss: () => ({ lost: false, facts: "" }) });
      if (whole?.effect === "destroy")
        say(j.findings, event.place, { ...whole, because: whole.because.replace("deletes", "moves away") });
      continue;
    }
    if (source.place === goal.place && source.place === "temp") continue;
    if (source.place === "secret")
      say(j.findings, event.place, {
        rule: "move-secret",
        effect: "disclose",
        because: "moves a file that holds secrets",
      });
    const found = judgePath(
      "delete-tree",
      text,
      d,
      source.place === "project" || source.place === "temp"
        ? { ...j.world, loss: () => ({ lost: false, facts: "" }) }
        : j.world,
    );
    if (found && found.effect !== "remove")
      say(j.findings, event.place, { ...found, because: found.because.replace("deletes", "moves away") });
  }
}

/** Code from a path; what the session knows of the file counts more than where it lies. */
function executing(j: Judge, event: CommandEvent, i: Invocation, use: Use, directories: readonly string[]): void {
  const { text } = use;
  if (text === "-" || text === "/dev/stdin") return stdinCode(j, event, i);
  if (event.place.elsewhere || i.elsewhere)
    return say(j.findings, event.place, {
      rule: `${i.id}-elsewhere`,
      effect: "remote",
      because: `${i.because} on another machine or in a container`,
    });
  const mark = HOLE.test(text) ? undefined : event.content(text);
  if (mark !== undefined && mark.taint & (NETWORK | DECODED)) return code(j, event.place, mark, `the file ${text}`);
  if (use.role === "script" && use.detail !== "" && !SHELLS.has(use.detail)) {
    const texts = mark?.texts.filter((t) => !HOLE.test(t)) ?? [];
    for (const t of texts) report(j, event, i, use.detail, t, directories);
    if (texts.length === 0)
      say(j.findings, event.place, {
        rule: "run-missing",
        effect: "opaque",
        because: `runs ${use.detail} code from a file that is not there to be looked at`,
        text,
      });
  }
  for (const directory of directories.length > 0
    ? use.role === "cd-exec"
      ? event.cwd.texts
      : directories
    : event.cwd.texts) {
    if (/^https?:\/\//.test(text)) {
      say(j.findings, event.place, {
        rule: "run-download",
        effect: "hijack",
        because: "runs code straight from the network",
        text,
      });
      continue;
    }
    const found = judgePath("exec", text, directory, j.world);
    if (found)
      say(j.findings, event.place, {
        ...found,
        because: found.effect === "run" ? found.because : `${i.because}: ${found.because}`,
      });
    if (use.role === "script" && found?.effect === "run" && /[\ud800\ud802]/u.test(text))
      say(j.findings, event.place, {
        rule: "run-unknown",
        effect: "opaque",
        because: "runs a file whose name is not known before it runs",
      });
  }
}

/** The program reads code from its standard input. */
export function stdinCode(j: Judge, event: CommandEvent, i: Invocation): void {
  const value = event.stdin;
  if (value === undefined) {
    say(j.findings, event.place, {
      rule: `${i.id}-session`,
      effect: "opaque",
      because: `starts ${i.path[0] ?? "a program"} reading commands that heed does not see`,
      instead: "Give it the command or the file.",
    });
    return;
  }
  code(j, event.place, value, `as input of ${i.path[0] ?? "an interpreter"}`);
  if (SHELLS.has(i.lang) && event.piped)
    say(j.findings, event.place, {
      rule: "pipe-to-shell",
      effect: "opaque",
      because: `runs what another command prints as commands of ${i.path[0] ?? "a shell"}`,
      instead: "Run the command itself.",
    });
  if (SHELLS.has(i.lang) || value.taint & (NETWORK | DECODED)) return;
  for (const t of value.texts) report(j, event, i, i.lang, t, event.cwd.texts);
}

function inlineCode(j: Judge, event: CommandEvent, i: Invocation, use: Use, directories: readonly string[]): void {
  const taint = event.taints[use.index] ?? 0;
  if (taint !== 0)
    code(j, event.place, { texts: [use.text], unset: false, taint }, `as code of ${i.path[0] ?? "an interpreter"}`);
  const lang = use.detail || i.lang;
  if (!SHELLS.has(lang)) report(j, event, i, lang, use.text, directories);
}

function report(
  j: Judge,
  event: CommandEvent,
  i: Invocation,
  lang: string,
  text: string,
  directories: readonly string[],
): void {
  const r = inline(lang, text);
  for (const p of r.reads) paths(j, event, i, "read", p, directories);
  for (const p of r.writes) paths(j, event, i, "write", p, directories);
  for (const p of r.deletes)
    paths(j, event, i, "delete-tree", p.startsWith("~") ? `${j.world.home}${p.slice(1)}` : p, directories);
  if (r.runs.length > 0)
    say(j.findings, event.place, {
      rule: `${i.id}-shell-out`,
      effect: "opaque",
      because: `runs a command from inside ${lang} code`,
      instead: "Run the command itself.",
    });
  for (const p of r.loads)
    for (const d of directories) {
      if (!p.includes("/")) {
        say(j.findings, event.place, {
          rule: `${i.id}-load`,
          effect: "foreign-code",
          because: `loads ${p} from wherever ${lang} looks for it`,
        });
        continue;
      }
      const found = judgePath("exec", p, d, j.world);
      if (found) say(j.findings, event.place, { ...found, because: `${i.because}: ${found.because}` });
    }
  if (r.network)
    say(j.findings, event.place, {
      rule: `${i.id}-network`,
      effect: "remote",
      because: "opens a connection from inline code",
    });
  if (r.changes && lang === "sql")
    say(j.findings, event.place, {
      rule: `${i.id}-inline`,
      effect: "discard",
      because: r.because ?? "changes the data of a database",
    });
  if (!r.certain)
    say(j.findings, event.place, {
      rule: `${i.id}-inline`,
      effect: "foreign-code",
      because: r.because ?? `runs ${lang} code that heed cannot follow`,
      instead: "Put it into a file of the project and run that.",
    });
}

/** A program that is run with words nobody sees: only one that does no harm whatever they are. */
function program(j: Judge, event: CommandEvent, i: Invocation, use: Use, directories: readonly string[]): void {
  const [name = ""] = use.text.split(/\s/);
  const row = HOLE.test(use.text) ? undefined : j.tables.program(baseName(name));
  const roles = [...(row?.operands ?? []), ...(row?.flags ?? []).map((f) => f.split("=")[1] ?? "")];
  const tame =
    row !== undefined &&
    row.operands?.some((o) => o.startsWith("read")) === true &&
    row.stdout !== "own" &&
    row.sub === undefined &&
    row.stdin !== "code" &&
    (row.effect ?? "observe") === "observe" &&
    roles.every((r) => /^(?:text|read|stat|write|\?)?[.?]*$/.test(r));
  if (name.includes("/"))
    for (const d of directories) {
      const found = judgePath("exec", name, d, j.world);
      if (found && !/^\/(?:usr\/)?s?bin\/[^/]+$/.test(name))
        say(j.findings, event.place, { ...found, because: `${i.because}: ${found.because}` });
      if (found?.effect === "run") return;
    }
  if (!tame)
    say(j.findings, event.place, {
      rule: `${i.id}-program`,
      effect: "foreign-code",
      because: `runs ${use.text.replace(new RegExp(HOLE, "gu"), "…")} with words that heed does not see`,
      text: use.flag === undefined ? use.text : `${use.flag} ${use.text}`,
    });
}

function address(
  j: Judge,
  event: CommandEvent,
  i: Invocation,
  text: string,
  taint: number,
  directories: readonly string[],
): void {
  if (/^file:/i.test(text)) return paths(j, event, i, "read", text.replace(/^file:(?:\/\/[^/]*)?/i, ""), directories);
  if (taint & SECRET)
    return say(j.findings, event.place, {
      rule: `${i.id}-secret`,
      effect: "exfiltrate",
      because: "puts a secret into an address",
    });
  if (!knownAddress(text))
    return say(j.findings, event.place, {
      rule: `${i.id}-address`,
      effect: "opaque",
      because: "contacts an address that is not known before it runs",
      instead: "Write the address out.",
    });
  say(j.findings, event.place, { rule: i.id, effect: "fetch", because: "reads from the network" });
}

function sending(j: Judge, event: CommandEvent, i: Invocation, use: Use, directories: readonly string[]): void {
  const taint = (event.taints[use.index] ?? 0) | secretTaint(j, event, use);
  const file = use.role === "send-file" ? use.text : sentFile(use.text);
  const stdin = file === "-" || use.text === "-" ? (event.stdin?.taint ?? 0) : 0;
  if ((taint | stdin) & SECRET)
    return say(j.findings, event.place, {
      rule: `${i.id}-secret`,
      effect: "exfiltrate",
      because: "sends a secret over the network",
    });
  if (file !== undefined && file !== "-") paths(j, event, i, "read", file, directories);
  say(j.findings, event.place, {
    rule: `${i.id}-send`,
    effect: "remote",
    because: `${i.because} and sends data along`,
  });
}
