/** A machine made of a table: the world that tests of the core judge lines in. */

import { parse } from "smol-toml";
import type { FileKind, Live, Loss, World } from "../src/session/world.ts";

export interface FakeWorld {
  readonly home?: string;
  /** `null`: the session works in none. */
  readonly project?: string | null;
  /** Path → text, or `"dir"`; relative paths are the project's, `~/` is home. They come on top of `layout`. */
  readonly files?: Readonly<Record<string, string>>;
  /** Path → where the symbolic link leads. */
  readonly links?: Readonly<Record<string, string>>;
  readonly live?: (what: "alias" | "function" | "variable", name: string) => Live;
  /** Paths with work that cannot be had again. */
  readonly unsaved?: readonly string[];
}

/** A repository as people have it, a home with secrets, and the system around them. */
export const layout: Readonly<Record<string, string>> = {
  ".git": "dir",
  ".git/HEAD": "ref: refs/heads/main\n",
  ".git/config": "[core]\n\tbare = false\n",
  ".git/hooks": "dir",
  ".gitignore": "build/\ndist/\nnode_modules/\n.env\n",
  ".env": "TOKEN=fixture\n",
  "README.md": "# fixture\n",
  "notes.md": "notes\n",
  "draft.txt": "never added\n",
  "data.json": "{}\n",
  "package.json":
    '{"name": "fixture", "scripts": {"build": "node build.js", "test": "node --test", "lint": "eslint ."}}\n',
  Makefile: "all:\n\tcc -o build/main src/main.c\n",
  "src/main.c": "int main(void) { return 0; }\n",
  "src/index.ts": "export {};\n",
  "tests/main.test.ts": "export {};\n",
  "scripts/build.sh": "#!/bin/sh\nmake all\n",
  "docs/index.md": "docs\n",
  "build/main.o": "",
  "dist/index.js": "",
  "logs/app.log": "started\n",
  "node_modules/left-pad/package.json": '{"name": "left-pad"}\n',
  "~/.ssh/id_rsa": "fixture key\n",
  "~/.ssh/id_ed25519": "fixture key\n",
  "~/.ssh/authorized_keys": "",
  "~/.aws/credentials": "fixture\n",
  "~/.bashrc": "alias ll='ls -l'\n",
  "~/.zshrc": "",
  "~/.config/app/settings.json": "{}\n",
  "~/Documents/letter.txt": "dear\n",
  "/tmp": "dir",
  "/var/tmp": "dir",
  "/etc/passwd": "me:x:1000:1000::/home/me:/bin/bash\n",
  "/etc/shadow": "me:!::\n",
  "/etc/hosts": "127.0.0.1 localhost\n",
  "/etc/os-release": "NAME=fixture\n",
  "/usr/bin/env": "",
  "/usr/bin/git": "",
  "/usr/lib": "dir",
  "/usr/share/dict/words": "a\n",
  "/bin/sh": "",
};

const devices: ReadonlyMap<string, FileKind> = new Map([
  ["/dev/null", "character"],
  ["/dev/zero", "character"],
  ["/dev/tty", "character"],
  ["/dev/urandom", "character"],
  ["/dev/sda", "block"],
  ["/dev/sda1", "block"],
  ["/dev/nvme0n1", "block"],
]);

