import { describe, expect, test } from "vitest";
import { redact } from "../../src/audit/redact.ts";

// Made-up tokens, put together here so that no scanner takes this file for a leak.
const key = (prefix: string, length: number) => prefix + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7".repeat(4).slice(0, length);

describe("secrets do not reach the log:", () => {
  const cases: readonly (readonly [line: string, secret: string])[] = [
    ["git clone https://me:hunter22@example.invalid/x.git", "hunter22"],
    ["git clone https://tok3n@example.invalid/x.git", "tok3n"],
    ["psql postgres://app:s3cr3t@db/prod", "s3cr3t"],
    [`export GITHUB_TOKEN=${key("ghp_", 36)}`, key("ghp_", 36)],
    [`curl -H 'Authorization: Bearer ${key("", 30)}' https://example.invalid`, key("", 30)],
    ["curl -H 'X-Api-Key: abc123' https://example.invalid", "abc123"],
    ["curl -u admin:letmein https://example.invalid", "letmein"],
    ["export DB_PASSWORD=letmein", "letmein"],
    ["DB_PASSWORD='let me in' ./run", "let me in"],
    ['MY_SECRET="a b" ./run', "a b"],
    ["dbPassword=letmein ./run", "letmein"],
    ["mysql -uroot -pletmein shop", "letmein"],
    ["sshpass -p letmein ssh box", "letmein"],
    ["tool --password letmein", "letmein"],
    ["tool --api-key=letmein", "letmein"],
    ["tool --token letmein", "letmein"],
    [`curl 'https://example.invalid/?token=letmein&x=1'`, "letmein"],
    [`echo '{"password": "letmein"}' > a.json`, "letmein"],
    [`aws configure set aws_access_key_id ${"AKIA"}IOSFODNN7EXAMPLE`, "IOSFODNN7"],
    [`echo ${key("", 40)} > key`, key("", 40)],
    [`echo ${"eyJ"}hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefgh`, "eyJhbGci"],
    ["echo '-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----'", "MIIabc"],
  ];
  test.each(cases)("%s", (line, secret) => {
    expect(redact(line)).not.toContain(secret);
    expect(redact(line)).toContain("[redacted]");
  });

  test("a value that the session holds as a secret, wherever it stands", () => {
    expect(redact("echo correct-horse | tee x", ["correct-horse"])).toBe("echo [redacted] | tee x");
  });
});

describe("what is no secret stays readable:", () => {
  test.each([
    "git status && rm -rf build/cache",
    "git checkout 4b825dc642cb6eb9a060e54bf8d69288fbee4904",
    "docker pull alpine@sha256:aa51ce9b7f64f05c6ab9dd3f4a1e5a4f8f0bb6b76d0f2de1c8a3a3c4d5e6f708",
    "cd /home/me/project/src/components/UserProfileSettings/__tests__",
    "java com.example.ThisIsAVeryLongClassNameForATestOfSomething",
    "export TOKEN=$OTHER",
    "PASSWORD=$(pass show db) ./run",
    "cd $OLDPWD; PWD=/tmp ls",
    "git clone git@github.com:me/x.git",
    "curl -u admin https://example.invalid",
    "rm -rf 123e4567-e89b-12d3-a456-426614174000",
    "npm install @scope/some-package-with-a-long-name@1.2.3-beta.4",
  ])("%s", (line) => {
    expect(redact(line)).toBe(line);
  });
});

test("a long line is redacted in time that grows with its length only", () => {
  const line = `echo ${"--password=a ".repeat(2000)}${"A1b".repeat(5000)} ${"x:".repeat(5000)}`;
  expect(redact(line)).not.toContain("password=a");
});
