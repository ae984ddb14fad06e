// Runs inside the executable: loads the chunks of the program from its assets, each on first use and with its bytecode.
// Node's own main script would be one file, and reading a big one costs more than judging a line.
"use strict";

const { Script } = require("node:vm");

/** `asset` gives the bytes of an asset; `seen` hears of every script that is made. */
module.exports = function createLoader(asset, given, seen) {
  const loaded = new Map();
  const scripts = new Map();
  function scriptOf(name) {
    let script = scripts.get(name);
    if (!script) {
      const cached = asset(`bytecode/${name}`);
      script = new Script(Buffer.from(asset(`code/${name}`)).latin1Slice(), {
        filename: name,
        cachedData: cached && Buffer.from(cached),
      });
      scripts.set(name, script);
      seen?.(name, script);
    }
    return script;
  }
  function load(name) {
    const known = loaded.get(name);
    if (known) return known.exports;
    const module = { exports: {} };
    loaded.set(name, module);
    const require = (other) => (other.startsWith("./") ? load(other.slice(2)) : given(other));
    scriptOf(name).runInThisContext()(require, module, module.exports);
    return module.exports;
  }
  return { load, forget: () => loaded.clear() };
};
