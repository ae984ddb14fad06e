/** Decodes the inside of `$'…'`, byte by byte as the shells do: `\xc3\xa9` is one character. */

import type { Dialect } from "./tree.ts";

const NAMED = new Map<string, number>([
  ["a", 7],
  ["b", 8],
  ["e", 27],
  ["E", 27],
  ["f", 12],
  ["n", 10],
  ["r", 13],
  ["t", 9],
  ["v", 11],
  ["\\", 92],
  ["'", 39],
  ['"', 34],
  ["?", 63],
]);

const OCTAL = /^[0-7]{1,3}/;
const BYTE = /^x([0-9a-fA-F]{1,2})/;
const POINT = /^(?:u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8}))/;
const BASH_CONTROL = /^c([\s\S])/;
const ZSH_CONTROL = /^(M-?)?(?:C-?([\s\S]))?/;

/** What an escape stands for, and how many characters after the backslash it takes. */
interface Escape {
  readonly bytes: readonly number[];
  readonly length: number;
}

/** `body` is what stands between the quotes. */
export function decodeAnsiC(body: string, dialect: Dialect): string {
  if (!body.includes("\\")) return body;
  const encoder = new TextEncoder();
  const bytes: number[] = [];
  let at = 0;
  while (at < body.length) {
    const slash = body.indexOf("\\", at);
    const plain = slash === -1 ? body.slice(at) : body.slice(at, slash);
    for (const byte of encoder.encode(plain)) bytes.push(byte);
    if (slash === -1) break;
    const rest = body.slice(slash + 1, slash + 10);
    const coded = common(rest) ?? (dialect === "zsh" ? zshOnly(rest) : bashOnly(rest));
    // bash drops the rest of the quoted text after a NUL, zsh keeps it.
    if (coded.bytes[0] === 0 && dialect !== "zsh") break;
    bytes.push(...coded.bytes);
    at = slash + 1 + coded.length;
  }
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(Uint8Array.from(bytes));
}

function common(rest: string): Escape | undefined {
  const named = NAMED.get(rest.charAt(0));
  if (named !== undefined) return { bytes: [named], length: 1 };
  const octal = OCTAL.exec(rest);
  if (octal !== null) return { bytes: [Number.parseInt(octal[0], 8) & 0xff], length: octal[0].length };
  const byte = BYTE.exec(rest);
  if (byte !== null) return { bytes: [Number.parseInt(byte[1] ?? "", 16)], length: byte[0].length };
  const point = POINT.exec(rest);
  if (point === null) return undefined;
  const code = Number.parseInt(point[1] ?? point[2] ?? "", 16);
  const text = code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
  return { bytes: code === 0 ? [0] : [...new TextEncoder().encode(text)], length: point[0].length };
}

function bashOnly(rest: string): Escape {
  const control = BASH_CONTROL.exec(rest);
  if (control !== null) return { bytes: [(control[1]?.charCodeAt(0) ?? 0) & 0x1f], length: 2 };
  return { bytes: [92], length: 0 };
}

function zshOnly(rest: string): Escape {
  if (/^[xuU]/.test(rest)) return { bytes: [0], length: 1 };
  const control = ZSH_CONTROL.exec(rest);
  const meta = control?.[1] ?? "";
  const key = control?.[2];
  if (key !== undefined) {
    const code = key === "?" ? 127 : key.charCodeAt(0) & 0x1f;
    return { bytes: [meta === "" ? code : code | 0x80], length: (control?.[0] ?? "").length };
  }
  if (meta !== "" && rest.length > meta.length) {
    return { bytes: [rest.charCodeAt(meta.length) | 0x80], length: meta.length + 1 };
  }
  return { bytes: [], length: 0 };
}
