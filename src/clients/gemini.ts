import { type Client, matched } from "./client.ts";

export const gemini: Client = {
  id: "gemini",
  title: "Gemini CLI",
  docs: "https://geminicli.com/docs/hooks",
  event: { at: ["hook_event_name"], before: ["BeforeTool"] },
  tool: [["tool_name"]],
  tools: [
    {
      names: ["run_shell_command"],
      command: ["tool_input", "command"],
      directory: ["tool_input", "dir_path"],
    },
  ],
  cwd: [["cwd"]],
  session: [["session_id"]],
  refusal: { kind: "exit-2" },
  allow: "",
  keeps: { shell: false, cwd: "told" },
  shell: { always: "bash" },
  home: { path: ".gemini" },
  files: [
    {
      kind: "json",
      place: { path: ".gemini/settings.json" },
      list: ["hooks", "BeforeTool"],
      // Milliseconds.
      entry: ({ command }) => matched("run_shell_command", { name: "heed", command, timeout: 15_000 }),
    },
  ],
};
