/** The doctor as it is installed: it tries real shells in real terminals, and the hooks of clients as they call them. */

import { spawn } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { builtHeed } from "../../scripts/built.ts";

let built = "";
beforeAll(() => {
  built = builtHeed();
});

let home = "";
let bin = "";
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "heed-doctor-test-")));
  bin = join(home, ".local/bin");
  mkdirSync(bin, { recursive: true });
  cpSync(built, join(bin, "heed"));
});
afterEach(() => rmSync(home, { recursive: true }));

function heed(...args: readonly string[]): Promise<{ readonly status: number | null; readonly out: string }> {
  return new Promise((resolve) => {
    const env = { HOME: home, PATH: "/usr/local/bin:/usr/bin:/bin", HEED_DIR: join(home, "run"), LANG: "C.UTF-8" };
    const child = spawn(join(bin, "heed"), args, { cwd: home, env, stdio: ["ignore", "pipe", "pipe"] });
    let out = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (data) => {
        out += data;
      });
    }
    child.on("close", (status) => resolve({ status, out }));
  });
}

const write = (path: string, text: string) => writeFileSync(join(home, path), text);
const read = (path: string) => readFileSync(join(home, path), "utf8");

test("where nothing is installed, it says what is open, and that is no fault", async () => {
  mkdirSync(join(home, ".gemini"));
  const { status, out } = await heed("doctor");
  expect(out).toContain("open   an interactive bash ran what is denied: heed install --shell bash\n");
  expect(out).toContain("open   Gemini CLI is here and asks no one: heed install gemini\n");
  expect(out).toContain("open   sh -c, scripts and makefiles: ");
  expect({ status, end: out.split("\n").at(-2) }).toEqual({
    status: 0,
    end: "heed: what is installed does what it should",
  });
});

test("it proves that shells and hooks run what is allowed once, and what is denied not at all", async () => {
  for (const name of ["heed-bash", "heed-sh"]) symlinkSync("heed", join(bin, name));
  await heed("install", "--yes");
  for (const client of ["claude", "cline", "cursor", "amp", "codex"]) await heed("install", client, "--yes");
  const { status, out } = await heed("doctor");
  expect(out).toContain("ok     an interactive bash ran what is allowed once, and what is denied not at all\n");
  expect(out).toContain("ok     a login bash ran what is allowed once, and what is denied not at all\n");
  expect(out).toContain("ok     heed-bash -c ran what is allowed once, and refused what is denied\n");
  expect(out).toContain("ok     heed-sh -c ran what is allowed once, and refused what is denied\n");
  for (const title of ["Claude Code", "Cline", "Cursor", "Amp", "Codex CLI"])
    expect(out).toContain(`ok     the hook of ${title} let through what is allowed, and refused what is denied\n`);
  expect(out).not.toContain("wrong");
  expect(status).toBe(0);
});

describe("it is wrong, and the status says so,", () => {
  test.each([
    {
      what: "returns",
      text: "return\n",
      why: "something in them ends before heed's line, or another file is read in their place: heed install",
    },
    { what: "fails", text: "if true; then\n", why: /it says: bash: .*\.bashrc: line 3: syntax error.*/ },
  ])("when a start-up file $what before it loads heed", async ({ text, why }) => {
    await heed("install", "--yes");
    write(".bashrc", `${text}${read(".bashrc")}`);
    const { status, out } = await heed("doctor");
    const said = /^wrong {2}an interactive bash ran what is denied, though its start-up files load heed: (.*)$/m.exec(
      out,
    );
    expect(said?.[1]).toMatch(why);
    expect(out).toContain("heed: 1 of these is wrong\n");
    expect(status).toBe(1);
  });

  test("when a login bash reads another file than the one that loads heed", async () => {
    await heed("install", "--yes");
    write(".profile", read(".bash_profile"));
    write(".bash_profile", "umask 022\n");
    const { status, out } = await heed("doctor");
    expect(out).toContain("ok     an interactive bash ran what is allowed once, and what is denied not at all\n");
    expect(out).toContain("wrong  a login bash ran what is denied, though its start-up files load heed: ");
    expect(status).toBe(1);
  });

  test("when a hook was taken out by hand", async () => {
    await heed("install", "claude", "--yes");
    write(".claude/settings.json", "{}\n");
    const { status, out } = await heed("doctor");
    expect(out).toMatch(
      /^wrong {2}the hook of Claude Code is gone from .*settings\.json: heed uninstall claude and heed install claude$/m,
    );
    expect(status).toBe(1);
  });

  test.each([
    { id: "claude", file: ".claude/settings.json" },
    { id: "codex", file: ".codex/config.toml" },
  ])("when the file of $id was broken by hand, and where", async ({ id, file }) => {
    await heed("install", id, "--yes");
    const line = read(file).split("\n").length;
    write(file, `${read(file)}?\n`);
    const { status, out } = await heed("doctor");
    expect(out).toContain(`wrong  ${join(home, file)}:${line}:1: `);
    expect(status).toBe(1);
  });

  test("when no guard process can be started", async () => {
    await heed("install", "--yes");
    write("run", "");
    const { status, out } = await heed("doctor");
    expect(out).toContain(`wrong  ${join(home, "run")}: file already exists: no guard process can be there`);
    expect(out).toContain("it says: heed: not run: the guard cannot be started: ");
    expect(status).toBe(1);
  });

  test("when nothing can be logged", async () => {
    mkdirSync(join(home, ".local/state"), { recursive: true });
    write(".local/state/heed", "");
    const { status, out } = await heed("doctor");
    expect(out).toContain(`wrong  ${join(home, ".local/state/heed")}: file already exists: refusals stand`);
    expect(status).toBe(1);
  });

  test("when a hook calls another heed", async () => {
    await heed("install", "gemini", "--yes");
    write(".gemini/settings.json", read(".gemini/settings.json").replace(bin, "/elsewhere"));
    expect((await heed("doctor")).out).toMatch(/^wrong {2}the hook of Gemini CLI is not this heed's: /m);
  });

  test("when a shell cannot be used at all", async () => {
    await heed("install", "--yes");
    write(".bashrc", `exit\n${read(".bashrc")}`);
    const { status, out } = await heed("doctor");
    expect(out).toContain("wrong  an interactive bash could not be tried, it ended at once: start bash and look\n");
    expect(status).toBe(1);
  });
});
