import { type Client, matched } from "./client.ts";

const plugin = ".agents/plugins/heed";

export const goose: Client = {
  id: "goose",
  title: "Goose",
  docs: "https://block.github.io/goose/docs/guides/context-engineering/hooks",
  event: { at: ["event"], before: ["PreToolUse"] },
  tool: [["tool_name"]],
  tools: [{ names: ["developer__shell", "shell"], command: ["tool_input", "command"] }],
  cwd: [["working_dir"]],
  session: [["session_id"]],
  refusal: { kind: "exit-2" },
  allow: "",
  keeps: { shell: false, cwd: "told" },
  shell: { always: "bash" },
  home: { path: ".config/goose", env: "XDG_CONFIG_HOME", below: ".config" },
  files: [
    {
      kind: "whole",
      place: { path: `${plugin}/plugin.json` },
      text: () =>
        `${JSON.stringify({ name: "heed", version: "1.0.0", description: "heed judges every shell command" }, null, 2)}\n`,
    },
    {
      kind: "whole",
      place: { path: `${plugin}/hooks/hooks.json` },
      // The only event of Goose that can stop a command. The matcher is a regular expression.
      text: ({ command }) => {
        const rule = matched("^(developer__)?shell$", { command, timeout: 15, on_failure: "block" });
        return `${JSON.stringify({ hooks: { PreToolUse: [rule] } }, null, 2)}\n`;
      },
    },
  ],
};