export function fakeWorld(fake: FakeWorld = {}): World {
  const home = fake.home ?? "/home/me";
  const project = fake.project === null ? undefined : (fake.project ?? `${home}/project`);
  const absolute = (path: string): string =>
    path.startsWith("/") ? path : path.startsWith("~/") ? home + path.slice(1) : `${project ?? home}/${path}`;
  const table = (paths: Readonly<Record<string, string>>) =>
    Object.entries(paths).map(([path, text]) => [absolute(path), text] as const);
  const links = new Map(table(fake.links ?? {}));
  const files = new Map<string, string>();
  for (const [path, text] of [...table(layout), ...table(fake.files ?? {})]) {
    files.set(path, text);
    for (const directory of parents(path)) if (!files.has(directory)) files.set(directory, "dir");
  }
  for (const path of [...links.keys(), home, ...(project === undefined ? [] : [project])]) {
    for (const directory of [path, ...parents(path)]) {
      if (!files.has(directory) && !links.has(directory)) files.set(directory, "dir");
    }
  }
  const unsaved = (fake.unsaved ?? ["README.md", "draft.txt", ".env", "~/Documents/letter.txt"]).map(absolute);

  function realPath(path: string): string {
    const parts = path.split("/").filter((part) => part !== "" && part !== ".");
    let at = "";
    for (let steps = 0; parts.length > 0 && steps < 1000; steps++) {
      const part = parts.shift() ?? "";
      if (part === "..") {
        at = at.slice(0, Math.max(0, at.lastIndexOf("/")));
        continue;
      }
      const link = links.get(`${at}/${part}`);
      if (link === undefined) at = `${at}/${part}`;
      else {
        if (link.startsWith("/")) at = "";
        parts.unshift(...link.split("/").filter((each) => each !== "" && each !== "."));
      }
    }
    return at === "" ? "/" : at;
  }

  function kind(path: string): FileKind {
    const real = realPath(path);
    const text = files.get(real);
    if (text === undefined) return devices.get(real) ?? (real === "/" || real === "/dev" ? "directory" : "none");
    return text === "dir" ? "directory" : "file";
  }

  function lossOfPaths(paths: readonly string[]): Loss {
    const gone = paths.map(realPath);
    const lost = unsaved.filter((path) => files.has(path) && gone.some((each) => isWithin(path, each)));
    const repository = `${project}/.git`;
    if (project !== undefined && gone.some((each) => isWithin(repository, each) || isWithin(each, repository))) {
      return { lost: true, facts: "the repository itself" };
    }
    return lost.length > 0
      ? { lost: true, facts: `${lost.length} files git does not have: ${lost.join(", ")}` }
      : { lost: false, facts: "git has everything that is there" };
  }

  return {
    home,
    project,
    temp: ["/tmp", "/var/tmp"],
    realPath,
    kind,
    read: (path, limit) => {
      const text = kind(path) === "file" ? files.get(realPath(path)) : undefined;
      return text !== undefined && text.length <= limit ? text : undefined;
    },
    settings: (path) => {
      const text = kind(path) === "file" ? files.get(realPath(path)) : undefined;
      return text === undefined ? { kind: "none" } : { kind: "table", table: parse(text) };
    },
    list: (path) => {
      if (kind(path) !== "directory") return undefined;
      const inside = realPath(path) === "/" ? "/" : `${realPath(path)}/`;
      const names = [...files.keys(), ...links.keys(), ...devices.keys()]
        .filter((each) => each.startsWith(inside) && each !== inside)
        .map((each) => each.slice(inside.length).split("/")[0] ?? "");
      return [...new Set(names)].sort();
    },
    live: fake.live ?? ((what) => ({ kind: what === "variable" ? "unseen" : "absent" })),
    loss: (request) => {
      switch (request.kind) {
        case "paths":
          return lossOfPaths(request.paths);
        case "worktree":
          return unsaved.length > 0
            ? { lost: true, facts: `${unsaved.length} files with changes that are not committed` }
            : { lost: false, facts: "nothing that git does not have" };
        case "stash":
          return { lost: true, facts: "1 stash: WIP on main" };
        case "branch":
          return request.names.some((name) => name !== "merged")
            ? { lost: true, facts: `commits that no other branch has: ${request.names.join(", ")}` }
            : { lost: false, facts: "another branch has every commit" };
      }
    },
  };
}

function parents(path: string): readonly string[] {
  const parts = path.split("/").slice(1, -1);
  return parts.map((_, i) => `/${parts.slice(0, i + 1).join("/")}`);
}

function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory === "/" ? "/" : `${directory}/`);
}
