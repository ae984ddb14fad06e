import { HOLE } from "../session/value.ts";
import type { State } from "./state.ts";

export interface Flags {
  readonly on: ReadonlySet<string>;
  readonly off: ReadonlySet<string>;
  readonly operands: readonly string[];
  readonly unknown: boolean;
  /** zsh: the number behind -i, -L and the like. */
  readonly number: number | undefined;
}

/** Flags each command knows; anything else is an error there and nothing is assigned. */
const KNOWN: { readonly [name: string]: { readonly bash: string; readonly zsh: string; readonly sh: string } } = {
  export: { bash: "aAnfp", zsh: "EFHLRTUZafhilprtu", sh: "p" },
  readonly: { bash: "aAfp", zsh: "AEFHLRTUZafghilptux", sh: "p" },
  declare: { bash: "aAcfFgiIlnrtuxp", zsh: "AEFHLRTUZafghiklmprtuxz", sh: "" },
  local: { bash: "aAcfFgiIlnrtuxp", zsh: "AEFHLRTUZahiklprtuxz", sh: "" },
};

export function flagsOf(s: State, name: string, args: readonly string[]): Flags {
  const on = new Set<string>();
  const off = new Set<string>();
  const table = KNOWN[name === "export" || name === "readonly" || name === "local" ? name : "declare"];
  const allowed = table?.[s.dialect] ?? "";
  let unknown = false;
  let number: number | undefined;
  let i = 0;
  for (; i < args.length; i++) {
    const a = args[i] as string;
    if (a === "--" || (a === "-" && s.dialect === "zsh")) {
      i++;
      break;
    }
    if (!/^[-+]./.test(a) || (s.dialect === "zsh" && /^.\d/.test(a))) break;
    for (const [k, c] of [...a.slice(1)].entries()) {
      if (c === "-" && k === 0 && s.dialect === "zsh") continue;
      if (HOLE.test(c)) s.blurred ??= "a declaration with flags that are not known";
      else if (
        !allowed.includes(c) &&
        !(s.dialect === "zsh" && c === ":") &&
        !(s.dialect === "zsh" && /[LRZEFip]\d*$/.test(a) && /\d/.test(c))
      )
        unknown = true;
      (a[0] === "-" ? on : off).add(c);
    }
    const glued = s.dialect === "zsh" ? /[LRZEFi](\d*)$/.exec(a)?.[1] : undefined;
    if (glued) number = Number(glued);
    if (glued === "" && /^\d+$/.test(args[i + 1] ?? "")) number = Number(args[++i]);
  }
  // bash takes away after it has given, whatever stands first; arrays it does not unmake
  if (s.dialect === "bash") for (const c of off) if (!/[aA]/.test(c)) on.delete(c);
  return { on, off, operands: args.slice(i), unknown, number };
}
