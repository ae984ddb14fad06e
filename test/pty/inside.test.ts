import { afterEach, describe, expect, test } from "vitest";
import { makeRoot, type Options, type OuterTerminal, openTerminal, type Root } from "./outer-terminal.ts";

const CHOICES = "[n] no";

const roots: Root[] = [];
const opened: OuterTerminal[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((terminal) => terminal.close()));
  for (const root of roots.splice(0)) root.clean();
});

function open(options: Options, files: { readonly [name: string]: string } = {}) {
  const root = makeRoot();
  roots.push(root);
  for (const [name, text] of Object.entries(files)) root.file(name, text, 0o755);
  const terminal = openTerminal(root, options);
  opened.push(terminal);
  return { root, terminal };
}

/** What an agent may do to run a line. */
const ways: readonly { readonly name: string; readonly script: (line: string) => string }[] = [
  { name: "bash -c", script: (line) => `bash -c '${line}'` },
  { name: "bash -lc", script: (line) => `bash -lc '${line}'` },
  { name: "a bash within a bash", script: (line) => `bash -c 'true; bash -c "${line}"; true'` },
  {
    name: "bash -c as Node runs it",
    script: (line) =>
      `'${process.execPath}' -e 'const r = require("child_process").spawnSync("bash", ["-c", process.argv[1]], { input: "" }); process.stdout.write(r.stdout); process.stderr.write(r.stderr); process.exit(r.status)' '${line}'`,
  },
  { name: "zsh -c", script: (line) => `zsh -c '${line}'` },
  { name: "zsh -lc", script: (line) => `zsh -lc '${line}'` },
  { name: "bash with its commands from a pipe", script: (line) => `echo '${line}' | bash` },
  { name: "zsh with its commands from a pipe", script: (line) => `echo '${line}' | zsh` },
];

describe("an agent's line is asked about outside of it:", () => {
  test.each(ways)("$name", async ({ script }) => {
    const agent = `${script("~/../bin/mark a; : ASKME")}; echo status $?; read x; ${script("~/../bin/mark b; : ASKME")}; echo status $?`;
    const { root, terminal } = open({ args: ["--", "sh", "-c", agent] });
    await terminal.see(CHOICES);
    expect(root.marks()).toEqual({});
    terminal.type("n");
    await terminal.see(/^status \d+$/m);
    expect(root.marks()).toEqual({});
    terminal.type("\r");
    await terminal.see(CHOICES);
    terminal.type("y");
    await terminal.see("status 0");
    expect(await terminal.ended).toBe(0);
    expect(root.marks()).toEqual({ b: 1 });
  });

  test.each(ways)("$name is denied without a question", async ({ script }) => {
    const { root, terminal } = open({ args: ["--", "sh", "-c", `${script("~/../bin/mark a; : DENY")}; true`] });
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen()).toContain("heed: denied");
    expect(root.marks()).toEqual({});
  });

  test.each(ways)("$name runs what is allowed as if nothing were there", async ({ script }) => {
    const { root, terminal } = open({ args: ["--", "sh", "-c", script("~/../bin/mark a; echo out")] });
    expect(await terminal.ended).toBe(0);
    expect(terminal.raw()).toBe("out\r\n");
    expect(root.marks()).toEqual({ a: 1 });
  });

  test("an agent that stops its shell while it is asked for takes the question back", async () => {
    const agent = "bash -c 'mark a; : ASKME' & while [ ! -e go ]; do sleep 0.02; done; kill -9 $!; echo over; read x";
    const { root, terminal } = open({ args: ["--", "sh", "-c", agent] });
    await terminal.see(CHOICES);
    root.file("work/go", "");
    await terminal.unsee("heed asks");
    await terminal.see("over");
    expect(root.marks()).toEqual({});
  });
});

describe("the person's start-up files", () => {
  /** Each says its name, and the last one what is set. */
  const say = (name: string) => `echo "<${name}>"\n`;

  test("of bash are read in their order", async () => {
    const { terminal } = open({}, { "home/.bashrc": `${say("bashrc")}PS1='$ '\n`, "home/.profile": say("profile") });
    await terminal.see("$ ");
    expect(terminal.screen().match(/<\w+>/g)).toEqual(["<bashrc>"]);
  });

  test("of a bash that is a login shell are read in their order", async () => {
    const files = {
      "home/.bashrc": `${say("bashrc")}PS1='$ '\n`,
      "home/.bash_profile": `${say("bash_profile")}. ~/.bashrc\n`,
      "home/.profile": say("profile"),
    };
    const { terminal } = open({ args: ["--login"] }, files);
    await terminal.see("$ ");
    expect(terminal.screen().match(/<\w+>/g)).toEqual(["<bash_profile>", "<bashrc>"]);
  });

  const zsh = { SHELL: "/bin/zsh" };
  const names = [".zshenv", ".zprofile", ".zshrc", ".zlogin", ".zlogout"];
  const files = (directory: string) =>
    Object.fromEntries(names.map((name) => [`${directory}/${name}`, `${say(name.slice(1))}PS1='%% '\n`]));

  test("of zsh are read in their order", async () => {
    const { terminal } = open({ env: zsh }, files("home"));
    await terminal.see("% ");
    expect(terminal.screen().match(/<\w+>/g)).toEqual(["<zshenv>", "<zshrc>"]);
  });

  test("of a zsh that is a login shell are read in their order, the last one when it ends", async () => {
    const { terminal } = open({ args: ["--login"], env: zsh }, files("home"));
    await terminal.see("% ");
    expect(terminal.screen().match(/<\w+>/g)).toEqual(["<zshenv>", "<zprofile>", "<zshrc>", "<zlogin>"]);
    terminal.type("exit\r");
    await terminal.ended;
    expect(terminal.screen()).toContain("<zlogout>");
  });

  test("of zsh are found where .zshenv says that they are", async () => {
    const { root, terminal } = open(
      { env: zsh },
      { "home/.zshenv": `${say("zshenv")}export ZDOTDIR=~/z\n`, "home/z/.zshrc": "" },
    );
    root.file("home/z/.zshrc", `${say("zshrc")}PS1='%% '\n`);
    await terminal.see("% ");
    expect(terminal.screen().match(/<\w+>/g)).toEqual(["<zshenv>", "<zshrc>"]);
    terminal.type("echo dir=${ZDOTDIR:t}.\r");
    await terminal.see("dir=z.");
  });

  test("may stop half-way, and the shell is guarded all the same", async () => {
    const { root, terminal } = open({}, { "home/.bashrc": "PS1='<$?> '\nreturn 3\n" });
    await terminal.see("<");
    terminal.type("mark a; : DENY\r");
    await terminal.see("<126> ");
    expect(root.marks()).toEqual({});
  });
});
