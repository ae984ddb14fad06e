import type { Client } from "./client.ts";

export const codex: Client = {
  id: "codex",
  title: "Codex CLI",
  docs: "https://developers.openai.com/codex/hooks",
  event: { at: ["hook_event_name"], before: ["PreToolUse"] },
  tool: [["tool_name"]],
  tools: [
    {
      names: ["Bash", "shell", "local_shell", "shell_command", "exec_command", "unified_exec"],
      command: ["tool_input", "command"],
      directory: ["tool_input", "workdir"],
    },
  ],
  cwd: [["cwd"]],
  session: [["session_id"]],
  // A reason is needed: with an empty standard error Codex runs the command.
  refusal: { kind: "exit-2" },
  allow: "",
  keeps: { shell: false, cwd: "told" },
  shell: { named: ["SHELL"] },
  home: { path: ".codex", env: "CODEX_HOME", below: ".codex" },
  files: [
    {
      kind: "toml",
      place: { path: ".codex/config.toml", env: "CODEX_HOME", below: ".codex" },
      block: ({ command }) => `[[hooks.PreToolUse]]
matcher = "^Bash$"

[[hooks.PreToolUse.hooks]]
type = "command"
command = ${JSON.stringify(command)}
timeout = 15
`,
    },
  ],
  // `codex exec` skips a hook that is not trusted, and says nothing.
  besides:
    "Trust the hook: start codex, type /hooks and approve it. What write_stdin types into a running shell passes no hook.",
};
