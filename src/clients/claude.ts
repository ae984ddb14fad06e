import { type Client, matched } from "./client.ts";

export const claude: Client = {
  id: "claude",
  title: "Claude Code",
  docs: "https://code.claude.com/docs/en/hooks",
  event: { at: ["hook_event_name"], before: ["PreToolUse"] },
  tool: [["tool_name"]],
  // Monitor runs a command in the background and reports its lines.
  tools: [{ names: ["Bash", "Monitor"], command: ["tool_input", "command"] }],
  cwd: [["cwd"]],
  session: [["session_id"]],
  refusal: { kind: "exit-2" },
  allow: "",
  keeps: { shell: false, cwd: "told" },
  shell: { named: ["CLAUDE_CODE_SHELL", "SHELL"] },
  home: { path: ".claude", env: "CLAUDE_CONFIG_DIR", below: ".claude" },
  files: [
    {
      kind: "json",
      place: { path: ".claude/settings.json", env: "CLAUDE_CONFIG_DIR", below: ".claude" },
      list: ["hooks", "PreToolUse"],
      // Without onFailure (2.1.295 and newer) a hook that cannot be started lets the command run.
      entry: ({ command }) => matched("Bash|Monitor", { command, timeout: 15, onFailure: "block" }),
    },
  ],
};
