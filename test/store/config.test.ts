import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "smol-toml";
import { afterAll, expect, test } from "vitest";
import { followConfig } from "../../src/store/config.ts";

const directory = mkdtempSync(join(tmpdir(), "heed-config-"));
afterAll(() => rmSync(directory, { recursive: true }));

test("a process that stays has what the file says now", () => {
  const file = join(directory, "config.toml");
  const config = followConfig(file, "/home/me", parse);
  expect(config().policy.run).toBe("allow");
  writeFileSync(file, '[policy]\nrun = "ask"\n');
  expect(config().policy.run).toBe("ask");
  expect(config()).toBe(config());
  writeFileSync(file, '[policy]\nrun = = "ask"\n');
  expect(config().broken).toBe(`${file}:2:7: invalid value`);
  expect(config().policy.opaque).toBe("deny");
  rmSync(file);
  expect(config()).toMatchObject({ broken: undefined, policy: { run: "allow" } });
});
