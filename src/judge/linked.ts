/** The machine as the session's own symbolic links make it. */

import type { CommandEvent } from "../session/event.ts";
import { HOLE } from "../session/value.ts";
import type { World } from "../session/world.ts";
import type { Judge } from "./judge.ts";

const MAX_LINKS = 8;

export function linked(j: Judge, event: CommandEvent): Judge {
  return { ...j, world: { ...j.world, realPath: (path) => realPath(j.world, event, path, 0) } };
}

function realPath(world: World, event: CommandEvent, path: string, links: number): string {
  for (let at = path.indexOf("/", 1); ; at = path.indexOf("/", at + 1)) {
    const part = at < 0 ? path : path.slice(0, at);
    const target = links < MAX_LINKS ? event.link(part) : undefined;
    if (target?.startsWith("/") && !HOLE.test(target) && target !== part)
      return realPath(world, event, at < 0 ? target : target + path.slice(at), links + 1);
    if (at < 0) return world.realPath(path);
  }
}
