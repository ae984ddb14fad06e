import { type Client, matched } from "./client.ts";

export const openhands: Client = {
  id: "openhands",
  title: "OpenHands",
  docs: "https://docs.openhands.dev/openhands/usage/customization/hooks",
  event: { at: ["event_type"], before: ["PreToolUse", "pre_tool_use"] },
  tool: [["tool_name"]],
  tools: [
    {
      names: ["terminal", "execute_bash"],
      command: ["tool_input", "command"],
      keys: { when: ["tool_input", "is_input"], pass: /^(C-[a-z])?$/ },
    },
  ],
  cwd: [["working_dir"]],
  session: [["session_id"]],
  refusal: { kind: "exit-2" },
  allow: "",
  // One interactive bash for the whole conversation.
  keeps: { shell: true, cwd: "kept" },
  shell: { always: "bash" },
  home: { path: ".openhands" },
  files: [
    {
      kind: "json",
      place: { path: ".openhands/hooks.json" },
      list: ["hooks", "PreToolUse"],
      entry: ({ command }) => matched("terminal|execute_bash", { command, timeout: 15 }),
    },
  ],
  besides: "A repository with a .openhands/hooks.json of its own is not guarded: put the same entry there.",
};
