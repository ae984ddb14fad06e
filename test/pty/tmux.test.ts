import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "./asking-client.ts";
import { makeRoot, type OuterTerminal, openTerminal } from "./outer-terminal.ts";

const hasTmux = spawnSync("tmux", ["-V"]).status === 0;
const root = makeRoot();
const socket = join(root.path, "tmux");
const tmux = (...args: readonly string[]) => spawnSync("tmux", ["-S", socket, ...args], { encoding: "utf8" }).stdout;

beforeAll(() => {
  root.file("home/.bashrc", "PS1='<$?> '\n");
  root.file("work/text", Array.from({ length: 99 }, (_, i) => `${i + 1}: the \x1b[4;3${i % 8}mfox\x1b[0m\n`).join(""));
});
afterAll(() => {
  tmux("kill-server");
  root.clean();
});

/** What tmux, which is another terminal than the one that draws the picture, has of the screen and of its modes. */
const modes =
  "cursor_x cursor_y cursor_flag alternate_on insert_flag keypad_cursor_flag keypad_flag mouse_any_flag mouse_sgr_flag origin_flag wrap_flag scroll_region_upper scroll_region_lower";
const state = () =>
  tmux("capture-pane", "-p", "-e") +
  tmux(
    "display-message",
    "-p",
    modes
      .split(" ")
      .map((name) => `#{${name}}`)
      .join(" "),
  );

test.skipIf(!hasTmux)("in tmux a question goes without a trace, over vim and over a half-typed line", async () => {
  const script = openTerminal(root, { instead: ["true"] });
  await script.ended;
  const program = ["vim", "-u", "NONE", "-N", "--cmd", "set ruler mouse=a", "text"];
  const guard = [process.execPath, join(root.path, "terminal-guard.mjs"), root.path];
  for (const { args, drawn, keys, shown } of [
    { args: ["--", ...program], drawn: "1: the", keys: "2GVj", shown: "VISUAL LINE" },
    { args: [], drawn: "<0> ", keys: "echo half of a li", shown: "half of a li" },
  ]) {
    const session = openTerminal(root, {
      instead: ["tmux", "-S", socket, "-f", "/dev/null", "new-session", "-x", "80", "-y", "24", ...guard, ...args],
    });
    await session.see(drawn);
    session.type(keys);
    await session.see(shown);
    await session.calm();
    const before = state();
    const client = await connect(root);
    const answer = client.ask("ASKME");
    await session.see("[n] no");
    session.type("n");
    expect(await answer).toBe("deny heed: not run.");
    await session.unsee("heed asks");
    await session.calm();
    expect(state()).toBe(before);
    tmux("kill-server");
    await session.ended;
  }
});

test.skipIf(!hasTmux)("a line in a tmux inside is asked about over the tmux", async () => {
  const terminal: OuterTerminal = openTerminal(root, {
    args: [
      "--",
      "tmux",
      "-S",
      socket,
      "-f",
      "/dev/null",
      "new-session",
      "bash -c 'mark a; : ASKME'; echo status $?; read x",
    ],
  });
  await terminal.see("[n] no");
  expect(root.marks()).toEqual({});
  terminal.type("y");
  await terminal.see("status 0");
  expect(root.marks()).toEqual({ a: 1 });
  terminal.type("\r");
  await terminal.ended;
});
