/** Reads what a live shell says of its exported variables. Pure. */

/** `told` is one text of `declare -px` (bash), names and values in turn (zsh), or `NAME=VALUE` each (sh). */
export function readExports(shell: string, told: readonly string[]): ReadonlyMap<string, string> {
  if (shell === "bash") return readDeclarations(told[0] ?? "");
  const found = new Map<string, string>();
  if (shell === "sh") {
    for (const pair of told)
      if (pair.includes("=")) found.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    return found;
  }
  for (let i = 0; i + 1 < told.length; i += 2) found.set(told[i] as string, told[i + 1] as string);
  return found;
}

const HEAD = /(?:declare|export)((?: -[A-Za-z-]+)*) ([A-Za-z_]\w*)(=?)/y;

/** bash exports these while a key binding runs, and only then. */
const EDITING = /^READLINE_(?:LINE|POINT|MARK|ARGUMENT)$/;

/** The value in `declare -p NAME` of a variable that is one text. */
export function readDeclaration(text: string): string | undefined {
  return [...readDeclarations(text).values()][0];
}

/**
 * `declare -x NAME="…"` or `NAME=$'…'`, one after the other; a value may hold newlines, so this goes by quotes and not by lines.
 * Arrays and namerefs are not put into the environment, whatever their attribute says.
 */
function readDeclarations(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let at = 0;
  while (at < text.length) {
    HEAD.lastIndex = at;
    const head = HEAD.exec(text);
    if (!head) {
      const next = text.indexOf("\n", at);
      if (next < 0) break;
      at = next + 1;
      continue;
    }
    at = HEAD.lastIndex;
    const [, flags = "", name = "", equals] = head;
    if (equals === "=" && !/[aAn]/.test(flags)) {
      const value = text.startsWith("$'", at) ? readAnsi(text, at + 2) : readDouble(text, at + 1);
      if (!EDITING.test(name)) found.set(name, value.text);
      at = value.end;
    }
    const next = text.indexOf("\n", at);
    if (next < 0) break;
    at = next + 1;
  }
  return found;
}

interface Read {
  readonly text: string;
  readonly end: number;
}

function readDouble(text: string, start: number): Read {
  let value = "";
  let at = start;
  while (at < text.length && text[at] !== '"') {
    if (text[at] === "\\") at++;
    value += text[at] ?? "";
    at++;
  }
  return { text: value, end: at + 1 };
}

const letters: { readonly [letter: string]: string } = {
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

const OCTAL = /(?:\\[0-7]{3})+/y;

function readAnsi(text: string, start: number): Read {
  let value = "";
  let at = start;
  while (at < text.length && text[at] !== "'") {
    // Characters that do not print come as the octal numbers of their bytes.
    OCTAL.lastIndex = at;
    const bytes = OCTAL.exec(text);
    if (bytes) {
      const numbers = bytes[0].slice(1).split("\\");
      value += Buffer.from(numbers.map((n) => Number.parseInt(n, 8) & 255)).toString("utf8");
      at += bytes[0].length;
      continue;
    }
    if (text[at] === "\\") {
      at++;
      const letter = text[at] ?? "";
      value += Object.hasOwn(letters, letter) ? letters[letter] : letter;
    } else value += text[at];
    at++;
  }
  return { text: value, end: at + 1 };
}
