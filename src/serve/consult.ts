/** Asks whoever serves a directory, and waits for as long as the answer takes. */

import { createConnection } from "node:net";
import { socketIn } from "./place.ts";
import { encodeRequest } from "./protocol.ts";

export interface Reply {
  readonly word: string;
  readonly text: string;
}

/** The final answer to one request, asked at a port or at the socket of a directory; undefined when nobody is there, or goes away. */
export function consult(at: number | string, fields: readonly string[]): Promise<Reply | undefined> {
  return new Promise((resolve) => {
    const connection = typeof at === "number" ? createConnection(at, "127.0.0.1") : createConnection(socketIn(at));
    let heard = "";
    const finish = (reply: Reply | undefined) => {
      connection.destroy();
      resolve(reply);
    };
    connection.on("error", () => finish(undefined));
    connection.on("close", () => finish(undefined));
    connection.on("data", (chunk: Uint8Array) => {
      heard += Buffer.from(chunk).toString("utf8");
      for (const line of heard.split("\n").slice(0, -1)) {
        const [, word = "", text = ""] = line.split("\t");
        if (word !== "wait") finish({ word, text });
      }
    });
    connection.write(encodeRequest(["consult", "-", ...fields]));
  });
}
