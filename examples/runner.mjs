// A runner of shell commands that asks heed first, in its own process: node examples/runner.mjs 'git status' 'git push'
import { spawnSync } from "node:child_process";
import { createGuard } from "heed";

// Every command gets a `bash -c` of its own here, so nothing but files goes from one to the next.
const guard = createGuard({ shell: "bash", isOneShell: false });

/** What a model reads as the result of its command. */
function run(command) {
  const { verdict, message } = guard.check(command);
  if (verdict !== "allow") return { output: message, status: 126 };
  const { stdout, stderr, status } = spawnSync("bash", ["-c", command], { encoding: "utf8" });
  return { output: stdout + stderr, status };
}

for (const command of process.argv.slice(2)) {
  const { output, status } = run(command);
  console.log(`$ ${command}\n${output.trimEnd()}\n[${status}]`);
}
guard.close();
