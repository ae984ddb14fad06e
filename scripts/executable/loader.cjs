// Runs inside the executable: loads the chunks of the program from its assets, each on first use.
// Node's own way is one main script; reading all of the program takes longer than judging a line. Chunks that usual calls need lie
// together in a few scripts, since each script costs something too. Bytecode of a script lies beside it, where it has any.
"use strict";

const { Script } = require("node:vm");

/** `asset` gives the bytes of an asset or undefined, `given` what Node itself offers, `seen` hears of every chunk that is loaded. */
module.exports = function createLoader(asset, given, seen) {
  const text = (name) => Buffer.from(asset(name)).latin1Slice();
  const scriptOf = JSON.parse(text("scripts"));
  const scripts = new Map();
  const loaded = new Map();
  const factories = {};
  function script(name) {
    let made = scripts.get(name);
    if (!made) {
      const cached = asset(`${name}.bytecode`);
      made = new Script(text(name), { filename: name, cachedData: cached && Buffer.from(cached) });
      scripts.set(name, made);
    }
    return made.runInThisContext();
  }
  function load(name) {
    const known = loaded.get(name);
    if (known) return known.exports;
    seen?.(name);
    const module = { exports: {} };
    loaded.set(name, module);
    const require = (other) => (other.startsWith("./") ? load(other.slice(2)) : given(other));
    if (!factories[name]) Object.assign(factories, script(scriptOf[name]));
    factories[name](require, module, module.exports);
    return module.exports;
  }
  function forget() {
    loaded.clear();
    for (const name of Object.keys(factories)) delete factories[name];
  }
  return { load, forget, scripts };
};
