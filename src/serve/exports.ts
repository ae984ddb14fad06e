/** Reads what a live shell says of its exported variables. Pure. */

/** `told` is one text of `declare -px` (bash) or `typeset -px` (zsh), names and values in turn (zsh), or `export -p` (sh). */
export function readExports(shell: string, told: readonly string[]): ReadonlyMap<string, string> {
  if (shell === "bash") return readDeclarations(told[0] ?? "");
  if (shell === "sh") return readTypeset(told[0] ?? "");
  if (shell === "zsh" && told.length === 1) return readTypeset(told[0] ?? "");
  const found = new Map<string, string>();
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

/** Bytes that do not print: octal in bash; in zsh `\\C-x` for a control character and `\\M-` before it for one with the highest bit. */
const BYTES = /(?:\\[0-7]{3}|\\M-(?:\\C-.|\\.|.)|\\C-.)+/suy;
const BYTE = /\\([0-7]{3})|(\\M-)?(?:\\C-(.)|\\(.)|(.))/suy;

function readBytes(escapes: string): string {
  const bytes: number[] = [];
  BYTE.lastIndex = 0;
  for (let match = BYTE.exec(escapes); match; match = BYTE.exec(escapes)) {
    const [, octal, meta, control, letter, plain = ""] = match;
    const high = meta ? 128 : 0;
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8) & 255);
    else if (control !== undefined) bytes.push(high | (control === "?" ? 127 : codeOf(control) & 31));
    else if (letter !== undefined) bytes.push(high | codeOf(letters[letter] ?? letter));
    else bytes.push(high | (codeOf(plain) & 127));
  }
  return Buffer.from(bytes).toString("utf8");
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

function readAnsi(text: string, start: number): Read {
  let value = "";
  let at = start;
  while (at < text.length && text[at] !== "'") {
    BYTES.lastIndex = at;
    const escapes = BYTES.exec(text);
    if (escapes) {
      value += readBytes(escapes[0]);
      at += escapes[0].length;
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

const ZSH_HEAD = /export(?: -[A-Za-z]+\d*)*? (?:(-T) )?([A-Za-z_]\w*)(?: [A-Za-z_]\w*)?=/y;

/** `export NAME=value`, and `export -T NAME name=( value … ) separator` for a name that is tied to an array. */
function readTypeset(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let at = 0;
  while (at < text.length) {
    ZSH_HEAD.lastIndex = at;
    const head = ZSH_HEAD.exec(text);
    if (head) {
      at = ZSH_HEAD.lastIndex;
      const [, tied, name = ""] = head;
      const value = tied ? readTied(text, at) : readWord(text, at);
      found.set(name, value.text);
      at = value.end;
    }
    const next = text.indexOf("\n", at);
    if (next < 0) break;
    at = next + 1;
  }
  return found;
}

function readTied(text: string, start: number): Read {
  const elements: string[] = [];
  let at = start + 2;
  while (at < text.length && text[at] !== ")") {
    if (text[at] === " ") at++;
    else {
      const element = readWord(text, at);
      elements.push(element.text);
      at = element.end;
    }
  }
  at++;
  const separator = text[at] === " " ? readWord(text, at + 1) : { text: ":", end: at };
  return { text: elements.join(separator.text), end: separator.end };
}

/** A word as zsh quotes it: bare, `'…'` or `$'…'`; a dash puts a quote between `"…"`. Up to a space or the end of the line. */
function readWord(text: string, start: number): Read {
  let value = "";
  let at = start;
  while (at < text.length && text[at] !== " " && text[at] !== "\n") {
    if (text.startsWith("$'", at)) {
      const part = readAnsi(text, at + 2);
      value += part.text;
      at = part.end;
    } else if (text[at] === '"') {
      const part = readDouble(text, at + 1);
      value += part.text;
      at = part.end;
    } else if (text[at] === "'") {
      const end = text.indexOf("'", at + 1);
      value += text.slice(at + 1, end < 0 ? undefined : end);
      at = end < 0 ? text.length : end + 1;
    } else {
      if (text[at] === "\\") at++;
      value += text[at] ?? "";
      at++;
    }
  }
  return { text: value, end: at };
}
