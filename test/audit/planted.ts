/** Lines with a secret in them, from `secrets.txt`: its head says how they are written. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Planted {
  readonly name: string;
  readonly line: string;
  /** As they stand in the line, and as they are once decoded. */
  readonly secrets: readonly string[];
  /** What is left of the line, around the secrets. */
  readonly rest: readonly string[];
  /** The session has this as `DB_PASSWORD`. */
  readonly held: string | undefined;
}

const digits = "0123456789";
const lower = "abcdefghijklmnopqrstuvwxyz";
const upper = lower.toUpperCase();
const alphabets: { readonly [kind: string]: string } = {
  a: digits + lower + upper,
  l: digits + lower,
  u: digits + upper,
  h: `${digits}abcdef`,
  H: `${digits}ABCDEF`,
  d: digits,
  b: `${digits + lower + upper}+/`,
};

/** The same for the same seed, wherever it runs. */
function randomOf(seed: string): () => number {
  let state = [...seed].reduce((hash, c) => Math.imul(hash ^ c.charCodeAt(0), 16_777_619), 2_166_136_261);
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 8) / 2 ** 24;
  };
}

const hexOf = (text: string, before: string) =>
  [...text].map((c) => before + c.charCodeAt(0).toString(16).padStart(2, "0")).join("");

const encodings: { readonly [name: string]: (text: string) => string } = {
  b64: (text) => Buffer.from(text).toString("base64"),
  pct: (text) => encodeURIComponent(text).replace(/[a-c]/g, (c) => hexOf(c, "%")),
  hex: (text) => hexOf(text, ""),
  json: (text) => JSON.stringify(text).slice(1, -1),
  ansi: (text) => hexOf(text, "\\x"),
  cut: (text) =>
    (text.match(/.{1,3}/g) ?? [])
      .map((piece, i) => ["", "'", '"'].at(i % 3)?.concat(piece, ["", "'", '"'][i % 3] ?? ""))
      .join(""),
  cont: (text) => (text.match(/.{1,4}/g) ?? []).join("\\\n"),
};

function planted(name: string, text: string): Planted {
  const random = randomOf(name);
  const made = text.replaceAll("⏎", "\n").replace(/\{([aluhHdb])(\d+)\}/g, (_, kind: string, count: string) => {
    const alphabet = alphabets[kind] ?? "";
    return Array.from({ length: Number(count) }, () => alphabet[Math.floor(random() * alphabet.length)]).join("");
  });
  const parts = made.split(/[«»]/);
  const secrets: string[] = [];
  const line = parts.map((part, i) => {
    if (i % 2 === 0) return part;
    const [, before = "", encoding = "", plain = ""] = /^(.*?)(b64|pct|hex|json|ansi|cut|cont):(.*)$/s.exec(part) ?? [];
    const written = before + (encodings[encoding]?.(plain) ?? part);
    secrets.push(written, plain || part);
    return written;
  });
  return {
    name,
    line: line.join(""),
    secrets: [...new Set(secrets)],
    rest: parts.filter((_, i) => i % 2 === 0),
    held: name.endsWith("(held)") ? secrets.at(-1) : undefined,
  };
}

export function plantedIn(file: string): Planted[] {
  return readFileSync(join(import.meta.dirname, file), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const at = line.indexOf(" | ");
      return planted(line.slice(0, at), line.slice(at + 3));
    });
}

/** Pieces of the secret that are in the text. */
export function pieces(text: string, { secrets, rest }: Planted): string[] {
  const around = rest.join("\0");
  return secrets.flatMap((secret) =>
    Array.from({ length: Math.max(1, secret.length - 5) }, (_, i) => secret.slice(i, i + 6)).filter(
      (piece) => text.includes(piece) && !around.includes(piece),
    ),
  );
}
