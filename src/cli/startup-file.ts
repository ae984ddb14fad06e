/** The one line that heed has in a shell's start-up file: putting it in and taking it out, so that the file is then what it was. */

/** How the file was before, said behind the line's mark. */
const was = { ended: "", joined: ": joined", absent: ": new file" } as const;

const ours = /^.* init (?:bash|zsh)(?: --refuse)?\)".* # heed(: joined|: new file)?$/m;

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Harmless in a shell that is not interactive, and in another shell: `.profile` is read by sh too. */
export function startupLine(shell: "bash" | "zsh", heed: string, refuse: boolean): string {
  const init = `eval "$(${quote(heed)} init ${shell}${refuse ? " --refuse" : ""})"`;
  return shell === "bash" ? `case \${BASH_VERSION:+$-} in *i*) ${init} ;; esac` : init;
}

/** `text` is undefined where there is no file. */
export function withLine(text: string | undefined, line: string): string {
  const found = text === undefined ? null : ours.exec(text);
  if (text !== undefined && found) {
    const own = `${line} # heed${found[1] ?? ""}`;
    return text.slice(0, found.index) + own + text.slice(found.index + found[0].length);
  }
  if (text === undefined) return `${line} # heed${was.absent}\n`;
  if (text === "" || text.endsWith("\n")) return `${text}${line} # heed${was.ended}\n`;
  return `${text}\n${line} # heed${was.joined}\n`;
}

/** The text without the line; undefined when the file was not there before and nothing else is in it. */
export function withoutLine(text: string): string | undefined {
  const found = ours.exec(text);
  if (!found) return text;
  let before = text.slice(0, found.index);
  const after = text.slice(found.index + found[0].length + 1);
  if (found[1] === was.joined && after === "") before = before.replace(/\n$/, "");
  const rest = before + after;
  return found[1] === was.absent && rest === "" ? undefined : rest;
}

/** The line as it stands in the file. */
export function lineIn(text: string): string | undefined {
  return ours.exec(text)?.[0];
}
