/** Appends numbered entries and says each number once it is written: `node writer.ts DIRECTORY NAME COUNT BYTES`. */

import { writeSync } from "node:fs";
import { append } from "../../src/audit/log.ts";

const [directory = "", name = "", count = "", bytes = ""] = process.argv.slice(2);
for (let i = 0; i < Number(count); i++) {
  const lost = append(directory, { writer: name, number: i }, { bytes: Number(bytes), files: 1000, wait: 60_000 });
  writeSync(1, lost === undefined ? `${i}\n` : `lost ${lost}\n`);
}
