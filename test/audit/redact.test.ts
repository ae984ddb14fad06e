/** What is taken out of which line: `secrets.txt` and `harmless.txt`, by `planted.test.ts`. Here: how. */

import { describe, expect, test } from "vitest";
import { isSecretName, redact } from "../../src/audit/redact.ts";

describe("names of secrets, and names near to them:", () => {
  const names =
    "TOKEN DB_PASSWORD dbPassword GITHUBTOKEN MYSQL_PWD SSHPASS api-key client_secret storepass _authToken PGPASSWORD X-Api-Key refresh_token";
  const near =
    "PWD OLDPWD PASSWORD_FILE TOKEN_TTL token_url SSH_AUTH_SOCK MAX_TOKENS bypass compass SSH_ASKPASS tokenizer author secretary passive public_key PRIMARY_KEY GOOGLE_APPLICATION_CREDENTIALS_FILE";
  test.each(names.split(" "))("%s", (name) => expect(isSecretName(name)).toBe(true));
  test.each(near.split(" "))("not %s", (name) => expect(isSecretName(name)).toBe(false));
});

describe("time grows with a line's length only:", () => {
  // What makes a pattern start again at every place, or a reader look at all that was before.
  const pieces = [
    "--password=a ",
    "--password=secret9x ",
    "a=",
    "a-",
    "a.b-",
    "x:",
    "A1b",
    "aB3dE6gH9jK2mN5p/",
    "'a b' ",
    "bash -c 'x \"y z\"' ",
    "(",
    "`a",
    "${a",
    "%41%20x",
    "\\u0041\\n",
    "cat <<A\n",
    "\n    a: b",
    "{a:",
    '{"a":"',
    "https://a:",
    "eyJaaaaaaaa.",
    "-----BEGIN PRIVATE KEY",
    "mysql ",
    "curl -u a:b ",
    "echo a | docker login --password-stdin ",
    "identified with ",
    "P=hunter22; mysql -p$P;",
    "6161616161616161 ",
  ];
  test.each(pieces)("%j", (piece) => {
    const line = piece.repeat(50_000 / piece.length);
    expect(redact(line).length).toBeGreaterThan(0);
  });
});
