import { HOLE } from "../session/value.ts";
import type { State } from "./state.ts";
import { optionsOf } from "./zsh-builtins.ts";

export interface Flags {
  readonly on: ReadonlySet<string>;
  readonly off: ReadonlySet<string>;
  readonly operands: readonly string[];
  readonly unknown: boolean;
  /** zsh: the number behind -i, -L and the like; NaN where it is none. */
  readonly number: number | undefined;
}

/** Flags each command knows; anything else is an error there and nothing is assigned. */
const KNOWN: { readonly [name: string]: { readonly bash: string; readonly sh: string } } = {
  export: { bash: "aAnfp", sh: "p" },
  readonly: { bash: "aAfp", sh: "p" },
  declare: { bash: "aAcfFgiIlnrtuxp", sh: "" },
  local: { bash: "aAcfFgiIlnrtuxp", sh: "" },
};

export function flagsOf(s: State, name: string, args: readonly string[]): Flags {
  if (s.dialect === "zsh") return zshFlags(s, name, args);
  const on = new Set<string>();
  const off = new Set<string>();
  const table = KNOWN[name === "export" || name === "readonly" || name === "local" ? name : "declare"];
  const allowed = (s.dialect === "bash" ? table?.bash : table?.sh) ?? "";
  let unknown = false;
  let i = 0;
  for (; i < args.length; i++) {
    const a = args[i] as string;
    if (a === "--") {
      i++;
      break;
    }
    if (!/^[-+]./.test(a)) break;
    for (const c of a.slice(1)) {
      if (HOLE.test(c)) s.blurred ??= "a declaration with flags that are not known";
      else if (!allowed.includes(c)) unknown = true;
      (a[0] === "-" ? on : off).add(c);
    }
  }
  // bash takes away after it has given, whatever stands first; arrays it does not unmake
  if (s.dialect === "bash") for (const c of off) if (!/[aA]/.test(c)) on.delete(c);
  return { on, off, operands: args.slice(i), unknown, number: undefined };
}

/** What a command of its own stands for. */
const IMPLIED: { readonly [name: string]: string } = { integer: "i", float: "E", readonly: "r" };

/** Letters that take others away, in this order (zsh 5.9). */
const EXCLUDES: readonly (readonly [letter: string, others: string])[] = [
  ["F", "uaAiE"],
  ["E", "uaAiF"],
  ["i", "uaAEF"],
  ["L", "R"],
  ["Z", "R"],
  ["u", "l"],
  ["l", "u"],
  ["A", "a"],
  ["T", "iEFaA"],
];

function zshFlags(s: State, name: string, args: readonly string[]): Flags {
  const o = optionsOf(name, args);
  const length = o?.length ?? 0;
  if (args.slice(0, length).some((a) => HOLE.test(a))) s.blurred ??= "a declaration with flags that are not known";
  const on = new Set([...(o?.on ?? []), ...(Object.hasOwn(IMPLIED, name) ? (IMPLIED[name] as string) : "")]);
  if (on.has("F")) on.delete("E");
  const out = new Set(o?.off);
  for (const [letter, others] of EXCLUDES) if (on.has(letter)) for (const c of others) out.add(c);
  for (const c of out) on.delete(c);
  const number = [...(o?.values ?? [])].find(([c]) => c !== "p")?.[1];
  return {
    on,
    off: new Set(o?.off),
    operands: args.slice(length),
    unknown: o?.wrong ?? false,
    number: number === undefined ? undefined : /^\d+$/.test(number) ? Number(number) : Number.NaN,
  };
}
