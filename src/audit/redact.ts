/** Takes secrets out of what is logged: by the forms that tokens are known to have, by what they are called, and by how random they look. */

const MARK = "[redacted]";

const secretName =
  /(?:^|[_.-])(?:token|secret|passw(?:or)?d|passwd|pwd|passphrase|pass|api[_-]?key|access[_-]?key|private[_-]?key|secret[_-]?key|auth(?:orization)?|credentials?|cookie|dsn|pat)(?:$|[_.-])/i;

/** Words that end so hold a secret too (`GITHUBTOKEN`, `dbPassword`), though not `PWD` and `OLDPWD`. */
const secretEnd = /(?:token|secret|password|passwd|apikey|accesskey|privatekey)$/i;

export function isSecretName(name: string): boolean {
  return name !== "PWD" && name !== "OLDPWD" && (secretName.test(name) || secretEnd.test(name));
}

/**
 * Most texts hold no secret, and most processes that log do so once: a pattern is only tried, which compiles it, where something that
 * it cannot do without is there.
 */
const long = /[\w.-]{15}/;

/** For texts with a long word, or a key's frame. */
const formats: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})/g,
  /\bgl(?:pat|dt|rt|cbt|ptt|ft|soat)-[\w-]{16,}/g,
  /\b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}/g,
  /\b(?:sk|pk|rk|whsec)_(?:live_|test_)?[A-Za-z0-9]{16,}/g,
  /\b(?:AKIA|ASIA|AROA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
  /\bxox[a-z]-[\w-]{10,}|\bxapp-[\w-]{10,}/g,
  /\bAIza[\w-]{30,}|\bya29\.[\w.-]{20,}/g,
  /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g,
  /\b(?:npm|pypi|hf|dop_v1|doo_v1|shpat|shpss|lin_api|figd|ntn|tskey|nvapi|glsa|dckr_pat|sntrys|atlasv1|PMAK|SG)[_.-][\w.-]{16,}/g,
  /\b\d{8,10}:AA[\w-]{32,}/g,
];

/** What stands between the parts is the secret; the parts stay. First, words of which one is there, in lower case. */
const contexts: readonly (readonly [readonly string[], RegExp, string])[] = [
  [["://"], /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@'"]+@/gi, `$1${MARK}@`],
  [["bearer", "basic", "token", "digest"], /(\b(?:bearer|basic|token|digest)\s+)[\w.~+/=-]{8,}/gi, `$1${MARK}`],
  [["authorization"], /((?:proxy-)?authorization\s*:\s*)[^'"\n]+/gi, `$1${MARK}`],
  [
    ["api-key", "-token", "cookie"],
    /(\b(?:x-api-key|api-key|x-auth-token|private-token|cookie|set-cookie)\s*:\s*)[^'"\n]+/gi,
    `$1${MARK}`,
  ],
  [["curl"], /(\bcurl\b[^\n|;&]*?\s(?:-u|--user|-U|--proxy-user)[ =]?['"]?[^\s:'"]+:)[^\s'"]+/g, `$1${MARK}`],
  [["mysql", "mariadb"], /(\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n|;&]*?\s-p)[^\s'"]+/g, `$1${MARK}`],
  [["sshpass"], /(\bsshpass\b[^\n|;&]*?\s-p\s*)(?:'[^']*'|"[^"]*"|\S+)/g, `$1${MARK}`],
];

const quoted = `'[^']*'|"(?:[^"\\\\]|\\\\.)*"|[^\\s;&|<>()'"]+`;
/** Each has four parts: what stands before a name, the name, what stands between, the value. First, a sign that is there. */
const assignments: readonly (readonly [string, RegExp])[] = [
  // NAME=value, --name=value, ?name=value
  ["=", new RegExp(`(^|[\\s;&|({?'"-])([A-Za-z_][\\w.-]*)(=)(${quoted})`, "g")],
  // "name": "value", name: value
  [":", new RegExp(`(^|[\\s{,"'])([A-Za-z_][\\w.-]*)(["']?\\s*:\\s*)(?!//)(${quoted})`, "g")],
  // --name value
  ["-", new RegExp(`(\\s--?)([A-Za-z][\\w-]*)(\\s+)(?!-)(${quoted})`, "g")],
];

/** A value that names where a secret is tells nothing by itself. */
const reference = /^["']?\$(?:\{?\w+\}?|\(.*)?["']?$/;

const token = /[A-Za-z0-9+_=-]{24,}|[A-Za-z0-9+/_=-]{40,}/g;

/** `secrets` are values that are known to be secret, as the session has them. */
export function redact(text: string, secrets: readonly string[] = []): string {
  let out = text;
  for (const secret of secrets) if (secret.length >= 6) out = out.replaceAll(secret, MARK);
  const isLong = long.test(out) || out.includes("PRIVATE KEY");
  if (isLong) for (const format of formats) out = out.replace(format, MARK);
  const lower = out.toLowerCase();
  for (const [words, context, replacement] of contexts)
    if (words.some((word) => lower.includes(word))) out = out.replace(context, replacement);
  const byName = (whole: string, before: string, name: string, between: string, value: string) =>
    isSecretName(name) && !reference.test(value) && !value.includes(MARK) ? `${before}${name}${between}${MARK}` : whole;
  for (const [sign, assignment] of assignments) if (out.includes(sign)) out = out.replace(assignment, byName);
  return isLong ? out.replace(token, (word) => (isRandom(word) ? MARK : word)) : out;
}

/**
 * Whether a word looks like a random key. Hexadecimal stays: commits, digests and ids are that, and a log without them tells
 * little. Words of one case, and words that read as names (`ThisIsATestOfSomething`), are not random.
 */
function isRandom(word: string): boolean {
  if (/^[0-9a-f]+$/i.test(word) || /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(word)) return false;
  if (!/[A-Z]/.test(word) || !/[a-z]/.test(word) || !/[0-9]/.test(word)) return false;
  return entropy(word) >= 3.9 && changes(word) >= word.length * 0.3;
}

/** Bits a character. */
function entropy(word: string): number {
  const counts = new Map<string, number>();
  for (const c of word) counts.set(c, (counts.get(c) ?? 0) + 1);
  return [...counts.values()].reduce((sum, n) => sum - (n / word.length) * Math.log2(n / word.length), 0);
}

/** How often the kind of character changes: keys change all the time, names now and then. */
function changes(word: string): number {
  const kind = (c: string) => (/[A-Z]/.test(c) ? "A" : /[a-z]/.test(c) ? "a" : /[0-9]/.test(c) ? "0" : "-");
  const kinds = [...word].map(kind);
  return kinds.filter((k, i) => i > 0 && k !== kinds[i - 1]).length;
}
