/** What is on the alternate screen: kept as it was written, and drawn on a virtual terminal only when somebody wants to see it. */

import type { Terminal } from "@xterm/headless";
import type { Size } from "./child.ts";

export interface Snapshot {
  /** Draws the screen on an empty one, all modes being off. */
  readonly text: string;
  readonly cursor: { readonly column: number; readonly row: number };
}

export interface Picture {
  draw(bytes: Uint8Array): void;
  resize(size: Size): void;
  clear(): void;
  take(): Promise<Snapshot>;
}

/** More than this is drawn at once: keeping it would cost more than the virtual terminal. */
const MAX_KEPT = 8 << 20;

type Item = Uint8Array | Size;

interface Virtual {
  readonly terminal: Terminal;
  serialize(): string;
}

export function createPicture(begin: Size): Picture {
  let items: Item[] = [];
  let kept = 0;
  let size = begin;
  /** The size the kept bytes were written for. */
  let sizeAtStart = begin;
  let virtual: Promise<Virtual> | undefined;
  /** Bytes go to the virtual terminal one after the other. */
  let working: Promise<void> = Promise.resolve();

  function add(item: Item): void {
    items.push(item);
    if (item instanceof Uint8Array) kept += item.length;
    if (kept > MAX_KEPT || virtual) work();
  }

  function work(): void {
    virtual ??= createVirtual(sizeAtStart);
    const [mine, at] = [items, virtual];
    items = [];
    kept = 0;
    working = working.then(async () => {
      const { terminal } = await at;
      for (const item of mine) {
        if (item instanceof Uint8Array) await new Promise<void>((resolve) => terminal.write(item, resolve));
        else if (item.columns > 0 && item.rows > 0) terminal.resize(item.columns, item.rows);
      }
    });
  }

  return {
    draw: add,
    resize(to) {
      size = to;
      if (items.length === 0 && !virtual) sizeAtStart = to;
      else add(to);
    },
    clear() {
      virtual?.then(({ terminal }) => terminal.dispose());
      virtual = undefined;
      items = [];
      kept = 0;
      sizeAtStart = size;
    },
    async take() {
      work();
      const from = virtual ?? createVirtual(size);
      await working;
      const { terminal, serialize } = await from;
      const { cursorX, cursorY } = terminal.buffer.active;
      return { text: serialize(), cursor: { column: cursorX + 1, row: cursorY + 1 } };
    },
  };
}

async function createVirtual({ columns, rows }: Size): Promise<Virtual> {
  const [xterm, addon] = await Promise.all([import("@xterm/headless"), import("@xterm/addon-serialize")]);
  // CommonJS: Node gives the names on `default`, a bundler gives them directly as well.
  const { Terminal } = xterm.default ?? xterm;
  const { SerializeAddon } = addon.default ?? addon;
  const terminal = new Terminal({ cols: columns || 80, rows: rows || 24, scrollback: 0, allowProposedApi: true });
  const serializer = new SerializeAddon();
  terminal.loadAddon(serializer);
  const START = "\x1b[?1049h\x1b[H";
  return {
    terminal,
    serialize() {
      const text = serializer.serialize({ scrollback: 0, excludeModes: true });
      const at = text.indexOf(START);
      return at < 0 ? text : text.slice(at + START.length);
    },
  };
}
