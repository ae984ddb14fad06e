import { type Client, type HookCall, matched } from "./client.ts";

const entry = ({ command }: HookCall) => matched("Execute", { command, timeout: 15 });

export const droid: Client = {
  id: "droid",
  title: "Factory Droid",
  docs: "https://docs.factory.ai/harness/hooks",
  event: { at: ["hook_event_name"], before: ["PreToolUse"] },
  tool: [["tool_name"]],
  tools: [{ names: ["Execute"], command: ["tool_input", "command"] }],
  cwd: [["cwd"]],
  session: [["session_id"]],
  refusal: { kind: "exit-2" },
  allow: "",
  keeps: { shell: false, cwd: "told" },
  shell: { named: ["SHELL"] },
  home: { path: ".factory" },
  files: [
    // Read by the versions (0.186) that pass over hooks.json, and by the others when there is no hooks.json.
    { kind: "json", place: { path: ".factory/settings.json" }, list: ["hooks", "PreToolUse"], entry },
    {
      kind: "json",
      place: { path: ".factory/hooks.json" },
      list: ["hooks", "PreToolUse"],
      entry,
      only: "present",
      flat: true,
    },
  ],
};
