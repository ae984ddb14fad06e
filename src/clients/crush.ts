import type { Client } from "./client.ts";

export const crush: Client = {
  id: "crush",
  title: "Crush",
  docs: "https://github.com/charmbracelet/crush/blob/main/docs/hooks/README.md",
  event: { at: ["event"], before: ["PreToolUse"] },
  tool: [["tool_name"]],
  tools: [{ names: ["bash"], command: ["tool_input", "command"], directory: ["tool_input", "working_dir"] }],
  cwd: [["cwd"]],
  session: [["session_id"]],
  // 49 would end the turn; after 2 the model hears why.
  refusal: { kind: "exit-2" },
  // "allow" would skip the question that Crush asks its user.
  allow: "",
  // Crush interprets commands itself, and its interpreter keeps both.
  keeps: { shell: true, cwd: "kept" },
  shell: { always: "bash" },
  home: { path: ".config/crush", env: "XDG_CONFIG_HOME", below: ".config" },
  files: [
    {
      kind: "json",
      place: { path: ".config/crush/crush.json", env: "XDG_CONFIG_HOME", below: ".config" },
      list: ["hooks", "PreToolUse"],
      entry: ({ command }) => ({ name: "heed", matcher: "^bash$", command, timeout: 15 }),
    },
  ],
  besides: "Crush calls hooks for its main agent only: what its sub-agents run passes none.",
};
