/** A port of this machine for this user's shells: unlike a socket's file, nobody can put another in its place while it is open. */

import { readFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";

export interface Harbour {
  readonly port: number;
  close(): void;
}

/** Undefined where the system does not tell whose a connection is, or there is no network at all. */
export function openHarbour(meet: (connection: Socket) => void): Promise<Harbour | undefined> {
  if (process.platform !== "linux") return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const server = createServer({ allowHalfOpen: true }, (connection) => {
      if (isOurs(connection)) meet(connection);
      else connection.destroy();
    });
    server.once("error", () => resolve(undefined));
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") return resolve(undefined);
      resolve({ port: address.port, close: () => void server.close() });
    });
  });
}

/** Whether the other end belongs to this user: the system lists both ends of what is connected on one machine. */
function isOurs({ localPort = 0, remotePort = 0 }: Socket): boolean {
  const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, "0");
  try {
    const row = readFileSync("/proc/net/tcp", "latin1")
      .split("\n")
      .find((line) => line.includes(`:${hex(remotePort)} 0100007F:${hex(localPort)} `));
    return row !== undefined && Number(row.trim().split(/\s+/)[7]) === process.getuid?.();
  } catch {
    return false;
  }
}
