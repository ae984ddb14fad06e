/** Asks as a shell would, from outside of any: so that a question comes up whatever the terminal is showing. */

import { readdirSync } from "node:fs";
import { createConnection, type Socket } from "node:net";
import { join } from "node:path";
import { encodeRequest } from "../../src/serve/protocol.ts";
import type { Root } from "./outer-terminal.ts";

/** The directory in which the shells of the only terminal meet. */
export function meetingPlace(root: Root): string {
  const name = readdirSync(join(root.path, "run")).find((entry) => entry.startsWith("shell."));
  if (name === undefined) throw new Error("no terminal is there");
  return join(root.path, "run", name);
}

export interface Client {
  readonly connection: Socket;
  /** Sends a request and gives the first answer to it that is none of those. */
  send(fields: readonly string[], besides?: readonly string[]): Promise<string>;
  /** Whether a line may run: `allow`, or `deny` with the reason. */
  ask(line: string): Promise<string>;
}

let count = 0;

export async function connect(root: Root, key = `z${process.pid}.${++count}`): Promise<Client> {
  const connection = createConnection(join(meetingPlace(root), "heed.sock"));
  await new Promise((resolve, reject) => connection.once("connect", resolve).once("error", reject));
  let heard = "";
  const waiting = new Set<() => void>();
  connection.on("data", (bytes: Uint8Array) => {
    heard += Buffer.from(bytes).toString("utf8");
    for (const look of waiting) look();
  });
  const send = (fields: readonly string[], besides: readonly string[] = []) => {
    const id = `${process.pid}.${++count}`;
    connection.write(encodeRequest([id, key, ...fields]));
    return new Promise<string>((resolve) => {
      const look = () => {
        for (const line of heard.split("\n")) {
          const [of, word = "", text = ""] = line.split("\t");
          if (of !== id || besides.includes(word)) continue;
          waiting.delete(look);
          resolve(`${word} ${text}`.trim());
        }
      };
      waiting.add(look);
      look();
    });
  };
  await send(["hello", "1", "0.1.0", "zsh", "5.9", String(process.pid), "ask"]);
  return {
    connection,
    send,
    ask: (line) => send(["line", "1", root.work, line, ""], ["wait"]),
  };
}
