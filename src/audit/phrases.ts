/** Where secrets stand in texts of any kind: addresses, headers, settings, queries, SQL. Group 1 is what stands before the secret. */

const quoted = `'[^'\\n]*'|"(?:[^"\\\\\\n]|\\\\.)*"`;
const value = `${quoted}|(?:\\$\\{[^}\\n]*\\}|\\\\(?![nr])|[^\\s;&|<>()'",}\\]\\\\])+`;

/** What is secret wherever it stands so; first, what the phrase cannot be without, in lower case. */
export const phrases: readonly (readonly [needs: string, RegExp])[] = [
  // https://user:secret@host, https://token@host; elsewhere a user alone is no secret
  ["@", /(\b(?:git\+)?https?:\/\/)[^\s/@'"?#<>]+(?=@)/gi],
  ["@", /(\b(?:[a-z][a-z0-9+.-]{0,30}:)?\/\/[^\s/@:'"?#<>]*:)[^\s/'"<>]+(?=@)/gi],
  // user:secret@tcp(host), user:secret@host:port
  ["@", /((?<![\w.-])[\w.-]{1,64}:)[^\s@'"/:]+(?=@(?:(?:tcp|unix)\(|[\w.-]+:\d{2,5}\b))/g],
  // headers
  ["authorization", /((?:proxy-)?authorization["']?\s*[:=]\s*["']?)[^'"\n\\]+/gi],
  ["cookie", /(\b(?:set-)?cookie\s*:\s*)[^'"\n\\]+/gi],
  [
    ":",
    /((?<![\w{,.-])(?:[\w-]*-)?(?:api-?key|app(?:lication)?-key|auth-key|access-token|auth-token|token|secret|signature|subscription-key|apikey|password|credential)\s*:\s*)[^'"\s\\]+/gi,
  ],
  // expect's answer to a question
  ["password", /(assword[^\n]{0,40}?\bsend(?:\s+--)?\s+\\?["'])[^"'\\]+/g],
  // SQL
  ["identified", /(\bidentified\s+(?:with\s+\S+\s+)?(?:by|as)\s+\\?['"])[^'"\\]+/gi],
  ["password", /(\b(?:(?:with|encrypted|set)\s+|(?:user|role)\s+\S+\s+)password\s+\\?['"])[^'"\\]+/gi],
  ["password", /(\bpassword(?:\s+for\s+\S+)?\s*=\s*\(?\\?['"])[^'"\\]+/gi],
  // .netrc, .pgpass
  ["passw", /(\b(?:login|user)\s+(?!-)\S+\s+(?:password|passwd)\s+)[^\s-]\S*/gi],
  [":", /((?<=^|[\s'"])[\w.*-]+:(?:\d{4,5}|\*):[\w*-]+:[\w*-]+:)[^\s'"]+/g],
  // openssl's and others' ways to say where a password is
  ["pass:", /((?<=[\s='"])(?:pass|p12pass):)[^\s'"]+/g],
];

/** What counts only if it looks like a secret: the words before it stand in prose too. */
export const schemes =
  /(\b(?:bearer|basic|token|digest|apikey|api-key|ssws|splunk|negotiate|jwt|oauth)\s+)[\w.~+/=-]{8,}/gi;

/** A name and its value. The value is only looked at when the name tells: else long chains of names would be read again and again. */
export interface Setting {
  /** What it cannot be without. */
  readonly needs: string;
  /** Three groups: what stands before the name, the name, what stands between it and the value. */
  readonly head: RegExp;
  readonly value: RegExp;
}

const setting = (needs: string, head: RegExp, value: string): Setting => ({
  needs,
  head,
  value: new RegExp(value, "y"),
});

export const settings: readonly Setting[] = [
  // NAME=value, --name=value, ?name=value, name := value, name==value
  setting("=", /(^|[\s;&|({?'",#@=[-])([A-Za-z_][\w./:-]{0,200}?)(\s{0,3}:?={1,2}\s{0,3})/g, value),
  // "name": "value", 'name' => "value"
  setting("", /(^|[\s{,["'(])([A-Za-z_][\w.-]{0,200})(\\?["']\s{0,9}(?::|=>)\s{0,9})/g, `\\\\"[^"\\\\]*\\\\"|${value}`),
  // { name: "value" }, x["name"] = "value"
  setting(":", /([\s{,(])([A-Za-z_][\w.-]{0,200})(\s{0,3}:\s{0,9})/g, quoted),
  setting("[", /(\[["'])([A-Za-z_][\w.-]{0,200})(["']\]\s{0,3}=\s{0,3})/g, quoted),
  // ${NAME:-value}
  setting("${", /(\$\{)([A-Za-z_]\w{0,200})(:?[-=+])/g, "[^}\\n]+"),
  // <name>value</name>
  setting("</", /(<)([A-Za-z_][\w.-]{0,200})(>)/g, "[^<>\\n]+"),
  // `name: value` as all of a line, or one word of it at the end of something
  setting(
    ":",
    /(^|\n)(\s{0,40}(?:- )?[A-Za-z_][\w.-]{0,200})(:[ \t]{0,9})/g,
    `(?:${quoted}|[^\\s'"]+)(?=\\s*(?:$|[\\n#]))`,
  ),
  setting(
    ":",
    /([{,'"])(\s{0,9}[A-Za-z_][\w.-]{0,200})(:[ \t]{0,9})/g,
    `(?:${quoted}|[^\\s'",}\\]]+)(?=\\s*(?:$|[\\n'",}\\]]))`,
  ),
];

/** A line of a document that a program is given: all of it behind the name. */
export const entry = setting(
  "",
  /(^|\n)(\s{0,40}(?:export )?[A-Za-z_][\w.-]{0,200})(\s{0,9}[=:]\s{0,9})/g,
  // Not a command behind an assignment.
  "(?!.*(?:[;&|()<>`]|\\s(?:-|\\.?/)))[^\\n]+",
);
