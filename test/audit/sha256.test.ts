import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sha256 } from "../../src/audit/sha256.ts";

const texts = [
  "",
  "abc",
  "é😀\n",
  ...[54, 55, 56, 57, 63, 64, 65, 119, 120, 1000].map((n) => "x".repeat(n)),
  "ab".repeat(50_000),
];

test.each(texts)("agrees with Node's own: %.10s", (text) => {
  expect(sha256(text)).toBe(createHash("sha256").update(text).digest("hex"));
});
