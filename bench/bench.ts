/** `npm run bench [-- FILE.jsonl…]`: the budgets, measured: warm, cold, in the shells. One table; nothing here is a test. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtHeed } from "../scripts/built.ts";
import { makePlace } from "../scripts/place.ts";
import { cold } from "./cold.ts";
import { dropin } from "./dropin.ts";
import { growth } from "./growth.ts";
import { memory, shells } from "./shells.ts";
import { table } from "./table.ts";
import { warm } from "./warm.ts";

const root = join(import.meta.dirname, "..");
const directory = mkdtempSync(join(tmpdir(), "heed-bench-"));
try {
  const place = makePlace(join(directory, "me"));
  const heed = builtHeed();
  const rows = [
    ...(await warm(root, process.argv.slice(2), place)),
    ...(await growth(root, place)),
    ...(await cold(heed, directory)),
    ...shells(heed, directory),
    ...dropin(heed, directory),
    ...memory(directory),
  ];
  console.log(table(rows));
} finally {
  rmSync(directory, { recursive: true });
}
