import { type Client, matched } from "./client.ts";

export const antigravity: Client = {
  id: "antigravity",
  title: "Antigravity CLI",
  docs: "https://antigravity.google/docs/hooks",
  // The payload names no event.
  event: { at: [], before: [] },
  tool: [["toolCall", "name"]],
  tools: [
    { names: ["run_command"], command: ["toolCall", "args", "CommandLine"], directory: ["toolCall", "args", "Cwd"] },
  ],
  cwd: [["workspacePaths", "0"]],
  session: [["conversationId"]],
  refusal: { kind: "json", json: (reason) => ({ decision: "deny", reason }) },
  // A missing decision is one against; agy (1.1.2) goes on asking its user after this one.
  allow: '{"decision":"allow"}\n',
  keeps: { shell: false, cwd: "told" },
  shell: { named: ["SHELL"] },
  home: { path: ".gemini/antigravity-cli" },
  files: [
    {
      kind: "json",
      place: { path: ".gemini/config/hooks.json" },
      // The first key is the hook's name.
      list: ["heed", "PreToolUse"],
      entry: ({ command }) => matched("run_command", { command, timeout: 15 }),
    },
  ],
};
