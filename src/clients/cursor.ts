import type { Client } from "./client.ts";

export const cursor: Client = {
  id: "cursor",
  title: "Cursor",
  docs: "https://cursor.com/docs/agent/hooks",
  event: { at: ["hook_event_name"], before: ["beforeShellExecution"] },
  tool: [],
  tools: [{ names: [], command: ["command"] }],
  // `cwd` can be empty.
  cwd: [["cwd"], ["workspace_roots", "0"]],
  session: [["conversation_id"]],
  refusal: {
    kind: "json",
    json: (reason) => ({ permission: "deny", user_message: reason, agent_message: reason }),
  },
  // With failClosed Cursor blocks what a hook says nothing of. It goes on asking its user all the same.
  allow: '{"permission":"allow"}\n',
  keeps: { shell: true, cwd: "told" },
  shell: { named: ["SHELL"] },
  home: { path: ".cursor" },
  files: [
    {
      kind: "json",
      place: { path: ".cursor/hooks.json" },
      list: ["hooks", "beforeShellExecution"],
      head: { version: 1 },
      entry: ({ command }) => ({ command, timeout: 15, failClosed: true }),
    },
  ],
};
