import type { Client } from "./client.ts";

export const copilot: Client = {
  id: "copilot",
  title: "GitHub Copilot CLI",
  docs: "https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-hooks-reference",
  event: { at: ["hook_event_name"], before: ["preToolUse", "PreToolUse"] },
  // With event names in PascalCase Copilot speaks as Claude Code does.
  tool: [["toolName"], ["tool_name"]],
  tools: [
    { names: ["bash"], command: ["toolArgs", "command"] },
    { names: ["bash", "Bash"], command: ["tool_input", "command"] },
  ],
  cwd: [["cwd"]],
  session: [["sessionId"], ["session_id"]],
  refusal: {
    kind: "json",
    json: (reason) => ({ permissionDecision: "deny", permissionDecisionReason: reason }),
  },
  // "allow" would skip the question that Copilot asks its user.
  allow: "",
  // Versions differ: older ones type into one shell.
  keeps: { shell: true, cwd: "told" },
  shell: { always: "bash" },
  home: { path: ".copilot", env: "COPILOT_HOME", below: ".copilot" },
  files: [
    {
      kind: "whole",
      place: { path: ".copilot/hooks/heed.json", env: "COPILOT_HOME", below: ".copilot" },
      text: ({ command }) => {
        const hook = { type: "command", bash: command, timeoutSec: 15 };
        return `${JSON.stringify({ version: 1, hooks: { preToolUse: [hook] } }, null, 2)}\n`;
      },
    },
  ],
};
