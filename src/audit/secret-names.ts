/** Whether a name says that its value is a secret: of a variable, a flag, a key, a header. */

const words = new Set(
  (
    "token secret password passwd passwort passphrase passcode pwd pass pw psk apikey authkey accesskey secretkey privatekey " +
    "credential credentials cookie pat jwt bearer authorization authtoken authtok authpassword mnemonic sig signature " +
    "jsessionid phpsessid sessionid sessid tokenvalue secretvalue"
  ).split(" "),
);

/** What makes a key one that nobody else may have. */
const keys =
  /(?:^| )(?:api|access|private|secret|auth|account|shared|encryption|master|signing|storage|client|session|service|app|application|license|licence|admin|root|consumer|preshared|subscription|deploy|write|ingest|integration|server|webhook|recovery|unseal|unlock|jwt|hmac|aes|crypto|cipher|wallet) ?key$/;

const pairs = /(?:^| )(?:basic auth|http auth|user auth|auth code)$|^ ?auth$/;

/** Names of keys that everybody may know, or that are no such keys. */
const harmlessKeys =
  /(?:^| )(?:public|pub|primary|foreign|sort|partition|cache|host|gpg|hot|map|object|row|index|group|hash|range|kms|registry|routing|sign|context|translation|i18n|config) ?key$/;

/** `dbpassword`, `GITHUBTOKEN`, `storepass`; not `bypass`. */
const endings =
  /(?:token|secret|password|passwd|passphrase|apikey|accesskey|accountkey|secretkey|privatekey|authkey|authtoken|(?<!by|com|tres|sur|encom|over|under|ask|multi)pass|(?<=db|user|my|sql|root|admin)(?:pwd|pw))$/;

/** A name that ends so says something about a secret: where it is, how long it lives. */
const about = new Set(
  (
    "file files path dir directory url uri endpoint host port sock socket name type kind ttl length len count policy command cmd " +
    "program helper jar env stdin fd prompt expiry expires expiration timeout version user username size limit limits format required " +
    "enabled disabled store manager provider class field column through thru secs seconds minutes ref arn id ids scope scopes " +
    "rotation only backend issuer audience algorithm alg method mode location hint service server region"
  ).split(" "),
);

/** Names that every environment has. */
const everywhere = new Set(["PATH", "PWD", "OLDPWD"]);

/** Something that a name of a secret has in it: where nothing has, no name needs to be looked at. */
export const telling = /tok|secret|pass|pwd|pw|psk|key|cred|cookie|pat|jwt|bearer|auth|mnemonic|sig|sess/i;

function parted(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

/** `maybe`: a key of some kind, and the value has to tell. */
export function secrecyOf(name: string): "yes" | "no" | "maybe" {
  if (!telling.test(name) || everywhere.has(name) || name.length > 200) return "no";
  const parts = parted(name);
  const last = parts.at(-1) ?? "";
  const phrase = parts.join(" ");
  if (phrase.endsWith("secret id")) return "maybe";
  if (pairs.test(phrase)) return name === "auth" ? "no" : "yes";
  if (parts.length > 1 && about.has(last)) return "no";
  const isKey = last.endsWith("key");
  if ((isKey && keys.test(phrase)) || endings.test(last) || parts.some((part) => words.has(part))) return "yes";
  return isKey && !harmlessKeys.test(phrase) ? "maybe" : "no";
}

export const isSecretName = (name: string): boolean => secrecyOf(name) === "yes";
