/** The commands that people type: read by commander, each loaded when it is called. */

import { Command, CommanderError, Option } from "commander";
import { version } from "../store/asset.ts";
import type { ExplainOptions } from "./explain.ts";
import type { InstallOptions } from "./install.ts";
import { exit, type Io } from "./io.ts";
import type { ListOptions, VerifyOptions } from "./log.ts";

const shells = ["bash", "zsh", "sh"] as const;

export async function program(args: readonly string[], io: Io): Promise<number> {
  let status: number = exit.allow;
  const heed = new Command("heed");
  const run =
    <Given extends unknown[]>(act: (...given: Given) => Promise<number>) =>
    async (...given: Given): Promise<void> => {
      status = await act(...given);
    };
  heed
    .description("a preexec guard for bash and zsh that remembers what the session has exported")
    .version(version())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.out(text),
      writeErr: (text) => io.err(text),
      outputError: (text, write) =>
        write(`heed: ${text.trim().replace(/\n\(Did you mean (.*)\?\)/, " (did you mean $1?)")}\n`),
    });

  /** Commands that are read by hand; here for help and for suggestions. */
  const byHand = (
    usage: string,
    description: string,
    load: () => Promise<(args: string[], io: Io) => Promise<number>>,
  ) =>
    heed
      .command(usage.split(" ")[0] ?? "")
      .usage(usage.slice(usage.indexOf(" ") + 1))
      .description(description)
      .allowUnknownOption()
      .argument("[args...]")
      .action(run(async (given: string[]) => (await load())(given, io)));

  byHand(
    "check [--shell bash|zsh|sh] [--cwd DIR] [--session NAME] [--json] LINE | --batch",
    "judge a line: exit 0 allow, 1 ask, 2 deny",
    async () => (await import("./check.ts")).check,
  );
  byHand(
    "hook CLIENT",
    "one hook call of an agent client: JSON on standard input; silent when the command may run",
    async () => (await import("./hook.ts")).hook,
  );
  heed
    .command("explain")
    .description("show what heed sees in a line, part by part; runs nothing")
    .argument("<line>")
    .addOption(new Option("--shell <shell>", "which shell's language").choices(shells).default("bash"))
    .option("--cwd <dir>", "where the line would run")
    .option("--session <name>", "the session that it continues")
    .action(
      run(async (line: string, options: ExplainOptions) => (await import("./explain.ts")).explain(line, options, io)),
    );
  byHand(
    "init bash|zsh [--refuse]",
    "print the integration for a shell to eval; --refuse: nobody is at its terminal to be asked",
    async () => (await import("./init.ts")).init,
  );
  byHand(
    "allow ID [--always] | list | show ID | revoke ID",
    "approve a question that was refused because nobody was there, in your own terminal",
    async () => (await import("./allow.ts")).allow,
  );
  heed
    .command("pending")
    .description("questions that wait for a person")
    .action(run(async () => (await import("./allow.ts")).pending(io)));
  byHand(
    "shell [--login] [--plain] [-- COMMAND ...]",
    "a terminal in which every shell is guarded, and where questions come up outside of what runs in it",
    async () => (await import("./shell.ts")).shell,
  );
  heed
    .command("guards")
    .description(
      "print what makes bash and zsh ask heed first, for a runner's environment; writes the files that this needs",
    )
    .action(run(async () => (await import("./dropin-guards.ts")).guardsCommand([], io)));
  const log = heed.command("log").description("what was stopped, asked and overridden");
  log
    .command("list", { isDefault: true })
    .description("the entries, oldest first")
    .option("-n, --lines <count>", "only the last so many", Number)
    .option("-f, --follow", "go on as entries come")
    .addOption(new Option("--verdict <verdict>", "only these").choices(["allow", "ask", "deny"]))
    .option("--json", "as they are in the file")
    .action(run(async (options: ListOptions) => (await import("./log.ts")).list(options, io)));
  log
    .command("verify")
    .description("whether the log is as it was written")
    .option("--head <receipt>", "a receipt that an earlier verify printed: the log must still hold it")
    .action(run(async (options: VerifyOptions) => (await import("./log.ts")).verifyLog(options, io)));
  const session = heed.command("session").description("what sessions carry from line to line");
  session
    .command("list", { isDefault: true })
    .description("the names of the kept sessions")
    .action(run(async () => (await import("./session.ts")).list(io)));
  session
    .command("show")
    .description("what a session carries, and which line brought it")
    .argument("<name>")
    .action(run(async (name: string) => (await import("./session.ts")).show(name, io)));
  session
    .command("forget")
    .description("begin a session anew")
    .argument("<name>")
    .action(run(async (name: string) => (await import("./session.ts")).forget(name, io)));
  heed
    .command("env")
    .description("what heed knows of an environment variable; without a name, which it knows")
    .argument("[name]")
    .action(run(async (name: string | undefined) => (await import("./tables.ts")).env(name, io)));
  heed
    .command("rules")
    .description("what heed knows of a program; without a name, which it knows")
    .argument("[program]")
    .action(run(async (name: string | undefined) => (await import("./tables.ts")).rules(name, io)));
  heed
    .command("install")
    .description("add heed to the start-up files of your shells, or to an agent client")
    .argument("[client]", "claude, codex, gemini … (docs/clients.md)")
    .addOption(new Option("--shell <shell...>", "which shells").choices(["bash", "zsh"]))
    .option("--refuse", "refuse what would be asked: nobody is at these terminals")
    .option("--dry-run", "only say what would be done")
    .option("--yes", "do not ask")
    .action(
      run(async (client: string | undefined, options: InstallOptions) => {
        if (client !== undefined) return (await import("./clients.ts")).installClient(client, options, io);
        return (await import("./install.ts")).install(options, io);
      }),
    );
  heed
    .command("uninstall")
    .description("take out what install added; the files are then as they were before")
    .argument("[client]", "an agent client; without one, your shells")
    .option("--dry-run", "only say what would be done")
    .option("--yes", "do not ask")
    .action(
      run(async (client: string | undefined, options: InstallOptions) => {
        if (client !== undefined) return (await import("./clients.ts")).uninstallClient(client, options, io);
        return (await import("./install.ts")).uninstall(options, io);
      }),
    );
  heed
    .command("doctor")
    .description("whether heed works here")
    .action(run(async () => (await import("./doctor.ts")).doctor(io)));

  try {
    await heed.parseAsync([...args], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    status = error.exitCode === 0 ? exit.allow : exit.usage;
  }
  return status;
}
