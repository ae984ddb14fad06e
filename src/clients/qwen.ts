import { type Client, matched } from "./client.ts";

export const qwen: Client = {
  id: "qwen",
  title: "Qwen Code",
  docs: "https://qwenlm.github.io/qwen-code-docs/en/users/features/hooks",
  event: { at: ["hook_event_name"], before: ["PreToolUse"] },
  tool: [["tool_name"]],
  tools: [
    {
      names: ["run_shell_command", "Bash", "monitor"],
      command: ["tool_input", "command"],
      directory: ["tool_input", "directory"],
    },
  ],
  cwd: [["cwd"]],
  session: [["session_id"]],
  refusal: { kind: "exit-2" },
  allow: "",
  keeps: { shell: false, cwd: "told" },
  shell: { always: "bash" },
  home: { path: ".qwen" },
  files: [
    {
      kind: "json",
      place: { path: ".qwen/settings.json" },
      list: ["hooks", "PreToolUse"],
      // Milliseconds.
      entry: ({ command }) => matched("run_shell_command|monitor", { name: "heed", command, timeout: 15_000 }),
    },
  ],
};
