/** What the program has told the terminal to be, read off its output: enough to put all of it back after a question. Pure. */
// biome-ignore-all lint/suspicious/noControlCharactersInRegex: this is what terminals speak

export interface Modes {
  /** The program draws on the alternate screen. */
  readonly alternate: boolean;
  /** DEC private modes (`CSI ? n h`) that it set or reset. */
  readonly private: ReadonlyMap<string, boolean>;
  readonly insert: boolean;
  readonly keypad: boolean;
  /** Scroll region as given, empty for the whole screen. */
  readonly region: string;
  /** Character sets: the final bytes of `ESC (` and `ESC )`, and whether the second is in use. */
  readonly charset: { readonly g0: string; readonly g1: string; readonly shifted: boolean };
  /** How deep the program has pushed kitty's keyboard flags, on the screen it is on. */
  readonly kitty: number;
  /** xterm's modifyOtherKeys, empty when it was left alone. */
  readonly otherKeys: string;
}

export interface Scanner {
  readonly modes: Modes;
  feed(bytes: Uint8Array): void;
  /** The beginning of a sequence or character whose end has not come yet. */
  unfinished(): Uint8Array;
}

/** Hears what becomes of the alternate screen, and of bracketed paste: a shell turns it on when it begins to read a line. */
export interface Watcher {
  entered(): void;
  /** In whole sequences, beginning with the one that switched to it. */
  drawn(bytes: Uint8Array): void;
  left(): void;
  pasteable(): void;
}

/** Longer strings (an image) are not kept to be sent again. */
const MAX_UNFINISHED = 1 << 20;

const ESC = 0x1b;
const SHIFT_OUT = 0x0e;
const SHIFT_IN = 0x0f;

const SEQUENCE =
  /\x1b\[([<=>?!]?)([\d:;]*)([ -/]*)([@-~])|\x1b([()])([\dA-Za-z])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[PX^_][^\x1b]*\x1b\\|\x1b([78c=>])|[\x0e\x0f]/g;

/** An escape that may still become a sequence: everything from the last one on, if no whole sequence begins there. */
const OPEN = /\x1b(?:$|\[[<=>?!]?[\d:;]*[ -/]*$|[()]$|\][^\x07\x1b]*\x1b?$|[PX^_][^\x1b]*\x1b?$)/;

interface State {
  alternate: boolean;
  private: Map<string, boolean>;
  insert: boolean;
  keypad: boolean;
  region: string;
  charset: { g0: string; g1: string; shifted: boolean };
  kitty: number;
  otherKeys: string;
}

const fresh = (): State => ({
  alternate: false,
  private: new Map(),
  insert: false,
  keypad: false,
  region: "",
  charset: { g0: "B", g1: "B", shifted: false },
  kitty: 0,
  otherKeys: "",
});

const screens = new Set(["47", "1047", "1049"]);

export function createScanner(watcher: Watcher): Scanner {
  let state = fresh();
  /** Kitty's flags are kept per screen. */
  let kittyOfOther = 0;
  let tail = "";
  let last: Uint8Array = new Uint8Array();

  function turn(alternate: boolean): void {
    if (alternate === state.alternate) return;
    state.alternate = alternate;
    [state.kitty, kittyOfOther] = [kittyOfOther, state.kitty];
    if (alternate) watcher.entered();
    else watcher.left();
  }

  function reset(soft: boolean): void {
    const { alternate, private: set, kitty, otherKeys } = state;
    if (!soft) turn(false);
    state = soft ? { ...fresh(), alternate, private: set, kitty, otherKeys } : fresh();
    // DECSTR shows the cursor and makes addressing absolute; mouse and paste modes stay.
    if (soft) for (const mode of ["1", "6", "7", "25"]) set.delete(mode);
  }

  function csi(prefix: string, numbers: string, between: string, final: string): void {
    if (prefix === "!" && final === "p") reset(true);
    else if (between !== "") return;
    else if (final === "h" || final === "l") setModes(prefix, numbers.split(";"), final === "h");
    else if (final === "r" && prefix === "") state.region = numbers;
    else if (final === "u" && prefix === ">") state.kitty++;
    else if (final === "u" && prefix === "<") state.kitty = Math.max(0, state.kitty - (Number(numbers) || 1));
    else if (final === "m" && prefix === ">" && /^4(;|$)/.test(numbers)) state.otherKeys = numbers.split(";")[1] ?? "";
  }

  function setModes(prefix: string, numbers: readonly string[], on: boolean): void {
    for (const number of numbers) {
      if (prefix === "" && number === "4") state.insert = on;
      else if (prefix !== "?") continue;
      else if (screens.has(number)) turn(on);
      else state.private.set(number, on);
      if (prefix === "?" && number === "2004" && on) watcher.pasteable();
    }
  }

  function apply(match: RegExpMatchArray): void {
    const [text, prefix = "", numbers = "", between = "", final, slot, set = "", simple] = match;
    if (final !== undefined) csi(prefix, numbers, between, final);
    else if (slot === "(") state.charset.g0 = set;
    else if (slot === ")") state.charset.g1 = set;
    else if (simple === "=" || simple === ">") state.keypad = simple === "=";
    else if (simple === "c") reset(false);
    else if (text === "\x0e" || text === "\x0f") state.charset.shifted = text === "\x0e";
  }

  function scan(bytes: Uint8Array): void {
    const text = tail + Buffer.from(bytes).toString("latin1");
    let from = 0;
    for (const match of text.matchAll(SEQUENCE)) {
      const wasAlternate = state.alternate;
      apply(match);
      // The switch itself begins the picture.
      if (state.alternate && !wasAlternate) from = match.index;
    }
    const open = OPEN.exec(text.slice(Math.max(text.lastIndexOf("\x1b"), 0)));
    const start = open === null ? text.length : openingOf(text);
    tail = text.length - start > MAX_UNFINISHED ? "" : text.slice(start);
    if (state.alternate) draw(text.slice(from, start));
  }

  function draw(text: string): void {
    if (text !== "") watcher.drawn(Buffer.from(text, "latin1"));
  }

  return {
    get modes() {
      return state;
    },
    feed(bytes) {
      last = bytes;
      if (tail === "" && !bytes.includes(ESC) && !bytes.includes(SHIFT_OUT) && !bytes.includes(SHIFT_IN)) {
        if (state.alternate) watcher.drawn(bytes);
        return;
      }
      scan(bytes);
    },
    unfinished: () => (tail === "" ? halfCharacter(last) : Buffer.from(tail, "latin1")),
  };
}

/** Where the unfinished sequence at the end begins: a string's terminator may be cut between its two bytes. */
function openingOf(text: string): number {
  const at = text.lastIndexOf("\x1b");
  if (at === text.length - 1 && at > 0) {
    const before = text.lastIndexOf("\x1b", at - 1);
    if (before >= 0 && /^\x1b[\]PX^_]/.test(text.slice(before, before + 2)) && OPEN.test(text.slice(before)))
      return before;
  }
  return at;
}

/** Lowest first byte of a character that is longer than 1, 2, 3 bytes. */
const leads = [0xc0, 0xe0, 0xf0] as const;

/** The first bytes of a UTF-8 character whose last ones are missing. */
function halfCharacter(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return byte >= (leads[back - 1] ?? 0xc0) ? bytes.slice(-back) : new Uint8Array();
  }
  return new Uint8Array();
}
