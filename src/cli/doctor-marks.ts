/** Two lines that show by their output whether they ran: one that may run under every policy, one that is denied under every policy. */

/** Written so that the line itself, which a terminal echoes, does not hold the mark. */
function saying(mark: number): string {
  return `echo heed-doctor-$((${mark} - 1 + 1))`;
}

export function marked(output: string, mark: number): number {
  return output.split(`heed-doctor-${mark}`).length - 1;
}

export const READY = 30;
export const ALLOWED = 42;
export const DENIED = 51;
export const END = 63;

/** A leading space keeps them out of most histories. */
export const readyLine = ` ${saying(READY)}`;
export const allowedLine = ` ${saying(ALLOWED)}`;
/** What it decodes and would run is `true`: nothing would come of it but the mark. */
export const deniedLine = ` ${saying(DENIED)}; echo dHJ1ZQ== | base64 -d | sh`;
export const endLine = ` ${saying(END)}`;

/** How often each ran. */
export interface Ran {
  readonly allowed: number;
  readonly denied: number;
}

export function ranIn(output: string): Ran {
  return { allowed: marked(output, ALLOWED), denied: marked(output, DENIED) };
}
