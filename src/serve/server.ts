/** The resident process: one per user, for any number of shells. It listens on a socket and on FIFOs and leaves when no shell is left. */

import { closeSync, constants, lstatSync, openSync, rmSync, writeSync } from "node:fs";
import { createServer, Socket } from "node:net";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { isAlive } from "../world/process.ts";
import { openHarbour } from "./harbour.ts";
import {
  controlIn,
  isHeldByUs,
  isOwnFifo,
  KEY,
  makeFifo,
  prepareDirectory,
  releaseLock,
  socketIn,
  sweep,
  takeLock,
} from "./place.ts";
import { createDecoder, encodeAnswer, type Request } from "./protocol.ts";
import { createShells, type Surroundings } from "./sessions.ts";

export interface Settings {
  readonly directory: string;
  readonly around: Surroundings;
  /** How often to look whether any shell is left; it leaves after some looks that found none. */
  readonly lookEvery: number;
  /** Called once when it has left. */
  left(): void;
  /** It belongs to a terminal and leaves with that, not when no shell is there. */
  readonly stays?: boolean;
}

export interface Running {
  /** Where it listens as well, if it stays. */
  readonly port: number | undefined;
  close(): void;
}

const SHORT = 2;
const LONG = 60;

interface Pair {
  readonly inode: number;
  close(): void;
}

/** Resolves when it can be talked to; `undefined` when another process is serving this directory already. */
export async function serve(settings: Settings): Promise<Running | undefined> {
  const { directory } = settings;
  // What a line leaves is garbage at once: room for more of it would only be kept (155 MB instead of 80 after some thousand lines).
  setFlagsFromString("--semi-space-growth-factor=1");
  prepareDirectory(directory);
  if (!takeLock(directory)) return undefined;
  sweep(directory);
  const shells = createShells(settings.around);
  const pairs = new Map<string, Pair>();
  /** Looks without any shell before it leaves. Shells that ask once are gone before anybody looks, and more will come. */
  let patience = SHORT;
  let emptyLooks = 0;

  /** Each request gets its answer; after `wait` a second one. */
  function respond(request: Request, send: (text: string) => void): void {
    if (request.kind === "know") {
      shells.know(request);
      return;
    }
    if (request.kind === "once") {
      patience = LONG;
      emptyLooks = 0;
      // Judging takes milliseconds; more than that is a person who is being asked.
      const late = setTimeout(() => send(encodeAnswer(request.id, { word: "wait" })), 1000);
      shells.once(request).then((answer) => {
        clearTimeout(late);
        send(encodeAnswer(request.id, answer));
        detach(request.key);
      });
      return;
    }
    const answer = shells.answer(request);
    send(encodeAnswer(request.id, answer));
    if (answer.word !== "wait") return;
    // Whoever asked may be gone by then.
    shells
      .later(request)
      .then((later) => send(encodeAnswer(request.id, later)))
      .catch(() => {});
  }

  function listen(source: Socket, send: (text: string) => void): void {
    const decode = createDecoder();
    // A shell that goes away in the middle of a word is its own business.
    source.on("error", () => {});
    source.on("data", (chunk: Uint8Array) => {
      for (const request of decode(chunk)) {
        if (request.kind === "garbage")
          send(encodeAnswer("-", { word: "deny", text: "heed: internal error: a request that cannot be read" }));
        else respond(request, send);
      }
    });
  }

  /** A shell that announces itself again (after `exec`, after its FIFOs were removed) gets new ends. */
  function attach(key: string): void {
    const [requests, answers] = [join(directory, `${key}.rq`), join(directory, `${key}.rs`)];
    if (!KEY.test(key) || !isOwnFifo(requests) || !isOwnFifo(answers)) return;
    const inode = lstatSync(requests).ino;
    if (pairs.get(key)?.inode === inode) return;
    pairs.get(key)?.close();
    const out = openFifo(answers);
    const source = new Socket({ fd: openFifo(requests), readable: true, writable: false });
    // By the time of an answer nobody may be left to read it.
    let isOpen = true;
    listen(source, (text) => {
      if (isOpen) writeSync(out, text);
    });
    pairs.set(key, {
      inode,
      close() {
        isOpen = false;
        source.destroy();
        closeSync(out);
      },
    });
  }

  /** A shell that asks once reads its answer from what it has open; the names are of no more use. */
  function detach(key: string): void {
    const pair = pairs.get(key);
    if (!pair) return;
    pair.close();
    pairs.delete(key);
    for (const end of ["rq", "rs"]) rmSync(join(directory, `${key}.${end}`), { force: true });
  }

  const control = controlIn(directory);
  if (!isOwnFifo(control)) {
    rmSync(control, { force: true });
    makeFifo(control);
  }
  const announcements = new Socket({ fd: openFifo(control), readable: true, writable: false });
  let heard = "";
  announcements.on("error", () => {});
  announcements.on("data", (chunk: Uint8Array) => {
    const lines = (heard + Buffer.from(chunk).toString("latin1")).split("\n");
    heard = (lines.pop() ?? "").slice(0, 200);
    for (const key of lines) attach(key);
  });

  rmSync(socketIn(directory), { force: true });
  const meet = (connection: Socket) => {
    listen(connection, (text) => connection.write(text));
    connection.on("end", () => connection.end());
  };
  const server = createServer({ allowHalfOpen: true }, meet);
  const mask = process.umask(0o077);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(socketIn(directory), resolve);
  }).finally(() => process.umask(mask));

  const harbour = settings.stays ? await openHarbour(meet) : undefined;

  const looking = setInterval(() => {
    for (const [key, pid] of shells.pids()) {
      if (isAlive(pid)) continue;
      shells.forget(key);
      pairs.get(key)?.close();
      pairs.delete(key);
    }
    sweep(directory);
    emptyLooks = shells.pids().size === 0 ? emptyLooks + 1 : 0;
    // Without the lock it was taken for dead and replaced. One that holds a terminal leaves with that.
    if (!settings.stays && (emptyLooks >= patience || !isHeldByUs(directory))) close();
  }, settings.lookEvery);

  let closed = false;
  function close(): void {
    if (closed) return;
    closed = true;
    clearInterval(looking);
    for (const pair of pairs.values()) pair.close();
    announcements.destroy();
    server.close();
    harbour?.close();
    releaseLock(directory);
    settings.left();
  }
  return { port: harbour?.port, close };
}

/** Both ways, so that opening never waits for the other side and there is never an end of file. */
function openFifo(path: string): number {
  return openSync(path, constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOFOLLOW);
}
