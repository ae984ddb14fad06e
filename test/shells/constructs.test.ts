import { afterAll, describe, expect, test } from "vitest";
import { type Construct, constructs, preparations } from "./constructs.ts";
import { open, type ShellName, stage, sweepTraces, type Terminal, traces } from "./terminal.ts";

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
