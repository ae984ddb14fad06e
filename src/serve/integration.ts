/** The text that a shell reads: an integration file with what is only known at `heed init` put in. Pure. */

export interface Values {
  /** Absolute path of the program. */
  readonly heed: string;
  readonly version: string;
  /** `refuse` never puts a question to the terminal. */
  readonly ask: "ask" | "refuse";
}

export function integration(template: string, { heed, version, ask }: Values): string {
  const words: { readonly [placeholder: string]: string } = { HEED: heed, VERSION: version, ASK: ask };
  return template.replace(/@(HEED|VERSION|ASK)@/g, (_, name: string) => quote(words[name] ?? ""));
}

/** One word for any shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
