/** What a hook prints and how it ends, in the client's own way. */

import type { Client } from "./client.ts";

export interface Reply {
  readonly out: string;
  readonly err: string;
  readonly status: number;
}

export function allowed(client: Client): Reply {
  return { out: client.allow, err: "", status: 0 };
}

/** `reason` is one line. */
export function refused(client: Client, reason: string): Reply {
  const { refusal } = client;
  switch (refusal.kind) {
    case "exit-2":
      return { out: "", err: `${reason}\n`, status: 2 };
    case "json":
      return { out: `${JSON.stringify(refusal.json(reason))}\n`, err: "", status: 0 };
    default:
      return refusal satisfies never;
  }
}

export function failed(client: Client, error: unknown): Reply {
  const what = error instanceof Error ? error.message : String(error);
  return refused(client, `heed: internal error: ${what.split("\n")[0]} (the line was not run)`);
}
