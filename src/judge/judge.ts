/** The host that evaluation reports to: events → findings, and what each command brings along. */

import type { Tables } from "../rules/row.ts";
import type { AssignEvent, CommandEvent, Consequence, Host, PathEvent, Place, Shadow } from "../session/event.ts";
import type { Session } from "../session/session.ts";
import { ANY, DECODED, FOREIGN, HOLE, NETWORK, SECRET, SHELL, type Value } from "../session/value.ts";
import type { World } from "../session/world.ts";
import { judgeCommand } from "./command.ts";
import { placeTaint } from "./content.ts";
import { type Findings, say } from "./findings.ts";
import { isGuardName, shadowed, taken } from "./guard-names.ts";
import { judgePath } from "./paths.ts";
import { isGuard } from "./places.ts";
import { isLoopback } from "./text.ts";
import { judgeAssigned } from "./variables.ts";

/** Everything that judging one line needs to know. */
export interface Judge {
  readonly tables: Tables;
  readonly world: World;
  readonly session: Session;
  readonly findings: Findings;
  /** Judges another text over the same session, for values that are command lines. */
  nested(line: string, depth: number): Findings;
  readonly depth: number;
  /** What was already judged on this line: variables by name and value, texts that may be commands, recipes that it wrote. */
  readonly judged: Set<string>;
  /** Lines of recipes already followed on this line. */
  readonly recipes: Set<string>;
}

export function hostOf(j: Judge): Host {
  const { world, findings } = j;
  return {
    home: world.home,
    command: (event: CommandEvent): Consequence => judgeCommand(j, event),
    assign: (event: AssignEvent) => judgeAssigned(j, event),
    path: (event: PathEvent) => path(j, event),
    sent: (place, value, address) => sent(j, place, value, address),
    opaque: (place, reason) =>
      say(findings, place, { rule: "unreadable", effect: "opaque", because: `cannot be followed: ${reason}` }),
    code: (place, value, what) => code(j, place, value, what),
    shadow: (place, what, name, text) => shadow(j, place, what, name, text),
    removed: (place, name) => taken(j, place, name),
    forkBomb: (place) =>
      say(findings, place, { rule: "fork-bomb", effect: "destroy", because: "starts copies of itself without end" }),
    live: (what, name) => world.live(what, name),
    read: (p) => world.read(p, 65_536),
    kind: (p) => world.kind(p),
    list: (p) => world.list(p),
  };
}

const SOCKET = /^\/dev\/(?:tcp|udp)\/(?=.)/;

function path(j: Judge, event: PathEvent): number {
  if (event.place.elsewhere) {
    if (event.role === "write")
      say(j.findings, event.place, {
        rule: "write-elsewhere",
        effect: "remote",
        because: "writes a file on another machine or in a container",
      });
    return 0;
  }
  const socket = SOCKET.test(event.path) ? event.path.replace(SOCKET, "") : undefined;
  // whether a server of this machine listens
  if (socket !== undefined && isLoopback(socket)) return 0;
  if (socket !== undefined) {
    say(j.findings, event.place, {
      rule: "socket",
      effect: "remote",
      because: `opens a connection to ${socket.replace(HOLE, "an unknown host")}`,
    });
    return 0;
  }
  for (const directory of event.cwd.texts) {
    const found = judgePath(event.role, event.path, directory, j.world);
    if (found) say(j.findings, event.place, { ...found, rule: found.rule.replace(/^write/, "redirect") });
  }
  if (event.role !== "read") return 0;
  const taint = placeTaint(j, event.cwd, event.path);
  return event.made ? taint & ~FOREIGN : taint;
}

function sent(j: Judge, place: Place, value: Value, address: string): void {
  if (value.taint & SECRET)
    say(j.findings, place, { rule: "send-secret", effect: "exfiltrate", because: "sends a secret over the network" });
  else if (!isLoopback(address.replace(SOCKET, "")))
    say(j.findings, place, { rule: "send-data", effect: "remote", because: "sends data over the network" });
}

/** Data that becomes code: by where it came from. */
export function code(j: Judge, place: Place, value: Value, what: string): void {
  if (value.taint & NETWORK)
    say(j.findings, place, {
      rule: "run-download",
      effect: "hijack",
      because: `runs what was just downloaded (${what})`,
      instead: "Save it, read it, and run it from the project.",
    });
  else if (value.taint & DECODED)
    say(j.findings, place, {
      rule: "run-decoded",
      effect: "hijack",
      because: `runs what was just decoded (${what})`,
      instead: "Write the command out.",
    });
  else if (value.taint & FOREIGN)
    say(j.findings, place, {
      rule: "run-fetched",
      effect: "foreign-code",
      because: `runs code that came from outside in this session (${what})`,
      instead: "Read it first, and let a person say yes.",
    });
  else if (what !== "arithmetic" && unread(value))
    say(j.findings, place, {
      rule: "run-unknown-text",
      effect: "opaque",
      because: `runs text that is not known before it runs (${what})`,
      instead: "Write the command out.",
    });
}

/** Text with a part that nobody knows: read from somewhere, or made in a way that is not followed. */
function unread({ texts, taint }: Value): boolean {
  if ((taint & ~SECRET) === SHELL) return false;
  return texts.some((t) => (taint === 0 ? t.includes(ANY) : HOLE.test(t)));
}

/** A new meaning for a name that lines call is judged when it is called; taking over the guard's own is not waited for. */
function shadow(j: Judge, place: Place, what: Shadow, name: string, text: string): void {
  if (isGuardName(name)) {
    say(j.findings, place, {
      rule: "guard-names",
      effect: "disarm",
      because: `gives ${name}, which is the guard's own, another meaning`,
    });
    return;
  }
  if (what === "function" || what === "exported function" || what === "exported builtin")
    shadowed(j, place, what, name);
  if (what !== "command") return;
  for (const directory of j.session.cwd.texts) {
    const found = judgePath("exec", text, directory, j.world);
    if (found && (found.effect !== "run" || isGuard(text, j.world)))
      say(j.findings, place, { rule: "shadow-command", effect: "rewire", because: `makes ${name} run ${text}` });
  }
}
