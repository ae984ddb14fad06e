// Runs inside the executable: loads the chunks of the program from its assets, each on first use.
// Node's own way is one main script; reading all of the program takes longer than judging a line. Chunks that judging needs are one
// script together, `hot`, with its bytecode: each script costs something too.
"use strict";

const { Script } = require("node:vm");

/** `asset` gives the bytes of an asset, `given` what Node itself offers, `seen` hears of every chunk that is loaded. */
module.exports = function createLoader(asset, given, seen) {
  const loaded = new Map();
  function script(name, cachedData) {
    return new Script(Buffer.from(asset(name)).latin1Slice(), { filename: name, cachedData });
  }
  const cached = asset("hot.bytecode");
  const hot = script("hot", cached && Buffer.from(cached));
  let factories = hot.runInThisContext();
  function load(name) {
    const known = loaded.get(name);
    if (known) return known.exports;
    seen?.(name);
    const module = { exports: {} };
    loaded.set(name, module);
    const require = (other) => (other.startsWith("./") ? load(other.slice(2)) : given(other));
    const factory = factories[name] ?? script(`code/${name}`).runInThisContext();
    factory(require, module, module.exports);
    return module.exports;
  }
  function forget() {
    loaded.clear();
    factories = hot.runInThisContext();
  }
  return { load, forget, hot };
};
