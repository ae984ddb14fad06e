// Runs inside the executable: loads the chunks of the program from its assets, each on first use.
// Node's own way is one main script; reading all of the program takes longer than judging a line. Chunks that every line needs are one
// script together, `hot`: each script costs something too. Bytecode of a chunk lies beside it, where it has any.
"use strict";

const { Script } = require("node:vm");

/** `asset` gives the bytes of an asset or undefined, `given` what Node itself offers, `seen` hears of every chunk that is loaded. */
module.exports = function createLoader(asset, given, seen) {
  const loaded = new Map();
  const scripts = new Map();
  function script(name, bytecode) {
    let made = scripts.get(name);
    if (!made) {
      const cached = asset(bytecode);
      const cachedData = cached && Buffer.from(cached);
      made = new Script(Buffer.from(asset(name)).latin1Slice(), { filename: name, cachedData });
      scripts.set(name, made);
    }
    return made.runInThisContext();
  }
  let factories = script("hot", "hot.bytecode");
  function load(name) {
    const known = loaded.get(name);
    if (known) return known.exports;
    seen?.(name);
    const module = { exports: {} };
    loaded.set(name, module);
    const require = (other) => (other.startsWith("./") ? load(other.slice(2)) : given(other));
    const factory = factories[name] ?? script(`code/${name}`, `bytecode/${name}`);
    factory(require, module, module.exports);
    return module.exports;
  }
  function forget() {
    loaded.clear();
    factories = script("hot", "hot.bytecode");
  }
  return { load, forget, scripts };
};
