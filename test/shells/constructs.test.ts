import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { type Construct, constructs, preparations } from "./constructs.ts";
import { open, programs, type ShellName, stage, sweepTraces, type Terminal, traces } from "./terminal.ts";

const settings: readonly { readonly shell: ShellName; readonly mode: "emacs" | "vi"; readonly before: string }[] = [
  { shell: "bash", mode: "emacs", before: "set -o emacs" },
  { shell: "bash", mode: "vi", before: "set -o vi" },
  { shell: "zsh", mode: "emacs", before: "bindkey -e" },
  { shell: "zsh", mode: "vi", before: "bindkey -v" },
];

describe.each(settings)("$shell in $mode mode", ({ shell, mode, before }) => {
  const at = stage();
  let terminal: Terminal | undefined;
  afterAll(async () => {
    await terminal?.close();
    at.clean();
  });

  /** Types the construct and then a plain line; a shell that got stuck is replaced for the next case. */
  async function type(construct: Construct, verdict: "OK" | "DENY") {
    sweepTraces(at);
    const used = terminal ?? (await open(shell, at, { before: `${before}\n${preparations[shell]}` }));
    terminal = undefined;
    const keys = construct.keys.replaceAll("{V}", verdict);
    used.type(
      construct.accepts
        ? keys
        : `${keys}
`,
    );
    const status = await used.prompt();
    const left = traces(at);
    if (construct.clear) used.type(construct.clear);
    sweepTraces(at);
    const next = await used.run("mark next");
    const after = traces(at);
    terminal = used;
    return { status, left, next, after };
  }

  const once = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 1]));

  test.each(constructs(shell, mode))("runs $name once and keeps it from running", async (construct) => {
    const allowed = await type(construct, "OK");
    expect(allowed).toEqual({ status: 0, left: once(construct.makes), next: 0, after: { next: 1 } });
    const denied = await type(construct, "DENY");
    expect(denied).toEqual({ status: construct.stopped ?? 126, left: {}, next: 0, after: { next: 1 } });
  });
});

test("bash without line editing stops the same lines", async () => {
  const at = stage();
  const terminal = await open("bash", at, { args: ["--noediting", "-i"] });
  try {
    expect(await terminal.see("<1:0> ")).not.toContain("bind");
    expect(await terminal.run("mark a")).toBe(0);
    expect(await terminal.run("mark b; { mark c; } >d # DENY")).toBe(130);
    expect(await terminal.run("mark e")).toBe(0);
    expect(traces(at)).toEqual({ a: 1, e: 1 });
  } finally {
    await terminal.close();
    at.clean();
  }
});

test.each(["bash", "zsh"] as const)("what was pasted into %s behind a stopped line is dropped", async (shell) => {
  const at = stage();
  const terminal = await open(shell, at);
  try {
    terminal.type("mark a\rmark b; : DENY\rmark c\rmark d\r");
    await terminal.see("heed: denied");
    await terminal.prompt();
    terminal.type("\x15mark e\r");
    await vi.waitUntil(() => traces(at)["e"] !== undefined, 20_000);
    expect(traces(at)).toEqual({ a: 1, e: 1 });
  } finally {
    await terminal.close();
    at.clean();
  }
});

test.each([
  { mode: "emacs", keys: "\x18\x05" },
  { mode: "vi", keys: "\x1bv" },
])("bash in $mode mode edits a line in an editor, and judges what comes back", async ({ mode, keys }) => {
  const at = stage();
  writeFileSync(join(at.work, "../bin/edit"), "#!/bin/bash\nprintf 'mark b; : DENY\\n' >\"$1\"\n", { mode: 0o755 });
  const terminal = await open("bash", at, { before: `set -o ${mode}`, env: { EDITOR: "edit" } });
  try {
    terminal.type(`mark a${keys}`);
    await terminal.see("mark b; : DENY");
    expect(traces(at)).toEqual({});
    terminal.type("\r");
    expect(await terminal.prompt()).toBe(126);
    expect(traces(at)).toEqual({});
  } finally {
    await terminal.close();
    at.clean();
  }
});

test("bash takes a line that heed thinks unfinished when Enter is pressed again, and still judges the whole", async () => {
  const at = stage();
  const terminal = await open("bash", at);
  try {
    terminal.type("mark a; : 'x\r\r");
    await terminal.see("\n> ");
    terminal.type("OK'\r");
    expect(await terminal.prompt()).toBe(0);
    terminal.type("mark b; : 'x\r\r");
    await terminal.see("\n> ");
    terminal.type("DENY'\r");
    expect(await terminal.prompt()).toBe(130);
    expect(await terminal.run("mark c")).toBe(0);
    expect(traces(at)).toEqual({ a: 1, c: 1 });
  } finally {
    await terminal.close();
    at.clean();
  }
});

test("zsh refuses a line with a byte that ends its fields", async () => {
  const at = stage();
  const terminal = await open("zsh", at, { before: "bindkey -e" });
  try {
    terminal.type("mark a '\x16\x00'\r");
    await terminal.see("heed: denied: the line holds a NUL byte");
    expect(await terminal.prompt()).toBe(126);
    expect(traces(at)).toEqual({});
  } finally {
    await terminal.close();
    at.clean();
  }
});

test.each(["bash", "zsh"] as const)("%s inside tmux stops and runs the same", async (shell) => {
  const at = stage();
  const tmux = ["-L", `heed-${process.pid}-${shell}`, "-f", "/dev/null"];
  const inside = `exec ${programs[shell]} -i`;
  const terminal = await open(shell, at, { program: "tmux", args: [...tmux, "new-session", inside] });
  try {
    await terminal.prompt();
    terminal.type("mark a\r");
    expect(await terminal.prompt()).toBe(0);
    terminal.type("mark b; { mark c; } >d; : DENY\r");
    expect(await terminal.prompt()).toBe(126);
    terminal.type("mark e; : ASKME\r");
    await terminal.see("run it? [y/N]");
    terminal.type("y\r");
    expect(await terminal.prompt()).toBe(0);
    expect(traces(at)).toEqual({ a: 1, e: 1 });
    terminal.type("exit\r");
    await terminal.ended;
  } finally {
    await terminal.close();
    at.clean();
  }
});
