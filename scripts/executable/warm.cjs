// Runs while building: executes the program from its chunks as the executable would. Usage: node warm.cjs DIRECTORY COMMANDS, where
// COMMANDS is a JSON list of argument lists. Writes to DIRECTORY `NAME.bytecode` of the scripts that were loaded, and `warmed`, which
// says which scripts and chunks were.
"use strict";

const { existsSync, readFileSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const createLoader = require("./loader.cjs");

const [directory, commands] = process.argv.slice(2);
const asset = (name) => {
  const file = join(directory, name);
  return existsSync(file) ? new Uint8Array(readFileSync(file)).buffer : undefined;
};
const sea = { isSea: () => true, getRawAsset: asset };
const given = (name) => (name === "node:sea" ? sea : require(name));
const loaded = new Set();
const loader = createLoader(asset, given, (name) => loaded.add(name));

// The program ends itself, or becomes another; here there is another call to run.
process.exit = () => {};
process.execve = () => {};
(async () => {
  for (const args of JSON.parse(commands)) {
    process.argv.splice(2, process.argv.length, ...args);
    loader.forget();
    process.removeAllListeners("uncaughtException");
    loader.load("heed.js");
    // The answer is given within promises and without any waiting: after one turn it is there.
    await new Promise(setImmediate);
  }
  for (const [name, script] of loader.scripts)
    writeFileSync(join(directory, `${name}.bytecode`), script.createCachedData());
  writeFileSync(
    join(directory, "warmed"),
    JSON.stringify({ loaded: [...loaded], bytecode: [...loader.scripts.keys()] }),
  );
  process.exitCode = 0;
})();
