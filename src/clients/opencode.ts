import type { Client, HookCall } from "./client.ts";

const names = ["bash", "shell"];

export const opencode: Client = {
  id: "opencode",
  title: "opencode",
  docs: "https://opencode.ai/docs/plugins",
  // What the plugin below sends.
  event: { at: ["event"], before: ["tool.execute.before"] },
  tool: [["tool"]],
  tools: [{ names, command: ["args", "command"], directory: ["args", "workdir"] }],
  cwd: [["directory"]],
  session: [["sessionID"]],
  // The plugin makes the error of it that opencode takes for a refusal.
  refusal: { kind: "exit-2" },
  allow: "",
  keeps: { shell: false, cwd: "told" },
  shell: { named: ["SHELL"] },
  home: { path: ".config/opencode", env: "XDG_CONFIG_HOME", below: ".config" },
  files: [
    {
      kind: "whole",
      place: { path: ".config/opencode/plugin/heed.js", env: "XDG_CONFIG_HOME", below: ".config" },
      text: plugin,
    },
  ],
};

function plugin({ argv }: HookCall): string {
  const [program, ...args] = argv;
  return `// heed judges every shell command before opencode runs it. To undo: heed uninstall opencode
import { spawnSync } from "node:child_process";

export const Heed = async ({ directory }) => ({
  "tool.execute.before": async ({ tool, sessionID }, { args }) => {
    if (!${JSON.stringify(names)}.includes(tool)) return;
    const call = { event: "tool.execute.before", tool, sessionID, args, directory };
    const { status, stderr, error } = spawnSync(${JSON.stringify(program)}, ${JSON.stringify(args)}, {
      input: JSON.stringify(call),
      encoding: "utf8",
      timeout: 15_000,
    });
    if (status === 0) return;
    const why = error?.message ?? "it ended with " + status;
    throw new Error(stderr?.trim() || "heed: internal error: " + why + " (the line was not run)");
  },
});
`;
}
