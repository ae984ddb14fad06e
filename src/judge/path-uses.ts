/** Words that are paths: read, written, deleted, moved, linked, overwritten. */

import type { Invocation, Use } from "../rules/invocation.ts";
import { from } from "../session/path.ts";
import { HOLE } from "../session/value.ts";
import type { World } from "../session/world.ts";
import { type Context, doneElsewhere, isElsewhere, sayOf } from "./context.ts";
import { judgePath, type PathRole } from "./paths.ts";
import { resolve } from "./places.ts";
import { matchesBelow } from "./search.ts";

export function paths(c: Context, role: PathRole, text: string, directories = c.directories): void {
  if (text === "-" && (role === "read" || role === "write")) return;
  if (c.i.dry && role !== "read" && role !== "exec") return;
  if (isElsewhere(c)) {
    elsewhere(c, role, text);
    return;
  }
  const names = role === "delete" ? c.names : [];
  for (const directory of directories) {
    if (names.length > 0 && deletedBelow(c, text, directory, names)) continue;
    one(c, role, text, directory);
    // `REVISION:PATH` and `ARCHIVE:PATH` show the file behind the colon
    const tail = role === "read" && text.includes(":") ? text.slice(text.indexOf(":") + 1) : "";
    if (tail !== "") {
      const found = judgePath(role, tail, directory, c.j.world);
      if (found?.rule === "read-secret") sayOf(c, found);
    }
    if (role === "delete-tree" || role === "delete") throughLink(c, text, directory);
  }
}

function one(c: Context, role: PathRole, text: string, directory: string): void {
  const found = judgePath(role, text, directory, c.j.world);
  if (found === undefined) return;
  const mild = found.effect === "edit" || found.effect === "remove";
  sayOf(c, { ...found, because: mild ? `${c.i.because}: ${found.because}` : found.because });
}

/** A search that deletes what it finds by name inside the project: what would be lost is looked up. */
function deletedBelow(c: Context, root: string, directory: string, names: readonly string[]): boolean {
  const { world } = c.j;
  const top = resolve(root, directory, world);
  if (top.place !== "project" || HOLE.test(top.path)) return false;
  const files = matchesBelow(world, top.path, names);
  if (files === undefined) return false;
  const loss =
    files.length === 0 ? { lost: false, facts: "nothing matches now" } : world.loss({ kind: "paths", paths: files });
  const safe = loss.lost === false;
  sayOf(c, {
    rule: safe ? "remove-files" : "remove-work",
    effect: safe ? "remove" : "discard",
    because: `${c.i.because} and deletes them: ${loss.facts}`,
    instead: safe ? undefined : "Commit or stash it first, or name only what is generated.",
  });
  return true;
}

/** `rm -rf link/` empties what the link leads to (measured: GNU rm 9.1). */
function throughLink(c: Context, text: string, directory: string): void {
  if (!text.endsWith("/") || HOLE.test(text)) return;
  const target = c.event.link(from(directory, text).replace(/\/+$/, ""));
  if (target === undefined) return;
  const found = judgePath("delete-tree", target, directory, c.j.world);
  if (found) sayOf(c, { ...found, because: `${found.because} (through the link ${text})` });
}

const WHOLE_SYSTEM = /^(?:\/|~|\/\*|~\/|\/(?:home|etc|usr|var|root|bin|boot|lib)\/?)$/;

function elsewhere(c: Context, role: PathRole, text: string): void {
  if (role === "stat" || role === "read") return;
  if (role === "delete-tree" && WHOLE_SYSTEM.test(text.replace(new RegExp(HOLE, "gu"), "*")))
    sayOf(c, {
      rule: "remove-elsewhere",
      effect: "destroy",
      because: "deletes a whole system on another machine or in a container",
    });
  else
    sayOf(c, {
      rule: `${c.i.id}-elsewhere`,
      effect: "remote",
      because: doneElsewhere(c),
    });
}

const targetOf = (i: Invocation) => i.uses.findLast((u) => u.role === "write")?.text;

/** A symbolic link's target counts from where the link is. */
export function links(c: Context, use: Use): void {
  if (use.text.startsWith("/")) {
    paths(c, "read", use.text);
    return;
  }
  const link = targetOf(c.i) ?? "./link";
  const parents = c.directories.map((d) => from(d, isInto(c, link, d) ? link : `${link}/..`));
  paths(c, "read", use.text, parents);
}

/** The link goes into a directory that is there, instead of taking its place. */
function isInto(c: Context, link: string, directory: string): boolean {
  if (/(?:^|\/)(?:\.\.?)?$/.test(link)) return true;
  return !["-n", "-T"].some((flag) => c.i.flags.has(flag)) && c.j.world.kind(from(directory, link)) === "directory";
}

/** The same world, in which nothing that goes is lost: it goes somewhere else. */
const keeping = (world: World): World => ({ ...world, loss: () => ({ lost: false, facts: "" }) });

/** A file that leaves its place: within a place it is an edit, out of it a removal. */
export function moving(c: Context, use: Use): void {
  const { world } = c.j;
  if (isElsewhere(c)) {
    elsewhere(c, "write", use.text);
    return;
  }
  for (const d of c.directories) {
    const source = resolve(use.text, d, world);
    const goal = resolve(targetOf(c.i) ?? "", d, world);
    if (source.place === "temp" && goal.place === "temp") continue;
    if (source.place === "secret")
      sayOf(c, { rule: "move-secret", effect: "disclose", because: "moves a file that holds secrets" });
    const own = source.place === "project" || source.place === "temp";
    const found = judgePath("delete-tree", use.text, d, own ? keeping(world) : world);
    if (found === undefined || found.effect === "remove") continue;
    sayOf(c, { ...found, because: found.because.replace("deletes", "moves away") });
  }
}

/** A disk or partition that is overwritten; a file in its place is written. */
export function device(c: Context, use: Use): void {
  for (const d of c.directories) {
    const r = resolve(use.text, d, c.j.world);
    if (r.place === "device" && !r.open)
      sayOf(c, { rule: `${c.i.id}-device`, effect: "destroy", because: `${c.i.because}: overwrites a disk` });
    else if (r.place === "unknown")
      sayOf(c, { rule: `${c.i.id}-device`, effect: "opaque", because: `${c.i.because}: which disk is not known` });
    else paths(c, "write", use.text, [d]);
  }
}
