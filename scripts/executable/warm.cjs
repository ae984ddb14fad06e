// Runs while building: executes the program from its chunks as the executable would, then keeps the bytecode that came of it.
// Usage: node warm.cjs DIRECTORY COMMANDS, where COMMANDS is a JSON list of argument lists.
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
const scripts = new Map();
const loader = createLoader(
  asset,
  (name) => (name === "node:sea" ? sea : require(name)),
  (name, script) => scripts.set(name, script),
);

(async () => {
  for (const args of JSON.parse(commands)) {
    process.argv.splice(2, process.argv.length, ...args);
    loader.forget();
    process.removeAllListeners("uncaughtException");
    loader.load("heed.js");
    // The answer is given within promises and without any waiting: after one turn it is there.
    await new Promise(setImmediate);
  }
  for (const [name, script] of scripts) writeFileSync(join(directory, "bytecode", name), script.createCachedData());
  process.exitCode = 0;
})();
