import type { Client, HookCall } from "./client.ts";

const failed = JSON.stringify({
  cancel: true,
  errorMessage: "heed: internal error: the hook failed (the line was not run)",
});

export const cline: Client = {
  id: "cline",
  title: "Cline",
  docs: "https://docs.cline.bot/customization/hooks",
  // The command line client, and the extension.
  event: { at: ["hookName"], before: ["tool_call", "PreToolUse"] },
  tool: [
    ["tool_call", "name"],
    ["preToolUse", "toolName"],
  ],
  tools: [
    { names: ["run_commands"], command: ["tool_call", "input", "commands"], isList: true },
    { names: ["execute_command"], command: ["preToolUse", "parameters", "command"] },
  ],
  cwd: [["cwd"], ["workspaceRoots", "0"]],
  session: [["taskId"]],
  // Ends the whole run: Cline has no smaller no.
  refusal: { kind: "json", json: (reason) => ({ cancel: true, errorMessage: reason }) },
  allow: "",
  keeps: { shell: false, cwd: "told" },
  shell: { always: "bash" },
  home: { path: ".cline" },
  files: [
    {
      kind: "whole",
      place: { path: ".cline/hooks/PreToolUse" },
      executable: true,
      text: ({ argv }: HookCall) => `#!/bin/sh
# heed judges every shell command before Cline runs it. To undo: heed uninstall cline
${argv.map(quote).join(" ")} || printf '%s\\n' ${quote(failed)}
`,
    },
  ],
};

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
