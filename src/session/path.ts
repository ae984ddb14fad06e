/** Paths as text: joining and tidying without asking the file system. */

import { FRESH, HOLE } from "./value.ts";

/** Removes `.`, `//` and `name/..`. A `..` behind a part with a hole stays, since nobody knows what it leaves. */
export function tidy(path: string): string {
  const absolute = path.startsWith("/");
  const out: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    const last = out.at(-1);
    if (part === ".." && last !== undefined && last !== ".." && !HOLE.test(last)) out.pop();
    else if (part === ".." && absolute && out.length === 0) continue;
    else out.push(part);
  }
  return absolute ? `/${out.join("/")}` : out.join("/") || ".";
}

/** It does not depend on where one is. */
export const isAbsolute = (path: string): boolean => path.startsWith("/") || path.startsWith(FRESH);

/** `path` as seen from `directory`. */
export function from(directory: string, path: string): string {
  return tidy(isAbsolute(path) ? path : `${directory}/${path}`);
}

/** Whether `path` is `directory` or below it; both tidy and absolute. */
export function within(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory === "/" ? "/" : `${directory}/`);
}

/** The directory that an absolute path is in. */
export function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
