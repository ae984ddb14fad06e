import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "smol-toml";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Client, JsonFile } from "../../src/clients/client.ts";
import { entriesIn } from "../../src/clients/json-edit.ts";
import { clientNamed, clients } from "../../src/clients/table.ts";
import { newHome, run } from "../cli/run.ts";

let home = "";
beforeEach(() => {
  home = newHome();
});
afterEach(() => rmSync(home, { recursive: true }));

const heed = (...args: readonly string[]) => run({ home }, ...args);
const at = (path: string) => join(home, path);
const text = (path: string) => readFileSync(at(path), "latin1");

function put(path: string, content: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), content, "latin1");
}

/** Every file below home but heed's own, with its text. */
function files(): { [path: string]: string } {
  const found: { [path: string]: string } = {};
  for (const entry of readdirSync(home, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(home.length + 1);
    if (!path.startsWith(".local")) found[path] = entry.isFile() ? text(path) : "directory";
  }
  return found;
}

function jsonFileOf(client: Client): JsonFile | undefined {
  return client.files.find((file) => file.kind === "json");
}

/** How people's files look, as a function of what they may say besides. */
const layouts: { readonly [name: string]: (list: readonly string[]) => string } = {
  empty: () => "",
  "only a line end": () => "\n",
  "a byte order mark and nothing": () => "\xef\xbb\xbf",
  "an empty object": () => "{}",
  "an empty object over two lines": () => "{\n}\n",
  "one line, no line end": () => '{"theme":"dark","n":[1,2]}',
  "comments and trailing commas": () =>
    '// mine\n{\n  // the theme\n  "theme": "dark", /* dark\n  always */\n  "list": [1, 2,],\n  // the end\n}\n',
  "a comment behind the bracket": () => '{ // settings\n\t"theme": "dark"\n}\n',
  "CRLF and tabs": () => '{\r\n\t"theme": "dark",\r\n\t"n": {\r\n\t\t"a": 1\r\n\t}\r\n}',
  "four spaces, no line end": () => '{\n    "theme": "dark"\n}',
  "bytes that are no UTF-8": () => '{\n  "theme": "\xe9\xff"\n}\n',
  "an entry of somebody else": (list) => JSON.stringify(nest(list, [{ matcher: "Edit", command: "other" }]), null, 2),
  "an entry on one line": (list) => `${JSON.stringify(nest(list, [{ matcher: "Edit", command: "other" }]))}\n`,
  "an empty list": (list) => JSON.stringify(nest(list, []), null, "\t"),
  "another event": (list) => JSON.stringify(nest(list.slice(0, -1), { PostToolUse: [{ hooks: [] }] }), null, 2),
};

function nest(list: readonly string[], value: unknown): unknown {
  return list.reduceRight((inner, key) => ({ [key]: inner }), value);
}

const json = clients.filter((client) => jsonFileOf(client));

describe.each(json.map(({ id }) => id))("%s", (id) => {
  const client = clientNamed(id);
  const file = client && jsonFileOf(client);
  if (!client || !file) throw new Error(id);
  const { path } = file.place;

  test.each(Object.keys(layouts))("%s: comes back byte for byte", async (name) => {
    const before = layouts[name]?.(file.list) ?? "";
    put(path, before);
    const all = files();
    expect(await heed("install", id, "--yes")).toMatchObject({ status: 0, err: "" });
    const entries = entriesIn(text(path), file.list);
    expect(JSON.stringify(entries[0])).toMatch(new RegExp(`hook ${id} \\|\\| exit 2|heed-${id}`));
    expect(text(path).includes('"theme"') === before.includes('"theme"')).toBe(true);
    const once = files();
    expect((await heed("install", id, "--yes")).out).toBe(`${client.title} asks heed already\n`);
    expect(files()).toEqual(once);
    expect(await heed("uninstall", id, "--yes")).toMatchObject({ status: 0, err: "" });
    expect(files()).toEqual(all);
  });

  test("comes out also when its record is lost", async () => {
    put(path, '{\n  "theme": "dark"\n}\n');
    await heed("install", id, "--yes");
    rmSync(at(".local"), { recursive: true });
    expect((await heed("uninstall", id, "--yes")).status).toBe(0);
    expect(entriesIn(text(path), file.list)).toEqual([]);
    expect(text(path)).toContain('"theme": "dark"');
  });

  test("leaves what came to stand beside it", async () => {
    await heed("install", id, "--yes");
    const data = JSON.parse(text(path));
    data.theme = "dark";
    const list = file.list.reduce((inner, key) => inner[key], data);
    list.push({ matcher: "Edit", command: "other" });
    writeFileSync(at(path), JSON.stringify(data, null, "\t"));
    expect((await heed("uninstall", id, "--yes")).status).toBe(0);
    expect(JSON.parse(text(path)).theme).toBe("dark");
    expect(entriesIn(text(path), file.list)).toEqual([{ matcher: "Edit", command: "other" }]);
  });

  const unexpected = [
    ['{"a": }', ":1:7"],
    ["[1]", ""],
    ['"text"', ""],
    [`{"${file.list[0]}": "text"}`, ""],
    ['{"a": 1} x', ":1:10"],
  ];
  test.each(unexpected)(
    "a file that is not as expected (%s) is left alone, and named with the place%s",
    async (content = "", place = "") => {
      put(path, content);
      const before = files();
      const { status, err } = await heed("install", id, "--yes");
      expect(status).toBe(64);
      expect(err).toContain(`heed: error: ${at(path)}${place}: `);
      expect(files()).toEqual(before);
    },
  );
});

describe.each(clients.map(({ id }) => id))("%s, never configured", (id) => {
  test("is installed into files that are gone afterwards", async () => {
    expect((await heed("install", id, "--yes")).status).toBe(0);
    expect(Object.keys(files()).length).toBeGreaterThan(0);
    expect((await heed("uninstall", id, "--yes")).status).toBe(0);
    expect(files()).toEqual({});
    expect((await heed("uninstall", id, "--yes")).out).toMatch(/^heed is not in the configuration of /);
  });

  test("is only shown with --dry-run", async () => {
    const { status, out } = await heed("install", id, "--dry-run");
    expect({ status, files: files() }).toEqual({ status: 0, files: {} });
    expect(out).toContain(`add to ${home}/`);
  });
});

describe("codex", () => {
  const path = ".codex/config.toml";
  const layouts = {
    "a table at the end": 'model = "gpt"\n\n[features] # mine\nhooks = true\n',
    "no line end": 'model = "gpt" # mine',
    CRLF: 'model = "gpt"\r\n[analytics]\r\nenabled = false\r\n',
    empty: "",
    "hooks of somebody else": '[[hooks.PreToolUse]]\nmatcher = "x"\n[[hooks.PreToolUse.hooks]]\ntype = "command"\n',
  };

  test.each(Object.entries(layouts))("%s: comes back byte for byte", async (_, before) => {
    put(path, before);
    const all = files();
    expect(await heed("install", "codex", "--yes")).toMatchObject({ status: 0, err: "" });
    const hooks = Object(parse(text(path))["hooks"]);
    expect(hooks.PreToolUse.at(-1)).toMatchObject({ matcher: "^Bash$", hooks: [{ type: "command", timeout: 15 }] });
    expect((await heed("install", "codex", "--yes")).out).toContain("asks heed already");
    expect((await heed("uninstall", "codex", "--yes")).status).toBe(0);
    expect(files()).toEqual(all);
  });

  test("comes out between what was added before and behind it, also without its record", async () => {
    for (const lost of [false, true]) {
      put(path, 'model = "gpt"\n');
      await heed("install", "codex", "--yes");
      put(path, `# top\n${text(path)}\n[tui]\nx = 1\n`);
      if (lost) rmSync(at(".local"), { recursive: true });
      expect((await heed("uninstall", "codex", "--yes")).status).toBe(0);
      expect(text(path)).toBe('# top\nmodel = "gpt"\n\n[tui]\nx = 1\n');
    }
  });

  test.each(["hooks = { PreToolUse = [] }\n", "model = \n"])(
    "a file that cannot take it (%s) is left alone",
    async (before) => {
      put(path, before);
      expect(await heed("install", "codex", "--yes")).toMatchObject({ status: 64 });
      expect(text(path)).toBe(before);
    },
  );

  test("is found where CODEX_HOME says", async () => {
    mkdirSync(at("elsewhere"));
    await run({ home, env: { CODEX_HOME: at("elsewhere") } }, "install", "codex", "--yes");
    expect(existsSync(at("elsewhere/config.toml"))).toBe(true);
  });
});

test("another hook of Cline is not overwritten", async () => {
  put(".cline/hooks/PreToolUse", "#!/bin/sh\nexit 0\n");
  const { status, err } = await heed("install", "cline", "--yes");
  expect(status).toBe(64);
  expect(err).toMatch(/PreToolUse: is there already and not heed's: let it call .* hook cline \|\| exit 2\n$/);
  expect(text(".cline/hooks/PreToolUse")).toBe("#!/bin/sh\nexit 0\n");
});

test("a file of heed's that somebody changed stays, and is named", async () => {
  await heed("install", "cline", "--yes");
  put(".cline/hooks/PreToolUse", `${text(".cline/hooks/PreToolUse")}echo more\n`);
  const { status, err } = await heed("uninstall", "cline", "--yes");
  expect(status).toBe(1);
  expect(err).toContain("PreToolUse: was changed since");
  expect(text(".cline/hooks/PreToolUse")).toContain("echo more");
});

test("programs that clients call are executable, settings keep their mode", async () => {
  await heed("install", "amp", "--yes");
  expect(statSync(at(".config/amp/heed-amp")).mode & 0o777).toBe(0o755);
  put(".claude/settings.json", "{}");
  chmodSync(at(".claude/settings.json"), 0o600);
  await heed("install", "claude", "--yes");
  expect(statSync(at(".claude/settings.json")).mode & 0o777).toBe(0o600);
});

test("an older heed's entry gives way to the new one's, and the file still comes back", async () => {
  const before = '{\n  "theme": "dark"\n}\n';
  put(".claude/settings.json", before);
  await heed("install", "claude", "--yes");
  const moved = (path: string) => put(path, text(path).replaceAll(process.execPath, "/old/node"));
  moved(".claude/settings.json");
  moved(".local/state/heed/clients/claude.json");
  expect((await heed("install", "claude", "--yes")).status).toBe(0);
  expect(text(".claude/settings.json")).not.toContain("/old/node");
  expect(entriesIn(text(".claude/settings.json"), ["hooks", "PreToolUse"])).toHaveLength(1);
  await heed("uninstall", "claude", "--yes");
  expect(text(".claude/settings.json")).toBe(before);
});

test("a droid with a hooks.json gets the entry there too, in that file's own form", async () => {
  put(".factory/hooks.json", '{"PostToolUse":[]}');
  await heed("install", "droid", "--yes");
  expect(entriesIn(text(".factory/hooks.json"), ["PreToolUse"])).toHaveLength(1);
  expect(entriesIn(text(".factory/settings.json"), ["hooks", "PreToolUse"])).toHaveLength(1);
  await heed("uninstall", "droid", "--yes");
  expect(files()).toEqual({ ".factory": "directory", ".factory/hooks.json": '{"PostToolUse":[]}' });
});

test("an unknown client is named, with those that are known", async () => {
  expect(await heed("install", "clippy")).toMatchObject({
    status: 64,
    err: expect.stringContaining("claude, codex, gemini"),
  });
});
