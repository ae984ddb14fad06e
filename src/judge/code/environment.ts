/** Whether an inline program shows what lets its owner in somewhere: the environment as a whole, or a variable named so. */

import { isCredential } from "../../session/credentials.ts";

const SHOWN: { readonly [lang: string]: RegExp } = {
  jq: /\$ENV\b|\benv\b/g,
  python: /\benviron\b|\bgetenv\b/g,
  node: /\bprocess\s*\.\s*env\b|\b(?:Deno|Bun)\s*\.\s*env\b/g,
  perl: /[%$]ENV\b/g,
  ruby: /\bENV\b/g,
  php: /\bgetenv\b|\$_(?:ENV|SERVER)\b/g,
  awk: /\bENVIRON\b/g,
  lua: /\bos\.getenv\b/g,
};

/** What follows when one of them is named: `.X`, `["X"]`, `{X}`, `("X")`, `.get("X")`. */
const NAMED = /^(?:\s*\.\s*get\s*\(|\s*[.[{(])\s*["']?:?([A-Za-z_]\w*)/;

const ALL = /^(?:items|keys|values|copy|entries|to_[ah]|inspect|each\w*|map|select|filter|sort|toObject)$/;

export function showsSecrets(lang: string, text: string): boolean {
  const shown = SHOWN[lang === "gawk" || lang === "mawk" ? "awk" : lang];
  if (shown === undefined) return false;
  return [...text.matchAll(shown)].some(({ index, 0: match }) => {
    const name = NAMED.exec(text.slice(index + match.length, index + match.length + 100))?.[1];
    return name === undefined || ALL.test(name) || isCredential(name);
  });
}
