import type { Client, HookCall, Place } from "./client.ts";

const program: Place = { path: ".config/amp/heed-amp", env: "XDG_CONFIG_HOME", below: ".config" };
const rule =
  (tool: string) =>
  ({ at }: HookCall) => ({ tool, action: "delegate", to: at(program) });
const settings: Place = { path: ".config/amp/settings.json", env: "XDG_CONFIG_HOME", below: ".config" };

export const amp: Client = {
  id: "amp",
  title: "Amp",
  docs: "https://ampcode.com/manual/appendix#permissions",
  // The program gets nothing but the tool's arguments.
  event: { at: [], before: [] },
  tool: [{ env: "AGENT_TOOL_NAME" }],
  tools: [
    { names: ["Bash"], command: ["cmd"], directory: ["cwd"] },
    { names: ["shell_command", "Bash"], command: ["command"], directory: ["workdir"] },
  ],
  cwd: [],
  session: [{ env: "AMP_THREAD_ID" }],
  refusal: { kind: "exit-2" },
  allow: "",
  keeps: { shell: false, cwd: "told" },
  shell: { named: ["SHELL"] },
  home: { path: ".config/amp", env: "XDG_CONFIG_HOME", below: ".config" },
  files: [
    {
      kind: "whole",
      place: program,
      executable: true,
      text: ({ command }) => `#!/bin/sh
# heed judges every shell command before Amp runs it. To undo: heed uninstall amp
${command}
`,
    },
    // The first rule that matches decides.
    { kind: "json", place: settings, list: ["amp.permissions"], entry: rule("shell_command") },
    { kind: "json", place: settings, list: ["amp.permissions"], entry: rule("Bash") },
  ],
};
