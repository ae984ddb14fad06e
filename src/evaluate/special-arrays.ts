/** Arrays that are another face of what the shell keeps: aliases, functions, remembered commands, options (bash(1), zshmodules(1) zsh/parameter). */

import { HOLE, textOf, type Value } from "../session/value.ts";
import type { Evaluation } from "./context.ts";
import { option } from "./options.ts";
import type { State } from "./state.ts";

type Face = "alias" | "global alias" | "suffix alias" | "function" | "command" | "option";

const FACES: { readonly [dialect: string]: { readonly [name: string]: Face } } = {
  bash: { BASH_ALIASES: "alias", BASH_CMDS: "command" },
  zsh: {
    aliases: "alias",
    galiases: "global alias",
    saliases: "suffix alias",
    functions: "function",
    commands: "command",
    options: "option",
  },
};

/** zsh `alias -s EXT=TEXT` is kept among the aliases under a name that no word has. */
export const suffix = (extension: string) => `\0.${extension}`;

export const isSpecialArray = (s: State, name: string): boolean => Object.hasOwn(FACES[s.dialect] ?? {}, name);

/** One element gets a value: what the shell calls by that name is now this. */
export function assignSpecial(e: Evaluation, s: State, name: string, key: string, value: Value): void {
  const face = FACES[s.dialect]?.[name];
  const text = textOf(value);
  if (face === undefined) return;
  if (text === undefined || HOLE.test(key)) {
    e.host.opaque(e.place, `${name} gets an element that is not known`);
    return;
  }
  switch (face) {
    case "alias":
      s.aliases.set(key, text);
      break;
    case "global alias":
      s.globalAliases.set(key, text);
      break;
    case "suffix alias":
      s.aliases.set(suffix(key), text);
      break;
    case "function":
      s.functions.set(key, text);
      break;
    case "option":
      option(e, s, key, text === "on");
      return;
    case "command":
  }
  e.host.shadow(e.place, face === "function" || face === "command" ? face : "alias", key, text);
}
