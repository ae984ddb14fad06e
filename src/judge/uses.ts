/** What the words of a command do: a handler for each role of docs/commands.md. */

import type { Use } from "../rules/invocation.ts";
import { from } from "../session/path.ts";
import { ANY, HOLE, known, SECRET } from "../session/value.ts";
import { executing } from "./code-uses.ts";
import { type Context, sayOf, taintOf } from "./context.ts";
import { runsProgram } from "./filters.ts";
import { taken } from "./guard-names.ts";
import { inlineCode } from "./inline-uses.ts";
import { address, carries, credential, sending } from "./network-uses.ts";
import { device, links, moving, paths } from "./path-uses.ts";
import { isGuard, isStartup, resolve } from "./places.ts";
import { isLoopback, splitWords } from "./text.ts";
import { judgeValue } from "./variables.ts";
import { atWorst, quoted } from "./worst.ts";

type Handler = (c: Context, use: Use) => void;

const none: Handler = () => undefined;
const path =
  (role: Parameters<typeof paths>[1]): Handler =>
  (c, use) =>
    paths(c, role, use.text);

const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ["text", none],
  ["names", none],
  ["placeholder", none],
  ["shell-name", (c, use) => taken(c.j, c.event.place, use.text)],
  ["key=value", setting],
  // what runs inside a command is evaluated (entries.ts)
  ["env", none],
  ["env-name", none],
  ["command", none],
  ["command-words", none],
  ["argv", none],
  ["cd", none],
  ["mount", mount],
  ["header", (c, use) => (use.text.startsWith("@") ? sending(c, use) : undefined)],
  ["host", credential],
  ["stat", path("stat")],
  ["read", path("read")],
  ["env-file", path("read")],
  ["link", path("read")],
  ["symlink", links],
  ["write", path("write")],
  ["edit", path("write")],
  ["delete", path("delete")],
  ["delete-tree", path("delete-tree")],
  ["attributes", path("attributes")],
  ["attributes-tree", path("attributes-tree")],
  ["move", moving],
  ["device", device],
  ["exec", executing],
  ["script", executing],
  ["cd-exec", executing],
  ["code", inlineCode],
  ["program", runsProgram],
  ["url", address],
  ["send", sending],
  ["send-file", sending],
  ["remote", (c) => sayOf(c, { rule: c.i.id, effect: "remote", because: c.i.because, instead: c.i.instead })],
  ["package", registryPackage],
  ["package-bin", packageProgram],
  ["package-script", (c) => sayOf(c, { rule: c.i.id, effect: "run", because: c.i.because })],
  ["job", job],
  ["refspec", refspec],
  ["repository", repository],
]);

export function judgeUses(c: Context): void {
  for (const use of c.i.uses) (handlers.get(use.role) ?? never)(c, use);
  touchesGuard(c);
  if (c.i.stdin === "paths" && c.i.nested.length === 0)
    for (const t of c.event.stdin?.texts ?? [])
      for (const p of t.includes(ANY) ? [t] : splitWords(t).slice(0, 100)) paths(c, "read", p);
}

/** Holes as a person reads them. */
export const readable = (text: string): string => text.replace(new RegExp(HOLE, "gu"), "…");

function registryPackage(c: Context, use: Use): void {
  sayOf(c, {
    rule: `${c.i.id}-package`,
    effect: "foreign-code",
    because: `fetches ${readable(use.text)} from a registry, which may run code`,
    instead: c.i.instead,
  });
}

/** The program of a package: the project's own copy is run where there is one. */
function packageProgram(c: Context, use: Use): void {
  const path = `node_modules/.bin/${use.text.replace(/^@[^/]+\//, "")}`;
  const isHere = (d: string) =>
    resolve(path, d, c.j.world).place === "project" && c.j.world.kind(from(d, path)) !== "none";
  if (/^[\w./@-]+$/.test(use.text) && !use.text.slice(1).includes("@") && c.directories.every(isHere))
    sayOf(c, { rule: c.i.id, effect: "run", because: c.i.because });
  else registryPackage(c, use);
}

/** A listed variable that an operand gives the program: `make CC=gcc`. */
function setting(c: Context, use: Use): void {
  const [, name = "", value = ""] = /^([A-Za-z_]\w*)(?:[:+?]|::)?=([\s\S]*)$/.exec(use.text) ?? [];
  if (name === "" || use.flag !== undefined || c.i.sets.length > 0) return;
  judgeValue(c.j, c.event.place, name, known(value, taintOf(c, use)), c.event.cwd);
}

