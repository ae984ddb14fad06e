/** The agent clients that heed speaks to. */

import { amp } from "./amp.ts";
import { antigravity } from "./antigravity.ts";
import { claude } from "./claude.ts";
import type { Client } from "./client.ts";
import { cline } from "./cline.ts";
import { codex } from "./codex.ts";
import { copilot } from "./copilot.ts";
import { crush } from "./crush.ts";
import { cursor } from "./cursor.ts";
import { droid } from "./droid.ts";
import { gemini } from "./gemini.ts";
import { goose } from "./goose.ts";
import { opencode } from "./opencode.ts";
import { openhands } from "./openhands.ts";
import { qwen } from "./qwen.ts";

export const clients: readonly Client[] = [
  claude,
  codex,
  gemini,
  qwen,
  opencode,
  cline,
  cursor,
  copilot,
  droid,
  goose,
  crush,
  amp,
  openhands,
  antigravity,
];

export function clientNamed(id: string): Client | undefined {
  return clients.find((client) => client.id === id);
}
