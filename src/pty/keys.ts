/** What comes from the person's terminal while a question is up: keys, and what only looks like them. Pure. */
// biome-ignore-all lint/suspicious/noControlCharactersInRegex: this is what terminals speak

export type Token =
  /** One key that stands for one character, control characters among them. */
  | { readonly kind: "key"; readonly key: string }
  /** A lone escape character; what follows may still make it the beginning of a sequence. */
  | { readonly kind: "escape" }
  /** What the terminal says to a program that asked it something. */
  | { readonly kind: "reply"; readonly bytes: Uint8Array }
  /** The terminal has come to the request that `PROBE` is. */
  | { readonly kind: "ready" }
  /** A function key, a mouse or focus event, or pasted text. */
  | { readonly kind: "other" };

/** Asks the terminal to report; it does so once it has taken in all that was sent before. */
export const PROBE = "\x1b[5n";
const READY = /^\x1b\[\??0n$/;

const PASTE_END = "\x1b[201~";

/** CSI, SS3, OSC, DCS and the like, Alt with a key, or one character. */
const TOKEN =
  /\x1b\[200~|\x1b\[M[\s\S]{3}|\x1b\[[0-?]*[ -/]*[@-~]|\x1bO[\s\S]|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[^[\]OPX^_\x1b]|\x1b(?=\x1b)|[^\x1b]/y;
const OPEN = /^\x1b(?:\[(?:[0-?]*[ -/]*|M[\s\S]{0,2})|O|[\]PX^_][^\x07\x1b]*\x1b?)?$/;

/** Answers to what programs ask: device attributes, status and cursor reports, modes, colours, names. */
const REPLY = /^\x1b(?:\[[?>=]?[\d;:]*(?:[cRnt]|\$y)$|\[\?\d+u$|[\]PX^_])/;

export interface Keys {
  feed(bytes: Uint8Array): Token[];
  /** The escape that stood alone was the key. */
  settle(): void;
}

export function createKeys(): Keys {
  let rest = "";
  let isPasting = false;

  function one(text: string): Token {
    if (READY.test(text)) return { kind: "ready" };
    if (REPLY.test(text)) return { kind: "reply", bytes: Buffer.from(text, "latin1") };
    return text.length === 1 ? { kind: "key", key: text } : { kind: "other" };
  }

  return {
    feed(bytes) {
      const tokens: Token[] = [];
      let text = rest + Buffer.from(bytes).toString("latin1");
      rest = "";
      while (text !== "") {
        if (isPasting) {
          const end = text.indexOf(PASTE_END);
          if (end < 0) {
            // The end may be cut in two.
            rest = text.slice(-(PASTE_END.length - 1));
            break;
          }
          isPasting = false;
          text = text.slice(end + PASTE_END.length);
          tokens.push({ kind: "other" });
          continue;
        }
        TOKEN.lastIndex = 0;
        const token = TOKEN.exec(text)?.[0];
        if (token === undefined) {
          if (OPEN.test(text) && text.length < 4096) rest = text;
          if (rest === "\x1b") tokens.push({ kind: "escape" });
          break;
        }
        text = text.slice(token.length);
        if (token === "\x1b[200~") isPasting = true;
        else tokens.push(one(token));
      }
      return tokens;
    },
    settle() {
      if (rest === "\x1b") rest = "";
    },
  };
}