/** A number or a job of this shell is one's own; a name may be another's. */
function job(c: Context, { text }: Use): void {
  if (HOLE.test(text) && /\bheed\b/.test(c.event.place.text)) {
    sayOf(c, { rule: "guard-process", effect: "disarm", because: "stops a process of the guard" });
    return;
  }
  if (/\$\{?PPID\b/.test(c.event.place.text)) {
    sayOf(c, { rule: `${c.i.id}-process`, effect: "reach", because: `${c.i.because}: what started this shell` });
    return;
  }
  if (/^(?:%|-?\d+$|-?\ud803$)/.test(text) && text !== "1") return;
  if (/(?:^|\W)heed/.test(text)) {
    sayOf(c, { rule: "guard-process", effect: "disarm", because: "stops the guard" });
    return;
  }
  const unknown = text.startsWith(ANY);
  sayOf(c, {
    rule: `${c.i.id}-process`,
    effect: unknown ? "opaque" : "reach",
    because: `${c.i.because}: ${unknown ? "which process is not known" : "it may be another's"}`,
  });
}

function refspec(c: Context, { text }: Use): void {
  if (text.startsWith("+") || text.startsWith(ANY))
    sayOf(c, { rule: `${c.i.id}-force`, effect: "remote", because: "forces the update of a branch", text });
}

function repository(c: Context, use: Use): void {
  const { text } = use;
  credential(c, use);
  if (taintOf(c, use) & SECRET)
    sayOf(c, { rule: `${c.i.id}-secret`, effect: "exfiltrate", because: "puts a secret into an address" });
  else if (/^(?:ext|fd)::/.test(text)) {
    atWorst(c.j, c.event, text.replace(/^\w+::/, ""), true);
    sayOf(c, {
      rule: `${c.i.id}-transport`,
      effect: "foreign-code",
      because: "runs a command as the transport",
      text,
    });
  } else if (text.startsWith(ANY) || (/^\w+:\/\//.test(text) && !isLoopback(text) && carries(text, taintOf(c, use))))
    sayOf(c, {
      rule: `${c.i.id}-address`,
      effect: "opaque",
      because: "contacts a repository whose address is not known before it runs",
    });
}

/** `HERE:THERE`, `source=HERE,target=THERE`: of what is run there, the paths below THERE are paths below HERE. */
function mount(c: Context, { text }: Use): void {
  const pairs = new Map(text.split(",").map((part) => part.split(/=(.*)/s) as [string, string]));
  const here = pairs.get("source") ?? pairs.get("src") ?? /^([^:]+):/.exec(text)?.[1];
  const there = pairs.get("target") ?? pairs.get("dst") ?? pairs.get("destination") ?? /^[^:]+:([^:]+)/.exec(text)?.[1];
  if (here === undefined || !there?.startsWith("/") || !/^[/.]/.test(here) || HOLE.test(text)) return;
  const below = new RegExp(
    `(^|[\\s'"=@])${there.replace(/\/+$/, "").replaceAll(/[^\w/]/g, "\\$&")}(?=[/\\s'"]|$)`,
    "g",
  );
  const source = from(c.directories[0] ?? "/", here);
  for (const { words } of c.i.nested) {
    const meant = words.map((word) => word.replaceAll(below, `$1${source}`).replaceAll(/\/{2,}/g, "/"));
    atWorst(c.j, c.event, meant.map(quoted).join(" "), true);
  }
}

/** What changes the machine, with the guard's own files among its words, or its line among those of a startup file. */
function touchesGuard(c: Context): void {
  const { uses, claims } = c.i;
  const isIn = (text: string, is: (path: string) => boolean) =>
    text !== "" && !HOLE.test(text) && c.directories.some((d) => is(from(d, text)));
  const reaches = claims.some((claim) => claim.effect === "reach" || claim.effect === "opaque");
  if (reaches && uses.some((u) => u.text.includes("/") && isIn(u.text, (path) => isGuard(path, c.j.world))))
    sayOf(c, { rule: "guard-files", effect: "disarm", because: `${c.i.because}, and names the guard's own files` });
  const edits = uses.some((u) => u.role === "edit" && isIn(u.text, isStartup));
  if (edits && uses.some((u) => u.role !== "edit" && /\bheed\b/.test(u.text)))
    sayOf(c, { rule: "guard-startup", effect: "disarm", because: "changes what starts the guard in a startup file" });
}

/** Role `never`, and any role that nobody knows. */
function never(c: Context, use: Use): void {
  sayOf(c, {
    rule: `${c.i.id}-never`,
    effect: "opaque",
    because: `${c.i.because}: ${use.flag ?? "a word of it"} can do more than heed follows`,
    instead: c.i.instead,
    text: use.flag === undefined ? use.text : `${use.flag} ${use.text}`,
  });
}
