/** Other things that hook shells, each loaded before the integration and after it. */

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { open, type ShellName, stage, sweepTraces, type Terminal, traces } from "./terminal.ts";

interface Companion {
  readonly name: string;
  readonly text: string;
  /** Only tested where this file is. */
  readonly needs?: string;
}

const companions: { readonly [shell in ShellName]: readonly Companion[] } = {
  bash: [
    {
      name: "the startup file that Debian ships",
      text: ". /etc/skel/.bashrc; PS1='<$t_n:$t_s> '",
      needs: "/etc/skel/.bashrc",
    },
    { name: "PROMPT_COMMAND as an array", text: "PROMPT_COMMAND=('t_s=$? t_n=$((t_n+1))' 'x=1' 'y=2')" },
    {
      name: "a prompt that wraps PROMPT_COMMAND",
      text: `t_old="\${PROMPT_COMMAND[*]}"; t_wrap() { t_keep=$?; (exit $t_keep); eval "$t_old"; }; PROMPT_COMMAND=t_wrap`,
    },
    { name: "a PS0 of the user", text: "PS0='$(echo >&2)'" },
    { name: "a readonly PROMPT_COMMAND", text: "readonly PROMPT_COMMAND" },
    { name: "a DEBUG trap with functrace", text: "set -T; trap ':' DEBUG" },
    { name: "errtrace and an ERR trap", text: "set -E; trap ':' ERR" },
    { name: "extdebug", text: "shopt -s extdebug" },
    { name: "a prompt of two lines", text: "PS1='line one\\n<$t_n:$t_s> '" },
    {
      name: "aliases of what we use",
      text: "alias builtin='echo no' local='echo no' printf='echo no' command='echo no' declare='echo no'",
    },
    { name: "direnv", text: 'eval "$(direnv hook bash)"', needs: "/usr/bin/direnv" },
    { name: "vi mode with its own bindings", text: "set -o vi; bind -m vi-insert '\"\\C-l\": clear-screen'" },
  ],
  zsh: [
    {
      name: "zsh-syntax-highlighting",
      text: ". /usr/share/zsh-syntax-highlighting/zsh-syntax-highlighting.zsh",
      needs: "/usr/share/zsh-syntax-highlighting",
    },
    {
      name: "zsh-autosuggestions",
      text: ". /usr/share/zsh-autosuggestions/zsh-autosuggestions.zsh",
      needs: "/usr/share/zsh-autosuggestions",
    },
    {
      name: "both",
      text: ". /usr/share/zsh-autosuggestions/zsh-autosuggestions.zsh; . /usr/share/zsh-syntax-highlighting/zsh-syntax-highlighting.zsh",
      needs: "/usr/share/zsh-autosuggestions",
    },
    {
      name: "a prompt with hooks and zle widgets",
      text: "autoload -Uz add-zsh-hook; t_pre() { :; }; t_post() { :; }; add-zsh-hook preexec t_post; add-zsh-hook precmd t_pre; zle-line-init() { :; }; zle -N zle-line-init; zle-keymap-select() { zle reset-prompt; }; zle -N zle-keymap-select",
    },
    { name: "an accept-line that is wrapped", text: "t_accept() { zle .accept-line; }; zle -N accept-line t_accept" },
    {
      name: "bracketed-paste-magic",
      text: "autoload -Uz bracketed-paste-magic url-quote-magic; zle -N bracketed-paste bracketed-paste-magic; zle -N self-insert url-quote-magic",
    },
    { name: "a preexec and a precmd function", text: "preexec() { t_seen=$1; }" },
    { name: "TRAPINT and TRAPDEBUG", text: "TRAPINT() { return 0; }; TRAPDEBUG() { :; }" },
    { name: "warn_create_global and nounset", text: "setopt warn_create_global nounset; t_n=0" },
    {
      name: "aliases of what we use",
      text: "alias builtin='echo no' local='echo no' print='echo no' emulate='echo no' setopt='echo no' typeset='echo no' return='echo no'",
    },
    { name: "direnv", text: 'eval "$(direnv hook zsh)"', needs: "/usr/bin/direnv" },
    { name: "no zle", text: "unsetopt zle" },
  ],
};

describe.each(["bash", "zsh"] as const)("%s", (shell) => {
  const at = stage();
  let terminal: Terminal;
  afterEach(() => terminal.close());
  afterAll(() => at.clean());

  const cases = companions[shell]
    .filter(({ needs }) => needs === undefined || existsSync(needs))
    .flatMap((companion) => [
      { ...companion, when: "before" as const },
      { ...companion, when: "after" as const },
    ]);
  test.each(cases)("gets on with $name loaded $when it", async ({ text, when }) => {
    sweepTraces(at);
    terminal = await open(shell, at, { [when]: text });
    expect(await terminal.run("mark a")).toBe(0);
    expect(await terminal.run("false")).toBe(1);
    expect(await terminal.run("mark b; : DENY")).toBe(126);
    expect(await terminal.run("{ mark c; } >d # DENY")).toBe(126);
    terminal.type("for i in 1; do\rmark e; : DENY\rdone\r");
    expect(await terminal.prompt()).toBe(126);
    terminal.type("mark f; : ASKME\r");
    await terminal.see("run it? [y/N] ");
    terminal.type("y\r");
    expect(await terminal.prompt()).toBe(0);
    expect(await terminal.run("mark g")).toBe(0);
    expect(traces(at)).toEqual({ a: 1, f: 1, g: 1 });
  });

  test.runIf(existsSync("/usr/bin/direnv"))(
    "sees what direnv loads before the first line that inherits it",
    async () => {
      sweepTraces(at);
      writeFileSync(join(at.work, ".envrc"), "export PAGER=evil");
      terminal = await open(shell, at, { after: `eval "$(direnv hook ${shell})"` });
      await terminal.run("direnv allow");
      await terminal.run("git log");
      expect(at.asked().at(-1)).toMatchObject({ line: "git log", env: { PAGER: "evil" } });
      await terminal.run("cd ..");
      await terminal.run("git log");
      expect(at.asked().at(-1)?.env).not.toHaveProperty("PAGER");
    },
  );
});

test.runIf(existsSync("/usr/share/zsh-autosuggestions"))(
  "a suggestion that is executed at once is judged",
  async () => {
    const at = stage();
    const load = ". /usr/share/zsh-autosuggestions/zsh-autosuggestions.zsh; bindkey '^Xe' autosuggest-execute";
    const terminal = await open("zsh", at, { before: `bindkey -e; HISTSIZE=100; ${load}` });
    try {
      await terminal.run("mark a; : DENY");
      terminal.type("mark a");
      await terminal.see("DENY");
      terminal.type("\x18e");
      expect(await terminal.prompt()).toBe(126);
      expect(traces(at)).toEqual({});
    } finally {
      await terminal.close();
      at.clean();
    }
  },
);
